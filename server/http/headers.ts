/**
 * Headers of every answer: any site may call, nothing may cache or sniff, figures may be read by browser code.
 *
 * An answer of the API is JSON that code reads, so it carries only what means something for it; what keeps a page safe
 * (content security policy, framing, referrers) goes with the pages. Set by hand, since `helmet` and `cors` took 8 % of
 * the event loop for values that never change.
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
  // Answers are read by code on other sites.
  ['cross-origin-resource-policy', 'cross-origin'],
  ['x-content-type-options', 'nosniff'],
  ['x-credits-charged', '0'],
]);

/** Also answers preflights. */
export function createHeaders(): RequestHandler {
  const answerPreflight = cors({
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    maxAge: PREFLIGHT_CACHE_SECONDS,
  });
  return (request, response, next) => {
    response.setHeaders(EVERY_ANSWER);
    // Browsers ignore it over plain HTTP (RFC 6797).
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
/** Nothing but what is named, all of it from here; `blob:` is for images that a map draws. */
const STRICT = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  // Browsers set some themselves where text is edited.
  styleSrcAttr: ["'unsafe-inline'"],
  workerSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/** For pages, beside the headers of every answer: they load only what lies beside them, and no page may frame them. */
export function createPageHeaders(isStrict: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: isStrict ? STRICT : DIRECTIVES },
    crossOriginResourcePolicy: false,
    strictTransportSecurity: false,
  });
}
