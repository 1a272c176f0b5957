/**
 * `npm run bench:fair`: how much one account can slow down another. Prints figures without a verdict; takes some
 * minutes. `--smoke` runs it once, small.
 *
 *     B alone: sync requests, one job at a time
 *     A sends jobs until 10,000 wait, then matrices over 200 connections; meanwhile B repeats its requests
 *     in turns: B's sync requests with A's connections open, and with A's jobs alone
 *
 * Measured are the response time of B's sync requests, and the time until B's job starts: at most the duration of one
 * job, since A's jobs occupy all threads for jobs. A separate process of low priority holds A's connections: both load
 * generators stand for other machines, so the processor time of A's must not add to B's waits.
 */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { ROUTING_EXAMPLE } from '../server/routing/index.js';
import { API_KEY, print, startTarget } from './bench-start.js';

const smoke = process.argv.includes('--smoke');
const JOBS = smoke ? 20 : 10_000;
const JOB_SECONDS = smoke ? 1 : 10;
const SECONDS = smoke ? 1 : 20;
const CONNECTIONS = 200;
const ROUNDS = smoke ? 1 : 3;
const LOAD_NICENESS = 10;
const KEY_B = 'bench-key-of-account-b';

const headersOf = (key: string) => ({ 'x-api-key': key, 'content-type': 'application/json' });
const matrix = (count: number) =>
  JSON.stringify({
    locations: Array.from({ length: count }, (_, idx) => ({
      location_id: `p${idx}`,
      latitude: 41.1 + ((idx * 7919) % 1000) / 5000,
      longitude: -8.7 + ((idx * 104_729) % 1000) / 5000,
    })),
    vehicle: { type: 'car' },
  });
const job = JSON.stringify({
  ...ROUTING_EXAMPLE,
  // The search never reaches this number of iterations, so each job takes its whole time limit.
  options: { time_limit: JOB_SECONDS, max_iterations: 1e15 },
});

if (process.argv[2] === '--connections-of-a') {
  process.stdout.write(JSON.stringify(await loadOfA(String(process.argv[3]))));
  process.exit();
}

const target = await startTarget('service', 2, {
  ...{ INITIAL_API_KEY: API_KEY, BENCH_SECOND_KEY: KEY_B, BATCH_THREADS: '1' },
  ...{ JOBS_WAITING_MAX: String(2 * JOBS), JOB_SECONDS_WAITING_MAX: '10000000' },
});
const { url } = target;

/** B's requests: a few connections, each sending a matrix of 30 places again as soon as it has an answer. */
const syncOfB = (seconds: number) =>
  autocannon({
    url: `${url}/engine/matrix/v1/`,
    method: 'POST',
    headers: headersOf(KEY_B),
    body: matrix(30),
    connections: 2,
    duration: seconds,
  });

async function loadOfA(of: string): Promise<autocannon.Result> {
  return await autocannon({
    url: `${of}/engine/matrix/v1/`,
    method: 'POST',
    headers: headersOf(API_KEY),
    body: matrix(30),
    connections: CONNECTIONS,
    duration: SECONDS + 3,
  });
}

async function connectionsOfA(): Promise<autocannon.Result> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.url), '--connections-of-a', url, ...(smoke ? ['--smoke'] : [])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (child.pid !== undefined) setPriority(child.pid, LOAD_NICENESS);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) text += String(chunk);
  return JSON.parse(text) as autocannon.Result;
}

/** Returns the seconds until a job of B starts, and until it has ended. */
async function jobOfB(): Promise<{ begunAfter: number; endedAfter: number }> {
  const sentAt = performance.now();
  const answer = await fetch(`${url}/engine/routing/v1/async`, {
    method: 'POST',
    headers: headersOf(KEY_B),
    body: job,
  });
  if (answer.status !== 202) throw new Error(`the job of B is answered with ${answer.status}`);
  const { JobId } = (await answer.json()) as { JobId: string };
  let begunAfter = NaN;
  for (;;) {
    await delay(50);
    const polled = await fetch(`${url}/engine/routing/v1/?jobid=${JobId}&details=true`, {
      headers: headersOf(KEY_B),
    });
    const { status, queue_position: place } = (await polled.json()) as {
      status: string;
      queue_position: number;
    };
    const after = (performance.now() - sentAt) / 1000;
    if (place === 0 && Number.isNaN(begunAfter)) begunAfter = after;
    if (status !== 'Running') return { begunAfter, endedAfter: after };
  }
}

function printSync(name: string, { latency, requests, non2xx }: autocannon.Result): void {
  print(name, {
    'req/s': Math.round(requests.average),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'max ms': latency.max,
    refused: non2xx,
  });
}

await syncOfB(smoke ? 1 : 5);
const alone = await syncOfB(SECONDS);
printSync('B alone', alone);
const jobAlone = await jobOfB();
print('B alone, a job', {
  'begins after s': jobAlone.begunAfter.toFixed(2),
  'ends after s': jobAlone.endedAfter.toFixed(2),
});

const sent = await autocannon({
  url: `${url}/engine/routing/v1/async`,
  method: 'POST',
  headers: headersOf(API_KEY),
  body: job,
  connections: smoke ? 5 : 50,
  amount: JOBS,
});
print('A sends jobs', { accepted: sent['2xx'], refused: sent.non2xx, seconds: sent.duration });
const times: { alone: string[]; jobs: string[] } = { alone: [], jobs: [] };
for (let round = 1; round <= ROUNDS; round += 1) {
  const waiting = await syncOfB(SECONDS);
  printSync('B beside the jobs of A', waiting);
  const ofA = connectionsOfA();
  await delay(1_000);
  const job = round === 1 ? jobOfB() : undefined;
  const beside = await syncOfB(SECONDS);
  printSync('B beside connections, too', beside);
  const { statusCodeStats, latency } = await ofA;
  print('A meanwhile', {
    answers: Object.entries(statusCodeStats ?? {})
      .map(([code, { count }]) => `${code} × ${count}`)
      .join(', '),
    'p50 ms': latency.p50,
  });
  if (job !== undefined) {
    const { begunAfter, endedAfter } = await job;
    print('B beside A, a job', {
      'begins after s': begunAfter.toFixed(2),
      'ends after s': endedAfter.toFixed(2),
    });
  }
  const timesOf = (undisturbed: autocannon.Result): string =>
    (beside.latency.p99 / Math.max(1, undisturbed.latency.p99)).toFixed(2);
  times.alone.push(timesOf(alone));
  times.jobs.push(timesOf(waiting));
}
print('B, p99 beside A', {
  'times that alone': times.alone.join(', '),
  'times that beside the jobs': times.jobs.join(', '),
});
target.child.disconnect();
