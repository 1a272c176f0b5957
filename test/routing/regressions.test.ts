/** Bugs that random requests have found, each with the smallest request that showed it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkSolution, type RoutingRequest } from '../support/checker/index.js';
import type { ShiftEntry, VisitsEntry } from '../support/checker/contract.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const NAMES = ['a', 'b', 'c'];
/** Ten minutes and ten kilometers between any two places. */
const PLACES = {
  locations: NAMES.map((location_id, idx) => ({
    ...{ location_id, latitude: 52.5 + idx / 100, longitude: 13.4, time_zone: 'Europe/Berlin' },
  })),
  travel: {
    matrix: {
      traffic_windows: [
        { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
      ],
      travel_costs: Object.fromEntries(
        NAMES.map((from) => [
          from,
          Object.fromEntries(NAMES.filter((to) => to !== from).map((to) => [to, [10_000, 600]])),
        ]),
      ),
    },
  },
};
const shift = (
  start_time: string,
  end_time: string,
  more: Partial<ShiftEntry> = {},
): ShiftEntry => ({ start_time, end_time, ...more });
const day = (more: Partial<ShiftEntry> = {}) =>
  shift('2026-03-02T08:00:00', '2026-03-02T16:00:00', more);
const vehicle = (vehicle_id: string, ...shifts: ShiftEntry[]) => ({
  ...{ vehicle_id, shifts },
});
/** The times of a stop on the day of `day`. */
const atClock = (arrival: string, departure: string) => ({
  arrival_time: `2026-03-02T${arrival}:00`,
  departure_time: `2026-03-02T${departure}:00`,
});

type PlannedStop = NonNullable<RoutingRequest['plan']>['routes'][number]['stops'][number];
/** A plan with one route, that of the vehicle v. */
const planOf = (...stops: PlannedStop[]) => ({ routes: [{ vehicle_id: 'v', stops }] });
/** Two orders at place c, each with a load of 1. */
const LOADS = ['o', 'p'].map((order_id) => ({ order_id, location: 'c', load: { weight: 1 } }));

type Parts = Omit<RoutingRequest, 'locations' | 'travel'> & Partial<RoutingRequest>;

async function answerTo(parts: Parts) {
  const request: RoutingRequest = {
    ...PLACES,
    ...parts,
    options: { max_iterations: 200, geometry: 'none', ...parts.options },
  };
  const { body } = await service.postPlan(request).expect(200);
  expect(checkSolution(request, body)).toEqual([]);
  return body;
}

test('a missed soft window is not looked up in the route that was tried before', async () => {
  await answerTo({
    vehicles: [
      vehicle('v', day({ start_location: 'a', reloads: [{ location: 'b' }] })),
      vehicle('w', shift('2026-03-03T08:00:00', '2026-03-03T12:00:00')),
    ],
    orders: [
      {
        ...{ order_id: 'o', location: 'b', soft_time_windows: [{}] },
        time_windows: [{ start_time: '17:00', end_time: '19:00' }],
      },
      { order_id: 'p', location: 'c' },
    ],
  });
});

test('a plan with consecutive orders in the wrong sequence is corrected', async () => {
  await answerTo({
    vehicles: [vehicle('v', day())],
    orders: [
      { order_id: 'o', location: 'a' },
      { order_id: 'p', location: 'b' },
    ],
    relations: [{ type: 'consecutive', orders: ['o', 'p'] }],
    plan: planOf({ order_id: 'p' }, { order_id: 'o' }),
  });
});

test('visits that bind each other to one time of day are all in the answer', async () => {
  const body = await answerTo({
    vehicles: [
      vehicle('v', shift('2026-03-06T05:00:00', '2026-03-06T10:30:00')),
      vehicle('w', shift('2026-03-04T10:00:00', '2026-03-04T16:00:00')),
    ],
    orders: [
      {
        ...{ order_id: 'o', location: 'a' },
        visits: { count: 2, per: 'month', same_time_tolerance: 3600 },
      },
    ],
  });
  expect(body.statistics.orders_served).toBe(2);
});

test('a plan starts with the alternative place where its order can be served', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', day())],
    orders: [
      {
        ...{ order_id: 'o', location: 'a' },
        time_windows: [{ start_time: '20:00', end_time: '21:00' }],
        alternative_locations: [
          { location: 'b', time_windows: [{ start_time: '09:00', end_time: '10:00' }] },
        ],
      },
    ],
    plan: planOf({ order_id: 'o' }),
    options: { mode: 'insert' },
  });
  expect(body.statistics.orders_served).toBe(1);
});

