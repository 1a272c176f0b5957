/** Keeps first answers as blobs, `answers/<request id>.json.gz`, which `jobs/sweep.ts` deletes after a day. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FirstAnswers } from './api/index.js';
import { BlobError, type BlobStore } from './blobs/index.js';
import { ApiError } from './errors.js';

const RETRY_SECONDS = 5;

export function createFirstAnswers(blobs: BlobStore): FirstAnswers {
  const nameOf = (requestId: string): string => `answers/${requestId}.json.gz`;
  return {
    keep: async (requestId, body) => {
      await blobs.write(nameOf(requestId), [await promisify(gzip)(body)]).catch(refuse);
    },
    find: async (requestId) => {
      const kept = await blobs.read(nameOf(requestId)).catch(refuse);
      return kept === undefined ? undefined : promisify(gunzip)(kept);
    },
    // If this fails, a later sweep deletes the blob.
    drop: (requestId) => blobs.delete([nameOf(requestId)]).catch(() => undefined),
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof BlobError)) throw error;
  const refusal = new ApiError(
    'overloaded',
    'The first answer to an idempotency key cannot be kept or read now; try again, or leave the key out.',
    { retryAfterSeconds: RETRY_SECONDS },
  );
  refusal.cause = error;
  throw refusal;
}
