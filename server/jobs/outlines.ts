/**
 * The outline of the best plan so far of a running job, for callers that watch the job: one blob per attempt.
 *
 *     report ──► report ──► report ──► …      at most one write at a time, at most every two seconds,
 *        └─ write ─┘            └─ write      and only if the totals of the plan have changed
 *
 * Any process can read the outline, since its name follows from the id of the job and the number of the attempt. It is
 * deleted when the attempt ends. Nothing depends on it: if a write fails, the outline is missing or old until the next.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/index.js';
import type { Progress } from './heartbeat.js';
import { outlineName } from './blob-names.js';

const WRITE_MS = 2_000;

/** The answer while there is no outline. */
export const NO_OUTLINE = '{"best":null,"routes":[]}';

export type Outlines = {
  report: (progress: Progress) => void;
  /** Stops writing, and returns the names of blobs to be deleted. Does not reject. */
  stop: () => Promise<readonly string[]>;
};

type OutlinesOptions = { blobs: BlobStore; logger: Logger };

export function startOutlines(
  { blobs, logger }: OutlinesOptions,
  job: { id: string; attempt: number },
  signal: AbortSignal,
): Outlines {
  const name = outlineName(job);
  let writing: Promise<void> | undefined;
  let writtenAt = -Infinity;
  let written = '';
  let isThere = false;
  let stopped = false;

  const write = async (outline: () => Promise<Uint8Array>): Promise<void> => {
    try {
      const bytes = await outline();
      if (stopped) return;
      // From now on the blob may exist, even if the write fails.
      isThere = true;
      await blobs.write(name, [bytes], signal);
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error, job_id: job.id }, 'the outline of a plan could not be written');
    }
  };

  return {
    report({ best, outline }) {
      if (outline === undefined || best === undefined || stopped || writing !== undefined) return;
      const figures = JSON.stringify(best);
      if (figures === written || performance.now() - writtenAt < WRITE_MS) return;
      written = figures;
      writtenAt = performance.now();
      writing = write(outline).finally(() => {
        writing = undefined;
      });
    },
    async stop() {
      stopped = true;
      await writing;
      return isThere ? [name] : [];
    },
  };
}

/** Returns the outline as JSON in UTF-8, or undefined if there is none now. */
export async function readOutline(
  blobs: Pick<BlobStore, 'read'>,
  job: { id: string; attempt: number },
): Promise<Uint8Array | undefined> {
  const bytes = await blobs.read(outlineName(job));
  return bytes === undefined ? undefined : await promisify(gunzip)(bytes);
}