test('a plan that lacks two reloads gets them', async () => {
  const load = { weight: 1 };
  const orders = ['o', 'p', 'q'].map((order_id) => ({ order_id, location: 'b', load }));
  const body = await answerTo({
    vehicles: [
      {
        ...vehicle('v', day({ start_location: 'a', reloads: [{ location: 'a' }] })),
        capacity: load,
      },
    ],
    orders,
    plan: {
      routes: [{ vehicle_id: 'v', stops: orders.map(({ order_id }) => ({ order_id })) }],
    },
    options: { mode: 'insert' },
  });
  expect(body.statistics.orders_served).toBe(3);
});

test('overtime begins at the end of the shift, even if the period ends before it', async () => {
  await answerTo({
    planning_period: { end_time: '2026-03-02T08:30:00' },
    vehicles: [vehicle('v', day())],
    orders: [
      { order_id: 'o', location: 'a', duration: 3600 },
      { order_id: 'p', location: 'b' },
    ],
    plan: planOf({ order_id: 'o' }, { order_id: 'p' }),
    options: { mode: 'check' },
  });
});

test('of visits at different times of day the later one breaks the rule, by the excess seconds', async () => {
  const body = await answerTo({
    vehicles: [
      vehicle(
        'v',
        shift('2026-03-02T06:00:00', '2026-03-02T08:00:00', { shift_id: 'mon' }),
        shift('2026-03-03T10:00:00', '2026-03-03T16:00:00', { shift_id: 'tue' }),
      ),
    ],
    orders: [
      {
        ...{ order_id: 'o', location: 'a' },
        visits: { count: 2, per: 'week', same_time_tolerance: 3600 },
      },
    ],
    plan: {
      routes: [
        { vehicle_id: 'v', shift_id: 'mon', stops: [{ order_id: 'o', visit: 2 }] },
        { vehicle_id: 'v', shift_id: 'tue', stops: [{ order_id: 'o', visit: 1 }] },
      ],
    },
    options: { mode: 'check' },
  });
  expect(body.status).toBe('Invalid');
});

test('a window that closed before the period is broken by the time since then', async () => {
  await answerTo({
    vehicles: [vehicle('v', day())],
    orders: [{ order_id: 'o', location: 'a', time_windows: [{ end_time: '2026-03-01T12:00:00' }] }],
    plan: planOf({ order_id: 'o' }),
    options: { mode: 'check' },
  });
});

test('mode insert tells by how much a kept route misses a window that closed before the period', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', day())],
    orders: [{ order_id: 'o', location: 'a', time_windows: [{ end_time: '2026-03-02T06:00:00' }] }],
    plan: planOf({ order_id: 'o' }),
    options: { mode: 'insert' },
  });
  const [{ violations }] = body.routes;
  expect(violations).toEqual([expect.objectContaining({ code: 'time_window', amount: 7200 })]);
});

test('an order without windows that takes longer than the shift breaks the shift, not windows', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', shift('2026-03-02T08:00:00', '2026-03-02T08:05:00'))],
    orders: [{ order_id: 'o', pickups: [{ location: 'a' }], dropoffs: [{ location: 'b' }] }],
  });
  expect(body.unserved[0].reasons).toEqual([expect.objectContaining({ code: 'shift_time' })]);
});

test('orders on one route with a minimum gap of 0 do not overlap', async () => {
  await answerTo({
    vehicles: [vehicle('v', day())],
    orders: ['o', 'p'].map((order_id) => ({
      ...{ order_id, pickups: [{ location: 'a' }], dropoffs: [{ location: 'b' }] },
    })),
    relations: [{ type: 'same_route', orders: ['o', 'p'], min_gap: 0 }],
  });
});

test('slack ends with the weekday of a periodic visit', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', shift('2026-03-02T22:00:00', '2026-03-03T05:00:00'))],
    orders: [{ order_id: 'o', location: 'a', visits: { count: 1, per: 'week', weekdays: ['MO'] } }],
  });
  // From 22:00 to the last second of Monday.
  expect(body.routes[0].stops[0].slack).toBe(7199);
});

test('slack ends with the weekday, whichever of several stops is first', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', shift('2026-03-02T22:00:00', '2026-03-03T05:00:00'))],
    orders: [
      {
        ...{ order_id: 'o', dropoffs: [{ location: 'a' }, { location: 'b' }] },
        visits: { count: 1, per: 'week', weekdays: ['MO'] },
      },
    ],
  });
  expect(body.routes[0].stops[0].slack).toBe(7199);
});

