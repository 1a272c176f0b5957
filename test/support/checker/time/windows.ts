/**
 * Time windows as intervals of Unix seconds, both ends inclusive: `[start, end]`.
 *
 * A dated window gives one interval, where open sides are infinite. A recurring window gives an interval for each
 * matching day of the span, determined by the day on which it opens. If its end is not after its start, it extends into
 * the next day.
 */
import { type TimeText, type TimeWindow } from '../contract.js';
import { weekdayOf } from './calendar.js';
import { instantOf } from './instant.js';
import { DAY_SECONDS, instantOfLocal, localDayAt, localSecondsAt } from './zone.js';

export type Interval = { start: number; end: number };

const TIME_OF_DAY = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;

function timeOfDay(time: TimeText | undefined): number | undefined {
  const match = typeof time === 'string' ? TIME_OF_DAY.exec(time) : null;
  return match === null
    ? undefined
    : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}

export const isRecurring = ({ start_time, end_time, weekdays }: TimeWindow): boolean =>
  weekdays !== undefined ||
  timeOfDay(start_time) !== undefined ||
  timeOfDay(end_time) !== undefined;

function onEachDay(window: TimeWindow, zone: string, span: Interval): Interval[] {
  const opens = timeOfDay(window.start_time) ?? 0;
  const closes = timeOfDay(window.end_time) ?? DAY_SECONDS;
  const closesAfter = closes <= opens ? closes + DAY_SECONDS : closes;
  const intervals: Interval[] = [];
  const lastDay = localDayAt(zone, span.end);
  // A window of the previous day may extend into the span.
  for (let day = localDayAt(zone, span.start) - 1; day <= lastDay; day += 1) {
    if (window.weekdays !== undefined && !window.weekdays.includes(weekdayOf(day))) continue;
    const midnight = day * DAY_SECONDS;
    intervals.push({
      start: instantOfLocal(zone, midnight + opens).instant,
      end: instantOfLocal(zone, midnight + closesAfter).instant,
    });
  }
  return intervals;
}

/** Moves an instant by whole days of the local calendar, like the times of a repeated shift. */
export function movedByDays(instant: number, zone: string, days: number): number {
  if (days === 0) return instant;
  return instantOfLocal(zone, localSecondsAt(zone, instant) + days * DAY_SECONDS).instant;
}

/** Returns the intervals of one window. `days` moves dated windows, see `movedByDays`. */
export function intervalsOf(
  window: TimeWindow,
  zone: string,
  span: Interval,
  days = 0,
): Interval[] {
  if (isRecurring(window)) return onEachDay(window, zone, span);
  const moved = (time: TimeText): number => movedByDays(instantOf(time, zone), zone, days);
  const { start_time, end_time } = window;
  return [
    {
      start: start_time === undefined ? -Infinity : moved(start_time),
      end: end_time === undefined ? Infinity : moved(end_time),
    },
  ];
}

/** Returns the seconds between the instant and the interval: 0 inside, negative before it, positive after it. */
export const secondsOutside = (instant: number, { start, end }: Interval): number =>
  instant < start ? instant - start : instant > end ? instant - end : 0;

/** Returns the interval that is nearest in time, and the earlier of two equally near ones. */
export function nearest<I extends Interval>(
  intervals: readonly I[],
  instant: number,
): I | undefined {
  let best: I | undefined;
  const away = (interval: I): number => Math.abs(secondsOutside(instant, interval));
  for (const interval of intervals) {
    const isNearer =
      best === undefined ||
      away(interval) < away(best) ||
      (away(interval) === away(best) && interval.start < best.start);
    if (isNearer) best = interval;
  }
  return best;
}

/** Returns the times that lie in an interval of every set, as intervals. */
export function intersection(sets: readonly (readonly Interval[])[]): Interval[] {
  let common: Interval[] = [{ start: -Infinity, end: Infinity }];
  for (const intervals of sets) {
    common = common.flatMap((outer) =>
      intervals
        .map((inner) => ({
          start: Math.max(outer.start, inner.start),
          end: Math.min(outer.end, inner.end),
        }))
        .filter(({ start, end }) => start <= end),
    );
  }
  return common;
}
