/**
 * `npm run bench:overload`: many connections that request matrices of two points, each as fast as it is answered.
 * Prints figures without a verdict; `--smoke` runs it once, short.
 *
 * The same run puts the same load on an Express handler that reads and writes as much JSON and does nothing else
 * (`bench-target.ts`): the upper bound on this machine. Both run in separate processes; this one generates the load.
 */
import autocannon from 'autocannon';
import { API_KEY, print, startTarget, type Target } from './bench-start.js';

const smoke = process.argv.includes('--smoke');
const SECONDS = smoke ? 1 : 10;
const WARM_UP_SECONDS = smoke ? 1 : 5;
const CONNECTIONS = [50, 200, 400];

const body = JSON.stringify({
  locations: [
    { location_id: 'a', latitude: 41.1716, longitude: -8.652 },
    { location_id: 'b', latitude: 41.1458, longitude: -8.6139 },
  ],
  vehicle: { type: 'car' },
});

const load = (target: Target, connections: number, seconds = SECONDS) =>
  autocannon({
    url: `${target.url}/engine/matrix/v1/`,
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body,
    connections,
    duration: seconds,
  });

const limits = { REQUESTS_AT_ONCE_MAX: '100000', LOG_LEVEL: 'info' };
const service = await startTarget('service', 2, { ...limits, ...(process.env as object) });
const bare = await startTarget('bare', 1);
for (const target of [service, bare]) await load(target, 50, WARM_UP_SECONDS);
for (const connections of CONNECTIONS) {
  const before = await service.ask('stats');
  const ours = await load(service, connections);
  const after = await service.ask('stats');
  const theirs = await load(bare, connections);
  const good = ours['2xx'] / SECONDS;
  const refused = Object.entries(ours.statusCodeStats ?? {}).filter(([code]) => code !== '200');
  print(`${connections} connections`, {
    'req/s': Math.round(good),
    'p50 ms': ours.latency.p50,
    'p99 ms': ours.latency.p99,
    'max ms': ours.latency.max,
    'CPU ms a request': ((after.cpuMs - before.cpuMs) / Math.max(1, ours.requests.total)).toFixed(
      2,
    ),
    refused: refused.map(([code, { count }]) => `${code} × ${count}`).join(', ') || 'none',
    'bare req/s': Math.round(theirs.requests.average),
    'bare p50/p99 ms': `${theirs.latency.p50}/${theirs.latency.p99}`,
    share: (good / theirs.requests.average).toFixed(2),
  });
}
service.child.disconnect();
bare.child.disconnect();
