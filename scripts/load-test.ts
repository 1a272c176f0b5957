/**
 * `npm run load-test`: a typical mix of requests over 10, 50, 200 and 1,000 connections, each as fast as it is
 * answered. Prints figures without a verdict; `--seconds N` sets how long each load lasts (5), `--smoke` runs only the
 * first one, for a second.
 *
 * In the same run, requests for a matrix of two points go to the service and to a bare Express handler that reads and
 * writes as much JSON and does nothing else (`bench-target.ts`): the upper bound on this machine. Both listen only on
 * loopback, in separate processes, and no other address can be given. This process generates the load.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { ROUTING_EXAMPLE } from '../server/routing/index.js';
import { API_KEY, print, startTarget, type Target } from './bench-start.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    smoke: { type: 'boolean', default: false },
  },
});
const SECONDS_MAX = 60;
const seconds = values.smoke ? 1 : Math.min(SECONDS_MAX, Math.max(1, Number(values.seconds)));
const CONNECTIONS = values.smoke ? [10] : [10, 50, 200, 1_000];
const WARM_UP_SECONDS = values.smoke ? 1 : 3;

const HEADERS = { 'x-api-key': API_KEY, 'content-type': 'application/json' };

const post = (path: string, body: unknown) => ({
  ...{ method: 'POST' as const, path, headers: HEADERS, body: JSON.stringify(body) },
});
const ask = (path: string) => ({ method: 'GET' as const, path, headers: HEADERS });

const locations = (count: number) =>
  Array.from({ length: count }, (_, idx) => ({
    location_id: String(idx),
    latitude: 41.12 + (idx % 10) * 0.01,
    longitude: -8.69 + Math.floor(idx / 10) * 0.01,
  }));
const matrix = (count: number) =>
  post('/engine/matrix/v1/', { locations: locations(count), vehicle: { type: 'car' } });
const SMALL = matrix(2);
/** The same plan each time, after iterations that take a few milliseconds. */
const plan = { ...ROUTING_EXAMPLE, options: { max_iterations: 50, geometry: 'none' } };

/** Each connection sends these in a loop. */
const MIX = [
  ...[SMALL, SMALL, SMALL, SMALL, matrix(10), matrix(50)],
  ...[post('/engine/routing/v1/sync', plan), post('/engine/routing/v1/async', plan)],
  ...[ask('/engine/jobs/v1?limit=10'), ask('/engine/account/v1')],
];

type Load = Awaited<ReturnType<typeof run>>;

async function run(target: Target, requests: autocannon.Request[], connections: number, s: number) {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const result = await autocannon({
    ...{ url: target.url, requests, connections, duration: s },
    setupClient: (client) => {
      client.on('response', (status, _bytes, ms) => {
        times.push(ms);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
    },
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  const refused = [...statuses].filter(([status]) => status >= 400);
  return {
    perSecond: (times.length - refused.reduce((sum, [, count]) => sum + count, 0)) / s,
    percentiles: [0.5, 0.95, 0.99].map((share) => at(share).toFixed(1)).join('/'),
    refused: refused.map(([status, count]) => `${status} × ${count}`).join(', ') || 'none',
    lost: result.errors,
  };
}

/** Returns the processor seconds of each thread of a process, by thread name; only Linux reports them. */
function threadSeconds(pid: number | undefined): Map<string, number> {
  const seconds = new Map<string, number>();
  const folder = `/proc/${pid ?? 'self'}/task`;
  let ids: string[] = [];
  try {
    ids = readdirSync(folder);
  } catch {
    return seconds;
  }
  for (const id of ids) {
    try {
      const text = readFileSync(`${folder}/${id}/stat`, 'utf8');
      // ID (NAME) STATE …: user and system time are the 12th and 13th field after the name, in hundredths.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
      const spent = (Number(fields[11]) + Number(fields[12])) / 100;
      seconds.set(`${name} ${id === String(pid) ? '(event loop)' : id}`, spent);
    } catch {
      // The thread has ended in the meantime.
    }
  }
  return seconds;
}

/** Formats each thread's share of a processor, the busiest first. */
function busiest(before: Map<string, number>, after: Map<string, number>, s: number): string {
  return [...after]
    .map(([name, spent]) => [name, (spent - (before.get(name) ?? 0)) / s] as const)
    .filter(([, share]) => share >= 0.02)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([name, share]) => `${name} ${Math.round(share * 100)} %`)
    .join(', ');
}

function lineOf({ perSecond, percentiles, refused, lost }: Load) {
  return { 'req/s': Math.round(perSecond), 'p50/p95/p99 ms': percentiles, refused, lost };
}

/** No maps unless `MAPS_DIR` is set: building one would take longer than the test. */
const limits = {
  ...{ REQUESTS_AT_ONCE_MAX: '100000', UNPAID_SECONDS_PER_MINUTE: '100000' },
  MAPS_DIR: 'no-maps',
};
const service = await startTarget('service', 2, { ...limits, ...(process.env as object) });
const bare = await startTarget('bare', 1);
try {
  for (const target of [service, bare]) await run(target, [SMALL], 10, WARM_UP_SECONDS);
  for (const connections of CONNECTIONS) {
    await service.ask('loop-reset');
    const before = await service.ask('stats');
    const threadsBefore = threadSeconds(service.child.pid);
    const mixed = await run(service, MIX, connections, seconds);
    const threads = busiest(threadsBefore, threadSeconds(service.child.pid), seconds);
    const after = await service.ask('stats');
    print(`${connections}: mix`, {
      ...lineOf(mixed),
      'loop p99/max ms': `${after.loopP99Ms.toFixed(1)}/${after.loopMaxMs.toFixed(0)}`,
      processors: ((after.cpuMs - before.cpuMs) / 1000 / seconds).toFixed(2),
      'resident MiB': Math.round(after.rssMebibytes),
    });
    if (threads !== '') print('', { threads });
    const ours = await run(service, [SMALL], connections, seconds);
    const theirs = await run(bare, [SMALL], connections, seconds);
    print(`${connections}: two points`, lineOf(ours));
    print(`${connections}: bare Express`, lineOf(theirs));
  }
} finally {
  service.child.disconnect();
  bare.child.disconnect();
}
