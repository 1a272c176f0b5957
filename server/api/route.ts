/**
 * A route: its paths, its input, and a plain function that answers.
 *
 * Handlers see no request or response object of the web framework. They get bytes and names, and return an `Answer` or
 * throw an `ApiError`; the adapter in `http/server.ts` does the rest. The `operation` is the route's part of the
 * OpenAPI document, so that no path is served without being described.
 */
import type { TSchema } from 'typebox';
import type { Caller } from '../accounts/index.js';
import type { ErrorCode } from '../errors.js';
import type { HeaderName } from './response-headers.js';
import type { BodyBlocks } from '../validation/index.js';

export type Method = 'get' | 'post' | 'put' | 'delete';

export type RouteRequest = {
  requestId: string;
  /** The value of each `{name}` in the path of the route. */
  path: Readonly<Record<string, string>>;
  /** The origin under which the caller reaches the service, such as `https://example.org`, for links to the service. */
  origin: string;
  query: Readonly<Record<string, string>>;
  /** Aborts at the deadline of the answer, or if the client disconnects. */
  signal: AbortSignal;
  /** The deadline in milliseconds of `performance.timeOrigin + performance.now()`, which is the same in all threads. */
  dueAtMs: number;
};

export type KeyedRequest = RouteRequest & { caller: Caller };

export type { BodyBlocks };

/** A request that threads work for. An account may have a limited number at once, and limited unpaid work. */
export type ThreadsRequest = KeyedRequest & {
  /** Called at the end of each task with the time that threads have worked for it. */
  noteWork: (ms: number) => void;
};

/** A request with a body, which is decompressed but not parsed. */
export type BodyRequest = ThreadsRequest & {
  body: BodyBlocks;
  /** Keeps the body for a task that may outlast the request. Call the returned function at the end of the task. */
  holdBody: () => () => void;
  idempotencyKey: string | undefined;
};

export type Answer = {
  /** Whether the handler returns the same object each time, with a body that never changes. It is compressed once. */
  isFixed?: boolean;
  status: number;
  contentType: string;
  /** An iterable is sent as it produces text, until it ends or the caller disconnects. */
  body: string | Uint8Array | AsyncIterable<string>;
  headers?: Readonly<Record<string, string>>;
  /** The values of the credit headers: the price of this request, and the remaining credits. */
  credits?: { charged: number; remaining: number };
};

export type QueryParameter = {
  name: string;
  description: string;
  required?: boolean;
  schema: TSchema;
  /**
   * Omits the parameter from the OpenAPI document, because it changes the type of the answer, which generated code
   * cannot express. The description of the operation explains it instead.
   */
  isInWords?: true;
};

export type DescribedAnswer = {
  description: string;
  contentType: string;
  schema: TSchema;
  /** Headers that only this answer has. */
  headers?: readonly HeaderName[];
  /** Follow-up requests by name: which values of this answer are parameters of another operation. */
  links?: Readonly<Record<string, Link>>;
};

export type Link = {
  operationId: string;
  description: string;
  parameters: Readonly<Record<string, string>>;
};

export type Callback = {
  /** The target, as an OpenAPI runtime expression. */
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
  /** One for each `{name}` of the paths, in their order. */
  pathParameters?: readonly QueryParameter[];
  requestBody?: { schema: TSchema; example: unknown };
  answers: Readonly<Record<number, DescribedAnswer>>;
  /** Requests that the service sends later, by name. */
  callbacks?: Readonly<Record<string, Callback>>;
  /** The operation is free, so it needs no idempotency key. */
  isFree?: true;
  /** The error codes of this route, in addition to those of every route with its access. */
  errors: readonly ErrorCode[];
};

type Common = {
  method: Method;
  /** The first is the path to use; the others are older names of it. */
  paths: readonly [string, ...string[]];
  operation: Operation;
};

/** A path that is described in the OpenAPI document but not served by a handler. */
export type DescribedPath = {
  method: Method;
  path: string;
  operation: Operation;
  /** One for each `{name}` of the path. */
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
