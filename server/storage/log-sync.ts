/**
 * Waiting for the disk, apart from writing: which commits are on it, which syncs of the log are under way, and whose answers wait.
 *
 *     A  commit 1 ├───── sync ─────┤ answers 1
 *     B      commit 2 ├───── sync ─────┤ answers 2        begins at once: no sync under way is of B
 *     A      commit 3, with what has come since  └──► when a sync has ended in which A has a part
 *
 * A sync takes 0.2 to 40 ms, by the disk and what else it does. Were it part of COMMIT, as `synchronous=FULL` has it, then a unit would
 * wait for the rest of the sync under way and for its own: beside an account that keeps a commit under way at all times that is up to
 * twice as long as alone. Two syncs at once take hardly longer than one, since a disk takes up what is there when it is asked. Each
 * account has one at a time: so the units of one that sends many go together, as they did, and cost no more commits.
 *
 * What is said to a caller rests on what is on disk: an answer, also one to a read or of a guard, waits for all commits that were made
 * before it was found. The log is one file that is written in order and read up to its first gap, so that a sync brings all commits to
 * disk that were written when it began.
 */

/** Syncs at once. They take threads of libuv's pool, which has four, and files of jobs are written by the same. */
const SYNCS_MAX = 2;

/** Whose a unit is: an account, or the service's own. */
export type Party = string | null;

export type LogSync = {
  /** Whether a commit of units of these parties may begin, or should go with what comes until a sync has ended. */
  mayBegin(parties: Iterable<Party>): boolean;
  /** A commit has been written, and is brought to disk. */
  written(parties: Iterable<Party>): void;
  /** Calls `answer` when all that has been written by now is on disk: at once, if it is. In the order of calls. */
  onDisk(answer: () => void): void;
};

type Held = { readonly commit: number; readonly answer: () => void };

/**
 * `sync` brings the log to disk and calls back; `onEnded` is called when a sync has ended, after its answers. Throws, in the turn of that
 * call, when a sync failed: what the system has made of the pages is not known then, and asking again would not tell.
 */
export function createLogSync(
  sync: (ended: (error: Error | null) => void) => void,
  onEnded: () => void,
): LogSync {
  let writtenCount = 0;
  let onDiskCount = 0;
  const underWay = new Set<ReadonlySet<Party>>();
  const held: Held[] = [];

  const release = (): void => {
    const count = held.findIndex(({ commit }) => commit > onDiskCount);
    for (const { answer } of held.splice(0, count < 0 ? held.length : count)) answer();
  };

  return {
    mayBegin(parties) {
      if (underWay.size === 0) return true;
      if (underWay.size >= SYNCS_MAX) return false;
      const isUnderWay = (party: Party) => [...underWay].some((each) => each.has(party));
      return [...new Set(parties)].some((party) => !isUnderWay(party));
    },
    written(parties) {
      writtenCount += 1;
      const commit = writtenCount;
      const own: ReadonlySet<Party> = new Set(parties);
      underWay.add(own);
      sync((error) => {
        if (error !== null) {
          throw new Error(`What was written may not be on disk: ${error.message}`, {
            cause: error,
          });
        }
        underWay.delete(own);
        onDiskCount = Math.max(onDiskCount, commit);
        release();
        onEnded();
      });
    },
    onDisk(answer) {
      if (onDiskCount === writtenCount) answer();
      else held.push({ commit: writtenCount, answer });
    },
  };
}
