/** Periodic work on jobs: expiry, garbage collection of blobs, and takeover of jobs without heartbeats. */
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/index.js';
import type { Turn } from '../queue/index.js';
import type { JobStore } from './job-store.js';
import { PREFIXES } from './blob-names.js';
import type { Retention } from './retention.js';

const EXPIRE_MS = 60_000;
const TAKE_OVER_MS = 5_000;
const STRANDED_SWEEP_MS = 10_000;
const ORPHANS_MS = 3600_000;
const ROLL_UP_MS = 3600_000;
/** Younger blobs are kept: they may belong to a job that is being accepted, or to a result that is being written. */
const ORPHAN_AGE_MS = 2 * 3600_000;
/** For first answers to idempotency keys, which last for a day; ten minutes more for answers that are being read. */
const ANSWER_AGE_MS = 24 * 3600_000 + 10 * 60_000;
const NAMES_AT_ONCE = 200;

export type SweepOptions = {
  jobStore: JobStore;
  blobs: BlobStore;
  requeue: (jobId: string, turn?: Turn) => Promise<void>;
  retention: Retention;
  clock: () => number;
  logger: Logger;
};

export type Sweep = {
  /** Expires jobs whose time is over. Also runs at the start, because the process may have been down. */
  expire: () => Promise<void>;
  /** Deletes old blobs that no job needs. */
  orphans: () => Promise<void>;
  /** Deletes first answers to idempotency keys that can no longer be repeated. */
  oldAnswers: () => Promise<void>;
  /** Enqueues jobs whose heartbeats have stopped. */
  takeOver: () => Promise<void>;
  /** Enqueues waiting jobs that the queue may have lost. */
  requeueStranded: () => Promise<void>;
  /** Rolls up old paid requests into sums. */
  rollUp: () => Promise<void>;
  /** Starts all tasks, each at its interval. */
  start: () => void;
  stop: () => Promise<void>;
};

export function createSweep(options: SweepOptions): Sweep {
  const { jobStore, blobs, logger } = options;
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<void>>();
  let stopped = false;

  async function expire(): Promise<void> {
    for (;;) {
      const due = await jobStore.due();
      if (due.length === 0) return;
      // Blobs first: a job is marked as expired only when none of them is left.
      await blobs.delete(due.flatMap((job) => job.blobs));
      await jobStore.expire(due.map(({ id }) => id));
    }
  }

  async function orphans(): Promise<void> {
    const oldest = options.clock() - ORPHAN_AGE_MS;
    for (const prefix of PREFIXES) {
      let names: string[] = [];
      const drop = async () => {
        const needed = await jobStore.needed(names);
        await blobs.delete(names.filter((name) => !needed.has(name)));
        names = [];
      };
      for await (const { name, writtenAtMs } of blobs.list(prefix)) {
        if (writtenAtMs > oldest) continue;
        names.push(name);
        if (names.length >= NAMES_AT_ONCE) await drop();
      }
      await drop();
    }
  }

  async function oldAnswers(): Promise<void> {
    const oldest = options.clock() - ANSWER_AGE_MS;
    let names: string[] = [];
    for await (const { name, writtenAtMs } of blobs.list('answers/')) {
      if (writtenAtMs > oldest) continue;
      names.push(name);
      if (names.length < NAMES_AT_ONCE) continue;
      await blobs.delete(names);
      names = [];
    }
    await blobs.delete(names);
  }

  async function takeOver(): Promise<void> {
    for (const id of await jobStore.stale()) {
      logger.warn(
        { job_id: id },
        'the heartbeats of a job have stopped; another worker takes it over',
      );
      await options.requeue(id);
    }
  }

  async function requeueStranded(): Promise<void> {
    for (const job of await jobStore.stranded()) {
      if (await jobStore.markQueued(job)) await options.requeue(job.id, job.turn);
    }
  }

  /** Runs the task now, and again `ms` milliseconds after each end. */
  function repeat(task: () => Promise<void>, ms: number): void {
    const once = async (): Promise<void> => {
      const running = task().catch((error: unknown) => {
        logger.warn({ err: error }, 'a sweep did not finish');
      });
      underWay.add(running);
      await running;
      underWay.delete(running);
      if (stopped) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void once();
      }, ms).unref();
      timers.add(timer);
    };
    void once();
  }

  return {
    expire,
    orphans,
    oldAnswers,
    takeOver,
    requeueStranded,
    rollUp: () => options.retention.rollUp(),
    start() {
      repeat(expire, EXPIRE_MS);
      repeat(takeOver, TAKE_OVER_MS);
      repeat(requeueStranded, STRANDED_SWEEP_MS);
      repeat(orphans, ORPHANS_MS);
      repeat(oldAnswers, ORPHANS_MS);
      repeat(() => options.retention.rollUp(), ROLL_UP_MS);
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
