/**
 * Limits how long threads may work for an account on requests that are not charged: dry runs, refused requests, tiles,
 * and answers that were too late. Without a limit, a caller could send requests forever that cost nothing and compute
 * for seconds.
 *
 *     budget ──unpaid work: decreases, possibly below zero──► at or below zero: requests that need threads are refused
 *       └────────── time: increases by the full budget per minute, never above it ──────────┘
 *
 * The time of a task is known when the task ends, possibly after its request was answered; it is counted then.
 */
import { ApiError } from '../errors.js';

const MINUTE_MS = 60_000;
/** If more accounts than this are remembered, those without unpaid work are forgotten. */
const ACCOUNTS_MAX = 10_000;

/** The work of one request, reported as its tasks end. */
export type Work = {
  add: (ms: number) => void;
  /** Called at the end of the request, when it is known whether the request was paid. */
  settle: (isPaid: boolean) => void;
};

export type UnpaidWork = {
  /** Throws `rate_limited` if the budget of the account is used up. */
  begin: (accountId: string) => Work;
};

/** Creates the limit. `clock` returns milliseconds. */
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
          `The account's uncharged requests (refused, timed out, dry runs, tiles) have used their ${secondsPerMinute} s of computing time per minute; try again in ${retryAfterSeconds} s.`,
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
