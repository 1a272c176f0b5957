/** The checker's own clock, calendar, windows, repeat rules and fractions, compared with values of other sources. */
import { expect, test } from '@jest/globals';
import {
  isAtMost,
  minus,
  ONE,
  over,
  plus,
  rational,
  roundHalfUp,
  times,
} from '../support/checker/rational.js';
import { dateOfDay, isoWeekOf, weekdayOf } from '../support/checker/time/calendar.js';
import { instantOf, readInstant, statedOffset } from '../support/checker/time/instant.js';
import { occurrenceDays } from '../support/checker/time/recurrence.js';
import { intervalsOf, nearest } from '../support/checker/time/windows.js';
import { DAY_SECONDS, nextClockChange, offsetAt } from '../support/checker/time/zone.js';

const unix = (text: string): number => Date.parse(text) / 1000;
const dayOf = (date: string): number => unix(`${date}T00:00:00Z`) / DAY_SECONDS;

test('times are parsed with an offset, in the zone of a place, or as Unix seconds', () => {
  const table: [string | number, string, string][] = [
    ['2026-05-04T08:00:00Z', 'Europe/Berlin', '2026-05-04T08:00:00Z'],
    ['2026-05-04T08:00:00+05:30', 'Europe/Berlin', '2026-05-04T02:30:00Z'],
    ['2026-05-04T08:00:00-0300', 'Europe/Berlin', '2026-05-04T11:00:00Z'],
    ['2026-05-04T08:00', 'Europe/Berlin', '2026-05-04T06:00:00Z'],
    ['2026-01-04T08:00', 'Europe/Berlin', '2026-01-04T07:00:00Z'],
    ['2026-05-04T08:00:30', 'Asia/Kathmandu', '2026-05-04T02:15:30Z'],
    ['2026-05-04', 'America/New_York', '2026-05-04T04:00:00Z'],
    [unix('2026-05-04T08:00:00Z'), 'Asia/Tokyo', '2026-05-04T08:00:00Z'],
  ];
  for (const [text, zone, expected] of table) {
    expect([text, instantOf(text, zone)]).toEqual([text, unix(expected)]);
  }
  for (const text of ['', '8 am', '2026-5-4T08:00', '2026-05-04 08:00', 1.5, null]) {
    expect([text, readInstant(text, 'Etc/UTC')]).toEqual([text, undefined]);
  }
  expect(statedOffset('2026-05-04T08:00:00+05:30')).toBe(19800);
  expect(statedOffset('2026-05-04T08:00:00')).toBeUndefined();
});

test('a time in a gap moves forward by the gap, and an ambiguous one means the earlier instant', () => {
  const table: [string, string, string, string][] = [
    // 02:30 does not exist and becomes 03:30 CEST.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z', 'gap'],
    // 02:30 occurs twice; CEST is first.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', 'overlap'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00Z', 'gap'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00Z', 'overlap'],
    // A gap of half an hour.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z', 'gap'],
  ];
  for (const [text, zone, instant, clockChange] of table) {
    expect([text, readInstant(text, zone)]).toEqual([
      text,
      { instant: unix(instant), clockChange },
    ]);
  }
  // The seconds just before and after are unambiguous.
  for (const text of ['2026-03-29T01:59:59', '2026-03-29T03:00', '2026-10-25T03:00']) {
    expect(readInstant(text, 'Europe/Berlin')?.clockChange).toBeUndefined();
  }
});

test('offsets change when the clocks change', () => {
  const spring = unix('2026-03-29T01:00:00Z');
  expect(offsetAt('Europe/Berlin', spring - 1)).toBe(3600);
  expect(offsetAt('Europe/Berlin', spring)).toBe(7200);
  expect(nextClockChange('Europe/Berlin', spring - 5000, spring + 5000)).toBe(spring);
  expect(nextClockChange('Europe/Berlin', spring, spring + 5000)).toBe(spring + 5000);
});

test('days have their weekdays and ISO weeks', () => {
  const monday = dayOf('2026-05-04');
  expect([0, 1, 2, 3, 4, 5, 6].map((days) => weekdayOf(monday + days)).join()).toBe(
    'MO,TU,WE,TH,FR,SA,SU',
  );
  expect(weekdayOf(dayOf('1969-12-31'))).toBe('WE');
  expect(dateOfDay(isoWeekOf(dayOf('2027-01-03')))).toBe('2026-12-28');
});

