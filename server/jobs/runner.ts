/**
 * A worker's side of a job: takes it, keeps telling that it lives, and ends it.
 *
 *     claim ──► input ──► work ──► result kept ──► completed
 *                          │ every 2 s: progress; every 5 s: what to go on from
 *                          ├─ lost (cancelled, taken over): let go, change nothing
 *                          ├─ the request's own fault: failed, credits back
 *                          ├─ no files can be read or written now: put back after a pause, until they can
 *                          ├─ our fault: put back, with a growing pause; after some such attempts failed, credits back
 *                          └─ the service stops: put back at once
 *
 * What died with its worker counts as our fault, and the count begins anew whenever something has been kept.
 *
 * All files of an attempt carry its number, so that two workers on one job never write to one name.
 */
import type { Logger } from 'pino';
import { BlobError, type BlobStore } from '../blobs/index.js';
import { ApiError } from '../errors.js';
import type { JobKind } from '../storage/index.js';
import { FAULTS_MAX, type Beat, type Best, type ClaimedJob, type JobLife } from './life.js';

const BEAT_MS = 2_000;
const KEEP_MS = 5_000;
/** Before the second attempt; three times as long before each further one. */
const RETRY_MS = 2_000;
/** While jobs or their files cannot be read or written. */
const AWAY_MS = 10_000;

export type Progress = { progress: number; best?: Best; kept?: Uint8Array };

export type JobContext = {
  jobId: string;
  /** The request's body, gzip. */
  input: Uint8Array;
  /** Where an earlier attempt had come to. */
  kept: Uint8Array | undefined;
  signal: AbortSignal;
  report: (progress: Progress) => void;
};

/** Gives the result, gzip, as it comes into being. An `ApiError` is the job's failure; all else is ours. */
export type JobWork = (
  context: JobContext,
) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;

export type RunnerParts = {
  life: JobLife;
  blobs: BlobStore;
  works: Readonly<Record<JobKind, JobWork>>;
  /** Puts a job into the queue again. */
  requeue: (jobId: string) => Promise<void>;
  logger: Logger;
  /** Tests do not wait as long. */
  retryMs?: number;
};

export type JobRunner = {
  run: (jobId: string) => Promise<void>;
  /** Ends work on a job that this process has in its hands, so that nobody waits for its next sign of life. */
  letGo: (jobId: string) => void;
  /** Puts back all that is under way. */
  stop: () => Promise<void>;
  figures: () => AttemptFigures;
};

/** Attempts on jobs in this process: those under way, and how the others ended. */
export type AttemptFigures = {
  running: number;
  completed: number;
  failed: number;
  putBack: number;
  /** Cancelled meanwhile, or taken over by another worker. */
  lost: number;
};

/** Why a job's signal was aborted. */
class Lost extends Error {}
class Stopping extends Error {}

