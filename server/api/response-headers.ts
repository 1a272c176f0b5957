/** Every header that an answer may have beside those of HTTP itself, as the OpenAPI document describes them. */
import Type, { type TSchema } from 'typebox';

type Header = { description: string; schema: TSchema; example: unknown };

const whole = Type.Integer({ minimum: 0 });
const text = Type.String();

export const HEADERS = {
  'x-request-id': {
    description: 'Names the request; quote it when you ask the operator.',
    schema: text,
    example: '0192f0c1-5c0e-7000-8000-2f1d7a3b9c4d',
  },
  'x-credits-charged': {
    description: 'Credits that this request cost.',
    schema: whole,
    example: 1,
  },
  'x-credits-remaining': {
    description: 'Credits that the account has left. Absent where the key is not known.',
    schema: whole,
    example: 9_999,
  },
  ratelimit: {
    description: 'What is left of the rate limit: `r` requests for `t` seconds.',
    schema: text,
    example: '"default";r=599;t=60',
  },
  'ratelimit-policy': {
    description: 'The rate limit: `q` requests in `w` seconds.',
    schema: text,
    example: '"default";q=600;w=60',
  },
  link: {
    description: 'Of an error: what it means and what to change (`rel="help"`).',
    schema: text,
    example: '</engine/docs/errors#invalid_request-400>; rel="help"',
  },
  'retry-after': {
    description: 'Seconds to wait before asking again.',
    schema: whole,
    example: 2,
  },
  allow: {
    description: 'The methods that the path takes.',
    schema: text,
    example: 'GET, HEAD, OPTIONS',
  },
  'www-authenticate': {
    description: 'How to send a key.',
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
    description: 'The path to ask for the job at.',
    schema: text,
    example: '/engine/routing/v1/?jobid=0192f0c1-5c0e-7000-8000-2f1d7a3b9c4d',
  },
  'x-jobs-waiting': {
    description: 'Jobs of the account that wait, this one among them.',
    schema: whole,
    example: 1,
  },
  'x-jobs-waiting-max': { description: 'As many as may.', schema: whole, example: 1_000 },
  'x-job-seconds-waiting': {
    description: 'Seconds of work that they ask for.',
    schema: Type.Number({ minimum: 0 }),
    example: 10,
  },
  'x-job-seconds-waiting-max': {
    description: 'As many as may.',
    schema: Type.Number({ minimum: 0 }),
    example: 36_000,
  },
  etag: {
    description: 'Of the file; send it as `if-none-match`.',
    schema: text,
    example: '"1a-gzip"',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;
