/** Lanes of travel tables, and at which second of the day each begins to hold. */
import type { TrafficMessage } from '../problem.js';

/** Intervals of the day by lane, which cover it once. */
export type LaneInterval = { firstSecond: number; lane: number };

/** One lane that always holds. */
export const ONE_LANE: TrafficMessage = { weekday: [[0, 0]], weekend: [[0, 0]] };

/** Ascending; where the lane stays the same, nothing begins. */
export function laneStarts(intervals: readonly LaneInterval[]): [second: number, lane: number][] {
  const starts: [number, number][] = [];
  for (const { firstSecond, lane } of intervals.toSorted((a, b) => a.firstSecond - b.firstSecond)) {
    if (starts.at(-1)?.[1] !== lane) starts.push([firstSecond, lane]);
  }
  return starts;
}