export function createJobRunner(parts: RunnerParts): JobRunner {
  const { life, blobs, logger, requeue } = parts;
  const underWay = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  const pauses = new Set<NodeJS.Timeout>();
  const ends = { completed: 0, failed: 0, putBack: 0, lost: 0 };
  let stopping = false;

  async function attempt(job: ClaimedJob, controller: AbortController): Promise<void> {
    const heart = startHeart(parts, job, controller);
    const { signal } = controller;
    const result = `results/${job.id}-${job.attempt}.json.gz`;
    let blobsLeft: readonly string[] = [];
    try {
      if (job.faults >= FAULTS_MAX) throw new Error('It has ended its workers time and again.');
      const input = await blobs.read(job.input);
      if (input === undefined) throw new Error(`The input of job ${job.id} is not there.`);
      // The last attempt begins anew, in case it is what was kept that fails.
      const isLast = job.faults >= FAULTS_MAX - 1;
      const kept = job.kept === undefined || isLast ? undefined : await blobs.read(job.kept);
      signal.throwIfAborted();
      const work = parts.works[job.kind];
      const chunks = await work({ jobId: job.id, input, kept, signal, report: heart.report });
      signal.throwIfAborted();
      await blobs.write(result, chunks, signal);
      signal.throwIfAborted();
      await heart.stop();
      const held = await life.complete(job, result, heart.best());
      ends[held === 'held' ? 'completed' : 'lost'] += 1;
      blobsLeft = held === 'held' ? [job.input, ...heart.keptNames()] : [result];
      logger.info({ job_id: job.id, attempt: job.attempt, held }, 'job completed');
    } catch (error) {
      await heart.stop();
      blobsLeft = [result, ...(await settle(job, signal.aborted ? signal.reason : error, heart))];
    }
    await blobs.delete(blobsLeft).catch((error: unknown) => {
      logger.warn({ err: error, job_id: job.id }, 'files of a job are left to the sweep');
    });
  }

  /** Ends or puts back a job whose work did not come to its end; gives the blobs that nobody needs any more. */
  async function settle(job: ClaimedJob, error: unknown, heart: Heart): Promise<readonly string[]> {
    const about = { job_id: job.id, attempt: job.attempt };
    if (error instanceof Lost) {
      ends.lost += 1;
      logger.info(about, 'job let go');
      return heart.keptNames();
    }
    if (error instanceof Stopping) {
      ends.putBack += 1;
      await life.release(job, 'stop');
      // Another worker may take it at once.
      await requeue(job.id);
      return [];
    }
    if (error instanceof BlobError) {
      ends.putBack += 1;
      logger.warn({ ...about, err: error }, 'job put back until its files can be used');
      if ((await life.release(job, 'stop')) === 'held')
        putBackLater(job.id, parts.retryMs ?? AWAY_MS);
      return [];
    }
    const isRequestsFault = error instanceof ApiError && error.code !== 'overloaded';
    if (!isRequestsFault && job.faults + 1 < FAULTS_MAX) {
      ends.putBack += 1;
      logger.warn({ ...about, err: error }, 'job put back');
      if ((await life.release(job, 'fault')) === 'held') {
        putBackLater(job.id, (parts.retryMs ?? RETRY_MS) * 3 ** job.faults);
      }
      return [];
    }
    const failure = isRequestsFault
      ? error
      : new ApiError('internal_error', 'This is a fault of the service; the credits are back.');
    ends.failed += 1;
    logger.error({ ...about, err: error }, 'job failed');
    await life.fail(job, failure);
    return [job.input, ...heart.keptNames()];
  }

  function putBackLater(jobId: string, pauseMs: number): void {
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
      const job = await life.claim(jobId).catch((error: unknown) => {
        logger.warn({ err: error, job_id: jobId }, 'a job cannot be taken now');
        putBackLater(jobId, parts.retryMs ?? AWAY_MS);
        return undefined;
      });
      if (job === undefined) return;
      const controller = new AbortController();
      if (isStopping()) controller.abort(new Stopping());
      const ended = attempt(job, controller).catch((error: unknown) => {
        // The store is not there to be told. The job is taken over when its worker has been silent for long enough.
        logger.error({ err: error, job_id: jobId }, 'a job was left as it was');
      });
      underWay.set(jobId, { controller, ended });
      await ended;
      underWay.delete(jobId);
    },
    letGo: (jobId) => underWay.get(jobId)?.controller.abort(new Lost()),
    async stop() {
      stopping = true;
      for (const timer of pauses) clearTimeout(timer);
      const all = [...underWay.values()];
      for (const { controller } of all) controller.abort(new Stopping());
      await Promise.all(all.map(({ ended }) => ended));
    },
    figures: () => ({ running: underWay.size, ...ends }),
  };

  function isStopping(): boolean {
    return stopping;
  }
}

type Heart = {
  report: (progress: Progress) => void;
  best: () => Best | undefined;
  /** Blobs that this attempt has, or has taken over. */
  keptNames: () => readonly string[];
  stop: () => Promise<void>;
};

/** Tells of the job every two seconds until it is stopped, or the job is lost. */
function startHeart(
  { life, blobs, logger }: RunnerParts,
  job: ClaimedJob,
  controller: AbortController,
): Heart {
  const names = new Set(job.kept === undefined ? [] : [job.kept]);
  const keptName = `kept/${job.id}-${job.attempt}.gz`;
  let latest: Progress = { progress: 0 };
  let best: Best | undefined;
  let unkept: Uint8Array | undefined;
  let keptAt = -Infinity;
  let wake = (): void => undefined;
  let stopped = false;

  const keep = async (): Promise<Pick<Beat, 'kept'>> => {
    if (unkept === undefined || performance.now() - keptAt < KEEP_MS) return {};
    const bytes = unkept;
    unkept = undefined;
    keptAt = performance.now();
    await blobs.write(keptName, [bytes], controller.signal);
    names.add(keptName);
    return { kept: keptName };
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, BEAT_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const beat = async (): Promise<void> => {
    const kept = await keep().catch((error: unknown) => {
      logger.warn({ err: error, job_id: job.id }, 'a job could not be kept');
      return {};
    });
    const { progress } = latest;
    const held = await life.beat(job, {
      progress,
      ...(best === undefined ? {} : { best }),
      ...kept,
    });
    if (held === 'lost') controller.abort(new Lost());
  };
  const beating = (async () => {
    for (;;) {
      await pause();
      if (isStopped()) return;
      await beat().catch((error: unknown) => {
        logger.warn({ err: error, job_id: job.id }, 'a sign of life was not heard');
      });
    }
  })();

  function isStopped(): boolean {
    return stopped || controller.signal.aborted;
  }

  return {
    report(progress) {
      latest = progress;
      best = progress.best ?? best;
      unkept = progress.kept ?? unkept;
    },
    best: () => best,
    keptNames: () => [...names],
    async stop() {
      stopped = true;
      wake();
      await beating;
    },
  };
}