const CLOSES_AT_NOON = [{ start_time: '07:00', end_time: '12:00' }];
const withClosing = (time_windows: { start_time: string; end_time: string }[]) => ({
  locations: PLACES.locations.map((each, idx) => (idx === 1 ? { ...each, time_windows } : each)),
});

test('a break without windows is owed at a place with windows too', async () => {
  // The route returns at 08:20: if the windows of the place, until 12:00, were its own, the break could still begin
  // afterwards.
  const body = await answerTo({
    ...withClosing(CLOSES_AT_NOON),
    vehicles: [vehicle('v', day({ breaks: [{ duration: 1800, location: 'b' }] }))],
    orders: [{ order_id: 'o', location: 'a' }],
  });
  expect(body.routes[0].stops.map(({ type }: { type: string }) => type)).toContain('break');
});

test('a soft break without windows is owed at a place with windows too', async () => {
  const body = await answerTo({
    ...withClosing(CLOSES_AT_NOON),
    vehicles: [
      {
        ...vehicle('v', day({ soft_breaks: [{ duration: 1800, location: 'b', skip_cost: 5 }] })),
        costs: { per_hour: 60 },
      },
    ],
    orders: [{ order_id: 'o', location: 'a' }],
  });
  expect(body.statistics.cost.total).toBe(5);
});

test('a break is owed even if its place is closed, and at a place with an empty list of windows', async () => {
  const asked = (time_windows: { start_time: string; end_time: string }[]) =>
    answerTo({
      ...withClosing(time_windows),
      vehicles: [vehicle('v', day({ breaks: [{ duration: 1800, location: 'b' }] }))],
      orders: [{ order_id: 'o', location: 'a' }],
      plan: planOf({ order_id: 'o' }),
      options: { mode: 'check' },
    });
  const closed = await asked([{ start_time: '20:00', end_time: '21:00' }]);
  expect(closed.routes[0].violations).toEqual([expect.objectContaining({ code: 'break' })]);
  expect((await asked([])).status).toBe('Ok');
});

test('a shift with overtime that is cut off by the period does not exceed it', async () => {
  const body = await answerTo({
    planning_period: { end_time: '2026-03-02T16:30:00' },
    vehicles: [vehicle('v', day({ max_overtime: 3600 }))],
    orders: [{ order_id: 'o', location: 'a', duration: 8 * 3600 + 2700 }],
    plan: planOf({ order_id: 'o' }),
    options: { mode: 'check' },
  });
  // From 08:00 to 16:45.
  expect(body.routes[0].violations).toEqual([{ code: 'outside_period', amount: 900 }]);
});

test('a locked stop is given up if only visits that leave connected it, and mode insert keeps it', async () => {
  // There is no path from a to c, where the shift ends: o needs p after it, and two more visits of p are owed.
  const { traffic_windows, travel_costs } = PLACES.travel.matrix;
  const asked = (
    lock: 'none' | 'sequence',
    options: NonNullable<RoutingRequest['options']>,
  ): Parts => ({
    travel: {
      matrix: {
        traffic_windows,
        travel_costs: { ...travel_costs, a: { b: [10_000, 600] } },
      },
    },
    vehicles: [vehicle('v', day({ end_location: 'c' }))],
    orders: [
      { order_id: 'o', location: 'a' },
      { order_id: 'p', location: 'b', visits: { count: 3, per: 'week' } },
    ],
    plan: planOf({ order_id: 'o', lock }),
    options,
  });
  expect((await answerTo(asked('sequence', {}))).routes).toEqual([]);
  const { status, routes } = await answerTo(asked('none', { mode: 'insert' }));
  expect([status, routes.map(({ violations }: any) => violations)]).toEqual([
    'Invalid',
    [[{ code: 'unreachable', stop: 1 }]],
  ]);
});

test('a visit that is owed in an earlier week than the shift misses no window', async () => {
  const body = await answerTo({
    planning_period: { start_time: '2026-03-01T09:00:00' },
    vehicles: [vehicle('v', day())],
    orders: [{ order_id: 'o', location: 'a', visits: { count: 1, per: 'week', partial: true } }],
  });
  expect(body.unserved[0].reasons).toEqual([expect.objectContaining({ code: 'shift_time' })]);
});

