/** Each fault of a routing request is reported once, at its place, and all faults are reported in one answer. */
import { expect, test } from '@jest/globals';
import {
  MONDAY,
  checkRequest,
  orderOf,
  problemsOf,
  requestOf,
  vehicleOf,
} from '../../support/routing-requests.js';
import {
  type ProblemCase,
  DAY,
  expectProblem,
  matrix,
  relation,
  shift,
  vehicle,
} from './fixture.js';

test.each<ProblemCase>([
  // Shifts and the period.
  [
    'a shift that ends early',
    shift({ end_time: `${MONDAY}T07:00` }),
    '/vehicles/0/shifts/0/end_time',
    'ends_before_start',
  ],
  [
    'a rule that is not supported',
    shift({ repeat: 'FREQ=HOURLY' }),
    '/vehicles/0/shifts/0/repeat',
    'invalid_repeat',
  ],
  [
    'a period that ends early',
    requestOf({ planning_period: { start_time: '2026-03-03', end_time: '2026-03-02' } }),
    '/planning_period',
    'ends_before_start',
  ],
  [
    'a period too long',
    requestOf({ planning_period: { start_time: '2026-03-03', end_time: '2027-06-02' } }),
    '/planning_period',
    'period_too_long',
  ],
  ['a speed factor of 0', vehicle({ speed_factor: 0 }), '/vehicles/0/speed_factor', 'out_of_range'],
  ['no shift', vehicle({ shifts: [] }), '/vehicles/0/shifts', 'out_of_range'],
  ['an unknown field', vehicle({ colour: 'red' }), '/vehicles/0/colour', 'unknown_field'],
  // Relations.
  ['an unknown order', relation({ orders: ['o0', 'x'] }), '/relations/0/orders/1', 'unknown_order'],
  [
    'an order with itself',
    relation({ orders: ['o0', 'o0'] }),
    '/relations/0/orders/1',
    'duplicate_id',
  ],
  ['one order', relation({ orders: ['o0'] }), '/relations/0/orders', 'out_of_range'],
  ['gaps', relation({ min_gap: 2, max_gap: 1 }), '/relations/0/min_gap', 'max_below_min'],
  [
    'a gap between what is simultaneous',
    relation({ type: 'simultaneous', min_gap: 2 }),
    '/relations/0/min_gap',
    'max_below_min',
  ],
  [
    'an unknown vehicle of a relation',
    relation({ vehicle_id: 'x' }),
    '/relations/0/vehicle_id',
    'unknown_vehicle',
  ],
  // Travel.
  [
    'too few numbers',
    matrix({ travel_costs: { d: { 'a/b': [1, 2, 3] } } }),
    '/travel/matrix/travel_costs/d/a~1b',
    'wrong_length',
  ],
  [
    'a negative time',
    matrix({ travel_costs: { d: { a: [1, -2] } } }),
    '/travel/matrix/travel_costs/d/a/1',
    'out_of_range',
  ],
  [
    'a day with a hole',
    matrix({ traffic_windows: [{ ...DAY, traffic_window_start_times: ['00:00:01'] }] }),
    '/travel/matrix/traffic_windows/0/traffic_window_start_times/0',
    'windows_do_not_cover_day',
  ],
  [
    'a day without its end',
    matrix({ traffic_windows: [{ ...DAY, traffic_window_end_times: ['22:00:00'] }] }),
    '/travel/matrix/traffic_windows',
    'windows_do_not_cover_day',
  ],
  [
    'a window without its end',
    matrix({
      traffic_windows: [
        {
          traffic_window_start_times: ['00:00:00', '12:00:00'],
          traffic_window_end_times: ['23:59:59'],
        },
      ],
    }),
    '/travel/matrix/traffic_windows/0/traffic_window_end_times',
    'wrong_length',
  ],
  // Options.
  [
    'a long search that is waited for',
    requestOf({ options: { time_limit: 26 } }),
    '/options/time_limit',
    'out_of_range',
  ],
  [
    'a webhook for an answer that is waited for',
    requestOf({ options: { webhook_url: 'https://x' } }),
    '/options/webhook_url',
    'not_allowed',
  ],
  [
    'a term twice',
    requestOf({ objective: { minimize: ['cost', 'cost'] } }),
    '/objective/minimize',
    'invalid_format',
  ],
])('%s', (_name, request, pointer, code) => {
  expectProblem(request, pointer, code);
});

test('a request that is too large for a synchronous plan is accepted as a job', () => {
  const request = requestOf({ options: { time_limit: 26, webhook_url: 'https://x' } });
  expect(problemsOf(request, 'async')).toEqual([]);
});

test('all faults are reported together: of the schema, across parts, and next to faulty parts', () => {
  const request = requestOf({
    vehicles: [vehicleOf({ speed_factor: 'fast' }, { end_time: 'late' })],
    orders: [
      orderOf({ duration: 'long', location: 'x' }),
      orderOf({ order_id: 5 }),
      orderOf({ order_id: 'p', allowed_vehicles: ['v', 'w'] }),
    ],
    relations: [{ type: 'before', orders: ['o', 'q'] }],
  });
  expect(problemsOf(request)).toEqual([
    ['/vehicles/0/speed_factor', 'invalid_type'],
    ['/orders/0/duration', 'invalid_type'],
    ['/orders/1/order_id', 'invalid_type'],
    ['/vehicles/0/shifts/0/end_time', 'invalid_time'],
    ['/orders/0/location', 'unknown_location'],
    ['/orders/2/allowed_vehicles/1', 'unknown_vehicle'],
    ['/relations/0/orders/1', 'unknown_order'],
  ]);
});

test('a reference to a faulty part is not called dangling', () => {
  const request = requestOf({
    locations: [
      { location_id: 'a', latitude: 95, longitude: 0 },
      { location_id: 'd', latitude: 1, longitude: 1 },
    ],
    vehicles: [vehicleOf({ shifts: 5 })],
    orders: [orderOf({ allowed_vehicles: ['v'] })],
  });
  expect(problemsOf(request)).toEqual([
    ['/locations/0/latitude', 'out_of_range'],
    ['/vehicles/0/shifts', 'invalid_type'],
  ]);
});

test('a hundred problems are listed, and all are counted', () => {
  const request = requestOf({ orders: Array.from({ length: 150 }, () => orderOf()) });
  const outcome = checkRequest(request, 'sync');
  expect(outcome).toMatchObject({ kind: 'bad', problemCount: 149 });
  expect(problemsOf(request)).toHaveLength(100);
});

test.each([null, [], 'x', 5, {}])('%j is not a request', (value) => {
  expect(problemsOf(value).length).toBeGreaterThan(0);
});
