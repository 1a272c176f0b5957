/** The checker computes loading, unloading and the wait for an earliest end, and detects docks that serve too many. */
import { expect, test } from '@jest/globals';
import { checkSolution } from '../support/checker/index.js';
import {
  expectOnly,
  MONDAY,
  toyRequest,
  toyResponse,
  toyVehicle,
  TRAVEL,
  type Change,
  type ToyRoute,
  type ToyStep,
} from './toy.js';

/** Answers with these routes instead. */
const answer =
  (...routes: ToyRoute[]): Change['change'] =>
  (_, response) =>
    Object.assign(response, toyResponse(routes));

/** Loads at `d`, delivers 3 kg to `a`, collects 5 kg at `b`, and unloads at `d`. */
const handled = (
  { loading, unloading, wait = 0 }: { loading: number; unloading: number; wait?: number },
  fields: Partial<ToyRoute> = {},
): ToyRoute => ({
  ...{ leave: '08:00', isOpenStart: true, isOpenEnd: true },
  steps: [
    { at: 'd', type: 'start', duration: loading, load: { kg: 3 } },
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', kind: 'pickup', duration: 300, load: { kg: 5 } },
    { at: 'd', type: 'end', wait, duration: unloading, load: { kg: 5 } },
  ],
  ...fields,
});

const ORDERS = [
  { order_id: 'o1', location: 'a', duration: 150, load: { kg: 3 } },
  { order_id: 'o2', location: 'b', duration: 150, load: { kg: 5 }, kind: 'pickup' },
];
const handling = (fields: object = {}, shiftFields: object = {}): any =>
  toyVehicle(
    {
      service_factor: 2,
      // 60 + 3 × 1.5 = 64.5, rounded up to 65 s, and 30 + 5 × 0.5 = 32.5, rounded up to 33 s.
      loading: { duration: 60, per_unit: { kg: 1.5 } },
      unloading: { duration: 30, per_unit: { kg: 0.5 } },
      ...fields,
    },
    shiftFields,
  );

test('loading and unloading take their time for each unit on board, and are work', () => {
  // 65 + 600 + 300 + 600 + 300 + 600 + 33 = 2,498 s without a break.
  const rules = { max_working_duration: 2498, break_duration: 2700 };
  const vehicles = [handling({ driving_rules: rules, limits: { duration: 2498 } })];
  const starts = ['service_duration /routes/0/stops/0/duration'];
  const ends = ['service_duration /routes/0/stops/3/duration'];
  const takes = (loading: number, unloading: number) => answer(handled({ loading, unloading }));
  expectOnly(
    {
      request: toyRequest({ vehicles, orders: ORDERS }),
      response: toyResponse([handled({ loading: 65, unloading: 33 })]),
    },
    [
      { name: 'loading is rounded down', change: takes(64, 33), expected: starts },
      { name: 'the units are not counted', change: takes(60, 33), expected: starts },
      { name: 'nothing is loaded', change: takes(0, 33), expected: starts },
      { name: 'unloading is rounded down', change: takes(65, 32), expected: ends },
      { name: 'nothing is unloaded', change: takes(65, 0), expected: ends },
      {
        name: 'the sum is rounded, not the seconds of a unit',
        // 60 + 3 × 1.834 = 65.502
        change: ({ vehicles: [vehicle] }) => (vehicle.loading.per_unit.kg = 1.834),
        expected: starts,
      },
      {
        name: 'another dimension is not on board',
        change: ({ vehicles: [vehicle] }) => (vehicle.loading.per_unit = { l: 1.5 }),
        expected: starts,
      },
      {
        name: 'it is not rest',
        change: ({ vehicles: [vehicle] }) => (vehicle.driving_rules.max_working_duration = 2497),
        expected: ['driving_rules /routes/0/stops/3'],
      },
      {
        name: 'it is part of the duration',
        change: ({ vehicles: [vehicle] }) => (vehicle.limits.duration = 2497),
        expected: ['duration /routes/0'],
      },
      {
        name: 'it begins after the release of what is loaded',
        change: ({ orders: [o1] }) => (o1.release_time = `${MONDAY}T08:00:01`),
        expected: ['time_window /routes/0/stops/1'],
      },
    ],
  );
});

