/**
 * Time windows: read once, then expanded to intervals of instants for any span.
 *
 *     dated      one interval, infinite on open sides; moves with a repeated shift by whole local days
 *     recurring  one interval per matching day on which it opens; a window that ends no later than it starts extends
 *                into the next day
 */
import {
  DAY_SECONDS,
  WEEKDAYS,
  instantOf,
  parseTime,
  weekdayIdxOf,
  type Clock,
} from '../../time/index.js';
import type { WindowEntry } from '../schema/index.js';
import { shown, type Report } from './report.js';

/** Both ends are inclusive. */
export type Interval = { startAt: number; endAt: number };

export type ReadWindow =
  | { kind: 'dated'; interval: Interval; clock: Clock }
  | {
      kind: 'recurring';
      /** Seconds from the midnight before it opens; `closes` may lie in the next day. */
      opens: number;
      closes: number;
      /** Indexes of weekdays; undefined: every day. */
      weekdays: ReadonlySet<number> | undefined;
      clock: Clock;
    };

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const END_OF_DAY = /^24:00(?::00)?$/;

/** Adds the missing zero to times such as `9:00`. Undefined: not such a time. */
function padded(time: string | number | undefined): string | undefined {
  return typeof time === 'string' && /^\d:\d\d(?::\d\d)?$/.test(time) ? `0${time}` : undefined;
}

/** Advice on forms of ISO 8601 that are not supported, and on similar mistakes. */
function adviceOnTime(time: string | number): string {
  const text = String(time);
  const short = padded(time);
  if (short !== undefined) return ` Write ${short}, and the date before it: 2026-03-02T${short}.`;
  if (/^\d{8}(T|$)/.test(text)) {
    return ' Write the form with hyphens and colons, such as 2026-03-02T08:00:00.';
  }
  if (/^\d{4}-?(W\d|\d{3}(T|$))/.test(text)) {
    return ' Write month and day of the month, such as 2026-03-02T08:00:00.';
  }
  if (/^\d{12,}$/.test(text)) return ' Write Unix seconds, as a number, not milliseconds.';
  if (/^\d+$/.test(text)) return ' Write Unix seconds as a number, without quotes.';
  if (/^\d{4}-\d\d-\d\d /.test(text)) return ' Write T between date and time, not a space.';
  if (TIME_OF_DAY.test(text)) return ' Write the date as well, such as 2026-03-02T08:00:00.';
  return '';
}

/** Returns the instant of a time of the request. Undefined: the time is invalid, which is reported. */
export function readTime(
  time: string | number,
  clock: Clock,
  pointer: string,
  report: Report,
): number | undefined {
  const read = parseTime(time);
  if (read === undefined) {
    report.problem(
      pointer,
      'invalid_time',
      `Expected a time from 1970 to 2199, as ISO 8601 or Unix seconds, got ${shown(time)}.${adviceOnTime(time)}`,
    );
    return undefined;
  }
  const { instant, kind } = instantOf(read, clock);
  switch (kind) {
    case 'plain':
      break;
    case 'gap':
      report.warning(
        pointer,
        'local_time_in_gap',
        `The clocks of ${clock.zone} skip ${shown(time)}; the time is moved forward by the length of the gap.`,
      );
      break;
    case 'overlap':
      report.warning(
        pointer,
        'local_time_twice',
        `The clocks of ${clock.zone} show ${shown(time)} twice; the first one is used.`,
      );
      break;
  }
  return instant;
}

/** Reads one window. Undefined: the window has a fault, which is reported. */
export function readWindow(
  entry: WindowEntry,
  clock: Clock,
  pointer: string,
  report: Report,
): ReadWindow | undefined {
  const { start_time, end_time } = entry;
  const opens = timeOfDay(start_time);
  const closes = timeOfDay(end_time) ?? endOfDay(end_time);
  const isDated = (time: string | number | undefined, ofDay: number | undefined): boolean =>
    time !== undefined && ofDay === undefined;
  const short = [start_time, end_time].flatMap((each) => padded(each) ?? []);
  if (opens !== undefined || closes !== undefined || entry.weekdays || short.length > 0) {
    if (isDated(start_time, opens) || isDated(end_time, closes)) {
      report.problem(
        pointer,
        'mixed_window',
        `A window has either times of day (HH:MM), optionally with weekdays, or times with dates.${short.map((each) => ` Write ${each}.`).join('')}`,
      );
      return undefined;
    }
    const from = opens ?? 0;
    const to = closes ?? DAY_SECONDS;
    const weekdays = entry.weekdays?.map((name) => WEEKDAYS.indexOf(name));
    return {
      kind: 'recurring',
      opens: from,
      closes: to <= from ? to + DAY_SECONDS : to,
      weekdays: weekdays === undefined ? undefined : new Set(weekdays),
      clock,
    };
  }
  const startAt =
    start_time === undefined
      ? -Infinity
      : readTime(start_time, clock, `${pointer}/start_time`, report);
  const endAt =
    end_time === undefined ? Infinity : readTime(end_time, clock, `${pointer}/end_time`, report);
  if (startAt === undefined || endAt === undefined) return undefined;
  if (endAt < startAt) {
    report.problem(pointer, 'ends_before_start', 'The window ends before it starts.');
    return undefined;
  }
  return { kind: 'dated', interval: { startAt, endAt }, clock };
}

