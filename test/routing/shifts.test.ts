/** Shifts: occurrences, copies, the planning period, and the breaks and reloads that move with them. */
import { expect, test } from '@jest/globals';
import {
  LISBON,
  MONDAY,
  berlin,
  checkRequest,
  compiled,
  orderOf,
  requestOf,
  shiftOf,
  utc,
  vehicleOf,
} from '../support/routing-requests.js';

const shift = (fields: object, request: object = {}): object =>
  requestOf({ vehicles: [vehicleOf({}, fields)], ...request });

/** Starts and ends of all shifts, in UTC without the date. */
function spansOf(request: object): [string, string][] {
  return compiled(request).problem.shifts.map(({ start_at, end_at }) => [
    text(start_at),
    text(end_at),
  ]);
}
const text = (instant: number): string => new Date(instant * 1000).toISOString().slice(5, 16);

test('times of a shift are local to its start', () => {
  expect(spansOf(requestOf())).toEqual([['03-02T07:00', '03-02T16:00']]);
});

test('without a start they are local to its end, and without both to the first order', () => {
  const open = { start_location: null, end_location: LISBON };
  expect(spansOf(shift(open))).toEqual([['03-02T08:00', '03-02T17:00']]);
  const orders = [orderOf({ location: LISBON })];
  expect(spansOf(shift({ ...open, end_location: null }, { orders }))).toEqual([
    ['03-02T08:00', '03-02T17:00'],
  ]);
});

test('a shift may extend past midnight', () => {
  const { problem, names } = compiled(
    shift({ start_time: `${MONDAY}T22:00`, end_time: '2026-03-03T06:00' }),
  );
  expect(problem.shifts[0]).toMatchObject({
    start_at: berlin('2026-03-02T22:00'),
    end_at: berlin('2026-03-03T06:00'),
    // Days since 1970-01-01, and the week of that Monday.
    day: utc('2026-03-02T00:00') / 86_400,
    week: (utc('2026-03-02T00:00') / 86_400 + 3) / 7,
  });
  expect(names.shifts[0]).toMatchObject({
    shiftId: 'shifts/0',
    date: '2026-03-02',
    timeZone: 'Europe/Berlin',
  });
});

test('times of day stay local when the clock changes', () => {
  // Berlin goes from +1 to +2 on Sunday, 2026-03-29.
  const request = shift({
    start_time: '2026-03-27T08:00',
    end_time: '2026-03-27T17:00',
    repeat: 'FREQ=DAILY;BYDAY=MO,FR;COUNT=2',
  });
  expect(spansOf(request)).toEqual([
    ['03-27T07:00', '03-27T16:00'],
    ['03-30T06:00', '03-30T15:00'],
  ]);
});

test('dated and recurring windows of breaks and reloads move with the occurrence', () => {
  const { problem } = compiled(
    shift({
      start_time: '2026-03-27T08:00',
      end_time: '2026-03-27T17:00',
      repeat: 'FREQ=DAILY;BYDAY=MO,FR;COUNT=2',
      breaks: [
        {
          duration: 1800,
          time_windows: [{ start_time: '2026-03-27T12:00', end_time: '2026-03-27T13:00' }],
        },
      ],
      reloads: [{ location: 'd', time_windows: [{ start_time: '10:00', end_time: '11:00' }] }],
    }),
  );
  const windows = problem.shifts.map(({ breaks, reloads }) => [
    breaks[0]?.windows,
    reloads[0]?.windows,
  ]);
  expect(windows).toEqual([
    [
      [[utc('2026-03-27T11:00'), utc('2026-03-27T12:00')]],
      [[utc('2026-03-27T09:00'), utc('2026-03-27T10:00')]],
    ],
    [
      [[utc('2026-03-30T10:00'), utc('2026-03-30T11:00')]],
      [[utc('2026-03-30T08:00'), utc('2026-03-30T09:00')]],
    ],
  ]);
});

test('a break whose windows are all on other days is left out of the occurrence', () => {
  const { problem, names } = compiled(
    shift({
      repeat: 'FREQ=DAILY;COUNT=2',
      breaks: [
        { duration: 900, time_windows: [{ weekdays: ['TU'] }] },
        { break_id: 'rest', duration: 1800 },
      ],
    }),
  );
  expect(problem.shifts.map(({ breaks }) => breaks.length)).toEqual([1, 2]);
  expect(names.shifts.map(({ breakIds }) => breakIds)).toEqual([['rest'], ['breaks/0', 'rest']]);
});

test('windows of the place of a reload are intersected with its own', () => {
  const locations = requestOf().locations.map((each: any) =>
    each.location_id === 'd'
      ? { ...each, time_windows: [{ start_time: '09:00', end_time: '10:30' }] }
      : each,
  );
  const reloads = [{ location: 'd', time_windows: [{ start_time: '10:00', end_time: '11:00' }] }];
  expect(
    compiled(shift({ reloads }, { locations })).problem.shifts[0]?.reloads[0]?.windows,
  ).toEqual([[berlin('2026-03-02T10:00'), berlin('2026-03-02T10:30')]]);
});

