/** Lanes of travel tables, and the seconds of the day at which each takes effect. */
import type { TrafficMessage } from '../problem.js';

/** An interval of the day and its lane. The intervals of all lanes cover the day exactly once. */
export type LaneInterval = { firstSecond: number; lane: number };

/** A single lane that applies at all times. */
export const ONE_LANE: TrafficMessage = { weekday: [[0, 0]], weekend: [[0, 0]] };

/** Returns the seconds at which the lane changes, ascending. Successive intervals of one lane are merged. */
export function laneStarts(intervals: readonly LaneInterval[]): [second: number, lane: number][] {
  const starts: [number, number][] = [];
  for (const { firstSecond, lane } of intervals.toSorted((a, b) => a.firstSecond - b.firstSecond)) {
    if (starts.at(-1)?.[1] !== lane) starts.push([firstSecond, lane]);
  }
  return starts;
}
