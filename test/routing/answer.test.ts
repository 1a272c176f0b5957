/** The answer in terms of the request: hand-made solutions in, fields of the response out. */
import { describe, expect, test } from '@jest/globals';
import type { ReasonCode, StopRoleMessage } from '../../server/routing/problem.js';
import { EIGHT, NO_COST, answerTo, problem, route, stop, thereAndBack } from './answer-fixture.js';

describe('stops', () => {
  const ROLES: readonly (readonly [string, StopRoleMessage, object])[] = [
    ['a start', { type: 'start' }, { type: 'start' }],
    ['an end', { type: 'end' }, { type: 'end' }],
    [
      'an order',
      { type: 'order', stop: 0, option: 0 },
      { type: 'order', order_id: 'o1', kind: 'dropoff' },
    ],
    [
      'a visit of a periodic order',
      { type: 'order', stop: 2, option: 2 },
      { type: 'order', order_id: 'o2', visit: 2, kind: 'service' },
    ],
    [
      'a stop of an order that has several',
      { type: 'order', stop: 4, option: 4 },
      { type: 'order', order_id: 'o3', stop_id: 'b', kind: 'dropoff' },
    ],
    ['a break', { type: 'break', position: 0 }, { type: 'break', stop_id: 'breaks/0' }],
    [
      'a soft break',
      { type: 'soft_break', position: 0 },
      { type: 'soft_break', stop_id: 'coffee' },
    ],
    ['a reload', { type: 'reload', position: 0 }, { type: 'reload', stop_id: 'dock' }],
    ['a rest required by driving rules', { type: 'rest' }, { type: 'break' }],
  ];
  test.each(ROLES)('%s has its name', (_name, role, expected) => {
    const [written] = answerTo({ solution: { routes: [route([stop(role, EIGHT)])] } }).routes;
    const [first] = written?.stops ?? [];
    const { type, order_id, stop_id, visit, kind } = { ...first } as Record<string, unknown>;
    expect({ type, order_id, stop_id, visit, kind }).toEqual({
      ...{ order_id: undefined, stop_id: undefined, visit: undefined, kind: undefined },
      ...expected,
    });
  });

  test('a place has its id if it has one, and its coordinates as they were given', () => {
    const [written] = answerTo({ solution: { routes: [thereAndBack()] } }).routes;
    expect(
      written?.stops.map(({ location_id, latitude, longitude }) => [
        location_id,
        latitude,
        longitude,
      ]),
    ).toEqual([
      ['depot', 52.5, 13.4],
      [undefined, 52.25, 13.5],
      ['depot', 52.5, 13.4],
    ]);
  });

  test('times are local to the stop, with the offset of its place at that time', () => {
    const [written] = answerTo({ solution: { routes: [thereAndBack()] } }).routes;
    expect(
      written?.stops.map(({ arrival_time, departure_time }) => [arrival_time, departure_time]),
    ).toEqual([
      ['2026-03-02T08:00:00+01:00', '2026-03-02T08:00:00+01:00'],
      ['2026-03-02T03:00:00-04:30', '2026-03-02T03:10:00-04:30'],
      ['2026-03-02T09:10:00+01:00', '2026-03-02T09:10:00+01:00'],
    ]);
    expect([written?.start_time, written?.end_time]).toEqual([
      '2026-03-02T08:00:00+01:00',
      '2026-03-02T09:10:00+01:00',
    ]);
  });

  test('offsets change with the clock', () => {
    const change = Date.UTC(2026, 2, 29, 1) / 1000;
    const stops = [stop({ type: 'start' }, change - 1), stop({ type: 'end' }, change)];
    const [written] = answerTo({ solution: { routes: [route(stops)] } }).routes;
    expect([written?.start_time, written?.end_time]).toEqual([
      '2026-03-29T01:59:59+01:00',
      '2026-03-29T03:00:00+02:00',
    ]);
  });

  test('times in unix format are the instants', () => {
    const [written] = answerTo({
      solution: { routes: [thereAndBack()] },
      context: { timeFormat: 'unix' },
    }).routes;
    expect([written?.start_time, written?.stops[1]?.departure_time]).toEqual([EIGHT, EIGHT + 2400]);
  });

  test('an open route starts with the first arrival and ends with the last departure', () => {
    const only = stop({ type: 'order', stop: 0, option: 0 }, EIGHT, { departure_at: EIGHT + 60 });
    const [written] = answerTo({
      solution: { routes: [route([only])] },
      context: { timeFormat: 'unix' },
    }).routes;
    expect([written?.start_time, written?.end_time]).toEqual([EIGHT, EIGHT + 60]);
  });

  test('durations, distances and loads are in the units of the request', () => {
    const full = stop({ type: 'order', stop: 0, option: 0 }, EIGHT, {
      ...{ waiting_seconds: 1, setup_seconds: 2, service_seconds: 3, departure_at: EIGHT + 6 },
      ...{ travel_seconds: 4, travel_meters: 5, lateness_seconds: 6, slack_seconds: 7 },
      ...{ load_after: [8, 1234], earliness_seconds: 9 },
    });
    const [written] = answerTo({ solution: { routes: [route([full])] } }).routes;
    expect(written?.stops[0]).toMatchObject({
      ...{ sequence: 0, waiting_duration: 1, setup_duration: 2, duration: 3 },
      ...{ travel_duration: 4, travel_distance: 5, lateness: 6, slack: 7, earliness: 9 },
      service_start_time: '2026-03-02T08:00:03+01:00',
      load_after: { weight: 8, volume: 1.234 },
    });
  });

  test('a stop that is already late has no slack', () => {
    const late = stop({ type: 'start' }, EIGHT, { slack_seconds: -5 });
    const [written] = answerTo({ solution: { routes: [route([late])] } }).routes;
    expect(written?.stops[0]?.slack).toBe(0);
  });
});

