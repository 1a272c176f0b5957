/** The number of open event streams of an account: each counts from its request until either side ends it. */
import { expect, test } from '@jest/globals';
import { asAccountId } from '../../server/accounts/index.js';
import { createStreamLimit, onStreamEnd } from '../../server/jobs/events.js';

const [a, b] = [asAccountId('a'), asAccountId('b')];

async function* threeEvents() {
  yield 'a';
  yield 'b';
  yield 'c';
}

async function* failing() {
  yield 'a';
  await Promise.reject(new Error('the store is away'));
}

/** Streams of account a, with a limit. */
function openStreams(countMax: number) {
  const limit = createStreamLimit(countMax);
  return {
    limit,
    open: (events: AsyncGenerator<string, void> = threeEvents()) =>
      onStreamEnd(events, limit.enter(a)),
  };
}

test('a stream counts from its request on, before it is read', () => {
  const { limit, open } = openStreams(2);
  open();
  open();
  expect(() => open()).toThrow(
    expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds: 10 } }),
  );
  limit.enter(b);
});

test('its end makes room for another, whether the client leaves, it fails, or it was never read', async () => {
  const { open } = openStreams(4);
  const [left, read, unread, failed] = [open(), open(), open(), open(failing())];
  expect(() => open()).toThrow();
  await left.next();
  await left.return?.();
  await left.return?.();
  let text = '';
  for await (const event of read) text += event;
  expect(text).toBe('abc');
  await unread.return?.();
  await failed.next();
  await expect(failed.next()).rejects.toThrow('the store is away');
  for (let count = 0; count < 4; count += 1) open();
  expect(() => open()).toThrow();
});
