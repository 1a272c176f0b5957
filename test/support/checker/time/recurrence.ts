/**
 * The days on which a repeated shift starts: the part of RFC 5545 that shifts need.
 *
 * `FREQ` (DAILY, WEEKLY, MONTHLY, YEARLY), `INTERVAL`, `BYDAY` (with ordinals under MONTHLY), `COUNT`, `UNTIL`. Tests
 * each day from the first on, which is slow and obvious. Weeks start on Monday. `COUNT` counts from the start of the
 * shift, even if the planning period starts later. A first day that does not match the rule is not an occurrence.
 */
import {
  dayOfParts,
  daysInMonth,
  isoWeekOf,
  partsOfDay,
  weekdayIdxOf,
  weekdayIdxOfName,
} from './calendar.js';
import { DAY_SECONDS, localSecondsAt } from './zone.js';

type ByDay = { ordinal: number | undefined; weekdayIdx: number };
type Rule = {
  frequency: string;
  interval: number;
  byDay: ByDay[];
  count: number;
  /** The last day that may start an occurrence. */
  untilDay: number;
};

/** Returns the last day that may start an occurrence. `startSeconds` is the time of day at which occurrences start. */
function untilDayOf(text: string | undefined, zone: string, startSeconds: number): number {
  if (text === undefined) return Infinity;
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(text);
  if (match === null) throw new Error(`not an UNTIL: ${text}`);
  const [year, month, dayOfMonth, hour, minute, second] = match.slice(1, 7).map(Number);
  const day = dayOfParts({ year: year ?? 0, month: month ?? 1, dayOfMonth: dayOfMonth ?? 1 });
  if (match[4] === undefined) return day;
  const written = day * DAY_SECONDS + (hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0);
  const local = match[7] === 'Z' ? localSecondsAt(zone, written) : written;
  return Math.floor((local - startSeconds) / DAY_SECONDS);
}

function readRule(text: string, zone: string, startSeconds: number): Rule {
  const parts = new Map(
    text
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part): [string, string] => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']),
  );
  const byDay = (parts.get('BYDAY') ?? '')
    .split(',')
    .filter((name) => name !== '')
    .map((name) => ({
      ordinal: name.length > 2 ? Number(name.slice(0, -2)) : undefined,
      weekdayIdx: weekdayIdxOfName(name.slice(-2)),
    }));
  return {
    frequency: parts.get('FREQ') ?? '',
    interval: Number(parts.get('INTERVAL') ?? 1),
    byDay,
    count: Number(parts.get('COUNT') ?? Infinity),
    untilDay: untilDayOf(parts.get('UNTIL'), zone, startSeconds),
  };
}

function isNamed(byDay: readonly ByDay[], day: number): boolean {
  const { year, month, dayOfMonth } = partsOfDay(day);
  const fromStart = Math.ceil(dayOfMonth / 7);
  const fromEnd = -Math.ceil((daysInMonth(year, month) - dayOfMonth + 1) / 7);
  return byDay.some(
    ({ ordinal, weekdayIdx }) =>
      weekdayIdx === weekdayIdxOf(day) &&
      (ordinal === undefined || ordinal === fromStart || ordinal === fromEnd),
  );
}

function matches({ frequency, interval, byDay }: Rule, firstDay: number, day: number): boolean {
  const first = partsOfDay(firstDay);
  const here = partsOfDay(day);
  const months = (here.year - first.year) * 12 + here.month - first.month;
  switch (frequency) {
    case 'DAILY':
      return (day - firstDay) % interval === 0 && (byDay.length === 0 || isNamed(byDay, day));
    case 'WEEKLY':
      return (
        ((isoWeekOf(day) - isoWeekOf(firstDay)) / 7) % interval === 0 &&
        (byDay.length === 0 ? weekdayIdxOf(day) === weekdayIdxOf(firstDay) : isNamed(byDay, day))
      );
    case 'MONTHLY':
      return (
        months % interval === 0 &&
        (byDay.length === 0 ? here.dayOfMonth === first.dayOfMonth : isNamed(byDay, day))
      );
    case 'YEARLY':
      return (
        (here.year - first.year) % interval === 0 &&
        (byDay.length === 0
          ? here.month === first.month && here.dayOfMonth === first.dayOfMonth
          : isNamed(byDay, day))
      );
    default:
      throw new Error(`not a FREQ: ${frequency}`);
  }
}

/** Returns the days up to `lastDay` on which an occurrence starts; the first may start at `firstLocalSeconds`. */
export function occurrenceDays(
  ruleText: string,
  zone: string,
  firstLocalSeconds: number,
  lastDay: number,
): number[] {
  const firstDay = Math.floor(firstLocalSeconds / DAY_SECONDS);
  const rule = readRule(ruleText, zone, firstLocalSeconds - firstDay * DAY_SECONDS);
  const days: number[] = [];
  for (let day = firstDay; day <= Math.min(lastDay, rule.untilDay); day += 1) {
    if (days.length >= rule.count) break;
    if (matches(rule, firstDay, day)) days.push(day);
  }
  return days;
}
