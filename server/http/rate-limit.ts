/**
 * Requests per minute of an account, with the headers that tell a client where it stands
 * (draft-ietf-httpapi-ratelimit-headers, the two-field form).
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller } from '../accounts/index.js';
import { ApiError } from '../errors.js';

const WINDOW_SECONDS = 60;

export type RateLimit = (
  caller: Caller,
) => Promise<{ headers: Record<string, string>; refusal?: ApiError }>;

export function createRateLimit(requestsPerMinuteDefault: number): RateLimit {
  // One limiter for each distinct limit; accounts with the same limit share it and are told apart by their id.
  const limiters = new Map<number, RateLimiterMemory>();

  return async (caller) => {
    const limit = caller.requestsPerMinute ?? requestsPerMinuteDefault;
    let limiter = limiters.get(limit);
    if (limiter === undefined) {
      limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
      limiters.set(limit, limiter);
    }
    const state = await consume(limiter, caller.accountId);
    const resetSeconds = Math.ceil(state.msBeforeNext / 1000);
    const headers = {
      'ratelimit-policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
      ratelimit: `"default";r=${Math.max(0, state.remainingPoints)};t=${resetSeconds}`,
    };
    if (state.consumedPoints <= limit) return { headers };
    const comment = `The limit of requests a minute is ${limit}; try again in ${resetSeconds} s.`;
    return {
      headers,
      refusal: new ApiError('rate_limited', comment, { retryAfterSeconds: resetSeconds }),
    };
  };
}

/** The limiter rejects with the same figures when the limit is passed. */
async function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}
