/**
 * Repeat rules: parses the part of RFC 5545 that shifts need, and expands rules to days.
 *
 * Supports `FREQ` (DAILY, WEEKLY, MONTHLY, YEARLY), `INTERVAL`, `BYDAY`, `COUNT` and `UNTIL`; weeks start on Monday.
 * The first day considered is that of the shift's own start; it is not an occurrence unless the rule matches it.
 * `COUNT` counts from there.
 */
import { WEEKDAYS, dateOf, dayOf, isoWeekOf, monthOf, weekdayIdxOf } from './calendar.js';
import type { Clock } from './clock.js';
import { DAY_SECONDS } from './time-of-day.js';

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof FREQUENCIES)[number];

type NamedDay = { weekdayIdx: number; ordinal: number | undefined };
type Until = { day: number; secondOfDay: number | undefined; isUtc: boolean };

export type RepeatRule = {
  frequency: Frequency;
  interval: number;
  days: readonly NamedDay[];
  count: number | undefined;
  until: Until | undefined;
};

export type RepeatOutcome = { kind: 'ok'; rule: RepeatRule } | { kind: 'bad'; comment: string };

const INTERVAL_MAX = 1000;
const COUNT_MAX = 10_000;

/** Parses a rule. The comment of a `bad` outcome states what is wrong with the rule or not supported. */
export function parseRepeat(text: string): RepeatOutcome {
  const parts = new Map<string, string>();
  for (const part of text.replace(/^RRULE:/, '').split(';')) {
    const match = /^([A-Z]+)=(.+)$/.exec(part);
    if (match === null) return bad(`"${part}" is not a part of a rule, such as FREQ=WEEKLY.`);
    const [, name = '', value = ''] = match;
    if (parts.has(name)) return bad(`${name} is given twice.`);
    parts.set(name, value);
  }
  const taken = (name: string): string | undefined => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const frequencyText = taken('FREQ');
  const frequency = FREQUENCIES.find((each) => each === frequencyText);
  if (frequency === undefined) return bad(`FREQ must be one of ${FREQUENCIES.join(', ')}.`);
  const interval = wholeNumber(taken('INTERVAL') ?? '1', INTERVAL_MAX);
  if (interval === undefined) return bad(`INTERVAL must be 1 to ${INTERVAL_MAX}.`);
  const countText = taken('COUNT');
  const count = countText === undefined ? undefined : wholeNumber(countText, COUNT_MAX);
  if (countText !== undefined && count === undefined)
    return bad(`COUNT must be 1 to ${COUNT_MAX}.`);
  const untilText = taken('UNTIL');
  const until = untilText === undefined ? undefined : parseUntil(untilText);
  if (untilText !== undefined && until === undefined) {
    return bad('UNTIL must be a date such as 20261224, or a time such as 20261224T180000Z.');
  }
  if (count !== undefined && until !== undefined)
    return bad('Only one of COUNT and UNTIL may be given.');
  const days = (taken('BYDAY')?.split(',') ?? []).map(parseNamedDay);
  if (days.includes(undefined)) return bad('BYDAY must list weekdays such as MO,TH or 1MO,-1FR.');
  const named = distinct(days.filter((day) => day !== undefined));
  if (frequency !== 'MONTHLY' && named.some(({ ordinal }) => ordinal !== undefined)) {
    return bad('BYDAY may have numbers, as in 1MO, only with FREQ=MONTHLY.');
  }
  // Weeks always start on Monday, so `WKST=MO` has no effect.
  if (parts.get('WKST') === 'MO') parts.delete('WKST');
  const [unknown] = parts.keys();
  if (unknown !== undefined) {
    return bad(`${unknown} is not supported; FREQ, INTERVAL, BYDAY, COUNT and UNTIL are.`);
  }
  return { kind: 'ok', rule: { frequency, interval, days: named, count, until } };
}

/** Whether a rule has neither `COUNT` nor `UNTIL`, so that its occurrences never end. */
export const isEndless = ({ count, until }: RepeatRule): boolean =>
  count === undefined && until === undefined;

/** The days on which an occurrence may start, both inclusive. Earlier occurrences only count towards `COUNT`. */
export type DayRange = { fromDay: number; lastDay: number };

/** Returns how many days `occurrenceDays` checks at most. Only rules with `COUNT` are searched from their own start. */
export function searchedDayCount(
  { count }: RepeatRule,
  firstLocalSeconds: number,
  { fromDay, lastDay }: DayRange,
): number {
  const firstDay = Math.floor(firstLocalSeconds / DAY_SECONDS);
  return Math.max(0, lastDay + 1 - (count === undefined ? Math.max(firstDay, fromDay) : firstDay));
}

