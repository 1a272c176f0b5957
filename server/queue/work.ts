/**
 * Takes jobs and runs them, at most so many at once: the part that every queue has in common.
 *
 *     look ──as many as are free──► run each ──► look again: when one has ended, when woken, after the polling interval
 *      └─ stop ──► (those that run) ──► ended
 */
import type { Work, WorkOptions } from './types.js';

export type Source<Job> = {
  /** Takes jobs out of the queue, the oldest first, at most so many. Does not reject: what cannot be reached has no jobs now. */
  readonly take: (countMax: number) => Promise<readonly Job[]>;
  readonly nameOf: (job: Job) => string;
  /** The job has ended. Does not reject. */
  readonly leave: (job: Job) => Promise<void>;
  /** How long to wait for jobs that come without waking; null if there are none. */
  readonly pollMs: number | null;
};

export type RunningWork = Work & {
  /** There may be a job. */
  wake(): void;
};

export function startWork<Job>(options: WorkOptions & Source<Job>): RunningWork {
  const { concurrency, run, take, nameOf, leave, pollMs } = options;
  const bell = createBell();
  const running = new Set<Promise<void>>();
  const state = { stopping: false };

  const runOne = async (job: Job): Promise<void> => {
    await run(nameOf(job)).catch(() => undefined);
    await leave(job);
  };
  const look = async (): Promise<void> => {
    while (!state.stopping) {
      const free = concurrency - running.size;
      const jobs = free > 0 ? await take(free) : [];
      // Also those that were taken while `stop` was called: no other process has them now.
      for (const job of jobs) {
        const one = runOne(job).finally(() => {
          running.delete(one);
          bell.ring();
        });
        running.add(one);
      }
      await bell.rungWithin(pollMs);
    }
    await Promise.all(running);
  };
  const ended = look();

  return {
    wake: () => bell.ring(),
    stop() {
      state.stopping = true;
      bell.ring();
      return ended;
    },
  };
}

/** Remembers one ring until somebody waits for it: what rings during a look leads to another look. */
function createBell() {
  let rung = false;
  let onRing: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      onRing?.();
    },
    /** Resolves when it has rung, at the latest after so many milliseconds; null waits for the ring alone. */
    async rungWithin(ms: number | null): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = ms === null ? null : setTimeout(resolve, ms);
          onRing = () => {
            if (timer !== null) clearTimeout(timer);
            resolve();
          };
        });
        onRing = null;
      }
      rung = false;
    },
  };
}