test('an order that is reachable only before a break lacks time, not a path', async () => {
  // There is no path from b, where the break is, to a.
  const { traffic_windows, travel_costs } = PLACES.travel.matrix;
  const { a: fromA } = travel_costs;
  const body = await answerTo({
    travel: { matrix: { traffic_windows, travel_costs: { a: fromA ?? {} } } },
    vehicles: [
      {
        vehicle_id: 'v',
        shifts: [
          {
            start_time: '2026-03-02T08:00:00',
            end_time: '2026-03-02T16:00:00',
            breaks: [{ duration: 1200, location: 'b' }],
          },
        ],
      },
    ],
    orders: [
      {
        order_id: 'o',
        location: 'a',
        time_windows: [{ start_time: '2026-03-03T08:00:00', end_time: '2026-03-03T09:00:00' }],
      },
    ],
    planning_period: { end_time: '2026-03-04T00:00:00' },
  });
  const codes = body.unserved[0].reasons.map(({ code }: any) => code);
  expect(codes).not.toContain('unreachable');
  expect(codes).toContain('shift_time');
});

test('an order is not unreachable because no road leads from it to a reload', async () => {
  // No road leads from c, where both orders are, to b, where the vehicle could reload between them.
  const { traffic_windows, travel_costs } = PLACES.travel.matrix;
  const { a = {}, b = {} } = travel_costs;
  const body = await answerTo({
    travel: { matrix: { traffic_windows, travel_costs: { a, b } } },
    vehicles: [vehicle('v', day({ start_location: 'a', reloads: [{ location: 'b' }] }))],
    orders: [
      { order_id: 'glass', location: 'c', load_type: 'glass', priority: 9 },
      { order_id: 'stone', location: 'c', incompatible_load_types: ['glass'] },
    ],
  });
  const reasons = body.unserved.map(({ order_id, reasons }: any) => [
    order_id,
    ...reasons.map(({ code }: any) => code),
  ]);
  expect(reasons).toEqual([['stone', 'load_incompatible']]);
});

test('a plan that drops off before it picks up breaks the weekdays of the visit as well', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', day({ shift_id: 's' }))],
    orders: [
      {
        order_id: 'o',
        pickups: [{ stop_id: 'from', location: 'a' }],
        dropoffs: [{ stop_id: 'to', location: 'a' }],
        visits: { count: 1, per: 'planning_period', weekdays: ['TU'] },
      },
    ],
    planning_period: { start_time: '2026-03-02T00:00:00', end_time: '2026-03-04T00:00:00' },
    options: { mode: 'insert' },
    plan: {
      routes: [
        {
          vehicle_id: 'v',
          shift_id: 's',
          stops: [
            { order_id: 'o', stop_id: 'to', visit: 1 },
            { order_id: 'o', stop_id: 'from', visit: 1 },
          ],
        },
      ],
    },
  });
  const [{ violations }] = body.routes;
  expect(violations.map(({ code, limit }: any) => [code, limit])).toEqual([
    ['load_order', undefined],
    ['visit_spacing', 'weekdays'],
  ]);
});

test('breaks before the first stop of a route do not shorten the rest before the route', async () => {
  const body = await answerTo({
    vehicles: [
      {
        ...vehicle(
          'v',
          shift('2026-03-02T08:00:00', '2026-03-02T10:00:00'),
          shift('2026-03-02T08:30:00', '2026-03-02T18:00:00', {
            start_location: 'a',
            breaks: [{ duration: 2400 }],
            soft_breaks: [{ duration: 2700, skip_cost: 8 }],
          }),
        ),
        rest_between_shifts: 9000,
      },
    ],
    orders: [
      {
        order_id: 'early',
        location: 'a',
        time_windows: [{ end_time: '2026-03-02T08:00:00' }],
        duration: 600,
      },
      { order_id: 'late', location: 'b', time_windows: [{ start_time: '2026-03-02T10:30:00' }] },
    ],
  });
  expect(body.status).toBe('Ok');
  expect(body.routes).toHaveLength(2);
});

test('a soft break before a shift enters the planning period is not owed by a route that starts later', async () => {
  const body = await answerTo({
    vehicles: [
      vehicle(
        'v',
        shift('2026-03-02T05:00:00', '2026-03-02T12:00:00', {
          soft_breaks: [
            { duration: 3600, time_windows: [{ end_time: '2026-03-02T06:10:00' }], skip_cost: 8 },
          ],
        }),
      ),
    ],
    orders: [
      {
        order_id: 'o',
        location: 'a',
        time_windows: [{ start_time: '2026-03-02T06:30:00', end_time: '2026-03-02T06:30:00' }],
      },
    ],
    planning_period: { start_time: '2026-03-02T06:00:00' },
  });
  expect(body.status).toBe('Ok');
  expect(body.routes[0].skipped_soft_breaks ?? []).toEqual([]);
});