test('unused vehicles are listed, and so are soft breaks that a route leaves out', () => {
  const none = answerTo({});
  expect(none.unused_vehicles).toEqual(['v1#2']);
  const skipping = { ...thereAndBack(), skipped_soft_breaks: [0] };
  const { routes, unused_vehicles } = answerTo({ solution: { routes: [skipping] } });
  expect([unused_vehicles, routes[0]?.skipped_soft_breaks]).toEqual([[], ['coffee']]);
});

describe('statistics', () => {
  const summary = {
    ...{ distance_meters: 1, duration_seconds: 2, driving_seconds: 3, service_seconds: 4 },
    ...{ waiting_seconds: 5, break_seconds: 6, overtime_seconds: 7, lateness_seconds: 8 },
    ...{ stop_count: 9, visit_count: 10, load_max: [11, 12_500], earliness_seconds: 12 },
    cost: { ...NO_COST, fixed: 50, time: 0.1 + 0.2 },
  };
  const views = {
    ...{ distance: 1, duration: 2, driving_duration: 3, service_duration: 4 },
    ...{
      waiting_duration: 5,
      break_duration: 6,
      overtime: 7,
      lateness: 8,
      stops: 9,
      earliness: 12,
    },
  };

  test('a route has its sums, its largest load, and the nonzero terms of its cost', () => {
    const [written] = answerTo({ solution: { routes: [route([], summary)] } }).routes;
    expect(written?.statistics).toEqual({
      ...views,
      orders: 10,
      max_load: { weight: 11, volume: 12.5 },
      cost: { total: 50.3, fixed: 50, time: 0.3 },
    });
  });

  test('the totals sum the routes, count vehicles once and include the cost of unserved orders', () => {
    const routes = [route([], summary), { ...route([], summary), shift: 1 }];
    const unserved = [
      { visit: 2, reasons: [], remedy: null },
      { visit: 3, reasons: [], remedy: null },
    ];
    const { statistics } = answerTo({ solution: { routes, unserved } });
    expect(statistics).toMatchObject({
      ...Object.fromEntries(Object.entries(views).map(([name, value]) => [name, 2 * value])),
      ...{ vehicles: 1, shifts: 2, orders_served: 20 },
      // 2 × 50.3 + 1/3 + 7
      cost: { total: 107.933333, fixed: 100, time: 0.6, unserved: 7.333333 },
    });
  });

  test('improvements have the times at which their slices ended', () => {
    const search = {
      iterations: 40,
      improvements: [
        [0, 90],
        [10, 80],
        [15, 70.123_456_78],
        [40, 60],
      ] as const,
      converged: true,
    };
    // 10 iterations by 100 ms, 20 by 300 ms: the 15th is halfway between. Anything after all slices has the time of the
    // last.
    const answer = answerTo({ solution: { search }, pace: [10, 100, 20, 300] });
    expect(answer.statistics.search).toEqual({
      iterations: 40,
      duration: 1.234,
      improvements: [
        [0, 90],
        [0.1, 80],
        [0.2, 70.123457],
        [0.3, 60],
      ],
    });
  });
});

describe('status', () => {
  const violation = {
    code: 'capacity',
    amount: 1500,
    stop: 1,
    dimension: 1,
    span: 'shift',
    relation: null,
    visits: null,
  } as const;
  const broken = { ...thereAndBack(), violations: [violation] };
  test.each([
    ['all is served', {}, 'Ok'],
    [
      'an optional order is left out',
      { unserved: [{ visit: 3, reasons: [], remedy: null }] },
      'Ok',
    ],
    [
      'a mandatory visit is left out',
      { unserved: [{ visit: 1, reasons: [], remedy: null }] },
      'Partial',
    ],
    [
      'a rule is broken',
      { routes: [broken], unserved: [{ visit: 1, reasons: [], remedy: null }] },
      'Invalid',
    ],
  ])('%s: %s → %s', (_name, solution, expected) => {
    expect(answerTo({ solution }).status).toBe(expected);
  });

  test('a violation has its amount in the units of its dimension', () => {
    const [written] = answerTo({ solution: { routes: [broken] } }).routes;
    expect(written?.violations).toEqual([
      { code: 'capacity', amount: 1.5, stop: 1, dimension: 'volume' },
    ]);
  });
});

