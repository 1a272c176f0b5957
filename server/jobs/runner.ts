/**
 * A worker's side of a job: claims the job, sends heartbeats, and ends or releases the job.
 *
 *     claim ──► input ──► work ──► result stored ──► completed
 *                          │ every 2 s: heartbeat with progress; every 5 s: checkpoint
 *                          ├─ lost (cancelled, taken over): abandoned without changes
 *                          ├─ fault of the request: failed with refund
 *                          ├─ blob store away, or the work must start over: released, enqueued after a pause
 *                          ├─ fault of the service: the same with growing pauses; failed with refund after `FAULTS_MAX`
 *                          └─ the service stops: released, enqueued at once
 *
 * The death of a worker counts as a fault of the service. The count of faults is reset when the job makes progress.
 */
import type { Logger } from 'pino';
import { BlobError, type BlobStore } from '../blobs/index.js';
import { ApiError } from '../errors.js';
import type { Turn } from '../queue/index.js';
import type { AccountId, JobKind } from '../storage/index.js';
import { resultName } from './blob-names.js';
import { Lost, startHeartbeat, type Heartbeat, type Progress } from './heartbeat.js';
import { startOutlines } from './outlines.js';
import { FAULTS_MAX, type ClaimedJob, type Ownership, type JobStore } from './job-store.js';

/** The pause before the second attempt. It triples with each further attempt that ends by a fault of the service. */
const RETRY_MS = 2_000;
/** The pause if the store or the blob store cannot be reached. */
const AWAY_MS = 10_000;

export type JobContext = {
  jobId: string;
  /** The body of the request, as gzip. */
  input: Uint8Array;
  /** The checkpoint of an earlier attempt. */
  checkpoint: Uint8Array | undefined;
  signal: AbortSignal;
  report: (progress: Progress) => void;
};

/** Returns the result in chunks, as gzip. An `ApiError` except `overloaded` fails the job; other errors are retried. */
export type JobHandler = (
  context: JobContext,
) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;

export type RunnerOptions = {
  jobStore: JobStore;
  blobs: BlobStore;
  handlers: Readonly<Record<JobKind, JobHandler>>;
  /** Enqueues a job again. */
  requeue: (jobId: string, turn?: Turn) => Promise<void>;
  logger: Logger;
  /** Shorter in tests. */
  retryMs?: number;
  heartbeatMs?: number;
};

export type JobRunner = {
  run: (jobId: string) => Promise<void>;
  /** Aborts the attempts of this process at a cancelled job, without waiting for the next heartbeat. */
  abandon: (jobId: string) => void;
  /** Releases all jobs under way. */
  stop: () => Promise<void>;
  stats: () => AttemptStats;
};

/** Counts of the attempts of this process: those under way, and the others by how they ended. */
export type AttemptStats = {
  running: number;
  completed: number;
  failed: number;
  released: number;
  /** The job was cancelled, or taken over by another worker. */
  lost: number;
};

/** Thrown by a `JobHandler` if its work must start over through no fault of the job. */
export class InterruptedWork extends Error {}

/** The reason of signals that are aborted because the service stops; the other reason is `Lost`. */
class Stopping extends Error {}

type Attempt = { jobId: string; controller: AbortController; ended: Promise<void> };
/** The outcome of an attempt that did not complete its job, and the blobs that are no longer needed. */
type Settled = { ownership: Ownership; unneededBlobs: readonly string[] };

