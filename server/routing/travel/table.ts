/**
 * A travel table being filled: row-major by place of departure, the lanes of a pair side by side, -1 where no road leads.
 *
 * n places with k lanes take 4 n² (k + 1) bytes.
 */
import type { TravelTable } from '../../search/index.js';

export const UNREACHABLE = -1;

/** `own`: it can be moved to another thread. `shared`: several threads read it in place. */
export type TableMemory = 'own' | 'shared';

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
  return { distanceMeters, travelSeconds };
}

function numbers(count: number, memory: TableMemory): Int32Array {
  const bytes = count * Int32Array.BYTES_PER_ELEMENT;
  return new Int32Array(memory === 'own' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
}

/** How tables are filled: where they lie, and until when. */
export type FillOptions = { memory: TableMemory; shouldStop: () => boolean };
