/**
 * `npm run demo`: a day of deliveries and services in Porto, planned and printed as a timetable.
 *
 * Starts a service with an empty folder on any free port, sends it one request over HTTP, and stops it. Nothing remains
 * except the map of Porto, which the first start builds into `MAPS_DIR` (./maps).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startService } from '../server/app.js';
import { readConfig } from '../server/config.js';
import { DEMO_DAY } from '../server/console/index.js';
import { createMapProgress } from '../server/map-progress.js';

/** The fields of an answer that are printed. */
type Stop = {
  type: string;
  location_id?: string;
  order_id?: string;
  stop_id?: string;
  arrival_time: string;
  departure_time: string;
  waiting_duration: number;
};
type Figures = { distance: number; duration: number; cost: { total: number } };
type Plan = {
  status: string;
  travel_model: string;
  attribution?: string;
  routes: {
    vehicle_id: string;
    start_time: string;
    end_time: string;
    stops: Stop[];
    statistics: Figures & { stops: number; waiting_duration: number };
  }[];
  unserved: { order_id: string; reasons: { comment: string }[] }[];
  statistics: Figures & {
    vehicles: number;
    orders_served: number;
    search: { iterations: number; duration: number };
  };
};

const CREDITS = 100;

const dataDir = await mkdtemp(join(tmpdir(), 'route-engine-demo-'));
try {
  process.stdout.write(`${timetable(await planDay())}\n`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function planDay(): Promise<Plan> {
  const { MAPS_DIR } = process.env;
  const config = readConfig({ DATA_DIR: dataDir, ...(MAPS_DIR === undefined ? {} : { MAPS_DIR }) });
  const isCompiled = import.meta.url.includes('/dist/scripts/');
  const service = await startService({
    config,
    projectRoot: new URL(isCompiled ? '../../' : '../', import.meta.url),
    logger: pino({ level: 'warn' }, process.stderr),
    clock: Date.now,
    onMapProgress: createMapProgress(process.stderr),
    onStoreLost: (error) => {
      throw error;
    },
  });
  const server = createServer(service.app);
  try {
    const { apiKey } = await service.accounts.createAccount({ name: 'demo', credits: CREDITS });
    const response = await fetch(`${await urlOf(server)}/engine/routing/v1/sync`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(DEMO_DAY),
    });
    if (response.status !== 200) throw new Error(await response.text());
    return (await response.json()) as Plan;
  } finally {
    server.closeAllConnections();
    server.close();
    await service.close();
  }
}

async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

function timetable(plan: Plan): string {
  const { statistics, unserved } = plan;
  const { iterations, duration } = statistics.search;
  return [
    '',
    `${DEMO_DAY.orders.length} orders in Porto on ${plan.routes[0]?.start_time.slice(0, 10) ?? 'no day'}: ${plan.status}`,
    ...plan.routes.flatMap((route) => ['', ...routeLines(route)]),
    '',
    `Not served: ${unserved.length}`,
    ...unserved.flatMap(({ order_id, reasons }) => [
      `  ${order_id}`,
      ...reasons.map(({ comment }) => `    ${comment}`),
    ]),
    '',
    `Total: ${statistics.orders_served} orders by ${statistics.vehicles} vehicles, ${figures(statistics)}`,
    `Searched ${duration.toFixed(1)} s, ${iterations} iterations, travel times by ${plan.travel_model}.`,
    ...(plan.attribution === undefined ? [] : [`Roads: ${plan.attribution}`]),
  ].join('\n');
}

function routeLines({
  vehicle_id,
  start_time,
  end_time,
  stops,
  statistics,
}: Plan['routes'][number]) {
  return [
    `${vehicle_id}  ${clock(start_time)} to ${clock(end_time)}, ${statistics.stops} stops, ${figures(statistics)}`,
    ...stops.map((stop) => `  ${times(stop)}  ${stop.location_id ?? 'on the road'}${work(stop)}`),
  ];
}

function times({ type, arrival_time, departure_time }: Stop): string {
  if (type === 'start') return `      ${clock(departure_time)}`;
  if (type === 'end') return `${clock(arrival_time)}      `;
  return `${clock(arrival_time)} ${clock(departure_time)}`;
}

function work({ type, order_id, stop_id, waiting_duration }: Stop): string {
  const what =
    type === 'order'
      ? `: ${order_id ?? ''}${stop_id === undefined ? '' : ` (${stop_id.replace(/s\/\d+$/, '')})`}`
      : type === 'start' || type === 'end'
        ? ''
        : `: ${stop_id ?? 'rest'}`;
  const wait = waiting_duration < 60 ? '' : `, waits ${Math.round(waiting_duration / 60)} min`;
  return what + wait;
}

function figures({ distance, duration, cost }: Figures): string {
  const hours = Math.floor(duration / 3600);
  const minutes = Math.floor((duration % 3600) / 60);
  return `${(distance / 1000).toFixed(1)} km, ${hours} h ${minutes} min, ${cost.total.toFixed(2)} €`;
}

function clock(time: string): string {
  return time.slice(11, 16);
}
