/**
 * Serves a result to any client that has a link to it: as stored for clients that accept gzip, inflated for others.
 *
 *   method → path → signature → expiry → file there? → same as the client has? → stream
 *
 * A client that reads almost nothing for a while is disconnected, and a client that leaves ends the stream, so that no
 * file stays open for a client that does not read it.
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors.js';
import { BlobError } from './blob-store.js';
import { codeOf, ifThere, onDisk } from './durable-file.js';
import type { LinkSecrets } from './link-secrets.js';
import { blobNameOf, verifiedExpiry } from './signed-link.js';

export type ResultsHandlerOptions = {
  secrets: LinkSecrets;
  clock: () => number;
  pathOf: (blobName: string) => string;
  /** Tests check more often. */
  pace?: Pace;
};

/** How much a client must read in each interval. */
export type Pace = { bytesMin: number; everyMs: number };

/** About 2 kB per second: slower than any connection worth waiting for. */
const PACE: Pace = { bytesMin: 64 * 1024, everyMs: 30_000 };
const RETRY_SECONDS = 5;
const METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Returns the handler to mount at `RESULTS_PATH`. It passes an `ApiError` to `next` for what it refuses. */
export function createResultsHandler(options: ResultsHandlerOptions): RequestHandler {
  return async (request, response, next) => {
    try {
      await answer(request, response, options);
    } catch (error) {
      next(error instanceof BlobError ? notNow(error) : error);
    }
  };
}

/** The error if the store fails: the link is valid, so the client may try again. */
function notNow(error: BlobError): ApiError {
  const comment = 'The result cannot be read at the moment; try again.';
  const refusal = new ApiError('overloaded', comment, { retryAfterSeconds: RETRY_SECONDS });
  refusal.cause = error;
  return refusal;
}

async function answer(
  request: Request,
  response: Response,
  { secrets, clock, pathOf, pace = PACE }: ResultsHandlerOptions,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ApiError('method_not_allowed', `This path takes ${METHODS.join(', ')}.`, {
      allow: METHODS,
    });
  }
  const blobName = blobNameOf(request.path);
  if (blobName === undefined) {
    throw new ApiError('unknown_path', 'See /engine/docs for the available paths.');
  }
  const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
  const expiresAtMs = verifiedExpiry(request.path, query, secrets);
  if (expiresAtMs === undefined) {
    throw new ApiError('invalid_link', 'Use the complete link, up to its last character.');
  }
  const file = clock() < expiresAtMs ? await onDisk(ifThere(open(pathOf(blobName)))) : undefined;
  if (file === undefined) {
    throw new ApiError('result_expired', 'A result is kept for 24 hours; send the request again.');
  }
  try {
    await sendFile(file, request, response, pace);
  } finally {
    await file.close();
  }
}

async function sendFile(
  file: FileHandle,
  request: Request,
  response: Response,
  pace: Pace,
): Promise<void> {
  const zipped = request.acceptsEncodings('gzip') === 'gzip';
  const stats = await file.stat({ bigint: true });
  // Every write creates a new file. The two encodings are different bytes, so they have different tags.
  const version = [stats.ino, stats.ctimeNs, stats.size].map((part) => part.toString(36)).join('-');
  response.setHeader('etag', `"${version}-${zipped ? 'gzip' : 'plain'}"`);
  response.setHeader('cache-control', 'private, immutable, no-transform');
  response.vary('accept-encoding');
  // Express compares the tag with if-none-match.
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (zipped) {
    response.setHeader('content-encoding', 'gzip');
    response.setHeader('content-length', String(stats.size));
  }
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const steps: Transform[] = zipped ? [] : [createGunzip()];
  const stopWatching = cutOffWhoDoesNotRead(response, pace);
  try {
    await pipeline([file.createReadStream({ autoClose: false }), ...steps, response]);
  } catch (error) {
    // The client has left, or was disconnected. Any other error closes the connection as well, because a client that is
    // still connected must not take a part of the result for the whole.
    if (codeOf(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    stopWatching();
  }
}

/** Counts the bytes written to the connection, because what the client has actually read is not known here. */
function cutOffWhoDoesNotRead(response: Response, { bytesMin, everyMs }: Pace): () => void {
  const { socket } = response;
  let writtenBefore = socket?.bytesWritten ?? 0;
  const timer = setInterval(() => {
    const written = socket?.bytesWritten ?? 0;
    if (written - writtenBefore < bytesMin) response.destroy();
    writtenBefore = written;
  }, everyMs);
  return () => clearInterval(timer);
}
