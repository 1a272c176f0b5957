/**
 * `npm run bench:jobs`: the overhead of jobs. Prints figures without a verdict; `--smoke` runs it once, small.
 *
 *   accept   jobs accepted per second over 50 connections, each on disk when it is answered
 *   poll     how long a poll of a job takes while others are accepted, and while nothing else happens
 *   pass     jobs completed per second that have next to no work
 */
import { availableParallelism, cpus } from 'node:os';
import autocannon from 'autocannon';
import { ROUTING_EXAMPLE } from '../server/routing/index.js';
import { API_KEY, print, startTarget, type Target } from './bench-start.js';

const smoke = process.argv.includes('--smoke');
const SECONDS = smoke ? 1 : 10;
const CONNECTIONS = 50;

const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
const body = (options: object) => JSON.stringify({ ...ROUTING_EXAMPLE, options });

async function send(target: Target, options: object): Promise<string> {
  const answer = await fetch(`${target.url}/engine/routing/async`, {
    method: 'POST',
    headers,
    body: body(options),
  });
  if (answer.status !== 202) throw new Error(`the service answered ${answer.status}`);
  const { JobId } = (await answer.json()) as { JobId: string };
  return JobId;
}

async function statusOf(target: Target, jobId: string): Promise<string> {
  const answer = await fetch(`${target.url}/engine/routing/?jobid=${jobId}`, { headers });
  const { status } = (await answer.json()) as { status: string };
  return status;
}

const load = (target: Target, connections: number, options: object) =>
  autocannon({
    url: `${target.url}/engine/routing/async`,
    method: 'POST',
    headers,
    body: body(options),
    connections,
    duration: SECONDS,
  });

async function polls(target: Target, jobId: string, connections: number) {
  return await autocannon({
    url: `${target.url}/engine/routing/?jobid=${jobId}`,
    headers,
    connections,
    duration: SECONDS,
  });
}

/** One long job keeps all threads busy, so that only the acceptance of jobs is measured. */
async function benchAccept(target: Target): Promise<void> {
  const blocking = await send(target, { time_limit: 3600 });
  await load(target, CONNECTIONS, { time_limit: 1 });
  const before = await target.ask('stats');
  const result = await load(target, CONNECTIONS, { time_limit: 1 });
  const after = await target.ask('stats');
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals`);
  print('accept', {
    'jobs/s': Math.round(result.requests.average),
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    'CPU ms a job': ((after.cpuMs - before.cpuMs) / result.requests.total).toFixed(2),
    'RSS MiB': after.rssMebibytes.toFixed(0),
  });
  const quiet = await polls(target, blocking, 1);
  print('poll, one at a time', { 'p50 ms': quiet.latency.p50, 'p99 ms': quiet.latency.p99 });
  const many = await polls(target, blocking, CONNECTIONS);
  print('poll, 50 connections', {
    'polls/s': Math.round(many.requests.average),
    'p50 ms': many.latency.p50,
    'p99 ms': many.latency.p99,
  });
  const [, during] = await Promise.all([
    load(target, 10, { time_limit: 1 }),
    polls(target, blocking, 1),
  ]);
  print('poll while jobs are taken on', {
    'p50 ms': during.latency.p50,
    'p99 ms': during.latency.p99,
  });
}

async function benchPass(target: Target): Promise<void> {
  const count = smoke ? 50 : 500;
  const startedAt = performance.now();
  const ids: string[] = [];
  // More connections would fill the queue of the threads that check requests.
  const sender = async (): Promise<void> => {
    for (let sent = 0; sent < count / CONNECTIONS; sent += 1) {
      ids.push(await send(target, { max_iterations: 1 }));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  for (const id of ids) {
    while ((await statusOf(target, id)) === 'Running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  print('pass, no work', { jobs: count, 'jobs/s': (count / seconds).toFixed(0) });
}

print('machine', {
  cpu: cpus()[0]?.model ?? '?',
  cores: availableParallelism(),
  node: process.version,
});
const passing = await startTarget('service', 1, { BATCH_THREADS: '2', MAPS_DIR: '/nowhere' });
await benchPass(passing);
passing.child.kill();
const accepting = await startTarget('service', 1, { BATCH_THREADS: '1', MAPS_DIR: '/nowhere' });
await benchAccept(accepting);
accepting.child.kill();
