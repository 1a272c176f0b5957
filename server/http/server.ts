/**
 * The adapter between Express and the routes: all requests and all answers pass through it.
 *
 *   headers → path and method → shutting down? → store → transport → key → rate → query → body → route → answer
 *
 * The event loop only moves bytes: bodies are collected and passed on, never parsed here.
 */
import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Caller } from '../accounts/index.js';
import {
  readQuery,
  type Answer,
  type Page,
  type Route,
  type RouteRequest,
  type Versions,
} from '../api/index.js';
import { ApiError, type ErrorCode } from '../errors.js';
import { createConcurrencyLimit } from './concurrency-limit.js';
import { checkBodyHeaders, readBody } from './body.js';
import { createBodyMemory } from './body-memory.js';
import { errorAnswer, storeAway, toApiError } from './error-answer.js';
import { beginExchange, exchangeOf, waitWhileRead } from './exchange.js';
import { identify, isSafeTransport, requireCaller, type GuardOptions } from './guards.js';
import { createHeaders, createPageHeaders } from './headers.js';
import { createPageAnswer } from './pages.js';
import { findRoutes, plainPath } from './paths.js';
import { createUnpaidWork } from './unpaid-work.js';
import type { Metrics } from './metrics.js';
import { ADDRESS_LENGTH_MAX } from './socket.js';
import { createRefusals } from './refusals.js';
import { retiredError } from './retired-versions.js';
import { STALL_MS, createSender, setHeaders } from './send.js';

export type HttpOptions = GuardOptions & {
  routes: readonly Route[];
  versions: Versions;
  /** The pages of the documentation and the console, and the files that they load. */
  pages: readonly Page[];
  /** Answers that are files of any size, by path prefix. They are sent unchanged, for as long as the client reads. */
  downloads: readonly { path: string; handler: express.RequestHandler }[];
  logger: Logger;
  metrics: Metrics;
  bodyBytesMax: number;
  /** The limit for all bodies together. */
  bodyMemoryBytesMax: number;
  /** From the arrival of a request to `timeout`. */
  answerDeadlineMs: number;
  /** How many requests that need threads (with a body, or for tiles) an account may have in progress at once. */
  requestsAtOnceMax: number;
  /** How long threads may work for an account on requests that are not charged. */
  unpaidSecondsPerMinute: number;
  /** Whether the store is unavailable. Then requests that need a key are refused before any work. */
  isStoreAway: () => boolean;
  /** The `trust proxy` setting of Express: false, a number of hops, or a list of addresses. */
  trustProxy: boolean | number | string;
};

export type Http = {
  app: Express;
  /** Refuses new requests from now on. */
  beginShutdown: () => void;
  /** Returns the memory that the bodies of requests and of their tasks take. */
  bodyBytesHeld: () => number;
};

/** How long the rest of an unneeded body is read and discarded, so that the client can read the answer. */
const UNWANTED_BODY_MS = 5_000;
/** How long after its deadline an answer may be read. Then the connection is closed, which frees its memory. */
const READ_ANSWER_MS = 30_000;
/** The status in logs and metrics if the client disconnected before the answer, as in nginx. It is never sent. */
const CLIENT_GONE_STATUS = 499;
/** Refusals of requests that may be repeated soon: see `refusals.ts`. */
const HELD_BACK: ReadonlySet<ErrorCode> = new Set([
  'overloaded',
  'rate_limited',
  'too_many_at_once',
  'too_many_jobs',
]);
/** A name or address, and a port, without characters that could break out of a link. */
const HOST = /^[\w.:[\]-]+$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

