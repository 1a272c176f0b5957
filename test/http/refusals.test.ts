/** Refusals of one caller that come too fast are answered later; those of others are not. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createRefusals } from '../../server/http/refusals.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** How many of so many pauses are over. */
async function countOver(pauses: readonly Promise<void>[]): Promise<number> {
  let count = 0;
  for (const pause of pauses) void pause.then(() => (count += 1));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return count;
}

test('twenty a second are answered at once, further ones a second later', async () => {
  let nowMs = 0;
  const refusals = createRefusals(new AbortController().signal, () => nowMs);
  const send = (count: number, caller: string) =>
    Array.from({ length: count }, () => refusals.pause(caller));
  const first = send(30, 'a');
  expect(await countOver(first)).toBe(20);
  expect(await countOver(send(5, 'b'))).toBe(5);
  nowMs = 1_000;
  jest.advanceTimersByTime(1_000);
  expect(await countOver(first)).toBe(30);
  // Another second, another twenty.
  expect(await countOver(send(30, 'a'))).toBe(20);
});

test('who waits is answered when the service stops', async () => {
  const stop = new AbortController();
  const refusals = createRefusals(stop.signal, () => 0);
  const all = Array.from({ length: 25 }, () => refusals.pause('a'));
  expect(await countOver(all)).toBe(20);
  stop.abort();
  expect(await countOver(all)).toBe(25);
  expect(await countOver([refusals.pause('a')])).toBe(1);
});
