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
  const sign = offsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(offsetMinutes);
  return `${dateText(day)}T${formatTimeOfDay(local - day * DAY_SECONDS)}${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The text of the last day: the times of a route are mostly on one day, and formatting a date is slow. */
const last = { day: Number.NaN, text: '' };

function dateText(day: number): string {
  if (day !== last.day) {
    last.day = day;
    last.text = formatDay(day);
  }
  return last.text;
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

const twoDigits = (number: number): string => String(number).padStart(2, '0');
