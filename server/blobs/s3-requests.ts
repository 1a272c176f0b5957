/**
 * Requests to S3, each with one deadline for all of its attempts, and with errors as `BlobError`.
 *
 * The client tries a request up to three times. No request takes longer than `REQUEST_DEADLINE_MS`, whether the store
 * answers with errors, slowly, or not at all.
 */
import { NoSuchKey, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { follow, orAborted } from '../waiting/index.js';
import { BlobError } from './blob-store.js';
import type { S3Place } from './s3-url.js';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string };

/** Long enough for a part of 8 MB over 3 Mbit/s. */
export const REQUEST_DEADLINE_MS = 30_000;
const CONNECT_MS_MAX = 5_000;
const ATTEMPTS_MAX = 3;
/** How stores report that they are full. Amazon's has no such error. */
const FULL_STATUS = 507;
const FULL_NAME = /quota|storagefull|insufficientstorage/i;

export type S3Requests = {
  client: S3Client;
  /** Runs one request. Rejects with the reason of `signal` if it aborts first. */
  send: <Answer>(
    request: (abortSignal: AbortSignal) => Promise<Answer>,
    signal?: AbortSignal,
  ) => Promise<Answer>;
};

export function createS3Requests(
  place: S3Place,
  credentials: S3Credentials,
  deadlineMs: number,
): S3Requests {
  const client = new S3Client({
    region: place.region,
    credentials,
    forcePathStyle: place.pathStyle,
    ...(place.endpoint === undefined ? {} : { endpoint: place.endpoint }),
    maxAttempts: ATTEMPTS_MAX,
    // Checksums beyond the signature are specific to Amazon; some other stores reject them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS_MAX,
      requestTimeout: deadlineMs,
      throwOnRequestTimeout: true,
    },
  });
  return {
    client,
    async send(request, signal) {
      signal?.throwIfAborted();
      const controller = new AbortController();
      const { signal: abortSignal } = controller;
      const timer = setTimeout(() => {
        const message = `no answer within ${deadlineMs / 1000} s`;
        controller.abort(new BlobError('unavailable', message));
      }, deadlineMs);
      const stopFollowing = follow(controller, signal === undefined ? [] : [signal]);
      try {
        // The client ignores its signal while it waits between attempts.
        return await orAborted(request(abortSignal), abortSignal);
      } catch (error) {
        signal?.throwIfAborted();
        throw toBlobError(abortSignal.aborted ? abortSignal.reason : error);
      } finally {
        clearTimeout(timer);
        stopFollowing();
      }
    },
  };
}

function toBlobError(error: unknown): BlobError {
  if (error instanceof BlobError) return error;
  if (!(error instanceof S3ServiceException)) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new BlobError('unavailable', message, error);
  }
  const status = error.$metadata.httpStatusCode;
  const full = status === FULL_STATUS || FULL_NAME.test(error.name);
  const message = `${error.name} (${status ?? 'no status'}): ${error.message}`;
  return new BlobError(full ? 'full' : 'unavailable', message, error);
}

/** Returns whether the store answered that the object does not exist. A missing bucket is a different error. */
export function isNoSuchKey(error: unknown): boolean {
  return error instanceof BlobError && error.cause instanceof NoSuchKey;
}
