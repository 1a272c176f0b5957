/**
 * Creates travel tables to be filled: row-major by place of departure, the lanes of a pair side by side, -1 where a
 * place cannot be reached.
 *
 * n places with k lanes take 4 n² (k + 1) bytes. A table of only some pairs takes 4 (k + 2) bytes for each of them.
 */
import type { TravelTable } from '../../search/index.js';
import type { Pairs } from './legs.js';

export const UNREACHABLE = -1;

/** `own`: the table can be moved to another thread. `shared`: several threads read it in place. */
export type TableMemory = 'own' | 'shared';

/** Creates a table in which the costs from a place to itself are 0 and all other pairs are unreachable. */
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

/** Creates a table of only these pairs, row by row, then one unreachable pair. */
export function createSparseTable(
  { rowEnds, to }: Pairs,
  laneCount: number,
  memory: TableMemory,
): Required<TravelTable> {
  const pairCount = to.length;
  const listsAt = NUMBERS_OF_ROW * rowEnds.length;
  const rows = new Uint32Array(listsAt + pairCount);
  rows.set(to, listsAt);
  let first = 0;
  rowEnds.forEach((end, from) => {
    // Each row has its own list of places, so a list and the pairs of its row begin at the same offset.
    rows.set([first, first, end - first], NUMBERS_OF_ROW * from);
    first = end;
  });
  const distanceMeters = numbers(pairCount + 1, memory);
  const travelSeconds = numbers((pairCount + 1) * laneCount, memory);
  distanceMeters[pairCount] = UNREACHABLE;
  travelSeconds.fill(UNREACHABLE, pairCount * laneCount);
  return { distanceMeters, travelSeconds, rows };
}

/** The numbers that describe a row: its first pair, the start of its list of places, and the length of the list. */
const NUMBERS_OF_ROW = 3;

function numbers(count: number, memory: TableMemory): Int32Array {
  const bytes = count * Int32Array.BYTES_PER_ELEMENT;
  return new Int32Array(memory === 'own' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes));
}

/** How to fill tables: in which memory, and when to stop. */
export type FillOptions = { memory: TableMemory; shouldStop: () => boolean };
