/** The headers of answers as the OpenAPI document describes them. */
import Type, { type TSchema } from 'typebox';

type Header = { description: string; schema: TSchema; example: unknown };

const countSchema = Type.Integer({ minimum: 0 });
const text = Type.String();

export const HEADERS = {
  'x-request-id': {
    description: 'The request id. Quote it when you contact the operator.',
    schema: text,
    example: '0192f0c1-5c0e-7000-8000-2f1d7a3b9c4d',
  },
  'x-credits-charged': {
    description: 'The credits that this request cost.',
    schema: countSchema,
    example: 1,
  },
  'x-credits-remaining': {
    description: 'The credits that the account has left. Absent if the API key is unknown.',
    schema: countSchema,
    example: 9_999,
  },
  ratelimit: {
    description: 'The remaining rate limit: `r` requests in the next `t` seconds.',
    schema: text,
    example: '"default";r=599;t=60',
  },
  'ratelimit-policy': {
    description: 'The rate limit: `q` requests in `w` seconds.',
    schema: text,
    example: '"default";q=600;w=60',
  },
  link: {
    description: 'For an error: the page that explains it and how to correct it (`rel="help"`).',
    schema: text,
    example: '</engine/docs/errors#invalid_request-400>; rel="help"',
  },
  'retry-after': {
    description: 'The seconds to wait before the next request.',
    schema: countSchema,
    example: 2,
  },
  allow: {
    description: 'The methods that the path supports.',
    schema: text,
    example: 'GET, HEAD, OPTIONS',
  },
  'www-authenticate': {
    description: 'How to send an API key.',
    schema: text,
    example: 'ApiKey realm="engine", header="x-api-key"',
  },
  'idempotency-replayed': {
    description:
      '`true`: the answer is the first one to this idempotency key; nothing was charged.',
    schema: Type.Enum(['true']),
    example: 'true',
  },
  location: {
    description: 'The path of the job.',
    schema: text,
    example: '/engine/routing/v1/?jobid=0192f0c1-5c0e-7000-8000-2f1d7a3b9c4d',
  },
  'x-jobs-waiting': {
    description: 'The waiting jobs of the account, including this one.',
    schema: countSchema,
    example: 1,
  },
  'x-jobs-waiting-max': { description: 'The limit.', schema: countSchema, example: 1_000 },
  'x-job-seconds-waiting': {
    description: 'The seconds of work that they need.',
    schema: Type.Number({ minimum: 0 }),
    example: 10,
  },
  'x-job-seconds-waiting-max': {
    description: 'The limit.',
    schema: Type.Number({ minimum: 0 }),
    example: 36_000,
  },
  etag: {
    description: 'The entity tag; send it as `if-none-match`.',
    schema: text,
    example: '"1a-gzip"',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;