describe('unserved', () => {
  const reason = (code: ReasonCode, changes: object = {}) => ({
    ...{ code, shift: null, amount: null, dimension: null, span: 'shift' as const },
    ...{ attribute: null, stop: null, at: null, allowed_at: null, cost: null, alone: false },
    ...changes,
  });
  const late = { amount: 60, at: EIGHT + 60, allowed_at: EIGHT };

  test('visits of a periodic order are one entry with their cost', () => {
    const [entry] = answerTo({
      solution: { unserved: [{ visit: 2, reasons: [], remedy: null }] },
    }).unserved;
    expect(entry).toEqual({ order_id: 'o2', visits: [2], cost: 0.333333, reasons: [] });
  });

  test.each([
    [
      'of one shift',
      reason('capacity', { shift: 1, amount: 2500, dimension: 1 }),
      {
        ...{ code: 'capacity', vehicle_id: 'v1#2', shift_id: 'tue', amount: 2.5 },
        ...{ date: '2026-03-03', dimension: 'volume' },
        comment: 'Capacity volume: 2.5 too much on v1#2 (shift tue, 2026-03-03).',
      },
    ],
    [
      'of another order has its times',
      reason('time_window', { ...late, shift: 0, stop: 1 }),
      {
        ...{ code: 'time_window', vehicle_id: 'v1#2', shift_id: 'mon', date: '2026-03-02' },
        ...{ amount: 60, order_id: 'o2' },
        ...{ time: EIGHT + 60, allowed_time: EIGHT },
        comment: `Time window of o2: 60 s too late, service would start at ${EIGHT + 60} instead of ${EIGHT} on v1#2 (shift mon, 2026-03-02).`,
      },
    ],
    [
      'of a shift that lacks something and nothing else',
      reason('attribute_missing', { shift: 0, attribute: 0, alone: true }),
      {
        ...{ code: 'attribute_missing', vehicle_id: 'v1#2', shift_id: 'mon', date: '2026-03-02' },
        ...{ attribute: 'gas', alone: true },
        comment: 'There is room, but it lacks the attribute gas on v1#2 (shift mon, 2026-03-02).',
      },
    ],
    [
      'of its price',
      reason('cheaper_unserved', { shift: 0, cost: 20 }),
      {
        ...{ code: 'cheaper_unserved', vehicle_id: 'v1#2', shift_id: 'mon', date: '2026-03-02' },
        ...{ cost: 20, unserved_cost: 12.5 },
        comment:
          'Leaving it unserved costs 12.5; serving it would add 20 on v1#2 (shift mon, 2026-03-02).',
      },
    ],
    [
      'of a search that ended',
      reason('not_found_in_time'),
      {
        code: 'not_found_in_time',
        comment: 'No place was found for it before the search ended.',
      },
    ],
  ])('a reason %s has its names and a sentence', (_name, given, expected) => {
    const unserved = [{ visit: 0, reasons: [given], remedy: null }];
    const written = answerTo({ solution: { unserved }, context: { timeFormat: 'unix' } });
    expect(written.unserved[0]?.reasons).toEqual([expected]);
    const silent = answerTo({ solution: { unserved }, context: { explain: false } });
    expect(silent.unserved[0]?.reasons).toEqual([]);
    expect(silent).not.toHaveProperty('unserved_summary');
  });

  test('causes are counted, the most frequent first, and proven bounds are stated', () => {
    const capacity = reason('capacity', { shift: 0, amount: 1000, dimension: 1 });
    const unserved = [
      { visit: 0, reasons: [reason('shift_time'), capacity], remedy: null },
      { visit: 1, reasons: [capacity], remedy: capacity },
      { visit: 2, reasons: [capacity], remedy: null },
    ];
    const bound = { code: 'capacity', dimension: 1, visits: [0, 1, 3], shifts: [0, 1] } as const;
    const answer = answerTo({ solution: { unserved, bounds: [{ ...bound, served_max: 1 }] } });
    expect(answer).toMatchObject({
      unserved_summary: [
        { code: 'capacity', dimension: 'volume', orders: 1, visits: 2, order_ids: ['o2'] },
        { code: 'shift_time', orders: 1, visits: 1, order_ids: ['o1'] },
      ],
      bounds: [{ code: 'capacity', dimension: 'volume', visits: 3, served_max: 1, served: 1 }],
    });
  });
});

test('the source of costs, the attribution and warnings are included', () => {
  const warnings = [{ code: 'local_time_in_gap' as const, pointer: '/x', comment: 'Moved.' }];
  const answer = answerTo({
    context: { travelModel: 'mixed', attribution: '© them', warnings },
  });
  expect(answer).toMatchObject({ travel_model: 'mixed', attribution: '© them', warnings });
  expect(answerTo({ problem: problem() })).not.toHaveProperty('attribution');
});
