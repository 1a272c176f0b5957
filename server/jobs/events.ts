/**
 * A job's course as server-sent events: one when something has changed, and an end with the last.
 *
 * Read from the store, so that any process can tell of a job that another one runs. A comment now and then keeps proxies
 * from closing a quiet connection.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../errors.js';
import type { AccountId } from '../storage/index.js';

const LOOK_MS = 1_000;
const COMMENT_MS = 15_000;
const RETRY_AFTER_SECONDS = 10;

export type Course = { details: Readonly<Record<string, unknown>>; hasEnded: boolean };

/** `look` gives undefined when the job is gone. Ends when the caller leaves. */
export async function* courseEvents(
  look: () => Promise<Course | undefined>,
  { lookMs = LOOK_MS, commentMs = COMMENT_MS } = {},
): AsyncGenerator<string> {
  // Browsers that lose the connection come back after so long.
  yield `retry: ${lookMs * 5}\n\n`;
  let last = '';
  let spokenAt = performance.now();
  for (let id = 1; ;) {
    const course = await look();
    if (course === undefined) return;
    const data = JSON.stringify(course.details);
    // What has passed since the last event is no news by itself.
    const news = JSON.stringify({ ...course.details, elapsed: undefined });
    if (news !== last) {
      last = news;
      spokenAt = performance.now();
      const event = course.hasEnded ? 'end' : 'progress';
      yield `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
      id += 1;
    } else if (performance.now() - spokenAt >= commentMs) {
      spokenAt = performance.now();
      yield ': still here\n\n';
    }
    if (course.hasEnded) return;
    await delay(lookMs);
  }
}

export type StreamLimit = {
  /** Throws `rate_limited`. What it returns is called at the stream's end. */
  enter: (accountId: AccountId) => () => void;
};

/**
 * How many streams an account may have open. One counts from its request on: of many that come at once each would find the others not
 * begun.
 */
export function createStreamLimit(countMax: number): StreamLimit {
  const counts = new Map<AccountId, number>();
  return {
    enter: (accountId) => {
      const count = counts.get(accountId) ?? 0;
      if (count >= countMax) {
        const comment = `The account watches ${countMax} jobs already; ask for them, or have a webhook told.`;
        throw new ApiError('rate_limited', comment, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      counts.set(accountId, count + 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const left = (counts.get(accountId) ?? 1) - 1;
        if (left > 0) counts.set(accountId, left);
        else counts.delete(accountId);
      };
    },
  };
}

/** Says when a stream has ended, whichever side ends it and whether or not anything was read of it. */
export function untilEnd(
  events: AsyncGenerator<string>,
  onEnd: () => void,
): AsyncIterableIterator<string> {
  return {
    next: async () => {
      try {
        const result = await events.next();
        if (result.done === true) onEnd();
        return result;
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    return: async () => {
      onEnd();
      return await events.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
