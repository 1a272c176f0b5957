/**
 * A travel table being filled: row-major by place of departure, the lanes of a pair side by side, -1 where no road leads.
 *
 * n places with k lanes take 4 n² (k + 1) bytes; where only some pairs are asked for, 4 (k + 1) bytes for each of those.
 */
import type { TravelTable } from '../../search/index.js';
import type { Reach } from './legs.js';

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

/** Of some pairs: row after row, each in the order of its places; then that of no road. */
export function createSparseTable(
  reaches: readonly Reach[],
  laneCount: number,
  memory: TableMemory,
): Required<TravelTable> {
  const pairCount = reaches.reduce((sum, { to }) => sum + to.length, 0);
  const listsAt = NUMBERS_OF_ROW * reaches.length;
  const rows = new Uint32Array(listsAt + pairCount);
  let firstPair = 0;
  for (const { from, to } of reaches) {
    // Each has a list of its own, so that lists are as long as rows.
    rows.set([firstPair, firstPair, to.length], NUMBERS_OF_ROW * from);
    rows.set(to, listsAt + firstPair);
    firstPair += to.length;
  }
  const distanceMeters = numbers(pairCount + 1, memory);
  const travelSeconds = numbers((pairCount + 1) * laneCount, memory);
  distanceMeters[pairCount] = UNREACHABLE;
  travelSeconds.fill(UNREACHABLE, pairCount * laneCount);
  return { distanceMeters, travelSeconds, rows };
}

/** Its first pair, where its list begins, and how long that is. */
const NUMBERS_OF_ROW = 3;

function numbers(count: number, memory: TableMemory): Int32Array {
  const bytes = count * Int32Array.BYTES_PER_ELEMENT;
  return new Int32Array(memory === 'own' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
}

/** How tables are filled: where they lie, and until when. */
export type FillOptions = { memory: TableMemory; shouldStop: () => boolean };
