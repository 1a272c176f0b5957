/** Periodic orders: how many visits are owed, when they may start, and the rules that bind them. */
import { expect, test } from '@jest/globals';
import { compiled, orderOf, requestOf } from '../support/routing-requests.js';

const local = (instant: number | null): string =>
  new Date(((instant ?? 0) + 3600) * 1000).toISOString().slice(5, 19);

function problemOf(order: object, start = '2026-02-27T00:00', end = '2026-03-10T00:00') {
  return compiled(
    requestOf({ planning_period: { start_time: start, end_time: end }, orders: [orderOf(order)] }),
  ).problem;
}

/** From Friday, 2026-02-27 to Monday, 2026-03-09, whole days. */
test.each([
  [
    'week',
    [
      '02-27T00:00:00 - 03-01T23:59:59',
      '03-02T00:00:00 - 03-08T23:59:59',
      '03-09T00:00:00 - 03-10T00:00:00',
    ],
  ],
  ['month', ['02-27T00:00:00 - 02-28T23:59:59', '03-01T00:00:00 - 03-10T00:00:00']],
  ['planning_period', ['02-27T00:00:00 - 03-10T00:00:00']],
])('every %s with a day in the period owes the full count', (per, spans) => {
  const { visits, orders } = problemOf({ visits: { count: 2, per } });
  expect(visits.map(({ number }) => number)).toEqual(
    spans.flatMap((_, idx) => [2 * idx + 1, 2 * idx + 2]),
  );
  expect(visits.map(({ span }) => span.map(local).join(' - '))).toEqual(
    spans.flatMap((span) => [span, span]),
  );
  expect(orders[0]?.visits).toEqual([0, 2 * spans.length]);
});

test('a period that ends at midnight does not begin the next week', () => {
  expect(
    problemOf({ visits: { count: 1, per: 'week' } }, '2026-03-02T00:00', '2026-03-09T00:00').visits,
  ).toHaveLength(1);
});

test('windows are within the week of the visit and on its weekdays', () => {
  const order = {
    time_windows: [{ start_time: '09:00', end_time: '10:00' }],
    visits: { count: 1, per: 'week', weekdays: ['MO', 'TH'] },
  };
  const { options, orders } = problemOf(order, '2026-03-02T00:00', '2026-03-10T00:00');
  expect(options.map(({ windows }) => windows.map(([from]) => local(from)))).toEqual([
    ['03-02T09:00:00', '03-05T09:00:00'],
    ['03-09T09:00:00'],
  ]);
  expect(orders[0]?.rules?.day_patterns).toEqual([]);
});

test('if either of two pickups may be first, weekdays become a rule', () => {
  const order = {
    location: undefined,
    pickups: [{ location: 'a' }, { location: 'b' }],
    dropoffs: [{ location: 'd' }],
    visits: { count: 1, per: 'week', weekdays: ['MO'] },
  };
  const { options, orders } = problemOf(order, '2026-03-02T00:00', '2026-03-08T00:00');
  expect(options.map(({ windows }) => windows)).toEqual(
    Array.from({ length: 3 }, () => [[expect.any(Number), null]]),
  );
  // Bit 0 is Monday.
  expect(orders[0]?.rules).toMatchObject({ weekdays: 0b1, day_patterns: [] });
});

test('omitted fields have their defaults', () => {
  expect(problemOf({ visits: { count: 1, per: 'week' } }).orders[0]?.rules).toEqual({
    clock: 0,
    days: [[null, null]],
    days_between_min: 1,
    days_between_max: null,
    day_patterns: [],
    same_vehicle: 'free',
    time_of_day_tolerance_seconds: null,
    partial: false,
  });
});

test('patterns are sets of weekdays, apart from the weekdays of the order', () => {
  const day_patterns = [
    ['MO', 'TH'],
    ['TU', 'FR'],
  ];
  const compiled = (visits: object) =>
    problemOf({ visits: { count: 1, per: 'week', day_patterns, ...visits } });
  const masks = [0b1001, 0b10010];
  expect(compiled({}).orders[0]?.rules?.day_patterns).toEqual(masks);
  const { orders, options } = compiled({ weekdays: ['MO', 'TU'] });
  expect(orders[0]?.rules?.day_patterns).toEqual(masks);
  // The windows of the stop contain the weekdays.
  expect(orders[0]?.rules).not.toHaveProperty('weekdays');
  const days = options.map(({ windows }) =>
    windows.flatMap((window) => window.map((at) => local(at).slice(0, 5))),
  );
  expect(days).toEqual([[], ['03-02', '03-03'], ['03-09', '03-10']]);
});

test('an order without visits has one visit, without rules', () => {
  const { visits, orders } = problemOf({});
  expect(visits).toHaveLength(1);
  expect(orders[0]?.rules).toBeNull();
});
