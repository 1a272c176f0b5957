/**
 * Limits the requests per minute of an account, and reports the remaining ones in headers
 * (draft-ietf-httpapi-ratelimit-headers, the two-field form).
 *
 * If processes share their counts, each reserves several requests at a time, so that few requests query the database:
 *
 *     limit 6,000: reserve 60 ──► 60 requests ──► reserve 60 …   all processes together never exceed the limit
 *
 * Requests that a process has reserved but not used within the minute are lost to the other processes: at most 1 % of
 * the limit per process.
 */
import type { Caller } from '../accounts/index.js';
import { ApiError } from '../errors.js';
import { WINDOW_SECONDS, type Counters } from './counters.js';

/** The share of the limit that is reserved at a time. A process that does not share its counts loses nothing by it. */
const TAKEN_SHARE = 1 / 100;
/** If this many accounts are remembered, those whose minute is over are forgotten. */
const ACCOUNTS_MAX = 10_000;

export type RateLimit = (
  caller: Caller,
) => Promise<{ headers: Record<string, string>; refusal?: ApiError }>;

/** The requests that an account has left in its minute: `left` in this process, `leftElsewhere` not reserved by any. */
type Standing = { limit: number; left: number; leftElsewhere: number; endsAtMs: number };

export function createRateLimit(
  requestsPerMinuteDefault: number,
  counters: Counters,
  clock: () => number = () => performance.now(),
): RateLimit {
  const counter = counters.counter('requests');
  const standings = new Map<string, Standing>();
  /** The pending queries: requests that arrive meanwhile wait for the same answer. */
  const asking = new Map<string, Promise<void>>();

  async function take(accountId: string, limit: number): Promise<Standing> {
    const wanted = Math.max(1, Math.floor(limit * TAKEN_SHARE));
    const { points, msBeforeNext } = await counter.add(accountId, wanted);
    const left = Math.max(0, Math.min(wanted, limit - (points - wanted)));
    const leftElsewhere = Math.max(0, limit - points);
    if (standings.size >= ACCOUNTS_MAX) forgetOver();
    return { limit, left, leftElsewhere, endsAtMs: clock() + msBeforeNext };
  }

  async function ask(accountId: string, limit: number): Promise<void> {
    const asked = take(accountId, limit).then((standing) => {
      standings.set(accountId, standing);
    });
    asking.set(accountId, asked);
    try {
      await asked;
    } finally {
      asking.delete(accountId);
    }
  }

  function forgetOver(): void {
    for (const [accountId, { endsAtMs }] of standings) {
      if (endsAtMs <= clock()) standings.delete(accountId);
    }
  }

  /** Uses one request of those that are left. `isWithin` is false if there is none. */
  async function takeOne(
    accountId: string,
    limit: number,
  ): Promise<{ standing: Standing; isWithin: boolean }> {
    for (;;) {
      const known = standings.get(accountId);
      if (known?.limit === limit && known.endsAtMs > clock()) {
        const isWithin = known.left > 0;
        if (isWithin) known.left -= 1;
        if (isWithin || known.leftElsewhere === 0) return { standing: known, isWithin };
      }
      await (asking.get(accountId) ?? ask(accountId, limit));
    }
  }

  return async (caller) => {
    const limit = caller.requestsPerMinute ?? requestsPerMinuteDefault;
    const { standing, isWithin } = await takeOne(caller.accountId, limit);
    const resetSeconds = Math.max(1, Math.ceil((standing.endsAtMs - clock()) / 1000));
    const headers = {
      'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
      ratelimit: `"default";r=${standing.left + standing.leftElsewhere};t=${resetSeconds}`,
    };
    if (isWithin) return { headers };
    const comment = `The limit of requests per minute is ${limit}; try again in ${resetSeconds} s.`;
    return {
      headers,
      refusal: new ApiError('rate_limited', comment, { retryAfterSeconds: resetSeconds }),
    };
  };
}
