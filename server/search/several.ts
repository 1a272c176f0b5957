/** What several searches for one plan need: threads, seeds of their own, and a comparison of what they find. */
import type { Transferable } from 'node:worker_threads';
import type { SearchInput, SearchOutput } from './task.js';

/** Runs a search task on a thread of its own. */
export type RunSearch = (
  input: SearchInput,
  options: { signal: AbortSignal; transfer: readonly Transferable[] },
) => Promise<SearchOutput>;

/** Relative differences up to this count as none. */
const SAME_SHARE = 1e-9;
/** Large enough that the core derives different random numbers from each seed, small enough to add to any seed. */
const SEED_STEP = 1_000_003;

/** Returns the seed of the search `idx` of several for one plan. The first keeps the seed of the request. */
export const seedOf = (seed: number, idx: number): number => seed + idx * SEED_STEP;

/** Compares lexicographically. Costs that differ by less than `SAME_SHARE` were only added up in another order. */
export function isBetter(one: Float64Array, other: Float64Array): boolean {
  for (const [at, value] of one.entries()) {
    const than = other[at] ?? 0;
    if (Math.abs(value - than) > SAME_SHARE * Math.abs(than)) return value < than;
  }
  return false;
}