test('a reload that would be too late is not the reason of an order without windows', async () => {
  const closed = { location: 'a', time_windows: [{ end_time: '07:00' }] };
  const body = await answerTo({
    vehicles: [vehicle('v', day({ start_location: 'a', reloads: [closed] }))],
    orders: [
      { order_id: 'acid', location: 'a', load_type: 'chemicals', priority: 1 },
      { order_id: 'bread', location: 'a', incompatible_load_types: ['chemicals'] },
    ],
  });
  const [unserved] = body.unserved;
  expect(unserved.order_id).toBe('bread');
  expect(unserved.reasons.map(({ code }: any) => code)).toEqual(['load_incompatible']);
});

test('a visit outside the weekdays of its order is reported as such beside day patterns', async () => {
  const days = ['2026-03-03', '2026-03-04'];
  const body = await answerTo({
    vehicles: days.map((date, idx) =>
      vehicle(`v${idx + 1}`, shift(`${date}T08:00:00`, `${date}T16:00:00`)),
    ),
    orders: [
      {
        order_id: 'o',
        location: 'a',
        visits: {
          count: 2,
          per: 'week',
          min_days_between: 0,
          weekdays: ['TU'],
          day_patterns: [['SU'], ['TU', 'WE']],
        },
      },
    ],
    plan: {
      routes: days.map((_, idx) => ({
        vehicle_id: `v${idx + 1}`,
        stops: [{ order_id: 'o', visit: idx + 1 }],
      })),
    },
    options: { mode: 'check' },
  });
  expect(body.routes.map(({ violations }: any) => violations)).toEqual([
    [],
    [{ code: 'visit_spacing', stop: 0, limit: 'weekdays', orders: ['o'] }],
  ]);
});

test.each<[string, Partial<VisitsEntry>, string, string]>([
  ['weekday', { weekdays: ['TU'] }, '2026-03-04', 'weekdays'],
  ['week', { per: 'week', partial: true }, '2026-03-10', 'per'],
])(
  'mode insert reports the %s of a visit that the plan makes on another day, not its windows',
  async (_, visits, date, limit) => {
    // Without a rule of days, the visit could wait for a day of its own: the period has another Tuesday.
    const body = await answerTo({
      vehicles: [
        vehicle('v', shift(`${date}T08:00:00`, `${date}T16:00:00`)),
        vehicle('w', shift('2026-03-03T08:00:00', '2026-03-03T16:00:00')),
      ],
      orders: [
        {
          ...{
            order_id: 'o',
            location: 'a',
            visits: { count: 1, per: 'planning_period', ...visits },
          },
          time_windows: [{ start_time: '09:00', end_time: '10:00' }],
        },
        { order_id: 'p', location: 'b' },
      ],
      plan: planOf({ order_id: 'o', visit: 1 }),
      planning_period: { start_time: '2026-03-02T00:00:00', end_time: '2026-03-12T00:00:00' },
      options: { mode: 'insert' },
    });
    const kept = body.routes.find(({ vehicle_id }: any) => vehicle_id === 'v');
    expect(kept.violations).toEqual([{ code: 'visit_spacing', stop: 0, limit, orders: ['o'] }]);
    expect(kept.stops[0].service_start_time).toBe(`${date}T09:00:00+01:00`);
    expect(body.unserved.map(({ order_id }: any) => order_id)).not.toContain('p');
  },
);

const OTHER_DAYS: [string, number, VisitsEntry][] = [
  ['weekday', 1, { count: 1, per: 'planning_period', weekdays: ['TU'] }],
  ['week', 2, { count: 1, per: 'week', partial: true }],
];
test.each(
  OTHER_DAYS.flatMap((each) =>
    (['optimize', 'insert'] as const).map((mode) => [...each, mode] as const),
  ),
)(
  'a visit that has begun may be outside its %s, and its route is added to (visit %i, %j, mode %s)',
  async (_, visit, visits, mode) => {
    const begun = { arrival_time: '2026-03-04T09:00:00', departure_time: '2026-03-04T09:10:00' };
    const body = await answerTo({
      vehicles: [vehicle('v', shift('2026-03-04T08:00:00', '2026-03-04T16:00:00'))],
      orders: [
        { order_id: 'o', location: 'a', duration: 600, visits },
        { order_id: 'p', location: 'b' },
      ],
      plan: planOf({ order_id: 'o', visit, ...begun }),
      planning_period: { start_time: '2026-03-02T00:00:00', end_time: '2026-03-12T00:00:00' },
      options: { mode, now: '2026-03-04T12:00:00' },
    });
    expect(body.routes[0]).toMatchObject({ violations: [] });
    expect(body.routes[0].stops.map(({ order_id }: any) => order_id)).toEqual(['o', 'p']);
  },
);

