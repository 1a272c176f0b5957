/**
 * Headers of every answer: any site may call the API, answers are not cached or sniffed, and browser code may read the
 * headers of credits and limits.
 *
 * Answers of the API are JSON for programs and get only the headers that matter for these; the headers that protect
 * pages (content security policy, framing, referrers) are set on pages only. They are set by hand because `helmet` and
 * `cors` took 8 % of the event loop's time for values that never change.
 */
import cors from 'cors';
import helmet from 'helmet';
import type { RequestHandler } from 'express';

const EXPOSED_HEADERS = [
  'allow',
  'deprecation',
  'etag',
  'idempotency-replayed',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-credits-charged',
  'x-credits-remaining',
  'x-jobs-waiting',
  'x-jobs-waiting-max',
  'x-job-seconds-waiting',
  'x-job-seconds-waiting-max',
  'x-request-id',
];
const PREFLIGHT_CACHE_SECONDS = 86_400;
const HTTPS_ONLY_SECONDS = 365 * 86_400;

const EVERY_ANSWER = new Map([
  ['access-control-allow-origin', '*'],
  ['access-control-expose-headers', EXPOSED_HEADERS.join(',')],
  ['cache-control', 'no-store'],
  // Code on other sites reads the answers.
  ['cross-origin-resource-policy', 'cross-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-credits-charged', '0'],
]);

/** Sets the headers of every answer, and answers preflight requests. */
export function createHeaders(): RequestHandler {
  const answerPreflight = cors({
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    maxAge: PREFLIGHT_CACHE_SECONDS,
  });
  return (request, response, next) => {
    response.setHeaders(EVERY_ANSWER);
    // Browsers ignore this header over plain HTTP (RFC 6797).
    if (request.secure) {
      response.setHeader('strict-transport-security', `max-age=${HTTPS_ONLY_SECONDS}`);
    }
    if (request.method === 'OPTIONS') answerPreflight(request, response, next);
    else next();
  };
}

const DIRECTIVES = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
};
/** Allows only what is listed, all from this service; `blob:` is for images that the map draws. */
const STRICT = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  // Browsers themselves set style attributes where text is edited.
  styleSrcAttr: ["'unsafe-inline'"],
  workerSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** Sets the additional headers of pages: a page loads only files of this service and may not be framed. */
export function createPageHeaders(isStrict: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: isStrict ? STRICT : DIRECTIVES },
    crossOriginResourcePolicy: false,
    strictTransportSecurity: false,
  });
}
