/**
 * A job's course as server-sent events: one when something has changed, and an end with the last.
 *
 * Read from the store, so that any process can tell of a job that another one runs. A comment now and then keeps proxies
 * from closing a quiet connection.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AccountId } from '../storage/index.js';

const LOOK_MS = 1_000;
const COMMENT_MS = 15_000;

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

/** Counts a stream from its first event to its end, whichever side ends it. */
export async function* counted(
  events: AsyncIterable<string>,
  streams: Map<AccountId, number>,
  accountId: AccountId,
): AsyncGenerator<string> {
  streams.set(accountId, (streams.get(accountId) ?? 0) + 1);
  try {
    yield* events;
  } finally {
    const left = (streams.get(accountId) ?? 1) - 1;
    if (left > 0) streams.set(accountId, left);
    else streams.delete(accountId);
  }
}