test('a vehicle waits for its earliest end, and unloads after that', () => {
  // On Tuesday, it is back at 08:41:05 and unloads from 08:59:27 to 09:00.
  const tuesday = { date: '2026-05-05' };
  const waits = (wait: number): ToyRoute =>
    handled({ loading: 65, unloading: 33, wait }, { ...tuesday, cost: priceOf(wait) });
  const priceOf = (wait: number) => ({ waiting: wait / 100, total: wait / 100 });
  const vehicles = [
    handling(
      { costs: { per_waiting_hour: 36 } },
      { repeat: 'FREQ=DAILY', earliest_end_time: `${MONDAY}T09:00` },
    ),
  ];
  const request = toyRequest({
    vehicles,
    orders: ORDERS,
    planning_period: { start_time: '2026-05-04', end_time: '2026-05-06' },
  });
  const waiting = ['waiting /routes/0/stops/3/waiting_duration'];
  // 3,600 − 2,498 = 1,102 s
  expectOnly({ request, response: toyResponse([waits(1102)]) }, [
    { name: 'it ends early', change: answer(waits(0)), expected: waiting },
    { name: 'a second early', change: answer(waits(1101)), expected: waiting },
    { name: 'it unloads after the earliest end', change: answer(waits(1135)), expected: waiting },
    {
      name: 'there is no earliest end',
      change: ({ vehicles: [vehicle] }) => delete vehicle.shifts[0].earliest_end_time,
      expected: waiting,
    },
    {
      name: 'the wait is not charged',
      change: (_, { routes }) => (routes[0].statistics.cost.waiting = 0),
      expected: ['cost /routes/0/statistics/cost/waiting'],
    },
  ]);
});

/** A route of one order at `a`, 600 s after it leaves. */
const toDock = (order: string, vehicle: string, leave: string, step: object = {}): ToyRoute => ({
  ...{ vehicle, leave },
  steps: [{ at: 'a', order, duration: 300, ...step }],
});
const docked = (count = 2): any => {
  const request = toyRequest({
    vehicles: Array.from({ length: count }, (_, idx) =>
      toyVehicle({ vehicle_id: `v${String(idx + 1)}` }),
    ),
    orders: Array.from({ length: count }, (_, idx) => ({
      ...{ order_id: `o${String(idx + 1)}`, location: 'a', duration: 300 },
    })),
  });
  request.locations[1].docks = 1;
  return request;
};

test('a dock serves one vehicle at a time, from setup to departure', () => {
  // `v1` is served from 08:10 to 08:15, and `v2` comes at that moment.
  const first = toDock('o1', 'v1', '08:00');
  const dock = ['dock /routes/1/stops/1'];
  expectOnly({ request: docked(), response: toyResponse([first, toDock('o2', 'v2', '08:05')]) }, [
    {
      name: 'a second early',
      change: answer(first, toDock('o2', 'v2', '08:04:59')),
      expected: dock,
    },
    { name: 'both at once', change: answer(first, toDock('o2', 'v2', '08:00')), expected: dock },
    {
      name: 'the first route comes later',
      change: answer(toDock('o1', 'v1', '08:09'), toDock('o2', 'v2', '08:05')),
      expected: ['dock /routes/0/stops/1'],
    },
    {
      name: 'it waits until the dock is free',
      change: answer(first, toDock('o2', 'v2', '08:00', { wait: 300 })),
      expected: [],
    },
    {
      name: 'it does not wait long enough',
      change: answer(first, toDock('o2', 'v2', '08:00', { wait: 299 })),
      expected: dock,
    },
    {
      name: 'a second dock',
      change: (request, response) => {
        request.locations[1].docks = 2;
        Object.assign(response, toyResponse([first, toDock('o2', 'v2', '08:00')]));
        request.plan = { routes: structuredClone(response.routes) };
      },
      expected: [],
    },
    {
      name: 'setup needs the dock',
      change: (request, response) => {
        request.locations[1].setup_duration = 60;
        const setUp = { setup: 60 };
        const routes = [toDock('o1', 'v1', '08:00', setUp), toDock('o2', 'v2', '08:05', setUp)];
        Object.assign(response, toyResponse(routes));
      },
      expected: dock,
    },
    {
      name: 'service that has begun before `now` is not judged',
      change: (request, response) => {
        request.options.now = `${MONDAY}T08:11:00+02:00`;
        Object.assign(response, toyResponse([first, toDock('o2', 'v2', '08:00')]));
        request.plan = { routes: structuredClone(response.routes) };
      },
      expected: [],
    },
  ]);
});

