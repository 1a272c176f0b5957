/**
 * `fetch` with retries: after a broken connection, 429, 503, and 502, which proxies answer for a service that they
 * cannot reach. 504 is an answer of the service, so it is not retried.
 *
 * POST requests are retried only with an idempotency key, so that nothing is charged twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ConnectionError } from './errors.js';

export type RetryOptions = {
  /** The number of attempts, including the first. */
  attemptsMax: number;
  /** The pause after the first attempt; each later one is twice as long. */
  pauseMs: number;
  /** If the service asks for a longer pause, its answer is returned without a retry. */
  pauseMsMax: number;
};

export const RETRY_DEFAULTS: RetryOptions = { attemptsMax: 6, pauseMs: 250, pauseMsMax: 60_000 };

const REPEATED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503]);

export type Fetch = (request: Request) => Promise<Response>;

export function retryingFetch(send: Fetch, options: RetryOptions): Fetch {
  return async (request) => {
    const { signal } = request;
    const mayRepeat = request.method === 'GET' || request.headers.has('idempotency-key');
    for (let attempt = 1; ; attempt += 1) {
      const isLast = !mayRepeat || attempt >= options.attemptsMax;
      const outcome = await attemptOf(send, request);
      if ('response' in outcome && !REPEATED_STATUSES.has(outcome.response.status)) {
        return outcome.response;
      }
      signal.throwIfAborted();
      const waitMs = pauseOf(outcome, attempt, options);
      if (isLast || waitMs > options.pauseMsMax) return lastOf(outcome, request, attempt);
      if ('response' in outcome) await outcome.response.body?.cancel();
      await delay(waitMs, undefined, { signal });
    }
  };
}

type Outcome = { response: Response } | { error: unknown };

async function attemptOf(send: Fetch, request: Request): Promise<Outcome> {
  try {
    return { response: await send(request.clone()) };
  } catch (error) {
    return { error };
  }
}

/**
 * Returns the pause that `Retry-After` asks for, or one that doubles with each attempt. Up to a quarter is added at
 * random, so that many clients do not retry at the same moment.
 */
function pauseOf(outcome: Outcome, attempt: number, { pauseMs }: RetryOptions): number {
  const said = 'response' in outcome ? Number(outcome.response.headers.get('retry-after')) : 0;
  const own = pauseMs * 2 ** (attempt - 1) * (1 + Math.random() / 4);
  return Math.max(own, Number.isFinite(said) ? said * 1_000 : 0);
}

function lastOf(outcome: Outcome, { method, url }: Request, attempts: number): Response {
  if ('response' in outcome) return outcome.response;
  const tries = attempts === 1 ? '' : ` in ${attempts} attempts`;
  throw new ConnectionError(`${method} ${new URL(url).origin}: no answer${tries}.`, outcome.error);
}
