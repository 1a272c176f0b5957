/**
 * Reads a body: streams it, decompresses it, and never keeps more of it in memory than the limit.
 *
 * The event loop keeps the chunks as `body-blocks.ts` describes; an engine thread then takes them over, joins them and
 * parses them. The limit applies to the bytes on the wire and to the decompressed bytes, so that a small archive of
 * zeros is refused like a large body.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { BodyBlocks } from '../api/index.js';
import { ApiError } from '../errors.js';
import { abortReason } from '../waiting/index.js';
import { collectBlocks } from './body-blocks.js';

const SUPPORTED_ENCODINGS = ['gzip', 'deflate', 'br', 'identity'];

/** Refuses bodies whose headers already show that they cannot be read, before any byte of the body is read. */
export function checkBodyHeaders(request: IncomingMessage, bytesMax: number): void {
  const mediaType = request.headers['content-type'];
  if (mediaType === undefined || !isJson(mediaType)) {
    const got = mediaType === undefined ? 'none' : JSON.stringify(mediaType.slice(0, 60));
    throw new ApiError(
      'unsupported_media_type',
      `Send content-type: application/json; got ${got}.`,
    );
  }
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(mediaType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ApiError('unsupported_media_type', 'Only UTF-8 bodies are supported.');
  }
  const encoding = encodingOf(request);
  if (!SUPPORTED_ENCODINGS.includes(encoding)) {
    throw new ApiError(
      'unsupported_media_type',
      `Content-encoding can be ${SUPPORTED_ENCODINGS.join(', ')}; got ${JSON.stringify(encoding.slice(0, 60))}.`,
    );
  }
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

export type ReadBodyOptions = {
  bytesMax: number;
  /** Called before each allocation. If it throws, `readBody` rejects with that error. */
  reserve: (bytes: number) => void;
  signal: AbortSignal;
};

/**
 * Reads the whole body into blocks, each with its own buffer. Rejects with `request_too_large`, `invalid_request`, what
 * `reserve` throws, or the reason of the signal.
 */
export async function readBody(
  request: IncomingMessage,
  { bytesMax, reserve, signal }: ReadBodyOptions,
): Promise<BodyBlocks> {
  const decoder = decoderOf(encodingOf(request));
  const stream: Readable = decoder === undefined ? request : request.pipe(decoder);

  return new Promise((resolve, reject) => {
    const collector = collectBlocks(declaredBytesOf(request), reserve);
    let wireBytes = 0;
    let bodyBytes = 0;

    const stop = (error: Error): void => {
      cleanUp();
      request.unpipe();
      decoder?.destroy();
      reject(error);
    };
    const onWire = (chunk: Buffer): void => {
      wireBytes += chunk.length;
      if (wireBytes > bytesMax) stop(tooLarge(bytesMax));
    };
    const onData = (chunk: Buffer): void => {
      bodyBytes += chunk.length;
      if (bodyBytes > bytesMax) {
        stop(tooLarge(bytesMax));
        return;
      }
      try {
        collector.add(chunk);
      } catch (error) {
        stop(
          error instanceof Error ? error : new Error('the body cannot be stored', { cause: error }),
        );
      }
    };
    const onEnd = (): void => {
      cleanUp();
      resolve(collector.blocks());
    };
    const onDecoderError = (error: Error): void => {
      stop(new ApiError('invalid_request', `The body cannot be decompressed: ${error.message}.`));
    };
    const onRequestError = (): void => {
      stop(new ApiError('invalid_request', 'The body ended before it was complete.'));
    };
    const onAbort = (): void => {
      stop(abortReason(signal));
    };
    function cleanUp(): void {
      signal.removeEventListener('abort', onAbort);
      request.off('data', onWire);
      request.off('error', onRequestError);
      stream.off('data', onData);
      stream.off('end', onEnd);
      decoder?.off('error', onDecoderError);
      // An abandoned stream may still emit an error, which must not be unhandled.
      request.on('error', ignore);
      decoder?.on('error', ignore);
    }

    signal.addEventListener('abort', onAbort, { once: true });
    if (decoder !== undefined) {
      request.on('data', onWire);
      decoder.on('error', onDecoderError);
    }
    request.on('error', onRequestError);
    stream.on('data', onData);
    stream.on('end', onEnd);
  });
}

function ignore(): void {
  // See `cleanUp`.
}

/** Returns the size of the body from its headers, or undefined if the body is compressed or has no content-length. */
function declaredBytesOf(request: IncomingMessage): number | undefined {
  const declaredBytes = Number(request.headers['content-length']);
  return declaredBytes >= 1 && encodingOf(request) === 'identity' ? declaredBytes : undefined;
}

function decoderOf(encoding: string) {
  switch (encoding) {
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

function encodingOf(request: IncomingMessage): string {
  return (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(mediaType.trim());
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError(
    'request_too_large',
    `A body may have at most ${bytesMax} bytes after decompression.`,
  );
}
