/**
 * How many requests with a body, or for tiles, one account may have under way at once, whatever they wait for: a body that comes slowly,
 * a thread, a charge. It bounds what an account can take of everything that is shared and has no bound of its own.
 */
import { ApiError } from '../errors.js';

const RETRY_AFTER_SECONDS = 1;

export type AtOnceLimit = {
  /** Throws `too_many_at_once`. What it returns is called once, at the request's end. */
  enter: (accountId: string) => () => void;
};

export function createAtOnceLimit(countMax: number): AtOnceLimit {
  const counts = new Map<string, number>();
  return {
    enter: (accountId) => {
      const count = counts.get(accountId) ?? 0;
      if (count >= countMax) {
        throw new ApiError(
          'too_many_at_once',
          `The account has ${countMax} requests under way, as many as it may at once.`,
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      }
      counts.set(accountId, count + 1);
      return () => {
        const left = (counts.get(accountId) ?? 1) - 1;
        if (left === 0) counts.delete(accountId);
        else counts.set(accountId, left);
      };
    },
  };
}