/** Reads a list of windows. Undefined: any time; an empty list means the same as no list. */
export function readWindows(
  entries: readonly WindowEntry[] | undefined,
  clock: Clock,
  pointer: string,
  report: Report,
): readonly ReadWindow[] | undefined {
  if (entries === undefined || entries.length === 0) return undefined;
  return entries.flatMap(
    (entry, idx) => readWindow(entry, clock, `${pointer}/${idx}`, report) ?? [],
  );
}

/** Moves an instant by whole days of the local calendar. */
export function movedByDays(instant: number, clock: Clock, days: number): number {
  if (days === 0 || !Number.isFinite(instant)) return instant;
  return clock.instantOf(clock.localOf(instant) + days * DAY_SECONDS).instant;
}

/** The intervals of a window that may overlap the span, from the day before it on. Neither clipped nor merged. */
export function intervalsOf(window: ReadWindow, span: Interval, movedDays = 0): Interval[] {
  const { clock } = window;
  if (window.kind === 'dated') {
    const { startAt, endAt } = window.interval;
    const moved = {
      startAt: movedByDays(startAt, clock, movedDays),
      endAt: movedByDays(endAt, clock, movedDays),
    };
    return [moved];
  }
  const intervals: Interval[] = [];
  const lastDay = clock.dayOf(span.endAt);
  for (let day = clock.dayOf(span.startAt) - 1; day <= lastDay; day += 1) {
    if (window.weekdays !== undefined && !window.weekdays.has(weekdayIdxOf(day))) continue;
    const midnight = day * DAY_SECONDS;
    const startAt = clock.instantOf(midnight + window.opens).instant;
    const endAt = clock.instantOf(midnight + window.closes).instant;
    // Times in a gap of the clock move forward by the gap, which may put the opening after the closing.
    if (startAt <= endAt) intervals.push({ startAt, endAt });
  }
  return intervals;
}

/** When any of the windows is open within the span: ascending, disjoint. Without windows: the whole span. */
export function openIn(
  windows: readonly ReadWindow[] | undefined,
  span: Interval,
  movedDays = 0,
): Interval[] {
  if (span.endAt < span.startAt) return [];
  if (windows === undefined) return [span];
  return cut(merge(windows.flatMap((window) => intervalsOf(window, span, movedDays))), [span]);
}

/** Merges intervals into ascending, disjoint ones. Seconds are whole, so adjacent intervals are joined. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of intervals.toSorted((a, b) => a.startAt - b.startAt)) {
    const last = merged.at(-1);
    if (last === undefined || next.startAt > last.endAt + 1) merged.push({ ...next });
    else last.endAt = Math.max(last.endAt, next.endAt);
  }
  return merged;
}

/** The intersection of two lists, each ascending and disjoint. */
export function cut(these: readonly Interval[], those: readonly Interval[]): Interval[] {
  const both: Interval[] = [];
  let at = 0;
  for (const { startAt, endAt } of these) {
    while (at < those.length && (those[at]?.endAt ?? 0) < startAt) at += 1;
    for (let other = at; other < those.length; other += 1) {
      const that = those[other];
      if (that === undefined || that.startAt > endAt) break;
      both.push({ startAt: Math.max(startAt, that.startAt), endAt: Math.min(endAt, that.endAt) });
    }
  }
  return both;
}

function timeOfDay(time: string | number | undefined): number | undefined {
  const match = typeof time === 'string' ? TIME_OF_DAY.exec(time) : null;
  if (match === null) return undefined;
  return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3] ?? 0);
}

function endOfDay(time: string | number | undefined): number | undefined {
  return typeof time === 'string' && END_OF_DAY.test(time) ? DAY_SECONDS : undefined;
}
