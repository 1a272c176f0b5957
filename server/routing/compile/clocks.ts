/** Clocks of the problem: one per time zone, with its UTC offsets around the planning period. */
import { DAY_SECONDS, type Clock } from '../../time/index.js';
import type { ProblemMessage } from '../problem.js';
import type { Interval } from '../read/index.js';

export type ClockTable = {
  idxOf: (clock: Clock) => number;
  messages: () => ProblemMessage['clocks'];
};

/** Routes lie within the period. The core looks up times outside it too, but only near its ends. */
const MARGIN_SECONDS = 8 * DAY_SECONDS;

export function createClockTable(period: Interval): ClockTable {
  const clocks = new Map<string, { idx: number; clock: Clock }>();
  return {
    idxOf: (clock) => {
      const known = clocks.get(clock.zone);
      if (known !== undefined) return known.idx;
      const idx = clocks.size;
      clocks.set(clock.zone, { idx, clock });
      return idx;
    },
    messages: () =>
      [...clocks.values()].map(({ clock }) => ({
        segments: clock
          .segments(period.startAt - MARGIN_SECONDS, period.endAt + MARGIN_SECONDS)
          .map(({ fromAt, offsetSeconds }) => ({
            from_at: fromAt,
            offset_seconds: offsetSeconds,
          })),
      })),
  };
}
