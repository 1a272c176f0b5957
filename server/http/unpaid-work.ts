/**
 * How long threads may work for an account on what is not paid in the end: dry runs, refusals, tiles, answers that came too late.
 * Without a bound, a request that costs nothing and computes for seconds could be sent for ever.
 *
 *     budget ──work that is not paid: down, below zero if need be──► at or below zero: requests with a body are refused
 *       └───────────── time: up by a minute's budget a minute, never above it ─────────────┘
 *
 * What a task takes is known when it has ended, which may be after its request's answer; it counts then.
 */
import { ApiError } from '../errors.js';

const MINUTE_MS = 60_000;
/** Accounts that are remembered before those are forgotten that owe nothing. */
const ACCOUNTS_MAX = 10_000;

/** One request's work, told as its tasks end. */
export type Work = {
  add: (ms: number) => void;
  /** Once it is known, which is at the request's end. */
  settle: (isPaid: boolean) => void;
};

export type UnpaidWork = {
  /** Throws `rate_limited` where the account's budget is used up. */
  begin: (accountId: string) => Work;
};

/** `clock`: milliseconds. */
export function createUnpaidWork(
  secondsPerMinute: number,
  clock: () => number = () => performance.now(),
): UnpaidWork {
  const budgetMs = secondsPerMinute * 1000;
  const spent = new Map<string, { ms: number; atMs: number }>();

  function spentBy(accountId: string): number {
    const entry = spent.get(accountId);
    if (entry === undefined) return 0;
    return Math.max(0, entry.ms - ((clock() - entry.atMs) * budgetMs) / MINUTE_MS);
  }

  function spend(accountId: string, ms: number): void {
    if (ms <= 0) return;
    if (spent.size >= ACCOUNTS_MAX) {
      for (const each of spent.keys()) if (spentBy(each) === 0) spent.delete(each);
    }
    spent.set(accountId, { ms: spentBy(accountId) + ms, atMs: clock() });
  }

  return {
    begin: (accountId) => {
      const overMs = spentBy(accountId) - budgetMs;
      if (overMs >= 0) {
        const retryAfterSeconds = Math.ceil(Math.max(1, (overMs * MINUTE_MS) / budgetMs / 1000));
        throw new ApiError(
          'rate_limited',
          `Requests of the account that were not charged (refused, too late, dry runs, or tiles) have used up their ${secondsPerMinute} s of computing a minute; try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        );
      }
      let workMs = 0;
      let isPaid: boolean | undefined;
      return {
        add: (ms) => {
          if (isPaid === undefined) workMs += ms;
          else if (!isPaid) spend(accountId, ms);
        },
        settle: (paid) => {
          isPaid = paid;
          if (!paid) spend(accountId, workMs);
        },
      };
    },
  };
}