test('a break or a stop that takes no time needs no dock, a reload does', () => {
  const pause: ToyStep = { at: 'a', type: 'break', stop: 'breaks/0', duration: 600 };
  const none: ToyStep = { at: 'a', order: 'o2', duration: 0 };
  const reload: ToyStep = { at: 'a', type: 'reload', stop: 'reloads/0', duration: 600 };
  const at = (vehicle: string, ...steps: ToyStep[]): ToyRoute => ({
    vehicle,
    leave: '08:00',
    steps,
  });
  const request = docked();
  request.orders[1].duration = 0;
  Object.assign(request.vehicles[1].shifts[0], {
    breaks: [{ duration: 600 }],
    reloads: [{ location: 'a', duration: 600 }],
  });
  const first = toDock('o1', 'v1', '08:00');
  expectOnly({ request, response: toyResponse([first, at('v2', none, pause)]) }, [
    {
      name: 'a reload',
      change: answer(first, at('v2', none, reload, pause)),
      expected: ['dock /routes/1/stops/2'],
    },
  ]);
});

test('a vehicle waits at its end for a dock to unload, and not longer', () => {
  const vehicle = (vehicle_id: string): any =>
    toyVehicle({ vehicle_id, loading: { duration: 300 }, unloading: { duration: 300 } });
  const route = (name: string, at: string, leave: string, seconds: number, wait = 0): ToyRoute => ({
    ...{ vehicle: `v${name}`, leave, isOpenStart: true, isOpenEnd: true },
    steps: [
      { at: 'd', type: 'start', duration: 300 },
      { at, order: `o${name}`, duration: seconds },
      { at: 'd', type: 'end', wait, duration: 300 },
    ],
  });
  const request = toyRequest({ vehicles: [vehicle('v1'), vehicle('v2')] });
  request.orders[1].duration = 200;
  request.locations[0].docks = 1;
  // `v1` loads from 08:00 to 08:05 and unloads from 08:30 to 08:35. `v2` loads until 08:10 and is back at 08:33:20.
  const first = route('1', 'a', '08:00', 300);
  expectOnly({ request, response: toyResponse([first, route('2', 'b', '08:05', 200, 100)]) }, [
    {
      name: 'both load at once',
      change: answer(first, route('2', 'b', '08:04:59', 200, 101)),
      expected: ['dock /routes/1/stops/0'],
    },
    {
      name: 'both unload at once',
      change: answer(first, route('2', 'b', '08:05', 200)),
      expected: ['dock /routes/1/stops/2'],
    },
    {
      name: 'it waits too long',
      change: answer(first, route('2', 'b', '08:05', 200, 101)),
      expected: ['waiting /routes/1/stops/2/waiting_duration'],
    },
    {
      name: 'it waits at the start',
      change: (_, response) => {
        const late = route('2', 'b', '08:05', 200, 99);
        const [start, ...others] = late.steps;
        const steps = [{ at: 'd', ...start, wait: 1 }, ...others];
        Object.assign(response, toyResponse([first, { ...late, steps }]));
      },
      expected: ['waiting /routes/1/stops/0/waiting_duration'],
    },
  ]);
});

test('the amount is the time until a dock is free and no other vehicle takes it', () => {
  const amounts = (...routes: ToyRoute[]): unknown =>
    checkSolution(docked(3), toyResponse(routes), TRAVEL).map(({ code, pointer, amount }) => [
      ...[code, pointer, amount],
    ]);
  const first = toDock('o1', 'v1', '08:00');
  const early = toDock('o2', 'v2', '08:04');
  // `v2` comes at 08:14. The dock is free at 08:15, but then `v3` comes and stays until 08:20.
  expect(amounts(first, early, toDock('o3', 'v3', '08:05'))).toEqual([
    ['dock', '/routes/1/stops/1', 360],
    // `v2` is there until 08:19.
    ['dock', '/routes/2/stops/1', 240],
  ]);
  // `v3` comes at 08:20, when `v2` has been served.
  expect(amounts(first, early, toDock('o3', 'v3', '08:10'))).toEqual([
    ['dock', '/routes/1/stops/1', 60],
  ]);
});
