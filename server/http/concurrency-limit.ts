/**
 * Limits how many requests with a body, or for tiles, an account may have in progress at once, whatever they wait for:
 * a slow body, a thread, a charge. This bounds the share of an account in every common resource without its own limit.
 */
import { ApiError } from '../errors.js';

const RETRY_AFTER_SECONDS = 1;

export type ConcurrencyLimit = {
  /** Throws `too_many_at_once` at the limit. Call the returned function once, at the end of the request. */
  enter: (accountId: string) => () => void;
};

export function createConcurrencyLimit(countMax: number): ConcurrencyLimit {
  const counts = new Map<string, number>();
  return {
    enter: (accountId) => {
      const count = counts.get(accountId) ?? 0;
      if (count >= countMax) {
        throw new ApiError(
          'too_many_at_once',
          `The account has ${countMax} concurrent requests, the maximum.`,
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