test('copies are separate vehicles, and shifts are sorted by start', () => {
  const vehicles = [
    vehicleOf({
      count: 2,
      shifts: [
        shiftOf({ start_time: `${MONDAY}T12:00` }),
        shiftOf({ end_time: `${MONDAY}T11:00` }),
      ],
    }),
    vehicleOf({ vehicle_id: 'w' }),
  ];
  const { problem, names } = compiled(requestOf({ vehicles }));
  expect(names.shifts.map(({ vehicleId, shiftId }) => [vehicleId, shiftId])).toEqual([
    ['v#1', 'shifts/1'],
    ['v#1', 'shifts/0'],
    ['v#2', 'shifts/1'],
    ['v#2', 'shifts/0'],
    ['w', 'shifts/0'],
  ]);
  expect(problem.shifts.map(({ vehicle }) => vehicle)).toEqual([0, 0, 1, 1, 2]);
  expect(problem.vehicles.map(({ shifts }) => shifts)).toEqual([
    [0, 2],
    [2, 4],
    [4, 5],
  ]);
});

test('attributes of the vehicle and of the shift are one ascending list', () => {
  const vehicles = [vehicleOf({ attributes: ['x', 'y'] }, { attributes: ['z', 'x'] })];
  expect(compiled(requestOf({ vehicles })).problem.shifts[0]?.attributes).toEqual([0, 1, 2]);
});

const PERIODS: [string, object, object, [string, string]][] = [
  [
    'from the earliest start to the latest end with overtime',
    { max_overtime: 3600 },
    {},
    ['03-02T07:00', '03-02T17:00'],
  ],
  [
    'to the last occurrence of a rule that ends',
    { repeat: 'FREQ=DAILY;COUNT=3' },
    {},
    ['03-02T07:00', '03-04T16:00'],
  ],
  [
    'to the last day of a rule',
    { repeat: 'FREQ=WEEKLY;UNTIL=20260317' },
    {},
    ['03-02T07:00', '03-16T16:00'],
  ],
  [
    'to the first end of a rule without end',
    { repeat: 'FREQ=DAILY' },
    {},
    ['03-02T07:00', '03-02T16:00'],
  ],
  [
    'with the side that is given',
    {},
    { planning_period: { end_time: '2026-03-02T12:00' } },
    ['03-02T07:00', '03-02T11:00'],
  ],
];
test.each(PERIODS)('the planning period extends %s', (_name, fields, request, expected) => {
  const { period } = compiled(shift(fields, request)).problem;
  expect(period.map((instant) => text(instant ?? 0))).toEqual(expected);
});

test('a shift partly in the planning period is used there, one outside is not', () => {
  const planning_period = { start_time: '2026-03-03T12:00', end_time: '2026-03-04T08:00' };
  expect(spansOf(shift({ repeat: 'FREQ=DAILY' }, { planning_period }))).toEqual([
    ['03-03T11:00', '03-03T16:00'],
  ]);
});

test('a time in a gap moves forward, a repeated one is the first, and both have a warning', () => {
  const request = shift({ start_time: '2026-03-29T02:30', end_time: '2026-10-25T02:30' });
  const outcome = checkRequest(request, 'sync');
  if (outcome.kind === 'bad') throw new Error('refused');
  const { problem, warnings } = {
    problem: compiled(request).problem,
    warnings: outcome.checked.warnings,
  };
  // 02:30 is 03:30 in summer time, 01:30 UTC; the first 02:30 of October is still in summer time.
  expect(problem.shifts[0]).toMatchObject({
    start_at: utc('2026-03-29T01:30'),
    end_at: utc('2026-10-25T00:30'),
  });
  expect(warnings.map(({ code, pointer }) => [pointer, code])).toEqual([
    ['/vehicles/0/shifts/0/start_time', 'local_time_in_gap'],
    ['/vehicles/0/shifts/0/end_time', 'local_time_twice'],
  ]);
});

test('clocks change within the problem as they do outside', () => {
  const { problem } = compiled(
    shift({ start_time: '2026-03-28T08:00', end_time: '2026-03-29T17:00' }),
  );
  const [clock] = problem.clocks;
  expect(clock?.segments.map(({ offset_seconds }) => offset_seconds)).toEqual([3600, 7200]);
  expect(clock?.segments[1]?.from_at).toBe(utc('2026-03-29T01:00'));
});

test('a shift without an occurrence in the planning period has a warning', () => {
  const request = shift(
    { repeat: 'FREQ=WEEKLY;BYDAY=SU' },
    { planning_period: { end_time: '2026-03-07' } },
  );
  const { problem, warnings } = compiled(request);
  expect(problem.shifts).toEqual([]);
  expect(warnings.map(({ code, pointer }) => [pointer, code])).toEqual([
    ['/vehicles/0/shifts/0', 'shift_outside_period'],
  ]);
});
