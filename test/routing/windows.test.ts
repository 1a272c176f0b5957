/** When a stop can be made: windows of orders, stops, alternatives and places, release times, soft windows. */
import { expect, test } from '@jest/globals';
import {
  LISBON,
  MONDAY,
  berlin,
  compiled,
  orderOf,
  requestOf,
  utc,
  vehicleOf,
} from '../support/routing-requests.js';

/** Monday 08:00 to Tuesday 18:00, in Berlin. */
const PERIOD = { start_time: '2026-03-02T08:00', end_time: '2026-03-03T18:00' };

const optionsOf = (order: object, request: object = {}) =>
  compiled(requestOf({ planning_period: PERIOD, orders: [orderOf(order)], ...request })).problem
    .options;

/** Windows of the first option, in Berlin time, as `day hours`. The end of the period does not end them. */
function windowsOf(order: object, request: object = {}): string[] {
  return (optionsOf(order, request)[0]?.windows ?? []).map((window) =>
    window.map((instant) => (instant === null ? 'open' : local(instant))).join(' - '),
  );
}
const local = (instant: number): string =>
  new Date((instant + 3600) * 1000).toISOString().slice(8, 16);

const CASES: [string, object, string[]][] = [
  ['always', {}, ['02T08:00 - open']],
  ['an empty list of windows', { time_windows: [] }, ['02T08:00 - open']],
  [
    'dated',
    { time_windows: [{ start_time: `${MONDAY}T09:00`, end_time: `${MONDAY}T10:00` }] },
    ['02T09:00 - 02T10:00'],
  ],
  [
    'open to the left',
    { time_windows: [{ end_time: `${MONDAY}T10:00` }] },
    ['02T08:00 - 02T10:00'],
  ],
  ['open to the right', { time_windows: [{ start_time: `${MONDAY}T10:00` }] }, ['02T10:00 - open']],
  ['before the period', { time_windows: [{ end_time: `${MONDAY}T07:00` }] }, []],
  [
    'with offsets',
    { time_windows: [{ start_time: `${MONDAY}T09:00Z`, end_time: `${MONDAY}T10:00Z` }] },
    ['02T10:00 - 02T11:00'],
  ],
  [
    'each day',
    { time_windows: [{ start_time: '09:00', end_time: '12:00' }] },
    ['02T09:00 - 02T12:00', '03T09:00 - 03T12:00'],
  ],
  [
    'on Tuesdays',
    { time_windows: [{ start_time: '09:00', end_time: '12:00', weekdays: ['TU'] }] },
    ['03T09:00 - 03T12:00'],
  ],
  ['all Tuesday', { time_windows: [{ weekdays: ['TU'] }] }, ['03T00:00 - 04T00:00']],
  [
    'until midnight',
    { time_windows: [{ start_time: '20:00', end_time: '24:00' }] },
    ['02T20:00 - 03T00:00'],
  ],
  ['a start alone', { time_windows: [{ start_time: '20:00' }] }, ['02T20:00 - 03T00:00']],
  [
    'an end alone',
    { time_windows: [{ end_time: '09:00' }] },
    ['02T08:00 - 02T09:00', '03T00:00 - 03T09:00'],
  ],
  // The window of the night from Sunday to Monday opens before the period and extends into it.
  [
    'over midnight',
    { time_windows: [{ start_time: '22:00', end_time: '09:00' }] },
    ['02T08:00 - 02T09:00', '02T22:00 - 03T09:00'],
  ],
  [
    'the night of Sunday',
    { time_windows: [{ start_time: '22:00', end_time: '09:00', weekdays: ['SU'] }] },
    ['02T08:00 - 02T09:00'],
  ],
  [
    'in any order, overlapping and touching',
    {
      time_windows: [
        { start_time: '12:00', end_time: '13:00', weekdays: ['MO'] },
        { start_time: '09:00', end_time: '10:00', weekdays: ['MO'] },
        { start_time: '09:30', end_time: '12:00', weekdays: ['MO'] },
      ],
    },
    ['02T09:00 - 02T13:00'],
  ],
  [
    'a pickup from its release',
    { kind: 'pickup', release_time: `${MONDAY}T11:00` },
    ['02T11:00 - open'],
  ],
  [
    'a service from its release',
    { kind: 'service', release_time: `${MONDAY}T11:00` },
    ['02T11:00 - open'],
  ],
  [
    'a delivery at any time: it leaves no earlier',
    { release_time: `${MONDAY}T11:00` },
    ['02T08:00 - open'],
  ],
];
test.each(CASES)('%s', (_name, order, expected) => {
  expect(windowsOf(order)).toEqual(expected);
});

