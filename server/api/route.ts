/**
 * A route: where it is, what it takes, and a plain function that answers.
 *
 * Handlers see no request or response object of the web framework. They get bytes and names, they return an `Answer`
 * or throw an `ApiError`; the adapter beside this file does the rest. The `operation` is the route's part of the
 * OpenAPI document, so that a path cannot be served without being described.
 */
import type { TSchema } from 'typebox';
import type { Caller } from '../accounts/index.js';
import type { ErrorCode } from '../errors.js';
import type { HeaderName } from './response-headers.js';
import type { BodyBlocks } from '../validation/index.js';

export type Method = 'get' | 'post' | 'put' | 'delete';

export type RouteRequest = {
  requestId: string;
  /** What stands in the path where the route has `{name}`. */
  path: Readonly<Record<string, string>>;
  /** How the caller reaches the service, such as `https://example.org`: for links that lead back to it. */
  origin: string;
  query: Readonly<Record<string, string>>;
  /** Aborts when the time for the answer is over, or when the client has gone. */
  signal: AbortSignal;
  /** When that time is over, in milliseconds by `performance.timeOrigin + performance.now()`: the same in all threads. */
  dueAtMs: number;
};

export type KeyedRequest = RouteRequest & { caller: Caller };

export type { BodyBlocks };

/** Threads work for it, so that what an account has of them at once, and unpaid, is bounded. */
export type ThreadsRequest = KeyedRequest & {
  /** Told by its tasks how long threads have worked for it. */
  noteWork: (ms: number) => void;
};

/** The body as it came, decompressed, not parsed. */
export type BodyRequest = ThreadsRequest & {
  body: BodyBlocks;
  /** For a task that may have the body for longer than the request lasts; what it returns is called at the task's end. */
  holdBody: () => () => void;
  idempotencyKey: string | undefined;
};

export type Answer = {
  /** The same object each time, with a body that never changes: it is compressed once. */
  isFixed?: boolean;
  status: number;
  contentType: string;
  /** What comes bit by bit is sent as it comes, for as long as the caller listens; its end is the answer's. */
  body: string | Uint8Array | AsyncIterable<string>;
  headers?: Readonly<Record<string, string>>;
  /** For the credit headers: what this request cost, and what is left. */
  credits?: { charged: number; remaining: number };
};

export type QueryParameter = {
  name: string;
  description: string;
  required?: boolean;
  schema: TSchema;
  /**
   * Left out of the document's list, since code that is generated from it would have to know that another answer comes: the
   * operation's description says what it does.
   */
  isInWords?: true;
};

export type DescribedAnswer = {
  description: string;
  contentType: string;
  schema: TSchema;
  /** Headers of this answer alone. */
  headers?: readonly HeaderName[];
  /** What to ask next, by a name for it: where a parameter of another operation is found in this answer. */
  links?: Readonly<Record<string, Link>>;
};

export type Link = {
  operationId: string;
  description: string;
  parameters: Readonly<Record<string, string>>;
};

export type Callback = {
  /** Where it goes, as a runtime expression of OpenAPI. */
  url: string;
  summary: string;
  description: string;
  schema: TSchema;
};

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tag: 'Routing' | 'Matrix' | 'Jobs' | 'Maps' | 'Speeds' | 'Account' | 'Service';
  parameters?: readonly QueryParameter[];
  /** For each `{name}` of the paths, in their order. */
  pathParameters?: readonly QueryParameter[];
  requestBody?: { schema: TSchema; example: unknown };
  answers: Readonly<Record<number, DescribedAnswer>>;
  /** What the service sends later, by a name for it. */
  callbacks?: Readonly<Record<string, Callback>>;
  /** Costs nothing, so that it needs no idempotency key. */
  isFree?: true;
  /** Codes that this route can answer with, beside those that every route of its access has. */
  errors: readonly ErrorCode[];
};

type Common = {
  method: Method;
  /** The first is the one to use; the others are older names of it. */
  paths: readonly [string, ...string[]];
  operation: Operation;
};

/** What is served by other means than a handler, and described all the same. */
export type DescribedPath = {
  method: Method;
  path: string;
  operation: Operation;
  /** Of the path itself. */
  pathParameters: readonly QueryParameter[];
};

export type Route = Common &
  (
    | { access: 'open'; handle: (request: RouteRequest) => Promise<Answer> | Answer }
    | { access: 'key'; handle: (request: KeyedRequest) => Promise<Answer> }
    | { access: 'key_and_threads'; handle: (request: ThreadsRequest) => Promise<Answer> }
    | { access: 'key_and_body'; handle: (request: BodyRequest) => Promise<Answer> }
  );

export function jsonAnswer(status: number, value: unknown): Answer & { body: string } {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}