export function createHttp(options: HttpOptions): Http {
  const app = express();
  const bodyMemory = createBodyMemory(options.bodyMemoryBytesMax);
  const concurrency = createConcurrencyLimit(options.requestsAtOnceMax);
  const unpaidWork = createUnpaidWork(options.unpaidSecondsPerMinute);
  let shuttingDown = false;
  const streams = new AbortController();
  const refusals = createRefusals(streams.signal);
  const { send, sendFixed } = createSender(() => shuttingDown, streams.signal);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', options.trustProxy);

  app.use((request, response, next) => {
    const patienceMs = options.answerDeadlineMs + READ_ANSWER_MS;
    const exchange = beginExchange(request, response, patienceMs);
    response.setHeader('x-request-id', exchange.requestId);
    response.once('close', () => {
      clearTimeout(exchange.responseTimeout);
      report(request, response);
    });
    next();
  });
  app.use(createHeaders());

  // Paths are looked up instead of routed by Express: see `paths.ts`.
  const routesAt = findRoutes(options.routes);
  const versionOf = new Map(
    options.routes.map((route) => [route, options.versions.of(route.paths[0])]),
  );
  app.use((request, _response, next) => {
    refuseStrangeHead(request);
    next();
  });
  app.use(async (request, response, next) => {
    const plain = plainPath(request.path);
    const retired = retiredError(plain, request.url, options.versions);
    if (retired !== undefined) throw retired;
    const found = routesAt(plain);
    if (found === undefined) {
      next();
      return;
    }
    const { routes, template: path } = found;
    const exchange = exchangeOf(response);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = routes.find((each) => each.method.toUpperCase() === method);
    exchange.route = path;
    const version = route === undefined ? undefined : versionOf.get(route);
    if (version !== undefined) setHeaders(response, options.versions.headersOf(version));
    if (route === undefined) {
      await identifyIfPossible(request, response);
      const allow = allowedMethods(routes);
      throw new ApiError('method_not_allowed', `This path takes ${allow.join(', ')}.`, { allow });
    }
    const answered = await answer(route, found.values, request, response);
    if (answered.isFixed === true) await sendFixed(answered, request, response);
    else send(response, answered);
  });
  for (const { path, handler } of options.downloads) {
    app.use(path, (request, response, next) => {
      exchangeOf(response).route = path;
      waitWhileRead(response, STALL_MS);
      handler(request, response, next);
    });
  }
  for (const page of options.pages) {
    const answerPage = createPageAnswer(page);
    app.all(page.path, createPageHeaders(page.isStrict === true), async (request, response) => {
      exchangeOf(response).route = page.path;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const allow = ['GET', 'HEAD', 'OPTIONS'];
        throw new ApiError('method_not_allowed', `This path takes ${allow.join(', ')}.`, { allow });
      }
      await answerPage(request, response);
    });
  }
  app.use(async (request, response) => {
    await identifyIfPossible(request, response);
    throw new ApiError('unknown_path', 'See /engine/docs for the available paths.');
  });
  app.use((error: unknown, request: Request, response: Response, next: express.NextFunction) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const exchange = exchangeOf(response);
    if (error instanceof ClientGoneError) {
      response.statusCode = CLIENT_GONE_STATUS;
      response.destroy();
      return;
    }
    const known = clientFaultOf(error) ?? toApiError(error);
    exchange.errorCode = known.code;
    if (known.code === 'internal_error') {
      options.logger.error({ err: error, request_id: exchange.requestId }, 'request failed');
    }
    abandonBody(request);
    const answered = errorAnswer(known, exchange.requestId);
    if (!HELD_BACK.has(known.code)) {
      send(response, answered);
      return;
    }
    const caller = exchange.accountId ?? request.ip ?? '';
    void refusals.pause(caller).then(() => {
      send(response, answered);
    });
  });

  async function answer(
    route: Route,
    path: Readonly<Record<string, string>>,
    request: Request,
    response: Response,
  ): Promise<Answer> {
    const exchange = exchangeOf(response);
    const deadline = startDeadline(response, options.answerDeadlineMs);
    try {
      const { requestId } = exchange;
      const origin = originOf(request);
      if (route.access === 'open') {
        const query = readQuery(request.url, route.operation.parameters ?? []);
        return await route.handle({ requestId, origin, path, query, ...deadline.limits });
      }
      if (shuttingDown) {
        throw new ApiError('shutting_down', 'Send the request again.', { retryAfterSeconds: 5 });
      }
      if (options.isStoreAway()) throw storeAway();
      const caller = await requireCaller(request, options);
      await applyRateLimit(caller, response);
      const version = versionOf.get(route);
      if (version !== undefined) options.accounts.noteVersion(caller.accountId, version.name);
      const query = readQuery(request.url, route.operation.parameters ?? []);
      const common: RouteRequest = { requestId, origin, path, query, ...deadline.limits };
      if (route.access === 'key') return await route.handle({ ...common, caller });
      if (route.access === 'key_and_threads') {
        const work = unpaidWork.begin(caller.accountId);
        const leave = concurrency.enter(caller.accountId);
        try {
          return await route.handle({ ...common, caller, noteWork: work.add });
        } finally {
          work.settle(false);
          leave();
        }
      }
      checkBodyHeaders(request, options.bodyBytesMax);
      const idempotencyKey = readIdempotencyKey(request);
      const work = unpaidWork.begin(caller.accountId);
      const leave = concurrency.enter(caller.accountId);
      const { reserve, hold } = bodyMemory.lease(caller.accountId);
      const release = hold();
      let isPaid = false;
      try {
        const { signal } = deadline.limits;
        const body = await readBody(request, { bytesMax: options.bodyBytesMax, reserve, signal });
        const answered = await route.handle({
          ...{ ...common, caller, body, holdBody: hold, idempotencyKey },
          noteWork: work.add,
        });
        // A repetition may be computed again and is not charged, so it counts as unpaid.
        isPaid = (answered.credits?.charged ?? 0) > 0;
        return answered;
      } finally {
        work.settle(isPaid);
        release();
        leave();
      }
    } finally {
      deadline.stop();
    }
  }

  /** Sets the headers of the rate limit and notes the caller. Throws `rate_limited` beyond the rate of the account. */
  async function applyRateLimit(caller: Caller, response: Response): Promise<void> {
    const exchange = exchangeOf(response);
    exchange.accountId = caller.accountId;
    exchange.creditsRemaining = caller.credits;
    const { headers, refusal } = await options.rateLimit(caller);
    setHeaders(response, headers);
    if (refusal !== undefined) throw refusal;
  }

  /** For answers to unknown paths and methods, which need no key, but have more headers if a valid key was sent. */
  async function identifyIfPossible(request: Request, response: Response): Promise<void> {
    if (shuttingDown || !isSafeTransport(request, options.requireHttps)) return;
    const identity = await identify(request, options);
    if (identity.kind === 'caller') await applyRateLimit(identity.caller, response);
  }

  function report(request: Request, response: Response): void {
    const exchange = exchangeOf(response);
    const seconds = (performance.now() - exchange.arrivedAt) / 1000;
    options.metrics.observeRequest(exchange.route, request.method, response.statusCode, seconds);
    options.metrics.observeCredits(exchange.creditsCharged);
    options.logger.info(
      {
        request_id: exchange.requestId,
        client_request_id: exchange.clientRequestId,
        method: request.method,
        route: exchange.route,
        status: response.statusCode,
        code: exchange.errorCode,
        account_id: exchange.accountId,
        credits: exchange.creditsCharged,
        ms: Math.round(seconds * 1e6) / 1e3,
        complete: response.writableFinished,
      },
      'request',
    );
  }

  return {
    app,
    beginShutdown: () => {
      shuttingDown = true;
      streams.abort();
    },
    bodyBytesHeld: bodyMemory.heldBytes,
  };
}

