/**
 * Divides the search threads among the searches: searches that run at the same time have about equally many.
 *
 *     8 threads     A registers, takes 8 ──► B registers, takes 4 of A's ──► A leaves, B's next epoch takes 8
 *
 * A search takes threads for one epoch and gives them back. How many it may take is computed each time: one for each
 * search, in order of arrival, then one more for each in turn, as long as there are threads and memory, and searches
 * that can use them. A new search does not wait for the end of an epoch: searches that have more threads than they may
 * have now are told to release some at once. The first thread of a search is never revoked.
 *
 * This module counts permissions, not threads. A revoked thread needs a few milliseconds to stop; meanwhile the task
 * that is to run on it waits in the pool's queue.
 */
import { orAborted } from '../waiting/index.js';

/** Permission to use one thread. */
export type Lease = {
  /** Aborts when another search needs the thread. */
  revoked: AbortSignal;
  giveBack: () => void;
};

export type Allotment = {
  /** The most threads that the search ever has. */
  threadsMax: number;
  /** Takes as many threads as the search may have now, at least one. Waits only if searches outnumber threads. */
  take: (signal: AbortSignal) => Promise<readonly Lease[]>;
  /** Ends the allotment. Its leases must be given back as well. */
  unregister: () => void;
};

export type SearchSize = {
  /** How many threads are of use to it. */
  threadsMax: number;
  /** How much memory each of its threads will use. */
  bytesPerThread: number;
};

export type ThreadAllocator = { register: (size: SearchSize) => Allotment };

export type ThreadAllocatorOptions = {
  threads: number;
  /** The memory for the second and further threads of all searches. No search is refused its first thread. */
  bytesMax: number;
};

type Registered = SearchSize & { held: Set<AbortController> };

export function createThreadAllocator({
  threads,
  bytesMax,
}: ThreadAllocatorOptions): ThreadAllocator {
  const searches = new Set<Registered>();
  const waiting = new Set<() => void>();

  /** Returns how many threads each search may have now; the sum is at most `threads`. */
  function fairCounts(): Map<Registered, number> {
    const counts = new Map<Registered, number>();
    let threadsLeft = threads;
    for (const search of searches) {
      const first = Math.min(1, threadsLeft);
      counts.set(search, first);
      threadsLeft -= first;
    }
    let bytesLeft = bytesMax;
    for (let round = 2; round <= threads; round += 1) {
      for (const search of searches) {
        if (search.threadsMax < round || threadsLeft === 0) continue;
        if (search.bytesPerThread > bytesLeft) continue;
        // A search that got no thread in an earlier round gets none in later rounds.
        if ((counts.get(search) ?? 0) !== round - 1) continue;
        counts.set(search, round);
        threadsLeft -= 1;
        bytesLeft -= search.bytesPerThread;
      }
    }
    return counts;
  }

  function revokeOne(counts: ReadonlyMap<Registered, number>): void {
    let most: Registered | undefined;
    let mostExcess = 0;
    for (const search of searches) {
      const excess = search.held.size - (counts.get(search) ?? 0);
      if (excess > mostExcess) [most, mostExcess] = [search, excess];
    }
    const last = most === undefined ? undefined : [...most.held].at(-1);
    if (most === undefined || last === undefined)
      throw new Error('No search has more threads than its allotment.');
    most.held.delete(last);
    last.abort(new Error('The thread is needed by another search.'));
  }

  const heldCount = (): number => [...searches].reduce((sum, { held }) => sum + held.size, 0);

  function lease(search: Registered): Lease {
    const controller = new AbortController();
    search.held.add(controller);
    return { revoked: controller.signal, giveBack: () => search.held.delete(controller) };
  }

  return {
    register(size) {
      const search: Registered = { ...size, held: new Set() };
      searches.add(search);
      return {
        threadsMax: Math.min(threads, size.threadsMax),
        async take(signal) {
          for (;;) {
            signal.throwIfAborted();
            const counts = fairCounts();
            const count = counts.get(search) ?? 0;
            if (count > 0) {
              while (threads - heldCount() < count - search.held.size) revokeOne(counts);
              return Array.from({ length: count - search.held.size }, () => lease(search));
            }
            await turn(waiting, signal);
          }
        },
        unregister() {
          searches.delete(search);
          for (const wake of waiting) wake();
        },
      };
    },
  };
}

/** Waits until a search unregisters, or the signal aborts. */
async function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  let wake = (): void => undefined;
  const woken = new Promise<void>((resolve) => (wake = resolve));
  waiting.add(wake);
  try {
    await orAborted(woken, signal);
  } finally {
    waiting.delete(wake);
  }
}
