/** Headers of every answer: any site may call, nothing may cache or sniff, figures may be read by browser code. */
import cors from 'cors';
import helmet from 'helmet';
import type { RequestHandler } from 'express';

const EXPOSED_HEADERS = [
  'allow',
  'deprecation',
  'idempotency-replayed',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'x-credits-charged',
  'x-credits-remaining',
  'x-request-id',
];
const PREFLIGHT_CACHE_SECONDS = 86_400;

export function createHeaders(): RequestHandler[] {
  return [
    cors({
      origin: '*',
      methods: ['GET', 'POST'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: PREFLIGHT_CACHE_SECONDS,
    }),
    helmet({
      // Answers are read by code on other sites; the docs page loads only what lies beside it.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:'],
          objectSrc: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
    }),
  ];
}
