/**
 * A travel table being filled: row-major by place of departure, the lanes of a pair side by side, -1 where no road leads.
 *
 * n places with k lanes take 4 n² (k + 1) bytes.
 */
import type { TravelTableBytes } from '../problem.js';

export const UNREACHABLE = -1;

/** `own`: it can be moved to another thread. `shared`: several threads read it in place. */
export type TableMemory = 'own' | 'shared';

export type TravelTable = TravelTableBytes & { placeCount: number; laneCount: number };

/** From a place to itself it is no way at all; everything else is unreachable until it is set. */
export function createTravelTable(
  placeCount: number,
  laneCount: number,
  memory: TableMemory,
): TravelTable {
  const pairCount = placeCount * placeCount;
  const distanceMeters = numbers(pairCount, memory).fill(UNREACHABLE);
  const travelSeconds = numbers(pairCount * laneCount, memory).fill(UNREACHABLE);
  for (let place = 0; place < placeCount; place += 1) {
    const pair = place * placeCount + place;
    distanceMeters[pair] = 0;
    travelSeconds.fill(0, pair * laneCount, (pair + 1) * laneCount);
  }
  return { distanceMeters, travelSeconds, placeCount, laneCount };
}

function numbers(count: number, memory: TableMemory): Int32Array {
  const bytes = count * Int32Array.BYTES_PER_ELEMENT;
  return new Int32Array(memory === 'own' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
}

/** How tables are filled: where they lie, and until when. */
export type FillOptions = { memory: TableMemory; shouldStop: () => boolean };

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
    // Number by number: a view of each pair's lanes takes four times as long, 1.2 s at 5,000 places.
    for (let lane = 0; lane < laneCount; lane += 1) {
      travelSeconds[pair * laneCount + lane] = numbers[at + 1 + lane] ?? UNREACHABLE;
    }
  }
}
