/**
 * How an answer goes out: what it cost, a tag that the caller has already, a stream, or a body that is compressed where that
 * pays.
 */
import compression from 'compression';
import type { Request, Response } from 'express';
import { Readable, pipeline } from 'node:stream';
import { constants } from 'node:zlib';
import type { Answer } from '../api/index.js';
import { exchangeOf, waitWhileRead } from './exchange.js';
import { createPageAnswer, type PageAnswer } from './pages.js';

/** An answer of any length is given up when nothing of it has been read for so long. */
export const STALL_MS = 60_000;
const BROTLI_QUALITY = 4;
/** Below it, compressing costs more than it saves. */
const COMPRESS_BYTES_MIN = 1_024;
/** What a caller may read; how much it likes each is for the part that compresses. */
const COMPRESSED = /gzip|deflate|br|\*/i;

export type Sender = {
  send: (response: Response, answered: Answer) => void;
  /** An answer that never changes. */
  sendFixed: (answered: Answer, request: Request, response: Response) => Promise<void>;
};

/** `ended` ends streams. */
export function createSender(isShuttingDown: () => boolean, ended: AbortSignal): Sender {
  const compress = compression({
    threshold: COMPRESS_BYTES_MIN,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  /** Compressed once, not for each request. */
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
        // The body would be thrown away, and might never end.
        dropStream(answered);
        response.end();
        return;
      }
      waitWhileRead(response, STALL_MS);
      // A caller that leaves ends the source; a source that fails ends the answer before its end.
      const source = Readable.from(body, { objectMode: false, signal: ended });
      pipeline(source, response, () => undefined);
      return;
    }
    const bodyBytes = Buffer.byteLength(body);
    response.setHeader('content-length', bodyBytes);
    const end = (): void => {
      response.end(body);
    };
    // Asked here and not as middleware: it wraps the response in closures, which small answers, and callers who could not read it,
    // need not pay for.
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

/** A stream that nobody reads is ended, so that it is not counted as one. */
function dropStream({ body }: Answer): void {
  if (typeof body === 'string' || body instanceof Uint8Array) return;
  void body[Symbol.asyncIterator]().return?.();
}

export function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined) continue;
    // An error's link to what it means stands beside that of a version to its successor.
    if (name === 'link') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
}