/** Returns the days of the range on which an occurrence starts. None starts before `firstLocalSeconds` of the clock. */
export function occurrenceDays(
  rule: RepeatRule,
  clock: Clock,
  firstLocalSeconds: number,
  { fromDay, lastDay }: DayRange,
): number[] {
  const firstDay = Math.floor(firstLocalSeconds / DAY_SECONDS);
  const secondOfDay = firstLocalSeconds - firstDay * DAY_SECONDS;
  const end = Math.min(lastDay, untilDayOf(rule, clock, secondOfDay));
  const days: number[] = [];
  let left = rule.count ?? Infinity;
  const searchedFrom = rule.count === undefined ? Math.max(firstDay, fromDay) : firstDay;
  for (let day = searchedFrom; day <= end && left > 0; day += 1) {
    if (!isInTurn(rule, firstDay, day) || !isNamed(rule, firstDay, day)) continue;
    left -= 1;
    if (day >= fromDay) days.push(day);
  }
  return days;
}

/** Removes duplicates, so that a day that is named a hundred times is compared only once. */
function distinct(days: readonly NamedDay[]): NamedDay[] {
  const byName = days.map((day) => [`${day.ordinal ?? ''} ${day.weekdayIdx}`, day] as const);
  return [...new Map(byName).values()];
}

const bad = (comment: string): RepeatOutcome => ({ kind: 'bad', comment });

function wholeNumber(text: string, max: number): number | undefined {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= max ? number : undefined;
}

function parseNamedDay(text: string): NamedDay | undefined {
  const match = /^([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text);
  if (match === null) return undefined;
  const [, ordinal, name] = match;
  return {
    weekdayIdx: WEEKDAYS.findIndex((each) => each === name),
    ordinal: ordinal === undefined ? undefined : Number(ordinal),
  };
}

function parseUntil(text: string): Until | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0] = match.slice(1, 4).map(Number);
  const day = dayOf({ year, month, dayOfMonth });
  if (day === undefined) return undefined;
  const [hours, minutes, seconds] = match.slice(4, 7).map(Number);
  const secondOfDay =
    match[4] === undefined ? undefined : (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return { day, secondOfDay, isUtc: match[7] === 'Z' };
}

/** Returns the last day on which an occurrence with this start time does not start after `UNTIL`. */
function untilDayOf({ until }: RepeatRule, clock: Clock, secondOfDay: number): number {
  if (until === undefined) return Infinity;
  if (until.secondOfDay === undefined) return until.day;
  const written = until.day * DAY_SECONDS + until.secondOfDay;
  const local = until.isUtc ? clock.localOf(written) : written;
  return Math.floor((local - secondOfDay) / DAY_SECONDS);
}

/** Whether a day lies in a period (day, week, month or year) that `INTERVAL` does not skip. */
function isInTurn({ frequency, interval }: RepeatRule, firstDay: number, day: number): boolean {
  switch (frequency) {
    case 'DAILY':
      return (day - firstDay) % interval === 0;
    case 'WEEKLY':
      return (isoWeekOf(day) - isoWeekOf(firstDay)) % interval === 0;
    case 'MONTHLY':
      return (monthOf(day) - monthOf(firstDay)) % interval === 0;
    case 'YEARLY':
      return (dateOf(day).year - dateOf(firstDay).year) % interval === 0;
  }
}

/** Whether `BYDAY` names the day. Without `BYDAY`, whether the day corresponds to the first day. */
function isNamed({ frequency, days }: RepeatRule, firstDay: number, day: number): boolean {
  if (days.length > 0) {
    return days.some(
      ({ weekdayIdx, ordinal }) =>
        weekdayIdx === weekdayIdxOf(day) &&
        (ordinal === undefined || ordinalsOf(day).includes(ordinal)),
    );
  }
  const first = dateOf(firstDay);
  const date = dateOf(day);
  switch (frequency) {
    case 'DAILY':
      return true;
    case 'WEEKLY':
      return weekdayIdxOf(day) === weekdayIdxOf(firstDay);
    case 'MONTHLY':
      return date.dayOfMonth === first.dayOfMonth;
    case 'YEARLY':
      return date.month === first.month && date.dayOfMonth === first.dayOfMonth;
  }
}

/** Returns the ordinal of a day among the same weekdays of its month, counted from the start and from the end. */
function ordinalsOf(day: number): readonly [number, number] {
  const { year, month, dayOfMonth } = dateOf(day);
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [Math.ceil(dayOfMonth / 7), -Math.ceil((lastOfMonth - dayOfMonth + 1) / 7)];
}
