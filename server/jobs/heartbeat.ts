/**
 * A worker's heartbeats for one job: its progress every two seconds, a checkpoint every five seconds.
 *
 *     heartbeat ──► heartbeat ──► …         lost: the worker no longer has the job, and abandons it
 *      └─ checkpoint ──┘ recorded by the first heartbeat after it has been written, however long writing takes
 */
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/index.js';
import { checkpointName } from './blob-names.js';
import type { Best, ClaimedJob, JobStore } from './job-store.js';

const HEARTBEAT_MS = 2_000;
const CHECKPOINT_MS = 5_000;
/** The time limit for writing the last checkpoint, which delays the end of the process. */
const CHECKPOINT_LAST_MS_MAX = 5_000;

/** The reason with which an attempt is aborted if its job was cancelled or taken over. */
export class Lost extends Error {}

export type Progress = {
  progress: number;
  best?: Best;
  checkpoint?: Uint8Array;
  /** Writes the outline of the best plan as gzip. Called only when the outline is to be stored. */
  outline?: () => Promise<Uint8Array>;
};

export type Heartbeat = {
  report: (progress: Progress) => void;
  best: () => Best | undefined;
  /** Returns the names of the checkpoints that this attempt has written or started from. */
  blobNames: () => readonly string[];
  /** Writes the last reported checkpoint, so that another worker can continue from it. Does not reject. */
  writeLast: () => Promise<void>;
  stop: () => Promise<void>;
};

type HeartbeatOptions = {
  jobStore: JobStore;
  blobs: BlobStore;
  logger: Logger;
  /** Shorter in tests. */
  heartbeatMs?: number;
};

/** Sends heartbeats until it is stopped or the job is lost. If the job is lost, it aborts the controller. */
export function startHeartbeat(
  { jobStore, blobs, logger, heartbeatMs = HEARTBEAT_MS }: HeartbeatOptions,
  job: ClaimedJob,
  controller: AbortController,
): Heartbeat {
  const names = new Set(job.checkpoint === undefined ? [] : [job.checkpoint]);
  const checkpoint = checkpointName(job);
  let latest: Progress = { progress: 0 };
  let best: Best | undefined;
  let unwritten: Uint8Array | undefined;
  let writtenAt = -Infinity;
  let writing: Promise<void> | undefined;
  let hasNewCheckpoint = false;
  let wake = (): void => undefined;
  let stopped = false;

  const write = async (bytes: Uint8Array, signal: AbortSignal): Promise<void> => {
    try {
      await blobs.write(checkpoint, [bytes], signal);
      names.add(checkpoint);
      hasNewCheckpoint = true;
    } catch (error) {
      unwritten ??= bytes;
      logger.warn({ err: error, job_id: job.id }, 'the checkpoint of a job could not be written');
    }
  };
  /** Writes in parallel with the heartbeats, so that a slow blob store does not make the worker look dead. */
  const writeIfDue = (): void => {
    if (unwritten === undefined || writing !== undefined) return;
    if (performance.now() - writtenAt < CHECKPOINT_MS) return;
    const bytes = unwritten;
    unwritten = undefined;
    writtenAt = performance.now();
    writing = write(bytes, controller.signal).finally(() => {
      writing = undefined;
    });
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, heartbeatMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const send = async (): Promise<void> => {
    const { progress } = latest;
    const isNew = hasNewCheckpoint;
    hasNewCheckpoint = false;
    const ownership = await jobStore
      .heartbeat(job, {
        progress,
        ...(best === undefined ? {} : { best }),
        ...(isNew ? { checkpoint } : {}),
      })
      .catch((error: unknown) => {
        hasNewCheckpoint = hasNewCheckpoint || isNew;
        throw error;
      });
    if (ownership === 'lost') controller.abort(new Lost());
  };
  const sending = (async () => {
    for (;;) {
      await pause();
      if (isStopped()) return;
      writeIfDue();
      await send().catch((error: unknown) => {
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
      unwritten = progress.checkpoint ?? unwritten;
    },
    best: () => best,
    blobNames: () => [...names],
    async writeLast() {
      if (unwritten !== undefined)
        await write(unwritten, AbortSignal.timeout(CHECKPOINT_LAST_MS_MAX));
      if (!hasNewCheckpoint) return;
      await send().catch((error: unknown) => {
        logger.warn({ err: error, job_id: job.id }, 'the last heartbeat of a job failed');
      });
    },
    async stop() {
      stopped = true;
      wake();
      await sending;
      await writing;
    },
  };
}
