/**
 * `npm run bench:routing -- --large`: a plan of 10,000 orders as a job, from the request to the fetched result, on
 * Porto's roads in all traffic windows. Prints figures without a verdict.
 *
 *     --orders 10000 --places 5000 --vehicles 250 --seconds 300 --threads 2
 *
 * While the job runs, it is polled four times a second, along with a request for a matrix of two points. For each phase
 * it prints how long both take, how long the event loop was blocked, and the memory of the process.
 *
 *     accept ──202──► prepare ──first plan──► search ──progress 1──► write ──Completed──► fetch
 *
 * The store reports the progress of a job every two seconds, so a phase appears to end up to two seconds late.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildPorto } from './bench-large-matrix.js';
import { API_KEY, print, startTarget, type Target } from './bench-start.js';
import { drawLargeDay, type LargeSize } from './draw-large.js';

const POLL_MS = 250;
const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };

export type LargePlan = LargeSize & { seconds: number; threads: number };

export async function benchLargePlan(plan: LargePlan): Promise<void> {
  print('machine', { cpu: cpus()[0]?.model ?? '?', cores: availableParallelism() });
  const mapsDir = mkdtempSync(join(tmpdir(), 'route-engine-bench-'));
  try {
    await buildPorto(mapsDir);
    const target = await startTarget('service', 2, {
      MAPS_DIR: mapsDir,
      BATCH_THREADS: String(plan.threads),
    });
    try {
      await run(target, plan);
    } finally {
      target.child.kill();
    }
  } finally {
    rmSync(mapsDir, { recursive: true, force: true });
  }
}

type Phase = { name: string; startedAt: number; polls: number[]; asides: number[]; peak: number };

async function run(target: Target, plan: LargePlan): Promise<void> {
  const body = JSON.stringify(drawLargeDay(plan, { time_limit: plan.seconds }));
  print('request', { ...plan, MB: (body.length / 1e6).toFixed(1) });
  await aside(target);
  let phase = await begin(target, 'accept');
  const sent = await fetch(`${target.url}/engine/routing/v1/async`, {
    method: 'POST',
    headers,
    body,
  });
  if (sent.status !== 202) throw new Error(`${sent.status} ${await sent.text()}`);
  const { JobId } = (await sent.json()) as { JobId: string };
  await end(target, phase);

  phase = await begin(target, 'prepare');
  let url: string | undefined;
  let best: Status['best'];
  while (url === undefined) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const [[status, pollMs], asideMs] = await Promise.all([poll(target, JobId), aside(target)]);
    const { rssMebibytes } = await target.ask('stats');
    phase.polls.push(pollMs);
    phase.asides.push(asideMs);
    phase.peak = Math.max(phase.peak, rssMebibytes);
    best = status.best ?? best;
    if (status.status !== 'Running' && status.url === undefined) {
      throw new Error(JSON.stringify(status));
    }
    const name = phaseOf(status);
    if (name !== phase.name) {
      await end(target, phase);
      if (name === 'search') print('first plan told', { ...best });
      phase = await begin(target, name);
    }
    url = status.url;
  }
  print('best', { ...best });
  const startedAt = performance.now();
  const fetched = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const bytes = Buffer.from(await fetched.arrayBuffer());
  const fetchMs = performance.now() - startedAt;
  const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  const contentLength = Number(packed.headers.get('content-length'));
  await packed.arrayBuffer();
  const text = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  const result = JSON.parse(text.toString()) as Result;
  const { search, orders_served, vehicles } = result.statistics;
  print('result', {
    status: result.status,
    'fetch ms': fetchMs.toFixed(0),
    MB: (text.length / 1e6).toFixed(1),
    'gzip MB': (contentLength / 1e6).toFixed(1),
    orders_served,
    vehicles,
    unserved: result.unserved.length,
    cost: result.statistics.cost.total,
    iterations: search.iterations,
    'search s': search.duration,
    'first plan s': search.improvements[0]?.[0] ?? '?',
    'its cost': search.improvements[0]?.[1] ?? '?',
  });
}

type Status = {
  status: string;
  url?: string;
  progress: number;
  best?: { cost: number; unserved: number; vehicles: number } | null;
};

type Result = {
  status: string;
  unserved: unknown[];
  statistics: {
    orders_served: number;
    vehicles: number;
    cost: { total: number };
    search: { iterations: number; duration: number; improvements: [number, number][] };
  };
};

function phaseOf({ status, best, progress }: Status): string {
  if (status !== 'Running') return 'done';
  if (best === undefined || best === null) return 'prepare';
  return progress < 1 ? 'search' : 'write';
}

async function begin(target: Target, name: string): Promise<Phase> {
  const { rssMebibytes } = await target.ask('loop-reset');
  return { name, startedAt: performance.now(), polls: [], asides: [], peak: rssMebibytes };
}

async function end(target: Target, { name, startedAt, polls, asides, peak }: Phase): Promise<void> {
  const seconds = (performance.now() - startedAt) / 1000;
  const { rssMebibytes, loopMaxMs, loopP99Ms } = await target.ask('stats');
  const longest = (all: number[]): string => Math.max(0, ...all).toFixed(0);
  const median = (all: number[]): string =>
    (all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0).toFixed(1);
  print(name, {
    seconds: seconds.toFixed(2),
    'loop max ms': loopMaxMs.toFixed(1),
    'loop p99 ms': loopP99Ms.toFixed(1),
    'poll ms': `${median(polls)}/${longest(polls)}`,
    'matrix of 2 ms': `${median(asides)}/${longest(asides)}`,
    'peak RSS MiB': Math.max(peak, rssMebibytes).toFixed(0),
  });
}

async function poll(target: Target, jobId: string): Promise<[Status, number]> {
  const startedAt = performance.now();
  const path = `/engine/routing/v1/?jobid=${jobId}&details=true`;
  const answer = await fetch(`${target.url}${path}`, { headers });
  const status = (await answer.json()) as Status;
  return [status, performance.now() - startedAt];
}

async function aside(target: Target): Promise<number> {
  const startedAt = performance.now();
  const locations = [0, 1].map((idx) => ({
    location_id: String(idx),
    latitude: 41.15 + idx / 100,
    longitude: -8.61,
  }));
  const body = JSON.stringify({ locations, vehicle: {} });
  const answer = await fetch(`${target.url}/engine/matrix/v1/`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.arrayBuffer();
  return performance.now() - startedAt;
}
