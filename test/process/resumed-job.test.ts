/** A job whose process is killed continues with a kept route that breaks a rule, docks, and a vehicle that stays. */
import { afterEach, expect, test } from '@jest/globals';
import {
  checkSolution,
  type RoutingRequest,
  type RoutingResponse,
} from '../support/checker/index.js';
import { FLOW_CREDITS, FLOW_KEY, ask } from '../support/job-flow.js';
import { checkpointAtMs, endProcesses, newFolder, outputOf, start } from '../support/process.js';
import { until } from '../support/until.js';

const SECONDS = 15;
/** The minimum time between the first checkpoint and the second. */
const KEPT_EVERY_SECONDS = 5;
const TIMEOUT_MS = 600_000;

afterEach(endProcesses);

/** A grid of 4 by 4 places. From one to the next, it takes 5 minutes for 3 km. */
const PLACES = Array.from({ length: 16 }, (_, idx) => ({
  ...{ location_id: `p${String(idx)}`, time_zone: 'Europe/Berlin' },
  ...{ row: Math.floor(idx / 4), column: idx % 4 },
}));
const travelCosts = Object.fromEntries(
  PLACES.map((from) => {
    const cells = PLACES.map((to): [string, number[]] => {
      const steps = Math.abs(from.row - to.row) + Math.abs(from.column - to.column);
      return [to.location_id, [3000 * steps, 300 * steps]];
    });
    return [from.location_id, Object.fromEntries(cells)];
  }),
);

const day = (date: string) => ({ start_time: `${date}T08:00`, end_time: `${date}T18:00` });
const MONDAY = day('2026-05-04');
const TUESDAY = day('2026-05-05');

/**
 * `late` is planned to be at `p15` five minutes too late. Three vans load at the only dock of `p0`. `tour` spends the
 * night where its Monday ends. All vans and `tour` get new orders.
 */
const REQUEST = {
  locations: PLACES.map(({ location_id, time_zone, row, column }) => ({
    ...{ location_id, time_zone, latitude: 52.4 + row / 40, longitude: 13.3 + column / 25 },
    ...(location_id === 'p0' ? { docks: 1 } : {}),
  })),
  vehicles: [
    { vehicle_id: 'late', shifts: [{ shift_id: 'mon', start_location: 'p3', ...MONDAY }] },
    {
      ...{ vehicle_id: 'van', count: 3, capacity: { boxes: 14 }, loading: { duration: 1200 } },
      costs: { fixed: 10, per_hour: 20 },
      shifts: [{ shift_id: 'mon', start_location: 'p0', end_location: 'p0', ...MONDAY }],
    },
    {
      ...{ vehicle_id: 'tour', costs: { per_hour: 20, per_night: 50 } },
      shifts: [
        { shift_id: 'mon', start_location: 'p12', end_location: 'stay', ...MONDAY },
        { shift_id: 'tue', start_location: 'p12', end_location: 'p12', ...TUESDAY },
      ],
    },
  ],
  orders: [
    { order_id: 'soon', location: 'p7', duration: 600, allowed_vehicles: ['late'] },
    {
      ...{ order_id: 'missed', location: 'p15', duration: 600, allowed_vehicles: ['late'] },
      // 08:00 `p3`, 08:05 to 08:15 `p7`, 08:25 `p15`.
      time_windows: [{ start_time: '2026-05-04T08:00', end_time: '2026-05-04T08:20' }],
    },
    ...[MONDAY, TUESDAY].flatMap((time_window, at) =>
      ['p5', 'p6', 'p9', 'p14'].map((location, idx) => ({
        ...{ order_id: `tour-${String(4 * at + idx)}`, location, duration: 1800 },
        ...{ allowed_vehicles: ['tour'], time_windows: [time_window] },
      })),
    ),
    ...Array.from({ length: 40 }, (_, idx) => ({
      ...{ order_id: `o${String(idx)}`, location: `p${String(1 + ((7 * idx) % 15))}` },
      ...{ duration: 300, load: { boxes: 1 }, allowed_vehicles: ['van'] },
    })),
  ],
  travel: {
    matrix: {
      traffic_windows: [
        { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
      ],
      travel_costs: travelCosts,
    },
  },
  plan: {
    routes: [
      { vehicle_id: 'late', shift_id: 'mon', stops: ['soon', 'missed'] },
      { vehicle_id: 'van#1', shift_id: 'mon', stops: ['o3', 'o1'] },
      { vehicle_id: 'tour', shift_id: 'mon', stops: ['tour-2'] },
    ].map((route) => ({ ...route, stops: route.stops.map((order_id) => ({ order_id })) })),
  },
  options: { mode: 'insert', geometry: 'none', max_iterations: 1e12, time_limit: SECONDS },
} satisfies RoutingRequest;

const ordersOf = ({ stops }: RoutingResponse['routes'][number]): string[] =>
  stops.flatMap(({ order_id }) => (order_id === undefined ? [] : [order_id]));

test(
  'after kill -9, another process continues the job and keeps the route that breaks a rule',
  async () => {
    const dataDir = newFolder();
    const environment = {
      ...{ DATA_DIR: dataDir, INITIAL_API_KEY: FLOW_KEY, INITIAL_CREDITS: String(FLOW_CREDITS) },
      BATCH_THREADS: '2',
    };
    const first = await start(environment);
    const sent = await fetch(`${first.url}/engine/routing/async`, {
      method: 'POST',
      headers: { 'x-api-key': FLOW_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(REQUEST),
    });
    expect(sent.status).toBe(202);
    const { JobId } = await sent.json();
    let firstAtMs: number | undefined;
    await until(() => {
      const lastAtMs = checkpointAtMs(dataDir);
      firstAtMs ??= lastAtMs;
      return lastAtMs !== firstAtMs;
    });
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await start(environment);
    const { url } = await until(async () => {
      const state = await ask(second, `/engine/routing/?jobid=${String(JobId)}`);
      return state.status === 'Completed' && state;
    });
    await outputOf(second, /"attempt":2,"ownership":"owned","msg":"job completed"/);
    const result = await (await fetch(url)).json();
    // A search that starts over has its first plan at once.
    const { improvements } = result.statistics.search;
    expect(improvements[0][0]).toBeGreaterThanOrEqual(KEPT_EVERY_SECONDS);

    expect(checkSolution(REQUEST, result)).toEqual([]);
    expect([result.status, result.unserved]).toEqual(['Invalid', []]);
    const routes: RoutingResponse['routes'] = result.routes;
    const [late, ...others] = routes;
    expect(late).toMatchObject({
      vehicle_id: 'late',
      start_time: '2026-05-04T08:00:00+02:00',
      violations: [{ code: 'time_window', stop: 2, amount: 300 }],
    });
    expect(late && ordersOf(late)).toEqual(['soon', 'missed']);
    expect(others.flatMap(({ violations = [] }) => violations)).toEqual([]);
    // 40 boxes need three vans, which load one after the other, and the vehicle that stays has work on both days.
    expect(others.map(({ vehicle_id, shift_id }) => `${vehicle_id} ${shift_id}`).sort()).toEqual([
      ...['tour mon', 'tour tue', 'van#1 mon', 'van#2 mon', 'van#3 mon'],
    ]);
    const nights = others.map(({ statistics }) => statistics.cost['nights'] ?? 0);
    expect(nights.reduce((sum, cost) => sum + cost, 0)).toBe(50);
  },
  TIMEOUT_MS,
);
