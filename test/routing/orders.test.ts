/** Orders as the core sees them: amounts as integers, names as indexes, and which vehicles may serve which orders. */
import { expect, test } from '@jest/globals';
import { compiled, orderOf, requestOf, vehicleOf } from '../support/routing-requests.js';

const problemOf = (fields: object) => compiled(requestOf(fields)).problem;
const orders = (...list: object[]): any[] =>
  list.map((each, idx) => orderOf({ order_id: `o${idx}`, ...each }));

test('amounts become integers by the smallest power of ten that makes a dimension whole', () => {
  const { problem, names } = compiled(
    requestOf({
      vehicles: [vehicleOf({ capacity: { weight: 900, volume: 1.5 } })],
      orders: orders({ load: { weight: 0.25, pallets: 2 } }, { load: { volume: 1e-6 } }),
    }),
  );
  expect(names.dimensions).toEqual([
    { name: 'weight', scale: 100 },
    { name: 'volume', scale: 1_000_000 },
    { name: 'pallets', scale: 1 },
  ]);
  expect(problem.dimension_count).toBe(3);
  // No capacity for pallets is given, so there is no limit.
  expect(problem.vehicles[0]?.capacity).toEqual([90_000, 1_500_000, null]);
  expect(problem.stops.map(({ load }) => load)).toEqual([
    [25, 0, 2],
    [0, 1, 0],
  ]);
});