test('a plan whose stated times keep all rules gets no reload', async () => {
  // Two visits of one order, before and after midnight. Without times, they would both be before it.
  const at = (arrival_time: string, departure_time: string) => ({
    ...{ arrival_time, service_start_time: arrival_time, departure_time },
  });
  const visit = { type: 'order', order_id: 'o' };
  const stops = [
    { type: 'start', ...at('2026-03-02T23:30:00', '2026-03-02T23:30:00') },
    { ...visit, visit: 1, ...at('2026-03-02T23:40:00', '2026-03-03T00:10:00') },
    { ...visit, visit: 2, ...at('2026-03-03T00:10:00', '2026-03-03T00:40:00') },
  ];
  const body = await answerTo({
    vehicles: [
      vehicle(
        'v',
        shift('2026-03-02T17:00:00', '2026-03-03T02:00:00', {
          start_location: 'b',
          reloads: [{ location: 'c', duration: 24_000 }],
        }),
      ),
    ],
    orders: [
      {
        ...{ order_id: 'o', location: 'a', duration: 1800 },
        visits: { count: 2, per: 'planning_period' },
      },
    ],
    plan: planOf(...stops),
    options: { mode: 'check' },
  });
  expect(body.status).toBe('Ok');
  expect(body.routes[0].stops.map(({ type }: any) => type)).toEqual(['start', 'order', 'order']);
});

test('a reload that has begun stays when visits leave its route', async () => {
  const { a, ...others } = PLACES.travel.matrix.travel_costs;
  const body = await answerTo({
    // The only road to `c` leads through `b`.
    travel: {
      matrix: {
        ...PLACES.travel.matrix,
        travel_costs: { a: { b: a?.['b'] ?? [0, 0] }, ...others },
      },
    },
    vehicles: [
      vehicle(
        'v',
        day({
          start_location: 'a',
          end_location: 'c',
          reloads: [{ location: 'b', duration: 300 }],
        }),
      ),
    ],
    orders: [
      { order_id: 'o', location: 'c', load: { weight: 1 } },
      // Its two visits need two days, and there is one.
      {
        ...{ order_id: 'p', location: 'c', load: { weight: 1 } },
        visits: { count: 2, per: 'planning_period' },
      },
    ],
    plan: planOf(
      { type: 'start', ...atClock('08:00', '08:00') },
      {
        type: 'reload',
        stop_id: 'reloads/0',
        ...atClock('08:10', '08:15'),
      },
      { order_id: 'o', ...atClock('08:25', '08:25') },
    ),
    options: { now: '2026-03-02T08:30:00' },
  });
  const types = body.routes[0].stops.map(({ type }: any) => type);
  expect(types).toEqual(['start', 'reload', 'order', 'end']);
  expect(body.unserved.map(({ order_id }: any) => order_id)).toEqual(['p']);
});

test.each([
  // Driving to it, reloading, and reloading for longer than planned.
  ['08:15', undefined, '08:40'],
  ['08:30', undefined, '08:40'],
  ['08:30', '08:55', '08:55'],
  ['08:50', '08:55', '08:55'],
])('at %s, a reload that has begun is not dropped', async (now, endsAt, leavesAt) => {
  const reload = { location: 'b', duration: 1200, max_count: 1 };
  const body = await answerTo({
    vehicles: [
      {
        ...vehicle('v', day({ start_location: 'a', end_location: 'a', reloads: [reload] })),
        capacity: { weight: 2 },
      },
    ],
    // Both fit into the vehicle, so that the reload is not needed.
    orders: LOADS,
    plan: planOf(
      { type: 'start', ...atClock('08:00', '08:00') },
      { order_id: 'o', ...atClock('08:10', '08:10') },
      { type: 'reload', ...atClock('08:20', endsAt ?? '08:40') },
      { order_id: 'p', ...atClock('09:05', '09:05') },
    ),
    options: { now: `2026-03-02T${now}:00` },
  });
  const { stops } = body.routes[0];
  expect(stops.map(({ type }: any) => type)).toEqual(['start', 'order', 'reload', 'order', 'end']);
  expect(stops[2].departure_time).toBe(`2026-03-02T${leavesAt}:00+01:00`);
});