/** Refuses requests that HTTP allows a server to refuse before it looks at the path. */
function refuseStrangeHead({ headers, httpVersion, url }: Request): void {
  if (headers.host === undefined && httpVersion === '1.1') {
    throw new ApiError('invalid_request', 'HTTP/1.1 requires a Host header (RFC 9112, 3.2).');
  }
  if (url.length > ADDRESS_LENGTH_MAX) {
    throw new ApiError(
      'address_too_long',
      `The URL has ${url.length} characters; the maximum is ${ADDRESS_LENGTH_MAX}. Send long values in the body.`,
    );
  }
}

/** Returns the origin as the caller or a trusted proxy states it. Empty without a valid Host: links are then paths. */
function originOf(request: Request): string {
  const host = request.headers.host === undefined ? '' : request.host;
  return !HOST.test(host) ? '' : `${request.protocol}://${host}`;
}

function allowedMethods(routes: readonly Route[]): string[] {
  const methods = routes.map((route) => route.method.toUpperCase());
  if (methods.includes('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'];
}

/** Starts the deadline of the whole request: body, queue and work. Its signal also aborts if the client disconnects. */
function startDeadline(
  response: Response,
  ms: number,
): { limits: Pick<RouteRequest, 'signal' | 'dueAtMs'>; stop: () => void } {
  const dueAtMs = performance.timeOrigin + performance.now() + ms;
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new ApiError('timeout', `There was no answer within ${ms / 1000} s.`));
  }, ms);
  const onClose = (): void => {
    controller.abort(new ClientGoneError('the client has gone'));
  };
  response.once('close', onClose);
  return {
    limits: { signal: controller.signal, dueAtMs },
    stop: () => {
      clearTimeout(timer);
      response.off('close', onClose);
    },
  };
}

function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  const comment = 'Expected 1 to 255 visible ASCII characters.';
  throw new ApiError('invalid_request', '', {
    problems: [{ pointer: '/headers/idempotency-key', code: 'invalid_format', comment }],
  });
}

/** Discards the rest of an unneeded body, but not forever. */
function abandonBody(request: Request): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), UNWANTED_BODY_MS).unref();
  request.once('close', () => {
    clearTimeout(timer);
  });
}

/** The client has disconnected: this is logged, but not as a fault of the service. */
class ClientGoneError extends Error {}

/** Converts refusals of Express itself: a path that cannot be decoded (`/%ff`), or a range outside the file. */
function clientFaultOf(error: unknown): ApiError | undefined {
  if (error instanceof URIError) return new ApiError('unknown_path', 'The path cannot be decoded.');
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  return new ApiError(
    'invalid_request',
    `The request headers cannot be satisfied: ${error.message}.`,
  );
}
