/** Instants in local time: as responses write them, and as traffic follows them. */
import { DAY_SECONDS } from '../../time/index.js';
import type { ProblemMessage } from '../problem.js';

type ClockMessage = ProblemMessage['clocks'][number];

/** Seconds to add to UTC. */
export function offsetAt({ segments }: ClockMessage, at: number): number {
  const segment = segments.findLast(({ from_at }) => from_at <= at) ?? segments[0];
  return segment?.offset_seconds ?? 0;
}

/** ISO 8601 with the offset that the clock has then, to the second. */
export function isoInstant(at: number, clock: ClockMessage): string {
  // Before 1972 one zone was off by seconds, which ISO cannot say; the instant is right all the same.
  const offsetMinutes = Math.trunc(offsetAt(clock, at) / 60);
  const local = new Date((at + offsetMinutes * 60) * 1000).toISOString().slice(0, 19);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const minutes = Math.abs(offsetMinutes);
  return `${local}${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

export type TimeText = string | number;

/** As the request wants times. */
export const timeAt = (at: number, clock: ClockMessage, format: 'iso' | 'unix'): TimeText =>
  format === 'unix' ? at : isoInstant(at, clock);

/** The lane of travel tables that holds at an instant, by the clock of the place of departure. */
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
