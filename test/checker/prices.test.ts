/** The checker computes the prices of excess, changes, territories and nights, and finds answers that charge others. */
import { test } from '@jest/globals';
import {
  dated,
  expectOnly,
  latitudeOf,
  MONDAY,
  raise,
  toyRequest,
  toyResponse,
  toyVehicle,
  type Change,
  type ToyRoute,
} from './toy.js';

/** 08:00 `d`, 08:10 `a`, 08:25 `b`, 08:40 `d`: 2,400 s, 15 km and two stops. */
const DAY: ToyRoute = {
  leave: '08:00',
  steps: [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ],
};
const costing = (cost: Record<string, number>, route: ToyRoute = DAY): any =>
  toyResponse([{ ...route, cost }]);

/** Charges another amount for a term, and adds it up correctly. */
const charge =
  (term: string, amount: number, routeIdx = 0) =>
  (_: unknown, { routes, statistics }: any): void => {
    const { cost } = routes[routeIdx].statistics;
    const more = amount - Number(cost[term]);
    for (const costs of [cost, statistics.cost]) {
      raise(costs, term, more);
      raise(costs, 'total', more);
    }
  };
/** The findings about a wrong price. */
const priced = (term: string, routeIdx = 0): string[] =>
  [`/routes/${routeIdx}/statistics`, '/statistics']
    .flatMap((of) => [`cost ${of}/cost/total`, `cost ${of}/cost/${term}`])
    .sort();
const wrong = (term: string, amounts: Record<string, number>): Change[] =>
  Object.entries(amounts).map(([name, amount]) => ({
    name,
    change: charge(term, amount),
    expected: priced(term),
  }));

test('a soft limit costs its excess, with fractions of hours and kilometers', () => {
  // 360 s beyond 2,040 s are 0.1 h for 2.00. 1.5 km beyond 13.5 km cost 3.00. One stop too many costs 5.00.
  const soft_limits = {
    duration: { limit: 2040, cost_per_hour: 20 },
    distance: { limit: 13_500, cost_per_kilometer: 2 },
    stops: { limit: 1, cost_per_stop: 5 },
  };
  const limit = (name: keyof typeof soft_limits, value: number) => (request: any) =>
    (request.vehicles[0].soft_limits[name].limit = value);
  expectOnly(
    {
      request: toyRequest({ vehicles: [toyVehicle({ soft_limits })] }),
      response: costing({ soft_limits: 10, total: 10 }),
    },
    [
      ...wrong('soft_limits', {
        'nothing charged': 0,
        'a whole hour': 28,
        'the whole duration': 10 - 2 + (2400 / 3600) * 20,
        'a whole kilometer': 11,
        'the whole distance': 10 - 3 + 30,
        'every stop': 15,
      }),
      { name: '36 s less', change: limit('duration', 2004), expected: priced('soft_limits') },
      { name: '50 m more', change: limit('distance', 13_550), expected: priced('soft_limits') },
      { name: 'a limit of 0', change: limit('stops', 0), expected: priced('soft_limits') },
      {
        name: 'another term',
        change: (_, { routes }) => {
          const { cost } = routes[0].statistics;
          [cost.time, cost.soft_limits] = [10, 0];
        },
        expected: [
          'cost /routes/0/statistics/cost/soft_limits',
          'cost /routes/0/statistics/cost/time',
        ],
      },
    ],
  );
});

const planned = (vehicle_id: string, ...stops: object[]): object => ({
  routes: [{ vehicle_id, shift_id: 'mon', date: MONDAY, stops }],
});

test('each minute by which service moves is charged, whether earlier or later', () => {
  // Service was to start at 08:17:30 at `a` and at 08:23 at `b`; it starts 7.5 min earlier and 2 min later.
  const plan = planned(
    'v1',
    {
      ...{ order_id: 'o1', arrival_time: `${MONDAY}T08:16` },
      ...{ waiting_duration: 60, setup_duration: 30 },
    },
    { order_id: 'o2', arrival_time: `${MONDAY}T08:23` },
  );
  const stability = { time_change_cost_per_minute: 0.4 };
  expectOnly(
    {
      request: toyRequest({ plan, objective: { stability } }),
      response: costing({ changes: 3.8, total: 3.8 }),
    },
    [
      ...wrong('changes', {
        'no change': 0,
        'the move of the arrival': 6 * 0.4 + 0.8,
        'whole minutes': 8 * 0.4 + 0.8,
        'moves that cancel out': 5.5 * 0.4,
        'later starts only': 0.8,
      }),
      {
        name: 'a stop without a time costs nothing',
        change: ({ plan: { routes } }) => delete routes[0].stops[1].arrival_time,
        expected: priced('changes'),
      },
    ],
  );
});

test('a visit that another vehicle makes is charged once, however many stops it has', () => {
  const order = {
    order_id: 'o1',
    pickups: [{ stop_id: 'up', location: 'a', duration: 300 }],
    dropoffs: [{ stop_id: 'down', location: 'b', duration: 300 }],
  };
  const request = toyRequest({
    vehicles: [toyVehicle(), toyVehicle({ vehicle_id: 'v2' })],
    orders: [order],
    plan: planned('v2', { order_id: 'o1', stop_id: 'up' }, { order_id: 'o1', stop_id: 'down' }),
    objective: { stability: { vehicle_change_cost: 4 } },
  });
  const route: ToyRoute = {
    leave: '08:00',
    steps: [
      { at: 'a', order: 'o1', stop: 'up', kind: 'pickup', duration: 300 },
      { at: 'b', order: 'o1', stop: 'down', duration: 300 },
    ],
  };
  expectOnly({ request, response: costing({ changes: 4, total: 4 }, route) }, [
    ...wrong('changes', { nothing: 0, 'each stop': 8 }),
    {
      name: 'no change',
      change: ({ plan }) => (plan.routes[0].vehicle_id = 'v1'),
      expected: priced('changes'),
    },
  ]);
});

