/**
 * Files of jobs while somebody waits for an answer: when their place hangs, the caller is told within seconds, and not when its time is over.
 *
 * Workers do not come here: they can wait until it answers again.
 */
import { createBreaker } from '../breaker/index.js';
import { orAborted } from '../waiting/index.js';
import { BlobError, type BlobStore } from '../blobs/index.js';

/** Together within the 5 s in which a caller is to know. The second leaves time to a line that is full of our own uploads. */
const QUIET_MS = 1_500;
const ASKED_MS = 2_500;
const ASK_AGAIN_MS = 2_000;

export type HurriedBlobs = Pick<BlobStore, 'write' | 'delete'> & { close: () => void };

export function createHurriedBlobs(blobs: BlobStore): HurriedBlobs {
  const breaker = createBreaker({
    ask: (signal) => blobs.check(signal),
    refusal: () => new BlobError('unavailable', 'it does not answer'),
    ...{ quietMs: QUIET_MS, answerMs: ASKED_MS, againMs: ASK_AGAIN_MS },
  });
  return {
    write: (name, chunks, signal) =>
      breaker.run(async (away) => {
        const either = signal === undefined ? away : AbortSignal.any([away, signal]);
        return await orAborted(blobs.write(name, chunks, either), away);
      }),
    delete: (names) => breaker.run((away) => orAborted(blobs.delete(names), away)),
    close: breaker.close,
  };
}
