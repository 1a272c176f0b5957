/** Instants in local time, for the times of a response and for the choice of traffic lanes. */
import { DAY_SECONDS, formatDay, formatTimeOfDay } from '../../time/index.js';
import type { ProblemMessage } from '../problem.js';

type ClockMessage = ProblemMessage['clocks'][number];

/** Returns the offset from UTC in seconds. */
export function offsetAt({ segments }: ClockMessage, at: number): number {
  const segment = segments.findLast(({ from_at }) => from_at <= at) ?? segments[0];
  return segment?.offset_seconds ?? 0;
}

/** Formats an instant as ISO 8601, to the second, with the offset of the clock at that instant. */
export function isoInstant(at: number, clock: ClockMessage): string {
  // Until 1972, one zone had an offset with seconds, which ISO 8601 cannot express. The instant is correct anyway.
  const offsetMinutes = Math.trunc(offsetAt(clock, at) / 60);
  const local = at + offsetMinutes * 60;
  const day = Math.floor(local / DAY_SECONDS);
  return `${dateText(day)}T${formatTimeOfDay(local - day * DAY_SECONDS)}${offsetText(offsetMinutes)}`;
}

/** The texts of the last day and offset: those of a route are mostly the same, and formatting a date is slow. */
const last = { day: Number.NaN, text: '' };
const lastOffset = { minutes: Number.NaN, text: '' };

function dateText(day: number): string {
  if (day !== last.day) {
    last.day = day;
    last.text = formatDay(day);
  }
  return last.text;
}

function offsetText(minutes: number): string {
  if (minutes !== lastOffset.minutes) {
    lastOffset.minutes = minutes;
    const hoursAndMinutes = formatTimeOfDay(Math.abs(minutes) * 60).slice(0, 5);
    lastOffset.text = `${minutes < 0 ? '-' : '+'}${hoursAndMinutes}`;
  }
  return lastOffset.text;
}

export type TimeText = string | number;

/** Formats an instant in the time format of the request. */
export const timeAt = (at: number, clock: ClockMessage, format: 'iso' | 'unix'): TimeText =>
  format === 'unix' ? at : isoInstant(at, clock);

/** Returns the lane of travel tables that applies at an instant, by the clock of the place of departure. */
export function laneAt(
  at: number,
  clock: ClockMessage,
  { weekday, weekend }: ProblemMessage['traffic'],
): number {
  const local = at + offsetAt(clock, at);
  const day = Math.floor(local / DAY_SECONDS);
  // 1970-01-01 was a Thursday, three days after a Monday.
  const isWeekend = (((day + 3) % 7) + 7) % 7 >= 5;
  const second = local - day * DAY_SECONDS;
  const lanes = isWeekend ? weekend : weekday;
  return lanes.findLast(([from]) => from <= second)?.[1] ?? 0;
}
