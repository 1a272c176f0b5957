/**
 * A worker's side of a job: takes it, keeps telling that it lives, and ends it.
 *
 *     claim ──► input ──► work ──► result kept ──► completed
 *                          │ every 2 s: progress; every 5 s: what to go on from
 *                          ├─ lost (cancelled, taken over): let go, change nothing
 *                          ├─ the request's own fault: failed, credits back
 *                          ├─ no files can be read or written now, or it has to start over: put back after a pause
 *                          ├─ our fault: put back, with a growing pause; after some such attempts failed, credits back
 *                          └─ the service stops: put back at once
 *
 * What died with its worker counts as our fault, and the count starts again when a job gets further than it had been.
 *
 * All files of an attempt carry its number, so that two workers on one job never write to one name.
 */
import type { Logger } from 'pino';
import { BlobError, type BlobStore } from '../blobs/index.js';
import { ApiError } from '../errors.js';
import type { Turn } from '../queue/index.js';
import type { AccountId, JobKind } from '../storage/index.js';
import { Lost, startHeartbeat, type Heartbeat, type Progress } from './heartbeat.js';
import { startOutlines } from './outlines.js';
import { FAULTS_MAX, type ClaimedJob, type Held, type JobStore } from './job-store.js';

/** Before the second attempt; three times as long before each further one. */
const RETRY_MS = 2_000;
/** While jobs or their files cannot be read or written. */
const AWAY_MS = 10_000;

export type JobContext = {
  jobId: string;
  /** The request's body, gzip. */
  input: Uint8Array;
  /** Where an earlier attempt had come to. */
  checkpoint: Uint8Array | undefined;
  signal: AbortSignal;
  report: (progress: Progress) => void;
};

/** Gives the result, gzip, as it comes into being. An `ApiError` is the job's failure; all else is ours. */
export type JobHandler = (
  context: JobContext,
) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;

export type RunnerParts = {
  jobStore: JobStore;
  blobs: BlobStore;
  handlers: Readonly<Record<JobKind, JobHandler>>;
  /** Puts a job into the queue again. */
  requeue: (jobId: string, turn?: Turn) => Promise<void>;
  logger: Logger;
  /** Tests do not wait as long. */
  retryMs?: number;
  heartbeatMs?: number;
};

export type JobRunner = {
  run: (jobId: string) => Promise<void>;
  /** Ends work on a job that this process has in its hands, so that nobody waits for its next heartbeat. */
  release: (jobId: string) => void;
  /** Puts back all that is under way. */
  stop: () => Promise<void>;
  stats: () => AttemptStats;
};

/** Attempts on jobs in this process: those under way, and how the others ended. */
export type AttemptStats = {
  running: number;
  completed: number;
  failed: number;
  requeued: number;
  /** Cancelled meanwhile, or taken over by another worker. */
  lost: number;
};

/** Work that has to start over, and was not at fault: thrown by a `JobHandler`. */
export class InterruptedWork extends Error {}

/** Why a job's signal was aborted, beside `Lost`. */
class Stopping extends Error {}

type Attempt = { jobId: string; controller: AbortController; ended: Promise<void> };
/** What became of a job that did not come to its end, and the blobs that are no longer needed. */
type Settled = { held: Held; blobsLeft: readonly string[] };

