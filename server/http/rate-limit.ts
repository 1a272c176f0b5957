/**
 * Requests per minute of an account, with the headers that tell a client where it stands
 * (draft-ietf-httpapi-ratelimit-headers, the two-field form).
 *
 * Where processes share their counts, each takes some of what is left at a time and gives it out by itself, so that one request
 * in many asks the database:
 *
 *     limit 6,000: 60 are taken ──► 60 requests ──► 60 more …   all processes together never give out more than the limit
 *
 * What a process has taken and does not give out in its minute is lost to the others: a hundredth of the limit each.
 */
import type { Caller } from '../accounts/index.js';
import { ApiError } from '../errors.js';
import { WINDOW_SECONDS, type Counters } from './counters.js';

/** Of a limit, what is taken at a time. A process that counts alone loses nothing by it. */
const TAKEN_SHARE = 1 / 100;
/** Accounts that are remembered before those are forgotten whose minute is over. */
const ACCOUNTS_MAX = 10_000;

export type RateLimit = (
  caller: Caller,
) => Promise<{ headers: Record<string, string>; refusal?: ApiError }>;

/** What an account has left in this process, and in all of them, until its minute is over. */
type Standing = { limit: number; left: number; leftElsewhere: number; endsAtMs: number };

export function createRateLimit(
  requestsPerMinuteDefault: number,
  counters: Counters,
  clock: () => number = () => performance.now(),
): RateLimit {
  const counter = counters.counter('requests');
  const standings = new Map<string, Standing>();
  /** Those that come while the database is asked wait for the same answer. */
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

  /** Takes one of what is left; without `isWithin` there is nothing. */
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
    const comment = `The limit of requests a minute is ${limit}; try again in ${resetSeconds} s.`;
    return {
      headers,
      refusal: new ApiError('rate_limited', comment, { retryAfterSeconds: resetSeconds }),
    };
  };
}