test('a vehicle that has begun to reload before its first stop finishes that', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', day({ start_location: 'a', reloads: [{ location: 'b' }] }))],
    // It may be made on another day only, so that nothing of the plan is left but the reload.
    orders: [
      {
        order_id: 'o',
        location: 'c',
        time_windows: [{ start_time: '2026-03-03T08:00:00', end_time: '2026-03-03T09:00:00' }],
      },
      { order_id: 'p', location: 'c' },
    ],
    plan: planOf(
      { type: 'start', ...atClock('08:00', '08:00') },
      { type: 'reload', ...atClock('08:10', '09:00') },
      { order_id: 'o', ...atClock('09:10', '09:10') },
    ),
    options: { now: '2026-03-02T08:30:00' },
  });
  const { stops } = body.routes[0];
  expect(stops.map(({ type, order_id }: any) => order_id ?? type)).toEqual([
    'start',
    'reload',
    'p',
  ]);
  expect(stops[2].arrival_time).toBe('2026-03-02T09:10:00+01:00');
});

test('mode insert tells how late a periodic visit is after a window before the period', async () => {
  const body = await answerTo({
    locations: PLACES.locations.map((place) =>
      place.location_id === 'a'
        ? { ...place, time_windows: [{ end_time: '2026-03-02T07:15:00' }] }
        : place,
    ),
    vehicles: [vehicle('v', day())],
    orders: [{ order_id: 'o', location: 'a', visits: { count: 2, per: 'planning_period' } }],
    plan: planOf({ order_id: 'o', visit: 1 }),
    options: { mode: 'insert' },
  });
  expect(body.routes[0].violations).toContainEqual({ code: 'time_window', amount: 2700, stop: 0 });
});

test.each<[string, string[], object[]]>([
  [
    'another weekday',
    ['MO'],
    [{ code: 'visit_spacing', stop: 1, limit: 'weekdays', orders: ['o'] }],
  ],
  ['one of its weekdays', ['MO', 'TH'], []],
])(
  'a periodic visit that mode insert keeps on %s behind a stop that opens after the shift misses no window',
  async (_, weekdays, expected) => {
    const body = await answerTo({
      vehicles: [vehicle('v', shift('2026-03-02T08:00:00', '2026-03-02T16:00:00'))],
      orders: [
        { order_id: 'late', location: 'b', time_windows: [{ start_time: '2026-03-05T12:00:00' }] },
        {
          ...{ order_id: 'o', location: 'a' },
          visits: { count: 1, per: 'planning_period', weekdays },
        },
      ],
      plan: planOf({ order_id: 'late' }, { order_id: 'o', visit: 1 }),
      options: { mode: 'insert' },
    });
    const { stops, violations } = body.routes[0];
    expect(stops[1].service_start_time).toMatch('2026-03-05');
    expect(violations).toEqual([expect.objectContaining({ code: 'shift_time' }), ...expected]);
  },
);

test.each<[string, object]>([
  ['shift_time', {}],
  ['visit_spacing', { visits: { count: 1, per: 'planning_period' } }],
])(
  'a visit that the next route would then make too late is %s, not a relation',
  async (code, more) => {
    const stays = { end_location: 'stay' };
    const body = await answerTo({
      vehicles: [
        vehicle(
          'v',
          shift('2026-03-02T08:00:00', '2026-03-02T16:00:00', stays),
          shift('2026-03-04T08:30:00', '2026-03-04T16:30:00'),
        ),
      ],
      orders: [
        {
          ...{ order_id: 'o', location: 'a' },
          visits: { count: 2, per: 'planning_period', same_time_tolerance: 1800 },
          time_windows: [
            { start_time: '2026-03-02T08:00:00', end_time: '2026-03-02T08:00:00' },
            { start_time: '2026-03-04T08:30:00', end_time: '2026-03-04T09:00:00' },
          ],
        },
        {
          ...{ order_id: 'p', location: 'b', route_position: 'last', ...more },
          time_windows: [{ end_time: '2026-03-03T00:00:00' }],
        },
      ],
    });
    const [{ reasons }] = body.unserved;
    expect(reasons).toContainEqual(expect.objectContaining({ code, shift_id: 'shifts/1' }));
  },
);