test('the release of a delivery bounds the departure', () => {
  const { visits } = compiled(
    requestOf({ orders: [orderOf({ release_time: `${MONDAY}T11:00` })] }),
  ).problem;
  expect(visits[0]?.release_at).toBe(berlin('2026-03-02T11:00'));
});

test('with pickups and dropoffs, the release bounds the pickups', () => {
  const order = {
    location: undefined,
    pickups: [{ location: 'a' }],
    dropoffs: [{ location: 'b' }],
    release_time: `${MONDAY}T11:00`,
  };
  const { options, visits } = compiled(
    requestOf({ planning_period: PERIOD, orders: [orderOf(order)] }),
  ).problem;
  expect(options.map(({ windows }) => local(windows[0]?.[0] ?? 0))).toEqual([
    '02T11:00',
    '02T08:00',
  ]);
  expect(visits[0]?.release_at).toBeNull();
});

test('the windows of a place are intersected with those of the order', () => {
  const locations = requestOf().locations.map((each: any) => ({
    ...each,
    time_windows: [{ start_time: '09:00', end_time: '10:00' }],
  }));
  expect(windowsOf({ time_windows: [{ start_time: `${MONDAY}T09:30` }] }, { locations })).toEqual([
    '02T09:30 - 02T10:00',
    '03T09:00 - 03T10:00',
  ]);
});

test('an alternative has its own windows on its own clock, or else those of the order on the order’s clock', () => {
  const time_windows = [{ start_time: '09:00', end_time: '10:00', weekdays: ['MO'] }];
  const options = optionsOf({
    time_windows,
    alternative_locations: [
      { location: LISBON },
      { location: LISBON, time_windows },
      { location: 'b', time_windows: [] },
    ],
  });
  const nine = utc('2026-03-02T08:00');
  expect(options.map(({ windows }) => windows[0]?.[0])).toEqual([
    nine,
    nine,
    nine + 3600,
    berlin('2026-03-02T08:00'),
  ]);
});

test('stops inherit omitted fields from their order, on their own clocks', () => {
  const order = {
    location: undefined,
    duration: 300,
    setup_duration: 60,
    load: { weight: 5 },
    time_windows: [{ start_time: `${MONDAY}T09:00`, end_time: `${MONDAY}T10:00` }],
    pickups: [{ location: 'a' }],
    dropoffs: [{ location: LISBON, duration: 0, load: { weight: 3 } }],
  };
  const { options, stops } = compiled(requestOf({ orders: [orderOf(order)] })).problem;
  expect(options).toMatchObject([
    {
      service_seconds: 300,
      setup_seconds: 60,
      windows: [[utc('2026-03-02T08:00'), utc('2026-03-02T09:00')]],
    },
    {
      service_seconds: 0,
      setup_seconds: 60,
      windows: [[utc('2026-03-02T09:00'), utc('2026-03-02T10:00')]],
    },
  ]);
  expect(stops.map(({ load, after }) => [load, after])).toEqual([
    [[5], []],
    [[3], [0]],
  ]);
});

test('soft windows are not cut to the period, because the nearest one may be outside', () => {
  const soft_time_windows = [
    { start_time: `${MONDAY}T12:00`, cost_per_hour_late: 20 },
    { end_time: '2026-03-01T12:00', cost_per_hour_early: 5 },
  ];
  expect(optionsOf({ soft_time_windows })[0]?.soft_windows).toEqual([
    { window: [null, berlin('2026-03-01T12:00')], cost_per_hour_early: 5, cost_per_hour_late: 0 },
    { window: [berlin('2026-03-02T12:00'), null], cost_per_hour_early: 0, cost_per_hour_late: 20 },
  ]);
});

test('recurring windows keep their local times across a clock change', () => {
  const request = requestOf({
    planning_period: { start_time: '2026-03-28T00:00', end_time: '2026-03-30T00:00' },
    vehicles: [vehicleOf({}, { start_time: '2026-03-28T08:00', end_time: '2026-03-28T17:00' })],
    orders: [orderOf({ time_windows: [{ start_time: '02:30', end_time: '09:00' }] })],
  });
  // On the 29th the clock skips from 02:00 to 03:00, so the window opens at 03:30, which is 01:30 UTC.
  expect(compiled(request).problem.options[0]?.windows).toEqual([
    [utc('2026-03-28T01:30'), utc('2026-03-28T08:00')],
    [utc('2026-03-29T01:30'), utc('2026-03-29T07:00')],
  ]);
});