export function createJobRunner(parts: RunnerParts): JobRunner {
  const { jobStore, blobs, logger, requeue } = parts;
  // Two of one job, when its worker was silent for long enough to take the job over from itself.
  const underWay = new Set<Attempt>();
  const pauses = new Set<NodeJS.Timeout>();
  const ends = { completed: 0, failed: 0, requeued: 0, lost: 0 };
  let stopping = false;

  async function attempt(job: ClaimedJob, controller: AbortController): Promise<void> {
    const heartbeat = startHeartbeat(parts, job, controller);
    const { signal } = controller;
    const outlines = startOutlines(parts, job, signal);
    const report = (progress: Progress): void => {
      heartbeat.report(progress);
      outlines.report(progress);
    };
    const result = `results/${job.id}-${job.attempt}.json.gz`;
    let blobsLeft: readonly string[] = [];
    let isTold = false;
    try {
      if (job.faults >= FAULTS_MAX) throw new Error(`The job has ended ${FAULTS_MAX} workers.`);
      const input = await blobs.read(job.input);
      if (input === undefined) throw new Error(`The input of job ${job.id} is not there.`);
      // The last attempt starts over, in case it is the checkpoint that fails.
      const isLast = job.faults >= FAULTS_MAX - 1;
      const checkpoint =
        job.checkpoint === undefined || isLast ? undefined : await blobs.read(job.checkpoint);
      signal.throwIfAborted();
      const work = parts.handlers[job.kind];
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
      isTold = true;
      const held = await jobStore.complete(job, result, heartbeat.best());
      ends[held === 'held' ? 'completed' : 'lost'] += 1;
      blobsLeft = held === 'held' ? [job.input, ...heartbeat.blobNames()] : [result];
      logger.info({ job_id: job.id, attempt: job.attempt, held }, 'job completed');
    } catch (error) {
      await heartbeat.stop();
      const settled = await settle(job, signal.aborted ? signal.reason : error, heartbeat);
      // Where it is not known whether the store has taken the end, the job may be completed, and this its result.
      const isResultLeft = isTold && settled.held === 'lost';
      blobsLeft = isResultLeft ? settled.blobsLeft : [result, ...settled.blobsLeft];
    }
    blobsLeft = [...blobsLeft, ...(await outlines.stop())];
    await blobs.delete(blobsLeft).catch((error: unknown) => {
      logger.warn({ err: error, job_id: job.id }, 'files of a job are left for garbage collection');
    });
  }

  /** Ends or puts back a job whose work did not come to its end. */
  async function settle(job: ClaimedJob, error: unknown, heartbeat: Heartbeat): Promise<Settled> {
    const about = { job_id: job.id, attempt: job.attempt };
    if (error instanceof Lost) {
      ends.lost += 1;
      logger.info(about, 'job released: it is no longer ours');
      return await settledAs('lost', heartbeat);
    }
    if (error instanceof Stopping) {
      ends.requeued += 1;
      await heartbeat.writeLast();
      const held = await jobStore.release(job, 'stop');
      // Another worker may take it at once.
      await requeue(job.id);
      return await settledAs(held, heartbeat);
    }
    const isRequestsFault = error instanceof ApiError && error.code !== 'overloaded';
    const isNobodysFault = error instanceof BlobError || error instanceof InterruptedWork;
    if (isNobodysFault || (!isRequestsFault && job.faults + 1 < FAULTS_MAX)) {
      ends.requeued += 1;
      logger.warn({ ...about, err: error }, 'job put back');
      const held = await jobStore.release(job, isNobodysFault ? 'stop' : 'fault');
      if (held === 'held') {
        const growth = isNobodysFault ? 1 : 3 ** job.faults;
        const pauseMs = error instanceof BlobError ? AWAY_MS : RETRY_MS;
        requeueAfter(job.id, (parts.retryMs ?? pauseMs) * growth);
      }
      return await settledAs(held, heartbeat);
    }
    const failure = isRequestsFault
      ? error
      : new ApiError('internal_error', 'This is a fault of the service; the credits are back.');
    ends.failed += 1;
    logger.error({ ...about, err: error }, 'job failed');
    const held = await jobStore.fail(job, failure);
    if (held === 'lost') return await settledAs(held, heartbeat);
    return { held, blobsLeft: [job.input, ...heartbeat.blobNames()] };
  }

  /** Of a job that goes on, here or with another worker, who may go on from the checkpoint. */
  async function settledAs(held: Held, heartbeat: Heartbeat): Promise<Settled> {
    const names = heartbeat.blobNames();
    const needed = await jobStore.needed(names);
    return { held, blobsLeft: names.filter((name) => !needed.has(name)) };
  }

  /** The account may have had jobs that had to wait for this one's end. What goes wrong here is made good by the sweep. */
  async function letNextIn(accountId: AccountId): Promise<void> {
    if (isStopping()) return;
    try {
      const next = await jobStore.nextOf(accountId);
      if (next !== undefined) await requeue(next.id, next.turn);
    } catch (error) {
      logger.warn(
        { err: error, account_id: accountId },
        'jobs of an account wait for the next sweep',
      );
    }
  }

  function requeueAfter(jobId: string, pauseMs: number): void {
    const timer = setTimeout(() => {
      pauses.delete(timer);
      requeue(jobId).catch((error: unknown) => {
        logger.error({ err: error, job_id: jobId }, 'a job could not be put back');
      });
    }, pauseMs);
    pauses.add(timer);
  }

  return {
    async run(jobId) {
      if (stopping) return;
      const job = await jobStore.claim(jobId).catch((error: unknown) => {
        logger.warn({ err: error, job_id: jobId }, 'a job cannot be taken now');
        requeueAfter(jobId, parts.retryMs ?? AWAY_MS);
        return undefined;
      });
      if (job === undefined) return;
      const controller = new AbortController();
      if (isStopping()) controller.abort(new Stopping());
      const ended = attempt(job, controller).catch((error: unknown) => {
        // The store is not there to be told. The job is taken over when its worker has been silent for long enough.
        logger.error(
          { err: error, job_id: jobId },
          'a job was left untouched: the store cannot be reached',
        );
      });
      const one = { jobId, controller, ended };
      underWay.add(one);
      await ended;
      underWay.delete(one);
      await letNextIn(job.accountId);
    },
    release(jobId) {
      for (const one of underWay) if (one.jobId === jobId) one.controller.abort(new Lost());
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
