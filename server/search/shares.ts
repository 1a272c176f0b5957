/**
 * Who searches with how many of the search threads: teams that run at once have about as many each.
 *
 *     threads 8     team A joins, takes 8 ──► B joins, takes: 4 of A's are recalled ──► A leaves, B takes 8 with its next epoch
 *
 * A team takes threads for an epoch and gives them back. What it may take is counted anew each time: one for each team, in
 * the order of their coming, then one more each in turn, as long as there are threads, memory, and somebody whom they are
 * of use to. A team that comes does not wait for the end of an epoch: those that have more than they may have now are told
 * to let threads go at once. A team's first thread is never recalled.
 *
 * What is counted here are permissions. A thread that was recalled needs some milliseconds to stop, in which the task that
 * comes after it waits in the pool's queue.
 */

/** Permission to use one thread. */
export type Lease = {
  /** Aborts when somebody else needs the thread. */
  recalled: AbortSignal;
  giveBack: () => void;
};

export type Share = {
  /** It never has more. */
  threadsMax: number;
  /** As many as it may have now, at least one: it waits only where there are more teams than threads. */
  take: (signal: AbortSignal) => Promise<readonly Lease[]>;
  /** Ends the team's share; its leases have to be given back. */
  leave: () => void;
};

export type TeamSize = {
  /** As many as are of use to it. */
  threadsMax: number;
  /** What each of its threads will hold. */
  bytesPerThread: number;
};

export type ThreadShares = { join: (size: TeamSize) => Share };

export type ThreadSharesOptions = {
  threads: number;
  /** For the second and further threads of all teams. Nobody is refused a first one. */
  bytesMax: number;
};

type Team = TeamSize & { held: Set<AbortController> };

export function createThreadShares({ threads, bytesMax }: ThreadSharesOptions): ThreadShares {
  const teams = new Set<Team>();
  const waiting = new Set<() => void>();

  /** How many threads each team may have now; together no more than there are. */
  function fairCounts(): Map<Team, number> {
    const counts = new Map<Team, number>();
    let threadsLeft = threads;
    for (const team of teams) {
      const first = Math.min(1, threadsLeft);
      counts.set(team, first);
      threadsLeft -= first;
    }
    let bytesLeft = bytesMax;
    for (let round = 2; round <= threads; round += 1) {
      for (const team of teams) {
        if (team.threadsMax < round || threadsLeft === 0) continue;
        if (team.bytesPerThread > bytesLeft) continue;
        // Whoever had to do without in an earlier round has fewer, and goes on to.
        if ((counts.get(team) ?? 0) !== round - 1) continue;
        counts.set(team, round);
        threadsLeft -= 1;
        bytesLeft -= team.bytesPerThread;
      }
    }
    return counts;
  }

  function recallOne(counts: ReadonlyMap<Team, number>): void {
    let most: Team | undefined;
    let mostExcess = 0;
    for (const team of teams) {
      const excess = team.held.size - (counts.get(team) ?? 0);
      if (excess > mostExcess) [most, mostExcess] = [team, excess];
    }
    const last = most === undefined ? undefined : [...most.held].at(-1);
    if (most === undefined || last === undefined)
      throw new Error('No team has more threads than its share.');
    most.held.delete(last);
    last.abort(new Error('The thread is needed by another team.'));
  }

  const heldCount = (): number => [...teams].reduce((sum, { held }) => sum + held.size, 0);

  function lease(team: Team): Lease {
    const controller = new AbortController();
    team.held.add(controller);
    return { recalled: controller.signal, giveBack: () => team.held.delete(controller) };
  }

  return {
    join(size) {
      const team: Team = { ...size, held: new Set() };
      teams.add(team);
      return {
        threadsMax: Math.min(threads, size.threadsMax),
        async take(signal) {
          for (;;) {
            signal.throwIfAborted();
            const counts = fairCounts();
            const count = counts.get(team) ?? 0;
            if (count > 0) {
              while (threads - heldCount() < count - team.held.size) recallOne(counts);
              return Array.from({ length: count - team.held.size }, () => lease(team));
            }
            await turn(waiting, signal);
          }
        },
        leave() {
          teams.delete(team);
          for (const wake of waiting) wake();
        },
      };
    },
  };
}

/** Until a team leaves, or the signal aborts. */
async function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const wake = (): void => {
      waiting.delete(wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    waiting.add(wake);
    signal.addEventListener('abort', wake, { once: true });
  });
}
