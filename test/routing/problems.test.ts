/** Each fault of a routing request is reported once, at its place, and all faults are reported in one answer. */
import { expect, test } from '@jest/globals';
import {
  MONDAY,
  LISBON,
  checkRequest,
  orderOf,
  problemsOf,
  requestOf,
  shiftOf,
  vehicleOf,
} from '../support/planning.js';

const order = (fields: object): object => requestOf({ orders: [orderOf(fields)] });
const vehicle = (fields: object): object => requestOf({ vehicles: [vehicleOf(fields)] });
const shift = (fields: object): object => requestOf({ vehicles: [vehicleOf({}, fields)] });
const orders = (...list: object[]): any[] =>
  list.map((each, idx) => orderOf({ order_id: `o${idx}`, ...each }));
const relation = (fields: object): object =>
  requestOf({
    orders: orders({}, {}),
    relations: [{ type: 'before', orders: ['o0', 'o1'], ...fields }],
  });
const plan = (route: object, fields: object = {}): object =>
  requestOf({
    plan: {
      routes: [{ vehicle_id: 'v', shift_id: 'shifts/0', stops: [{ order_id: 'o' }], ...route }],
    },
    ...fields,
  });
const window = (start: string, end: string): object => ({
  start_time: `${MONDAY}T${start}`,
  end_time: `${MONDAY}T${end}`,
});
const pair = {
  pickups: [{ stop_id: 'x', location: 'a' }],
  dropoffs: [{ stop_id: 'y', location: 'b' }],
  location: undefined,
};
const json = (value: unknown): any => JSON.parse(JSON.stringify(value));

const DAY = { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] };
const matrix = (fields: object): object =>
  requestOf({
    travel: { matrix: { traffic_windows: [DAY], travel_costs: { d: { a: [1, 2] } }, ...fields } },
  });