test('recurring windows apply on each matching day; windows past midnight belong to their first day', () => {
  const span = { start: unix('2026-05-04T00:00:00Z'), end: unix('2026-05-08T12:00:00Z') };
  const shown = (window: object): string[] =>
    intervalsOf(window, 'Europe/Berlin', span).map(({ start, end }) =>
      [start, end].map((each) => new Date(each * 1000).toISOString().slice(5, 16)).join(' '),
    );
  expect(shown({ start_time: '08:00', end_time: '12:00', weekdays: ['MO', 'TH'] })).toEqual([
    '05-04T06:00 05-04T10:00',
    '05-07T06:00 05-07T10:00',
  ]);
  // Sunday night extends into Monday.
  expect(shown({ start_time: '22:00', end_time: '02:00', weekdays: ['SU'] })).toEqual([
    '05-03T20:00 05-04T00:00',
  ]);
  expect(shown({ weekdays: ['TU'] })).toEqual(['05-04T22:00 05-05T22:00']);
  expect(intervalsOf({ end_time: '2026-05-04T10:00' }, 'Etc/UTC', span)).toEqual([
    { start: -Infinity, end: unix('2026-05-04T10:00:00Z') },
  ]);
});

test('of several windows the nearest counts, and of two equally near the earlier', () => {
  const intervals = [
    { start: 20, end: 30 },
    { start: 0, end: 10 },
  ];
  expect(nearest(intervals, 25)?.start).toBe(20);
  expect(nearest(intervals, 14)?.start).toBe(0);
  expect(nearest(intervals, 15)?.start).toBe(0);
  expect(nearest(intervals, 16)?.start).toBe(20);
});

test('repeat rules give the days that RFC 5545 defines', () => {
  const table: [string, string, string, string][] = [
    ['FREQ=DAILY', '2026-05-04', '2026-05-06', '05-04 05-05 05-06'],
    ['FREQ=DAILY;INTERVAL=2;COUNT=3', '2026-05-04', '2026-05-31', '05-04 05-06 05-08'],
    ['FREQ=WEEKLY', '2026-05-06', '2026-05-20', '05-06 05-13 05-20'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', '2026-05-06', '2026-05-13', '05-06 05-11 05-13'],
    // Every second week, counted from the week of the first day.
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', '2026-05-06', '2026-05-24', '05-08 05-18 05-22'],
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20260512', '2026-05-04', '2026-05-31', '05-05 05-12'],
    // The shift starts at 08:00 in Berlin, which is 06:00 UTC: one second after this UNTIL.
    ['FREQ=DAILY;UNTIL=20260505T055959Z', '2026-05-04', '2026-05-31', '05-04'],
    ['FREQ=DAILY;UNTIL=20260505T060000Z', '2026-05-04', '2026-05-31', '05-04 05-05'],
    ['RRULE:FREQ=MONTHLY', '2026-01-31', '2026-05-31', '01-31 03-31 05-31'],
    ['FREQ=MONTHLY;BYDAY=1MO,-1FR', '2026-05-01', '2026-06-30', '05-04 05-29 06-01 06-26'],
    ['FREQ=YEARLY', '2024-02-29', '2026-12-31', '02-29'],
  ];
  for (const [rule, first, last, expected] of table) {
    const start = dayOf(first) * DAY_SECONDS + 8 * 3600;
    const days = occurrenceDays(rule, 'Europe/Berlin', start, dayOf(last));
    expect([rule, days.map((day) => dateOfDay(day).slice(5)).join(' ')]).toEqual([rule, expected]);
  }
});

test('fractions equal the decimals that were written', () => {
  expect(rational(1.1)).toEqual({ numerator: 11n, denominator: 10n });
  expect(rational(-2.5e-7)).toEqual({ numerator: -1n, denominator: 4000000n });
  expect(rational(1e21).numerator).toBe(10n ** 21n);
  const third = over(ONE, rational(3));
  expect(plus(third, plus(third, third))).toEqual(ONE);
  expect(minus(ONE, times(third, rational(3))).numerator).toBe(0n);
  expect(isAtMost(third, rational(0.3333))).toBe(false);
  expect([2.5, 2.4999, -2.5, -2.51, 0].map((value) => roundHalfUp(rational(value)))).toEqual([
    3, 2, -2, -3, 0,
  ]);
  expect(() => rational(NaN)).toThrow('NaN');
  expect(() => over(ONE, rational(0))).toThrow('zero');
});
