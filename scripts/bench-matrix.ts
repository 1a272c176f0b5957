/**
 * `npm run bench:matrix`: the cost of a matrix. Prints figures without a verdict; `--smoke` runs it once, small.
 *
 *   kernel     200 × 200 points, 8 windows: CPU time of the pool for a whole request, including its JSON
 *   loop       how long the event loop is blocked while such requests and 20 MB bodies arrive
 *   overhead   a 2-point request against an empty Express handler, 50 connections, at the same rate and at full speed
 *   memory     resident size of a process with two threads over 10,000 requests
 *
 * With `--large`, it measures matrices that are jobs instead (`bench-large-matrix.ts`).
 *
 * The service runs in a separate process, as operators run it; this process generates the load, on loopback.
 */
import { Agent, request } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { benchLargeMatrices, benchLargeMatrix } from './bench-large-matrix.js';
import { API_KEY, nodeFlags, print, startTarget, type Target } from './bench-start.js';

const smoke = process.argv.includes('--smoke');
const scale = smoke ? 0.02 : 1;
const LOAD_SECONDS = smoke ? 1 : 10;
const CONNECTIONS = 50;

function points(count: number): string {
  return JSON.stringify({
    locations: Array.from({ length: count }, (_, idx) => ({
      location_id: `p${idx}`,
      latitude: 41 + ((idx * 7919) % 1000) / 2000,
      longitude: -8.8 + ((idx * 104_729) % 1000) / 1250,
    })),
    vehicle: { type: 'car' },
  });
}

async function post(target: Target, body: string | Buffer, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${target.url}/engine/matrix/v1/`,
      {
        method: 'POST',
        headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
        ...(agent === undefined ? {} : { agent }),
      },
      (response) => {
        response.resume();
        response.on('end', () => {
          resolve(response.statusCode ?? 0);
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

async function benchKernel(target: Target): Promise<void> {
  const body = points(200);
  const runs = Math.max(3, Math.round(60 * scale));
  for (let run = 0; run < Math.max(2, 20 * scale); run += 1) await post(target, body);
  const before = await target.ask('stats');
  for (let run = 0; run < runs; run += 1) {
    const status = await post(target, body);
    if (status !== 200) throw new Error(`the service answered ${status}`);
  }
  const after = await target.ask('stats');
  print('200 × 200, 8 windows', {
    'pool ms a request': ((after.poolBusyMs - before.poolBusyMs) / runs).toFixed(1),
    'process CPU ms a request (pool, loop, store)': ((after.cpuMs - before.cpuMs) / runs).toFixed(
      1,
    ),
    runs,
  });
}

async function benchLoop(target: Target): Promise<void> {
  const small = points(200);
  const large = Buffer.from(`${points(2)}${' '.repeat(20_000_000)}`);
  await target.ask('loop-reset');
  for (let round = 0; round < Math.max(1, Math.round(20 * scale)); round += 1) {
    await Promise.all([
      post(target, large),
      post(target, large),
      post(target, small),
      post(target, small),
    ]);
  }
  const { loopMaxMs, loopP99Ms } = await target.ask('stats');
  print('event loop, 20 MB bodies', {
    'longest block ms': loopMaxMs.toFixed(1),
    'p99 ms': loopP99Ms.toFixed(1),
  });
}

type Latency = { p50: number; p99: number; rate: number };

/** Sends requests at even intervals over 50 keep-alive connections, each timed from the moment it was due. */
async function pacedLoad(target: Target, rate: number, seconds = LOAD_SECONDS): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const count = Math.round(rate * (smoke ? 1 : seconds));
  const body = points(2);
  const startedAt = performance.now();
  const latencies = await Promise.all(
    Array.from({ length: count }, async (_, idx) => {
      const dueAt = startedAt + (idx * 1000) / rate;
      await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
      const sentAt = performance.now();
      const status = await post(target, body, agent);
      if (status !== 200) throw new Error(`answered ${status}`);
      return performance.now() - sentAt;
    }),
  );
  agent.destroy();
  const sorted = latencies.toSorted((x, y) => x - y);
  const quantile = (share: number) => sorted[Math.floor(share * (count - 1))] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99), rate };
}

/** Saturates the machine: each of 50 connections sends its next request as soon as it has an answer. */
async function fullLoad(target: Target): Promise<Latency> {
  const result = await autocannon({
    url: `${target.url}/engine/matrix/v1/`,
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: points(2),
    connections: CONNECTIONS,
    duration: LOAD_SECONDS,
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`);
  }
  return { p50: result.latency.p50, p99: result.latency.p99, rate: result.requests.average };
}

async function benchOverhead(service: Target, empty: Target): Promise<void> {
  const loads: [string, (target: Target) => Promise<Latency>][] = [
    ['2 points, 100/s', (target) => pacedLoad(target, 100)],
    ['2 points, 500/s', (target) => pacedLoad(target, 500)],
    ['2 points, full speed', fullLoad],
  ];
  for (const [name, load] of loads) {
    // The first run is not measured: it warms up the compilers and caches of both sides.
    await Promise.all([pacedLoad(service, 200, 3), pacedLoad(empty, 200, 3)]);
    const [ours, bare] = [await load(service), await load(empty)];
    print(name, {
      'p50 ms over empty': (ours.p50 - bare.p50).toFixed(1),
      'p99 ms over empty': (ours.p99 - bare.p99).toFixed(1),
      ours: `${ours.p50.toFixed(1)}/${ours.p99.toFixed(1)} ms at ${Math.round(ours.rate)}/s`,
      empty: `${bare.p50.toFixed(1)}/${bare.p99.toFixed(1)} ms at ${Math.round(bare.rate)}/s`,
    });
  }
}

async function benchMemory(target: Target): Promise<void> {
  const body = points(20);
  const half = Math.round(5_000 * scale);
  const send = async (count: number) => {
    let left = count;
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await post(target, body);
      }
    };
    await Promise.all(Array.from({ length: 20 }, lane));
    return (await target.ask('stats')).rssMebibytes;
  };
  const first = await send(half);
  const second = await send(half);
  print('memory, two threads', {
    [`MiB after ${half}`]: first.toFixed(0),
    [`MiB after ${2 * half}`]: second.toFixed(0),
  });
}

const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    size: { type: 'string' },
    maps: { type: 'string' },
  },
});
if (options.size !== undefined && options.maps !== undefined) {
  await benchLargeMatrix(Number(options.size), options.maps);
} else {
  print('machine', {
    cpu: cpus()[0]?.model ?? '?',
    cores: availableParallelism(),
    node: process.version,
  });
  if (options.large) await benchLargeMatrices(nodeFlags, { smoke });
  else await benchService();
}

async function benchService(): Promise<void> {
  const memoryTarget = await startTarget('service', 2);
  await benchMemory(memoryTarget);
  memoryTarget.child.kill();
  const service = await startTarget('service', availableParallelism());
  await benchKernel(service);
  await benchLoop(service);
  const empty = await startTarget('empty', 1);
  await benchOverhead(service, empty);
  service.child.kill();
  empty.child.kill();
}
