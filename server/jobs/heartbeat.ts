/**
 * A worker's heartbeats for one job: every two seconds how far it is, every five seconds what to go on from.
 *
 *     beat ──► beat ──► beat ──► …         lost: the job is another's, let go
 *      └─ keep ─────────┘ named by the next beat when it is written, however long that takes
 */
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/index.js';
import type { Best, ClaimedJob, JobLife } from './life.js';

const BEAT_MS = 2_000;
const KEEP_MS = 5_000;
/** For the last one, while others wait for the process to end. */
const KEEP_LAST_MS_MAX = 5_000;

/** The job is somebody else's by now: cancelled, or taken over. */
export class Lost extends Error {}

export type Progress = {
  progress: number;
  best?: Best;
  kept?: Uint8Array;
  /** Writes what to show of the best plan, gzip: called only when somebody is to see it. */
  outline?: () => Promise<Uint8Array>;
};

export type Heartbeat = {
  report: (progress: Progress) => void;
  best: () => Best | undefined;
  /** Blobs that this attempt has, or has taken over. */
  keptNames: () => readonly string[];
  /** Keeps what was last reported, for another worker to go on from. Does not reject. */
  keepLast: () => Promise<void>;
  stop: () => Promise<void>;
};

type HeartbeatParts = {
  life: JobLife;
  blobs: BlobStore;
  logger: Logger;
  /** Tests do not wait as long. */
  beatMs?: number;
};

/** Beats until it is stopped, or the job is lost: then it aborts the controller. */
export function startHeartbeat(
  { life, blobs, logger, beatMs = BEAT_MS }: HeartbeatParts,
  job: ClaimedJob,
  controller: AbortController,
): Heartbeat {
  const names = new Set(job.kept === undefined ? [] : [job.kept]);
  const keptName = `kept/${job.id}-${job.attempt}.gz`;
  let latest: Progress = { progress: 0 };
  let best: Best | undefined;
  let unkept: Uint8Array | undefined;
  let keptAt = -Infinity;
  let keeping: Promise<void> | undefined;
  let isKeptNews = false;
  let wake = (): void => undefined;
  let stopped = false;

  const write = async (bytes: Uint8Array, signal: AbortSignal): Promise<void> => {
    try {
      await blobs.write(keptName, [bytes], signal);
      names.add(keptName);
      isKeptNews = true;
    } catch (error) {
      unkept ??= bytes;
      logger.warn({ err: error, job_id: job.id }, 'the checkpoint of a job could not be written');
    }
  };
  /** Beside the beats: a store of files that is slow does not make a worker look dead. */
  const keep = (): void => {
    if (unkept === undefined || keeping !== undefined) return;
    if (performance.now() - keptAt < KEEP_MS) return;
    const bytes = unkept;
    unkept = undefined;
    keptAt = performance.now();
    keeping = write(bytes, controller.signal).finally(() => {
      keeping = undefined;
    });
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, beatMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const beat = async (): Promise<void> => {
    const { progress } = latest;
    const isNews = isKeptNews;
    isKeptNews = false;
    const held = await life
      .beat(job, {
        progress,
        ...(best === undefined ? {} : { best }),
        ...(isNews ? { kept: keptName } : {}),
      })
      .catch((error: unknown) => {
        isKeptNews = isKeptNews || isNews;
        throw error;
      });
    if (held === 'lost') controller.abort(new Lost());
  };
  const beating = (async () => {
    for (;;) {
      await pause();
      if (isStopped()) return;
      keep();
      await beat().catch((error: unknown) => {
        logger.warn({ err: error, job_id: job.id }, 'the heartbeat of a job failed');
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
    async keepLast() {
      if (unkept !== undefined) await write(unkept, AbortSignal.timeout(KEEP_LAST_MS_MAX));
      if (!isKeptNews) return;
      await beat().catch((error: unknown) => {
        logger.warn({ err: error, job_id: job.id }, 'the last heartbeat of a job failed');
      });
    },
    async stop() {
      stopped = true;
      wake();
      await beating;
      await keeping;
    },
  };
}
