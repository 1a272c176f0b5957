/**
 * The progress of a job as server-sent events: one event per change, the last of which is `end`.
 *
 * The job is read from the store, so any process can serve the events of a job that another process runs. Comments at
 * intervals keep proxies from closing an idle connection.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../errors.js';
import type { AccountId } from '../storage/index.js';

const READ_MS = 1_000;
const COMMENT_MS = 15_000;
const RETRY_AFTER_SECONDS = 10;

export type JobSnapshot = { details: Readonly<Record<string, unknown>>; hasEnded: boolean };

/** Yields the events of a job until it ends, the caller leaves, or `readJob` finds no job. */
export async function* jobEvents(
  readJob: () => Promise<JobSnapshot | undefined>,
  { readMs = READ_MS, commentMs = COMMENT_MS } = {},
): AsyncGenerator<string> {
  // Browsers that lose the connection reconnect after this time.
  yield `retry: ${readMs * 5}\n\n`;
  let last = '';
  let writtenAt = performance.now();
  for (let id = 1; ;) {
    const snapshot = await readJob();
    if (snapshot === undefined) return;
    const data = JSON.stringify(snapshot.details);
    // The elapsed time changes constantly, so it alone does not cause an event.
    const content = JSON.stringify({ ...snapshot.details, elapsed: undefined });
    if (content !== last) {
      last = content;
      writtenAt = performance.now();
      const event = snapshot.hasEnded ? 'end' : 'progress';
      yield `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
      id += 1;
    } else if (performance.now() - writtenAt >= commentMs) {
      writtenAt = performance.now();
      yield ': still here\n\n';
    }
    if (snapshot.hasEnded) return;
    await delay(readMs);
  }
}

export type StreamLimit = {
  /** Counts a stream, or throws `rate_limited`. The returned function is to be called when the stream ends. */
  enter: (accountId: AccountId) => () => void;
};

/**
 * Creates a limit on the number of open streams per account. A stream counts from its request on; if it counted from
 * its first event on, any number of simultaneous requests would pass.
 */
export function createStreamLimit(countMax: number): StreamLimit {
  const counts = new Map<AccountId, number>();
  return {
    enter: (accountId) => {
      const count = counts.get(accountId) ?? 0;
      if (count >= countMax) {
        const comment = `The account already watches ${countMax} jobs; poll their status instead, or use a webhook.`;
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

/** Calls `onEnd`, possibly more than once, when either side ends the stream, even if nothing was read from it. */
export function onStreamEnd(
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