/** A rectangle that contains the places between two latitudes. */
const around = (south: number, north: number): number[][] => [
  [13.3, south],
  [13.5, south],
  [13.5, north],
  [13.3, north],
  [13.3, south],
];
/** The border runs between `a` and `b`. */
const BORDER = (latitudeOf('a') + latitudeOf('b')) / 2;

test('a visit outside the territory is charged once, by the first location of each stop', () => {
  const area = { type: 'Polygon', coordinates: [around(52, BORDER)] };
  const territory = { area, outside_cost: 7 };
  const request = toyRequest({ vehicles: [toyVehicle({ territory })] });
  request.orders[0].preferred_vehicles = [{ vehicle_id: 'v1', cost: 2 }];
  expectOnly({ request, response: costing({ preferred_vehicles: 9, total: 9 }) }, [
    ...wrong('preferred_vehicles', {
      'not charged': 2,
      'the visit inside as well': 16,
      'instead of the preference': 7,
    }),
    {
      name: 'a hole around the visit inside',
      change: ({ vehicles }) =>
        vehicles[0].territory.area.coordinates.push(around(latitudeOf('a') - 0.001, BORDER)),
      expected: priced('preferred_vehicles'),
    },
    {
      name: 'the first location is inside, the one that is served is not',
      change: ({ orders }) =>
        Object.assign(orders[1], { location: 'a', alternative_locations: [{ location: 'b' }] }),
      expected: priced('preferred_vehicles'),
    },
    {
      name: 'the first location is outside, the one that is served is not',
      change: ({ orders }) =>
        Object.assign(orders[0], { location: 'c', alternative_locations: [{ location: 'a' }] }),
      expected: priced('preferred_vehicles'),
    },
  ]);
});

/** Monday's route ends at `a`, and Thursday's begins there: three nights, of which Monday's route pays the first. */
function nights(): any {
  const thursday = { start_time: '2026-05-07T08:00', end_time: '2026-05-07T17:00' };
  const request = toyRequest({
    vehicles: [
      toyVehicle({
        costs: { per_night: 50 },
        shifts: [
          { ...toyVehicle().shifts[0], end_location: 'stay' },
          { shift_id: 'thu', start_location: 'd', end_location: 'd', ...thursday },
        ],
      }),
    ],
    orders: [
      { order_id: 'o1', location: 'a', duration: 300, time_windows: [dated('08:00', '17:00')] },
      { order_id: 'o2', location: 'a', duration: 300, time_windows: [thursday] },
      { order_id: 'o3', location: 'b', duration: 300 },
    ],
  });
  request.locations[1].setup_duration = 60;
  const first: ToyRoute = {
    leave: '08:00',
    steps: [{ at: 'a', order: 'o1', setup: 60, duration: 300, latest: '17:00' }],
    isOpenEnd: true,
    cost: { nights: 50, total: 50 },
  };
  const second: ToyRoute = {
    ...{ shift: 'thu', date: '2026-05-07', leave: '08:00', isOpenStart: true },
    steps: [
      { at: 'a', type: 'start' },
      { at: 'a', order: 'o2', duration: 300, latest: '17:00' },
      { at: 'b', order: 'o3', duration: 300 },
    ],
    cost: { nights: 100, total: 100 },
  };
  return { request, first, second, response: toyResponse([first, second]) };
}

test('a vehicle that stays begins where it ended, and pays for each night once', () => {
  const { request, first, second, response } = nights();
  const answer =
    (...routes: ToyRoute[]) =>
    (_: unknown, changed: any): unknown =>
      Object.assign(changed, toyResponse(routes));
  const [start, o2, o3] = second.steps;
  expectOnly({ request, response }, [
    { name: 'the first night', change: charge('nights', 0), expected: priced('nights') },
    {
      name: 'all nights before the next route',
      change: charge('nights', 150),
      expected: priced('nights'),
    },
    { name: 'further nights', change: charge('nights', 0, 1), expected: priced('nights', 1) },
    { name: 'one night twice', change: charge('nights', 150, 1), expected: priced('nights', 1) },
    {
      name: 'from the start of its shift',
      change: answer(first, {
        ...second,
        steps: [{ at: 'd', type: 'start' }, { ...o2, setup: 60 }, o3],
      }),
      expected: ['stop_place /routes/1/stops/0'],
    },
    {
      name: 'set up again where it stood',
      change: answer(first, { ...second, steps: [start, { ...o2, setup: 60 }, o3] }),
      expected: ['setup /routes/1/stops/1/setup_duration'],
    },
    {
      name: 'no start',
      change: answer(first, { ...second, steps: [{ ...o2, setup: 60 }, o3] }),
      expected: ['start_stop /routes/1/stops'],
    },
    {
      name: 'an end where it stays',
      change: (changed, its) => {
        changed.vehicles[0].shifts.pop();
        changed.orders.splice(1);
        const ended = { ...first, steps: [...first.steps, { at: 'a', type: 'end' as const }] };
        answer(ended)(changed, its);
      },
      expected: ['end_stop /routes/0/stops'],
    },
  ]);
});
