/**
 * A travel table being filled: row-major by place of departure, the lanes of a pair side by side, -1 where no road leads.
 *
 * n places with k lanes take 4 n² (k + 1) bytes.
 */
import type { TravelTableBytes } from '../problem.js';

export const UNREACHABLE = -1;

export type TravelTable = TravelTableBytes & { placeCount: number; laneCount: number };

/** From a place to itself it is no way at all; everything else is unreachable until it is set. */
export function createTravelTable(placeCount: number, laneCount: number): TravelTable {
  const distanceMeters = new Int32Array(placeCount * placeCount).fill(UNREACHABLE);
  const travelSeconds = new Int32Array(placeCount * placeCount * laneCount).fill(UNREACHABLE);
  for (let place = 0; place < placeCount; place += 1) {
    const pair = place * placeCount + place;
    distanceMeters[pair] = 0;
    travelSeconds.fill(0, pair * laneCount, (pair + 1) * laneCount);
  }
  return { distanceMeters, travelSeconds, placeCount, laneCount };
}

/** Sets a row from meters and seconds of each lane, pair by pair, as the core's tables give them. */
export function setRow(
  { distanceMeters, travelSeconds, placeCount, laneCount }: TravelTable,
  from: number,
  numbers: Int32Array,
  unreachableMeters: number,
): void {
  const width = laneCount + 1;
  for (let to = 0; to < placeCount; to += 1) {
    const at = to * width;
    const meters = numbers[at] ?? unreachableMeters;
    if (to === from || meters === unreachableMeters) continue;
    const pair = from * placeCount + to;
    distanceMeters[pair] = meters;
    travelSeconds.set(numbers.subarray(at + 1, at + width), pair * laneCount);
  }
}