test('a dimension may have any name', () => {
  const order = JSON.parse(
    '{"order_id":"o","location":"a","load":{"__proto__":2,"constructor":3}}',
  );
  const { problem, names } = compiled(requestOf({ orders: [order] }));
  expect(names.dimensions.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  expect(problem.stops[0]?.load).toEqual([2, 3]);
});

test('a service has no load', () => {
  expect(
    problemOf({ orders: [orderOf({ kind: 'service', load: { weight: 5 } })] }).stops[0],
  ).toMatchObject({ kind: 'service', load: [0] });
});

test('load types are incompatible in both directions, and only with the orders that list them', () => {
  const { orders: compiledOrders, incompatible_load_types } = problemOf({
    orders: orders(
      { load_type: 'food', incompatible_load_types: ['chemicals'] },
      { load_type: 'food' },
      { load_type: 'chemicals' },
      {},
      { load_type: 'glass', incompatible_load_types: ['glass'] },
    ),
  });
  expect(compiledOrders.map(({ load_type }) => load_type)).toEqual([0, 1, 2, null, 3]);
  expect(incompatible_load_types).toEqual([[2], [], [0], [3]]);
});

test('attributes are indexes, those of vehicles first', () => {
  const { orders: compiledOrders } = problemOf({
    vehicles: [vehicleOf({ attributes: ['frozen', 'de'] })],
    orders: [
      orderOf({
        required_attributes: ['frozen'],
        any_of_attributes: [['en', 'de']],
        forbidden_attributes: ['open'],
      }),
    ],
  });
  expect(compiledOrders[0]).toMatchObject({
    required_attributes: [0],
    any_of_attributes: [[2, 1]],
    forbidden_attributes: [3],
  });
});

test('the name of a vehicle means all its copies, the name of a copy only that one', () => {
  const vehicles = [vehicleOf({ count: 2 }), vehicleOf({ vehicle_id: 'w' })];
  const [first, second] = problemOf({
    vehicles,
    orders: orders(
      { allowed_vehicles: ['v', 'v#2'], forbidden_vehicles: ['v#1'] },
      { allowed_vehicles: [] },
    ),
  }).orders;
  expect(first).toMatchObject({ allowed_vehicles: [0, 1], forbidden_vehicles: [0] });
  expect(second).toMatchObject({ allowed_vehicles: null, forbidden_vehicles: [] });
});

test('a preference for a copy overrides a preference for all copies', () => {
  const preferred_vehicles = [
    { vehicle_id: 'v#2', cost: -7 },
    { vehicle_id: 'v', cost: 3 },
  ];
  const [order] = problemOf({
    vehicles: [vehicleOf({ count: 2 })],
    orders: [orderOf({ preferred_vehicles })],
  }).orders;
  expect(order?.preferred_vehicles).toEqual([
    [0, 3],
    [1, -7],
  ]);
});

test('dropoffs come after all pickups of their order, or after those that they name', () => {
  const order = {
    location: undefined,
    pickups: [{ stop_id: 'x', location: 'a' }, { location: 'b' }],
    dropoffs: [
      { location: 'd' },
      { location: 'a', after: ['x'] },
      { location: 'b', after: ['dropoffs/0'] },
      { location: 'd', after: [] },
    ],
  };
  const { problem, names } = compiled(requestOf({ orders: orders({}, order) }));
  // Stop 0 belongs to the first order.
  expect(problem.stops.map(({ after }) => after)).toEqual([[], [], [], [1, 2], [1], [3], []]);
  expect(names.stops.map(({ stopId }) => stopId)).toEqual([
    undefined,
    'x',
    'pickups/1',
    'dropoffs/0',
    'dropoffs/1',
    'dropoffs/2',
    'dropoffs/3',
  ]);
});

test('fields that do not apply to this kind of order are reported', () => {
  const order = {
    kind: 'pickup',
    location: undefined,
    pickups: [{ location: 'a' }],
    max_ride_duration: 60,
    load_order: 'lifo',
  };
  const { warnings } = compiled(requestOf({ orders: [orderOf(order)] }));
  expect(warnings.map(({ code, pointer }) => [pointer, code])).toEqual([
    ['/orders/0/kind', 'ignored_field'],
    ['/orders/0/max_ride_duration', 'ignored_field'],
    ['/orders/0/load_order', 'ignored_field'],
  ]);
});

test('places are the referenced ones, one for each name', () => {
  const same = { latitude: 52.51, longitude: 13.4 };
  const { names, places, problem } = compiled(
    requestOf({ orders: orders({ location: same }, { location: same }, { location: 'a' }) }),
  );
  expect(places.map(({ name }) => name)).toEqual(['d', '52.51,13.4', 'a']);
  expect(names.places[1]).toEqual({ ...same, timeZone: 'Europe/Berlin' });
  expect(names.places[2]).toMatchObject({ locationId: 'a' });
  expect(problem.options.map(({ place }) => place)).toEqual([1, 1, 2]);
});

test('vehicles of the same type and speed share their travel costs', () => {
  const vehicles = [
    vehicleOf(),
    vehicleOf({ vehicle_id: 'w', type: 'truck' }),
    vehicleOf({ vehicle_id: 'x', speed_factor: 1, type: 'car' }),
  ];
  const { problem, travelClasses } = compiled(requestOf({ vehicles }));
  expect(problem.vehicles.map(({ travel }) => travel)).toEqual([0, 1, 0]);
  expect(travelClasses).toEqual([
    { type: 'car', profile: 'car', speedFactor: 1 },
    { type: 'truck', profile: 'truck', speedFactor: 1 },
  ]);
});

test('the given plan lists stops by index, with the locks that they state', () => {
  const visits = { count: 2, per: 'planning_period', min_days_between: 0 };
  const stops = [{ order_id: 'o0' }, { order_id: 'o1', visit: 2, lock: 'time' }];
  const plan = { routes: [{ vehicle_id: 'v#2', stops }] };
  const fields = { vehicles: [vehicleOf({ count: 2 })], orders: orders({}, { visits }), plan };
  expect(problemOf(fields).plan).toEqual([
    {
      shift: 1,
      stops: [
        { stop: 0, lock: 'none', option: null, starts_at: null, ends_at: null },
        { stop: 2, lock: 'time', option: null, starts_at: null, ends_at: null },
      ],
      reloads: [],
      // Without `options.now`, no part of the plan has begun.
      ...{ started_at: null, begun: 0, is_over: false, resumes_at: null },
    },
  ]);
  // What mode `insert` locks in addition is up to the core.
  expect(
    problemOf({ ...fields, options: { mode: 'insert' } }).plan[0]?.stops.map(({ lock }) => lock),
  ).toEqual(['none', 'time']);
});
