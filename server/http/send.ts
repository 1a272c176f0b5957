/**
 * Sends answers: sets the credit headers, answers 304 if the caller already has the entity tag, and sends the body as a
 * stream or in one piece, compressed where that is worth it.
 */
import compression from 'compression';
import type { Request, Response } from 'express';
import { Readable, pipeline } from 'node:stream';
import { constants } from 'node:zlib';
import type { Answer } from '../api/index.js';
import { exchangeOf, waitWhileRead } from './exchange.js';
import { createPageAnswer, type PageAnswer } from './pages.js';

/** A stream or download may take any time, but is aborted if the client has read nothing of it for this long. */
export const STALL_MS = 60_000;
const BROTLI_QUALITY = 4;
/** Compressing a smaller body costs more than it saves. */
const COMPRESS_BYTES_MIN = 1_024;
/** Encodings for which the compression middleware is called; the middleware evaluates the preferences of the caller. */
const COMPRESSED = /gzip|deflate|br|\*/i;

export type Sender = {
  send: (response: Response, answered: Answer) => void;
  /** Sends an answer that never changes. */
  sendFixed: (answered: Answer, request: Request, response: Response) => Promise<void>;
};

/** Creates the sender. When `ended` aborts, all streams end. */
export function createSender(isShuttingDown: () => boolean, ended: AbortSignal): Sender {
  const compress = compression({
    threshold: COMPRESS_BYTES_MIN,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  /** Fixed answers, which are compressed once instead of once per request. */
  const fixed = new WeakMap<Answer, PageAnswer>();

  async function sendFixed(answered: Answer, request: Request, response: Response): Promise<void> {
    const { contentType, body } = answered;
    if (typeof body !== 'string') throw new TypeError('What never changes is a text.');
    const page = { path: request.path, contentType, body: Buffer.from(body) };
    const answerPage = fixed.get(answered) ?? createPageAnswer(page);
    fixed.set(answered, answerPage);
    await answerPage(request, response);
  }

  function send(response: Response, answered: Answer): void {
    const exchange = exchangeOf(response);
    if (response.destroyed) {
      dropStream(answered);
      return;
    }
    if (answered.credits !== undefined) {
      exchange.creditsCharged = answered.credits.charged;
      exchange.creditsRemaining = answered.credits.remaining;
    }
    response.setHeader('x-credits-charged', String(exchange.creditsCharged));
    if (exchange.creditsRemaining !== undefined) {
      response.setHeader('x-credits-remaining', String(exchange.creditsRemaining));
    }
    if (isShuttingDown()) response.setHeader('connection', 'close');
    response.statusCode = answered.status;
    response.setHeader('content-type', answered.contentType);
    if (answered.headers !== undefined) setHeaders(response, answered.headers);
    const { etag } = answered.headers ?? {};
    if (etag !== undefined && response.req.headers['if-none-match'] === etag) {
      response.removeHeader('content-type');
      response.status(304).end();
      return;
    }
    const { body } = answered;
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
      if (response.req.method === 'HEAD') {
        // The body would be discarded, and might never end.
        dropStream(answered);
        response.end();
        return;
      }
      waitWhileRead(response, STALL_MS);
      // If the caller disconnects, the source is closed; if the source fails, the answer is cut off.
      const source = Readable.from(body, { objectMode: false, signal: ended });
      pipeline(source, response, () => undefined);
      return;
    }
    const bodyBytes = Buffer.byteLength(body);
    response.setHeader('content-length', bodyBytes);
    const end = (): void => {
      response.end(body);
    };
    // Compression is called here instead of for every request, because it wraps the response in closures, a cost that
    // small answers, and callers that accept no compression, need not pay.
    if (bodyBytes < COMPRESS_BYTES_MIN) {
      end();
    } else if (COMPRESSED.test(response.req.headers['accept-encoding'] ?? '')) {
      compress(response.req, response, end);
    } else {
      response.vary('accept-encoding');
      end();
    }
  }

  return { send, sendFixed };
}

/** Closes a stream that will not be read, so that it no longer counts as open. */
function dropStream({ body }: Answer): void {
  if (typeof body === 'string' || body instanceof Uint8Array) return;
  void body[Symbol.asyncIterator]().return?.();
}

export function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    // An answer may have two links: that of an error to its documentation, and that of a version to its successor.
    if (name === 'link') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}