const CASES: [string, object, string, string][] = [
  // Ids.
  [
    'a location twice',
    requestOf({
      locations: [...requestOf().locations, { location_id: 'd', latitude: 1, longitude: 1 }],
    }),
    '/locations/3/location_id',
    'duplicate_id',
  ],
  [
    'a vehicle twice',
    requestOf({ vehicles: [vehicleOf(), vehicleOf()] }),
    '/vehicles/1/vehicle_id',
    'duplicate_id',
  ],
  [
    'a vehicle with the name of a copy',
    requestOf({ vehicles: [vehicleOf({ count: 2 }), vehicleOf({ vehicle_id: 'v#2' })] }),
    '/vehicles/1/vehicle_id',
    'duplicate_id',
  ],
  [
    'a shift twice',
    vehicle({ shifts: [shiftOf({ shift_id: 's' }), shiftOf({ shift_id: 's' })] }),
    '/vehicles/0/shifts/1',
    'duplicate_id',
  ],
  [
    'a shift with the name of a position',
    vehicle({ shifts: [shiftOf(), shiftOf({ shift_id: 'shifts/0' })] }),
    '/vehicles/0/shifts/1',
    'duplicate_id',
  ],
  [
    'an order twice',
    requestOf({ orders: [orderOf(), orderOf()] }),
    '/orders/1/order_id',
    'duplicate_id',
  ],
  [
    'a stop twice',
    order({ ...pair, pickups: [{ stop_id: 'y', location: 'a' }] }),
    '/orders/0/dropoffs/0',
    'duplicate_id',
  ],
  [
    'a break twice',
    shift({
      breaks: [
        { break_id: 'x', duration: 1 },
        { break_id: 'x', duration: 1 },
      ],
    }),
    '/vehicles/0/shifts/0/breaks/1',
    'duplicate_id',
  ],
  [
    'a preferred vehicle twice',
    order({
      preferred_vehicles: [
        { vehicle_id: 'v', cost: 1 },
        { vehicle_id: 'v', cost: 2 },
      ],
    }),
    '/orders/0/preferred_vehicles/1/vehicle_id',
    'duplicate_id',
  ],
  // References.
  ['an unknown location', order({ location: 'x' }), '/orders/0/location', 'unknown_location'],
  [
    'an unknown start',
    shift({ start_location: 'x' }),
    '/vehicles/0/shifts/0/start_location',
    'unknown_location',
  ],
  [
    'an unknown place of a reload',
    shift({ reloads: [{ location: 'x' }] }),
    '/vehicles/0/shifts/0/reloads/0/location',
    'unknown_location',
  ],
  [
    'an unknown allowed vehicle',
    order({ allowed_vehicles: ['v', 'x'] }),
    '/orders/0/allowed_vehicles/1',
    'unknown_vehicle',
  ],
  [
    'a copy of a single vehicle',
    order({ forbidden_vehicles: ['v#1'] }),
    '/orders/0/forbidden_vehicles/0',
    'unknown_vehicle',
  ],
  [
    'an unknown preferred vehicle',
    order({ preferred_vehicles: [{ vehicle_id: 'x', cost: 1 }] }),
    '/orders/0/preferred_vehicles/0/vehicle_id',
    'unknown_vehicle',
  ],
  [
    'an unknown stop in after',
    order({ ...pair, dropoffs: [{ location: 'b', after: ['z'] }] }),
    '/orders/0/dropoffs/0/after/0',
    'unknown_stop',
  ],
  // Orders.
  ['no place', order({ location: undefined }), '/orders/0', 'no_place'],
  ['a place and stops', order({ ...pair, location: 'a' }), '/orders/0/location', 'place_and_stops'],
  [
    'alternatives and stops',
    order({ ...pair, alternative_locations: [{ location: 'd' }] }),
    '/orders/0/alternative_locations',
    'place_and_stops',
  ],
  [
    'stops after one another',
    order({ ...pair, pickups: [{ stop_id: 'x', location: 'a', after: ['y'] }] }),
    '/orders/0/pickups/0/after',
    'circular_after',
  ],
  [
    'a window that ends early',
    order({ time_windows: [window('12:00', '08:00')] }),
    '/orders/0/time_windows/0',
    'ends_before_start',
  ],
  [
    'a soft window that ends early',
    order({ soft_time_windows: [window('12:00', '08:00')] }),
    '/orders/0/soft_time_windows/0',
    'ends_before_start',
  ],
  [
    'a window of times and dates',
    order({ time_windows: [{ start_time: '08:00', end_time: `${MONDAY}T12:00` }] }),
    '/orders/0/time_windows/0',
    'mixed_window',
  ],
  [
    'weekdays with dates',
    order({ time_windows: [{ ...window('08:00', '12:00'), weekdays: ['MO'] }] }),
    '/orders/0/time_windows/0',
    'mixed_window',
  ],
  [
    'no time',
    order({ time_windows: [{ start_time: 'noon' }] }),
    '/orders/0/time_windows/0/start_time',
    'invalid_time',
  ],
  [
    'a date that does not exist',
    order({ release_time: '2026-02-30T08:00' }),
    '/orders/0/release_time',
    'invalid_time',
  ],
  [
    'a release after all windows',
    order({ time_windows: [window('08:00', '12:00')], release_time: `${MONDAY}T12:01` }),
    '/orders/0/release_time',
    'release_after_windows',
  ],
  [
    'an unknown time zone',
    order({ location: { ...LISBON, time_zone: 'Mars/Olympus' } }),
    '/orders/0/location/time_zone',
    'unknown_time_zone',
  ],
  [
    'one place in two zones',
    requestOf({
      orders: orders({ location: LISBON }, { location: { ...LISBON, time_zone: 'Europe/Berlin' } }),
    }),
    '/orders/1/location/time_zone',
    'conflicting_time_zone',
  ],
  [
    'seven decimals',
    order({ load: { weight: 0.1234567 } }),
    '/orders/0/load/weight',
    'too_many_decimals',
  ],
  ['a negative load', order({ load: { weight: -1 } }), '/orders/0/load/weight', 'out_of_range'],
  ['a priority of 101', order({ priority: 101 }), '/orders/0/priority', 'out_of_range'],
  // Periodic orders.
  [
    'more visits than weekdays',
    order({ visits: { count: 3, per: 'week', weekdays: ['MO', 'TH'] } }),
    '/orders/0/visits/weekdays',
    'visits_do_not_fit',
  ],
  [
    'more visits than days of a pattern',
    order({
      visits: { count: 2, per: 'week', min_days_between: 2, day_patterns: [['MO', 'TU'], ['TH']] },
    }),
    '/orders/0/visits/day_patterns',
    'visits_do_not_fit',
  ],
  [
    'more visits than days',
    order({ visits: { count: 4, per: 'week', min_days_between: 3 } }),
    '/orders/0/visits/count',
    'visits_do_not_fit',
  ],
  [
    'no such day in the period',
    order({ visits: { count: 1, per: 'planning_period', weekdays: ['SU'] } }),
    '/orders/0/visits/weekdays',
    'visits_do_not_fit',
  ],
  [
    'days between',
    order({ visits: { count: 1, per: 'week', min_days_between: 3, max_days_between: 2 } }),
    '/orders/0/visits/max_days_between',
    'max_below_min',
  ],
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
  // The plan.
  [
    'a stop twice',
    plan({ stops: [{ order_id: 'o' }, { order_id: 'o' }] }),
    '/plan/routes/0/stops/1',
    'duplicate_id',
  ],
  [
    'a planned order that is not there',
    plan({ stops: [{ order_id: 'x' }] }),
    '/plan/routes/0/stops/0/order_id',
    'unknown_order',
  ],
  [
    'a planned vehicle that is not there',
    plan({ vehicle_id: 'x' }),
    '/plan/routes/0/vehicle_id',
    'unknown_vehicle',
  ],
  [
    'a planned shift that is not there',
    plan({ shift_id: 'x' }),
    '/plan/routes/0/shift_id',
    'unknown_shift',
  ],
  [
    'a planned date that is not there',
    plan({ date: '2026-03-03' }),
    '/plan/routes/0/date',
    'unknown_date',
  ],
  [
    'which copy',
    plan({}, { vehicles: [vehicleOf({ count: 2 })] }),
    '/plan/routes/0/vehicle_id',
    'which_copy',
  ],
  [
    'which date',
    plan({}, { vehicles: [vehicleOf({}, { repeat: 'FREQ=DAILY;COUNT=2' })] }),
    '/plan/routes/0/date',
    'which_date',
  ],
  [
    'which visit',
    plan({}, { orders: [orderOf({ visits: { count: 2, per: 'week', min_days_between: 0 } })] }),
    '/plan/routes/0/stops/0/visit',
    'which_visit',
  ],
  [
    'a visit that is not there',
    plan({ stops: [{ order_id: 'o', visit: 2 }] }),
    '/plan/routes/0/stops/0/visit',
    'unknown_visit',
  ],
  [
    'a planned stop that is not there',
    plan({ stops: [{ order_id: 'o', stop_id: 'x' }] }),
    '/plan/routes/0/stops/0/stop_id',
    'unknown_stop',
  ],
  [
    'half of a visit',
    plan({ stops: [{ order_id: 'o', stop_id: 'x' }] }, { orders: [orderOf(pair)] }),
    '/plan/routes/0/stops/0',
    'incomplete_visit',
  ],
  ['no plan to check', requestOf({ options: { mode: 'check' } }), '/plan', 'missing_field'],
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
];

test.each(CASES)('%s', (_name, request, pointer, code) => {
  const problems = problemsOf(json(request));
  // If the day of the windows is wrong, faults that follow from it are reported too.
  const followUps = code === 'wrong_length' ? ['windows_do_not_cover_day'] : [];
  expect(problems.filter(([, each]) => !followUps.includes(each))).toEqual([[pointer, code]]);
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
