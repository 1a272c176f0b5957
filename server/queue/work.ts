/**
 * The part that all queues share: takes jobs and runs them, at most `concurrency` at once.
 *
 *     look ──take as many as fit──► run each ──► look again: after a job, a wake or the polling interval
 *      └─ stop ──► running jobs end ──► ended
 */
import type { Work, WorkOptions } from './types.js';

export type Source<Job> = {
  /**
   * Takes at most `countMax` jobs out of the queue, in the order of their turns. Does not reject: a queue that cannot
   * be reached returns no jobs.
   */
  readonly take: (countMax: number) => Promise<readonly Job[]>;
  readonly nameOf: (job: Job) => string;
  /** Called when the job has ended. Does not reject. */
  readonly leave: (job: Job) => Promise<void>;
  /** The interval of polling for jobs that arrive without a call of `wake`; null if there are no such jobs. */
  readonly pollMs: number | null;
};

export type RunningWork = Work & {
  /** Looks for jobs now. */
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
      // Jobs that were taken while `stop` was called run as well, since no other process has them.
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

/** Creates a bell that remembers one ring until it is awaited, so that a ring during a look causes another look. */
function createBell() {
  let rung = false;
  let onRing: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      onRing?.();
    },
    /** Resolves when the bell has rung, or after `ms` milliseconds; with null, only the ring resolves it. */
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
