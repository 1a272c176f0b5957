/** Repeat rules: which days they give, and how an unusable rule is reported. */
import { expect, test } from '@jest/globals';
import {
  clockOf,
  formatDay,
  occurrenceDays,
  parseDay,
  parseRepeat,
} from '../../server/time/index.js';

const BERLIN = clockOf('Europe/Berlin');

/** Days of June 2026 (the 1st is a Monday) for a shift whose first start is on `first` at 08:00. */
function daysOf(text: string, first = '2026-06-01', last = '2026-06-30', from = first): string[] {
  const outcome = parseRepeat(text);
  if (outcome.kind === 'bad') throw new Error(outcome.comment);
  const firstDay = parseDay(first) ?? 0;
  const days = occurrenceDays(outcome.rule, BERLIN, firstDay * 86_400 + 8 * 3600, {
    fromDay: parseDay(from) ?? 0,
    lastDay: parseDay(last) ?? 0,
  });
  return days.map((day) => formatDay(day).slice(5));
}

test.each([
  ['FREQ=DAILY;INTERVAL=10', ['06-01', '06-11', '06-21']],
  ['FREQ=DAILY;COUNT=2', ['06-01', '06-02']],
  ['FREQ=DAILY;BYDAY=SA,SU;COUNT=3', ['06-06', '06-07', '06-13']],
  ['RRULE:FREQ=WEEKLY', ['06-01', '06-08', '06-15', '06-22', '06-29']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU', ['06-01', '06-07', '06-15', '06-21', '06-29']],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20260616', ['06-02', '06-09', '06-16']],
  // At 08:00 on the 16th it is 06:00 UTC; an UNTIL before that excludes the 16th.
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20260616T055959Z', ['06-02', '06-09']],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20260616T080000', ['06-02', '06-09', '06-16']],
  ['FREQ=MONTHLY', ['06-01']],
  ['FREQ=MONTHLY;BYDAY=2TU,-1FR', ['06-09', '06-26']],
  ['FREQ=MONTHLY;BYDAY=WE;WKST=MO', ['06-03', '06-10', '06-17', '06-24']],
  ['FREQ=YEARLY;BYDAY=SU', ['06-07', '06-14', '06-21', '06-28']],
])('%s', (text, expected) => {
  expect(daysOf(text)).toEqual(expected);
});

test.each([
  // 5 June is the fifth day of a rule that counts from the 1st.
  ['FREQ=DAILY;INTERVAL=2;COUNT=4', ['06-05', '06-07']],
  ['FREQ=DAILY;INTERVAL=3', ['06-07', '06-10', '06-13']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', ['06-15']],
])('days before the requested ones count, and are left out: %s', (text, expected) => {
  expect(daysOf(text, '2026-06-01', '2026-06-15', '2026-06-05')).toEqual(
    expected.filter((day) => day <= '06-15'),
  );
});

test('weeks are counted from the week of the first day, even if it is not a Monday', () => {
  expect(daysOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', '2026-06-03')).toEqual(['06-15', '06-29']);
});

test('a first day that does not match the rule is no occurrence and does not count', () => {
  expect(daysOf('FREQ=WEEKLY;BYDAY=WE;COUNT=2')).toEqual(['06-03', '06-10']);
});

test('a day that a month does not have is skipped', () => {
  expect(daysOf('FREQ=MONTHLY', '2026-01-31', '2026-06-30')).toEqual(['01-31', '03-31', '05-31']);
});

test.each([
  ['FREQ=HOURLY', 'FREQ must be one of DAILY, WEEKLY, MONTHLY, YEARLY.'],
  ['INTERVAL=2', 'FREQ must be one of DAILY, WEEKLY, MONTHLY, YEARLY.'],
  ['weekly', '"weekly" is not a part of a rule, such as FREQ=WEEKLY.'],
  ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be 1 to 1000.'],
  ['FREQ=DAILY;COUNT=x', 'COUNT must be 1 to 10000.'],
  ['FREQ=DAILY;COUNT=2;UNTIL=20260616', 'Only one of COUNT and UNTIL may be given.'],
  [
    'FREQ=DAILY;UNTIL=20260231',
    'UNTIL must be a date such as 20261224, or a time such as 20261224T180000Z.',
  ],
  ['FREQ=WEEKLY;BYDAY=MON', 'BYDAY must list weekdays such as MO,TH or 1MO,-1FR.'],
  ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY may have numbers, as in 1MO, only with FREQ=MONTHLY.'],
  [
    'FREQ=MONTHLY;BYMONTHDAY=3',
    'BYMONTHDAY is not supported; FREQ, INTERVAL, BYDAY, COUNT and UNTIL are.',
  ],
  ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ is given twice.'],
])('%s is refused', (text, comment) => {
  expect(parseRepeat(text)).toEqual({ kind: 'bad', comment });
});