export function createJobRunner(options: RunnerOptions): JobRunner {
  const { jobStore, blobs, logger, requeue } = options;
  // May have two attempts at one job, if the worker was silent for so long that it took the job over from itself.
  const underWay = new Set<Attempt>();
  const pauses = new Set<NodeJS.Timeout>();
  const ends = { completed: 0, failed: 0, released: 0, lost: 0 };
  let stopping = false;

  async function attempt(job: ClaimedJob, controller: AbortController): Promise<void> {
    const heartbeat = startHeartbeat(options, job, controller);
    const { signal } = controller;
    const outlines = startOutlines(options, job, signal);
    const report = (progress: Progress): void => {
      heartbeat.report(progress);
      outlines.report(progress);
    };
    const result = resultName(job);
    let unneededBlobs: readonly string[] = [];
    let mayBeCompleted = false;
    try {
      if (job.faults >= FAULTS_MAX)
        throw new Error(`${FAULTS_MAX} consecutive attempts at the job have failed.`);
      const input = await blobs.read(job.input);
      if (input === undefined) throw new Error(`The input of job ${job.id} is missing.`);
      // The last attempt starts over, in case the checkpoint causes the faults.
      const isLast = job.faults >= FAULTS_MAX - 1;
      const checkpoint =
        job.checkpoint === undefined || isLast ? undefined : await blobs.read(job.checkpoint);
      signal.throwIfAborted();
      const work = options.handlers[job.kind];
      const chunks = await work({
        jobId: job.id,
        input,
        checkpoint,
        signal,
        report,
      });
      signal.throwIfAborted();
      await blobs.write(result, chunks, signal);
      signal.throwIfAborted();
      await heartbeat.stop();
      mayBeCompleted = true;
      const ownership = await jobStore.complete(job, result, heartbeat.best());
      ends[ownership === 'owned' ? 'completed' : 'lost'] += 1;
      unneededBlobs = ownership === 'owned' ? [job.input, ...heartbeat.blobNames()] : [result];
      logger.info({ job_id: job.id, attempt: job.attempt, ownership }, 'job completed');
    } catch (error) {
      await heartbeat.stop();
      const settled = await settle(job, signal.aborted ? signal.reason : error, heartbeat);
      // If it is unknown whether `complete` took effect, the job may need this result.
      const mayNeedResult = mayBeCompleted && settled.ownership === 'lost';
      unneededBlobs = mayNeedResult ? settled.unneededBlobs : [result, ...settled.unneededBlobs];
    }
    unneededBlobs = [...unneededBlobs, ...(await outlines.stop())];
    await blobs.delete(unneededBlobs).catch((error: unknown) => {
      logger.warn(
        { err: error, job_id: job.id },
        'the files of a job could not be deleted; a sweep will do so',
      );
    });
  }

  /** Fails or releases a job whose work was not completed. */
  async function settle(job: ClaimedJob, error: unknown, heartbeat: Heartbeat): Promise<Settled> {
    const about = { job_id: job.id, attempt: job.attempt };
    if (error instanceof Lost) {
      ends.lost += 1;
      logger.info(about, 'job abandoned: it was cancelled, or another worker has taken it over');
      return await settledAs('lost', heartbeat);
    }
    if (error instanceof Stopping) {
      ends.released += 1;
      await heartbeat.writeLast();
      const ownership = await jobStore.release(job, 'stop');
      // Enqueued at once, for another worker.
      await requeue(job.id);
      return await settledAs(ownership, heartbeat);
    }
    const isRequestFault = error instanceof ApiError && error.code !== 'overloaded';
    const isInterruption = error instanceof BlobError || error instanceof InterruptedWork;
    if (isInterruption || (!isRequestFault && job.faults + 1 < FAULTS_MAX)) {
      ends.released += 1;
      logger.warn({ ...about, err: error }, 'job released');
      const ownership = await jobStore.release(job, isInterruption ? 'stop' : 'fault');
      if (ownership === 'owned') {
        const growth = isInterruption ? 1 : 3 ** job.faults;
        const pauseMs = error instanceof BlobError ? AWAY_MS : RETRY_MS;
        requeueAfter(job.id, (options.retryMs ?? pauseMs) * growth);
      }
      return await settledAs(ownership, heartbeat);
    }
    const failure = isRequestFault
      ? error
      : new ApiError(
          'internal_error',
          'This is a fault of the service; the credits were refunded.',
        );
    ends.failed += 1;
    logger.error({ ...about, err: error }, 'job failed');
    const ownership = await jobStore.fail(job, failure);
    if (ownership === 'lost') return await settledAs(ownership, heartbeat);
    return { ownership, unneededBlobs: [job.input, ...heartbeat.blobNames()] };
  }

  /** Settles an attempt without deleting checkpoints that a later attempt may continue from. */
  async function settledAs(ownership: Ownership, heartbeat: Heartbeat): Promise<Settled> {
    const names = heartbeat.blobNames();
    const needed = await jobStore.needed(names);
    return { ownership, unneededBlobs: names.filter((name) => !needed.has(name)) };
  }

  /** Enqueues the account's next jobs, which may have waited for this one to end. If this fails, a sweep does so. */
  async function enqueueNext(accountId: AccountId): Promise<void> {
    if (isStopping()) return;
    try {
      for (const next of await jobStore.nextOf(accountId)) await requeue(next.id, next.turn);
    } catch (error) {
      logger.warn(
        { err: error, account_id: accountId },
        'the next jobs of an account could not be enqueued; a sweep will do so',
      );
    }
  }

  function requeueAfter(jobId: string, pauseMs: number): void {
    const timer = setTimeout(() => {
      pauses.delete(timer);
      requeue(jobId).catch((error: unknown) => {
        logger.error({ err: error, job_id: jobId }, 'a job could not be enqueued again');
      });
    }, pauseMs);
    pauses.add(timer);
  }

  return {
    async run(jobId) {
      if (stopping) return;
      const job = await jobStore.claim(jobId).catch((error: unknown) => {
        logger.warn({ err: error, job_id: jobId }, 'a job cannot be claimed at the moment');
        requeueAfter(jobId, options.retryMs ?? AWAY_MS);
        return undefined;
      });
      if (job === undefined) return;
      const controller = new AbortController();
      if (isStopping()) controller.abort(new Stopping());
      const ended = attempt(job, controller).catch((error: unknown) => {
        // The store cannot be reached. Another attempt takes the job over when its heartbeats have timed out.
        logger.error(
          { err: error, job_id: jobId },
          'a job was left as it is: the store cannot be reached',
        );
      });
      const entry = { jobId, controller, ended };
      underWay.add(entry);
      await ended;
      underWay.delete(entry);
      await enqueueNext(job.accountId);
    },
    abandon(jobId) {
      for (const each of underWay) if (each.jobId === jobId) each.controller.abort(new Lost());
    },
    async stop() {
      stopping = true;
      for (const timer of pauses) clearTimeout(timer);
      const all = [...underWay];
      for (const { controller } of all) controller.abort(new Stopping());
      await Promise.all(all.map(({ ended }) => ended));
    },
    stats: () => ({ running: underWay.size, ...ends }),
  };

  function isStopping(): boolean {
    return stopping;
  }
}
