/**
 * Pages: bytes that never change, compressed once for each way of compressing and not for each request. A megabyte and a half of script took
 * 57 ms of a processor each time, for any caller, without a key.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Page } from '../api/index.js';

/** Done once, while the first caller waits: 0.2 s for the largest page. The best would save a tenth more, and take 2 s. */
const BROTLI_QUALITY = 9;

type Encoding = 'br' | 'gzip';

const COMPRESS: Readonly<Record<Encoding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
};

export type PageAnswer = (request: Request, response: Response) => Promise<void>;

/** A year, the longest that anybody promises. */
const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Answers GET and HEAD. */
export function createPageAnswer({ contentType, body, isImmutable }: Page): PageAnswer {
  const compressed = new Map<Encoding, Promise<Uint8Array>>();
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const isText = /^text\/|json/.test(contentType);
  const bodyIn = (encoding: Encoding): Promise<Uint8Array> => {
    const known = compressed.get(encoding) ?? COMPRESS[encoding](body);
    compressed.set(encoding, known);
    return known;
  };
  return async (request, response) => {
    response.setHeader('etag', etag);
    response.setHeader('cache-control', isImmutable === true ? FOR_GOOD : 'no-cache');
    if (isText) response.setHeader('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === etag) {
      response.status(304).end();
      return;
    }
    const encoding = isText ? request.acceptsEncodings('br', 'gzip') : false;
    const isEncoded = encoding === 'br' || encoding === 'gzip';
    const bytes = isEncoded ? await bodyIn(encoding) : body;
    if (isEncoded) response.setHeader('content-encoding', encoding);
    response.setHeader('content-type', contentType);
    response.setHeader('content-length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
}
