/** Local times to instants and back, across clock changes. Expected values are the known offsets of the zones. */
import { expect, test } from '@jest/globals';
import { clockOf, formatDay, instantOf, parseTime } from '../../server/time/index.js';

const utc = (text: string): number => Date.parse(`${text}Z`) / 1000;

function check(zone: string, local: string, expected: string, kind: string): void {
  const read = parseTime(local);
  if (read === undefined) throw new Error(`not read: ${local}`);
  const got = instantOf(read, clockOf(zone));
  expect([local, got]).toEqual([local, { instant: utc(expected), kind }]);
}

test.each([
  // Berlin goes from +1 to +2 on 2026-03-29 at 02:00, and back on 2026-10-25 at 03:00.
  ['Europe/Berlin', '2026-03-28T08:00', '2026-03-28T07:00', 'plain'],
  ['Europe/Berlin', '2026-03-29T01:59:59', '2026-03-29T00:59:59', 'plain'],
  ['Europe/Berlin', '2026-03-29T02:00', '2026-03-29T01:00', 'gap'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30', 'gap'],
  ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00', 'plain'],
  ['Europe/Berlin', '2026-10-25T01:59:59', '2026-10-24T23:59:59', 'plain'],
  ['Europe/Berlin', '2026-10-25T02:00', '2026-10-25T00:00', 'overlap'],
  ['Europe/Berlin', '2026-10-25T02:59:59', '2026-10-25T00:59:59', 'overlap'],
  ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00', 'plain'],
  // Lisbon goes from 0 to +1 at 01:00, and back at 02:00.
  ['Europe/Lisbon', '2026-03-29T01:30', '2026-03-29T01:30', 'gap'],
  ['Europe/Lisbon', '2026-10-25T01:30', '2026-10-25T00:30', 'overlap'],
  ['Europe/Lisbon', '2026-10-25T02:00', '2026-10-25T02:00', 'plain'],
  // Half an hour, in the southern hemisphere; +10:30 to +11 on 2026-10-04 at 02:00.
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45', 'gap'],
  // No change at all; days after a change; New Year.
  ['Asia/Kathmandu', '2026-07-01T12:00', '2026-07-01T06:15', 'plain'],
  ['America/New_York', '2027-01-01T00:00', '2027-01-01T05:00', 'plain'],
  ['Etc/UTC', '2026-07-01T00:00', '2026-07-01T00:00', 'plain'],
])('in %s, %s is %s UTC (%s)', check);

test.each(['Europe/Berlin', 'Europe/Lisbon', 'America/St_Johns', 'Africa/Casablanca', 'Etc/GMT+3'])(
  'every hour of two years in %s equals that of the platform',
  (zone) => {
    const clock = clockOf(zone);
    const format = new Intl.DateTimeFormat('sv', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (
      let instant = utc('2026-01-01T00:30');
      instant < utc('2028-01-01T00:00');
      instant += 3600
    ) {
      const local = clock.localOf(instant);
      const shown = Date.parse(`${format.format(instant * 1000).replace(' ', 'T')}Z`) / 1000;
      if (local !== shown) throw new Error(`${instant}: ${local} instead of ${shown}`);
      const back = clock.instantOf(local);
      if (back.kind === 'plain' && back.instant !== instant) throw new Error(`${local} is lost`);
      if (back.kind === 'gap') throw new Error(`${local} exists`);
    }
  },
);

test('segments begin with the current offset and have each change', () => {
  const from = utc('2026-03-01T00:00');
  expect(clockOf('Europe/Berlin').segments(from, utc('2026-12-01T00:00'))).toEqual([
    { fromAt: from, offsetSeconds: 3600 },
    { fromAt: utc('2026-03-29T01:00'), offsetSeconds: 7200 },
    { fromAt: utc('2026-10-25T01:00'), offsetSeconds: 3600 },
  ]);
});

test('the day is that of the local calendar', () => {
  expect(formatDay(clockOf('Pacific/Auckland').dayOf(utc('2026-06-30T12:00')))).toBe('2026-07-01');
});

test.each([
  ['2026-03-02T08:00:00+01:00', utc('2026-03-02T07:00')],
  ['2026-03-02T08:00:00.250Z', utc('2026-03-02T08:00')],
  ['2026-03-02T08:00-0530', utc('2026-03-02T13:30')],
  ['2026-03-02T08:00+02', utc('2026-03-02T06:00')],
  [1_772_438_400, 1_772_438_400],
])('%j is the same instant everywhere', (time, expected) => {
  expect(parseTime(time)).toEqual({ kind: 'instant', instant: expected });
});

test.each([
  ['2026-03-02', utc('2026-03-02T00:00')],
  ['2026-03-02T24:00', utc('2026-03-03T00:00')],
])('%j is local', (time, expected) => {
  expect(parseTime(time)).toEqual({ kind: 'local', localSeconds: expected });
});

test.each([
  ...['', 'now', '08:00', '2026-02-30T08:00', '2026-13-01', '2026-03-02T25:00', '2026-03-02T24:01'],
  ...['2026-03-02 08:00', '2026-03-02T08', '1969-12-31T00:00Z', '2200-01-01', '20260302T080000'],
  ...[1.5, -1, 1_772_438_400_000],
])('%j is not a time', (time) => {
  expect(parseTime(time)).toBeUndefined();
});