test('a visit behind one that waits for its own week misses no window in mode insert', async () => {
  const body = await answerTo({
    vehicles: [vehicle('v', shift('2026-03-08T19:00:00', '2026-03-09T01:00:00'))],
    orders: [{ order_id: 'o', location: 'a', visits: { count: 2, per: 'week', partial: true } }],
    plan: planOf({ order_id: 'o', visit: 3 }, { order_id: 'o', visit: 1 }),
    options: { mode: 'insert' },
  });
  const { stops, violations } = body.routes[0];
  expect(stops[1].service_start_time).toBe('2026-03-09T00:00:00+01:00');
  expect(violations.map(({ code }: any) => code)).toEqual(['visit_spacing', 'visit_spacing']);
});

test.each<[string, string, number, object]>([
  // The reload closes before the break ends, and no way led past it.
  ['08:40', 'without duration', 0, { time_windows: [{ end_time: '08:30' }] }],
  ['08:40', 'of 5 minutes', 5, {}],
  // As early would be the break before the reload.
  ['09:05', 'without duration', 0, {}],
])(
  'at %s, a break that began right after a reload %s is behind it',
  async (now, _, minutes, more) => {
    const reload = { location: 'b', duration: 60 * minutes, ...more };
    const rest = { break_id: 's', duration: 1800, skip_cost: 10 };
    const shifts = [day({ start_location: 'a', reloads: [reload], soft_breaks: [rest] })];
    const body = await answerTo({
      vehicles: [{ ...vehicle('v', ...shifts), capacity: { weight: 1 } }],
      orders: LOADS,
      plan: planOf(
        { type: 'start', ...atClock('08:00', '08:00') },
        { order_id: 'o', ...atClock('08:10', '08:10') },
        { type: 'reload', ...atClock('08:20', `08:2${minutes}`) },
        { type: 'soft_break', stop_id: 's', ...atClock(`08:2${minutes}`, `08:5${minutes}`) },
        { order_id: 'p', ...atClock(`09:0${minutes}`, `09:0${minutes}`) },
      ),
      options: { now: `2026-03-02T${now}:00` },
    });
    expect(body.routes[0].stops.map(({ type }: any) => type)).toEqual([
      ...['start', 'order', 'reload', 'soft_break', 'order'],
    ]);
  },
);

test('a stop locked in time keeps its time although another one has to start with it', async () => {
  const orders = ['o', 'p'].map((order_id) => ({ order_id, location: 'c' }));
  const late = {
    ...{ order_id: 'q', location: 'b' },
    time_windows: [{ start_time: '12:00', end_time: '12:30' }],
  };
  const parts = {
    vehicles: ['v', 'w'].map((id) => vehicle(id, day({ start_location: 'a' }))),
    relations: [{ type: 'simultaneous' as const, orders: ['o', 'p'], max_gap: 0 }],
    plan: {
      routes: [
        { vehicle_id: 'v', stops: [{ order_id: 'o', lock: 'time' as const }] },
        { vehicle_id: 'w', stops: [{ order_id: 'p' }] },
      ],
    },
  };
  const startOf = ({ routes }: any) =>
    routes.flatMap(({ stops }: any) => stops).find(({ order_id }: any) => order_id === 'o')
      .arrival_time;
  const given = await answerTo({ ...parts, orders, options: { mode: 'check' } });
  const body = await answerTo({ ...parts, orders: [...orders, late] });
  expect(body.statistics.orders_served).toBe(3);
  expect(startOf(body)).toBe(startOf(given));
});

test('nothing is inserted before a stop locked in time, even if the stop then could be served', async () => {
  // From a, place c is far, but not by way of b.
  const costs = {
    ...PLACES.travel.matrix.travel_costs,
    a: { b: [10_000, 600], c: [90_000, 9_000] },
  };
  const body = await answerTo({
    travel: { matrix: { ...PLACES.travel.matrix, travel_costs: costs } },
    vehicles: [vehicle('v', day({ start_location: 'a' }))],
    orders: [
      { order_id: 'o', location: 'c' },
      { order_id: 'p', location: 'b' },
    ],
    plan: planOf({ order_id: 'o', lock: 'time', ...atClock('08:30', '08:30') }),
  });
  expect(body.routes).toMatchObject([{ stops: [{}, { order_id: 'p' }] }]);
  expect(body.unserved).toMatchObject([{ order_id: 'o', reasons: [{ code: 'lock' }] }]);
});
