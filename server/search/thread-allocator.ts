/**
 * Who searches with how many of the search threads: searches that run at once have about as many each.
 *
 *     threads 8     search A registers, takes 8 ──► B joins, takes: 4 of A's are revoked ──► A leaves, B takes 8 with its next epoch
 *
 * A search takes threads for an epoch and gives them back. What it may take is counted again each time: one for each search, in
 * the order of their coming, then one more each in turn, as long as there are threads, memory, and somebody whom they are
 * of use to. A search that comes does not wait for the end of an epoch: those that have more than they may have now are told
 * to let threads go at once. A search's first thread is never revoked.
 *
 * What is counted here are permissions. A thread that was revoked needs some milliseconds to stop, in which the task that
 * comes after it waits in the pool's queue.
 */
import { orAborted } from '../waiting/index.js';

/** Permission to use one thread. */
export type Lease = {
  /** Aborts when somebody else needs the thread. */
  revoked: AbortSignal;
  giveBack: () => void;
};

export type Allotment = {
  /** It never has more. */
  threadsMax: number;
  /** As many as it may have now, at least one: it waits only where there are more searches than threads. */
  take: (signal: AbortSignal) => Promise<readonly Lease[]>;
  /** Ends the search's allotment; its leases have to be given back. */
  unregister: () => void;
};

export type SearchSize = {
  /** As many as are of use to it. */
  threadsMax: number;
  /** What each of its threads will hold. */
  bytesPerThread: number;
};

export type ThreadAllocator = { register: (size: SearchSize) => Allotment };

export type ThreadAllocatorOptions = {
  threads: number;
  /** For the second and further threads of all searches. No search is refused a first one. */
  bytesMax: number;
};

type Registered = SearchSize & { held: Set<AbortController> };

export function createThreadAllocator({
  threads,
  bytesMax,
}: ThreadAllocatorOptions): ThreadAllocator {
  const searches = new Set<Registered>();
  const waiting = new Set<() => void>();

  /** How many threads each search may have now; together no more than there are. */
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
        // A search that had to do without in an earlier round has fewer, and goes on to.
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

/** Until a search unregisters, or the signal aborts. */
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
