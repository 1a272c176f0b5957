/**
 * The best plan so far of a running job, in outline, for those who watch it: a file beside the job's others.
 *
 *     report ──► report ──► report ──► …      at most one is written at a time, at most every two seconds,
 *        └─ write ─┘            └─ write      and only where the plan is another one than was written
 *
 * Any process can read it by its name, which the job's number of attempts is a part of. It goes with the attempt. Nothing
 * depends on it: one that cannot be written is missing, and the next may be there again.
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Logger } from 'pino';
import type { BlobStore } from '../blobs/index.js';
import type { Progress } from './heartbeat.js';
import { outlineName } from './outline-name.js';

const WRITE_MS = 2_000;

/** What is answered while there is none. */
export const NO_OUTLINE = '{"best":null,"routes":[]}';

export type Outlines = {
  report: (progress: Progress) => void;
  /** Ends writing, and gives the names of what has to be deleted. Does not reject. */
  stop: () => Promise<readonly string[]>;
};

type OutlineParts = { blobs: BlobStore; logger: Logger };

export function startOutlines(
  { blobs, logger }: OutlineParts,
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
      // From now on there may be one, even where no one could be told that it was kept.
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

/** As JSON in UTF-8. Undefined: there is none now. */
export async function readOutline(
  blobs: Pick<BlobStore, 'read'>,
  job: { id: string; attempt: number },
): Promise<Uint8Array | undefined> {
  const bytes = await blobs.read(outlineName(job));
  return bytes === undefined ? undefined : await promisify(gunzip)(bytes);
}
