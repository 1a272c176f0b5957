/**
 * The blob store for requests whose caller waits: if the store hangs, the caller gets an error within seconds instead
 * of at its deadline.
 *
 * Workers do not use it, because they can wait until the store answers again.
 */
import { createBreaker } from '../breaker/index.js';
import { orAborted } from '../waiting/index.js';
import { BlobError, type BlobStore } from '../blobs/index.js';

/**
 * Together less than the 5 s within which a caller must get the error. `ASKED_MS` is the longer one, since the answer
 * may be delayed by our own uploads.
 */
const QUIET_MS = 1_500;
const ASKED_MS = 2_500;
const ASK_AGAIN_MS = 2_000;

export type FailFastBlobs = Pick<BlobStore, 'write' | 'delete'> & { close: () => void };

export function createFailFastBlobs(blobs: BlobStore): FailFastBlobs {
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
