/** Frequent refusals of one caller are delayed; those of others are not. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createRefusals } from '../../server/http/refusals.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The number of pauses that are over. */
async function countOver(pauses: readonly Promise<void>[]): Promise<number> {
  let count = 0;
  for (const pause of pauses) void pause.then(() => (count += 1));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  return count;
}

test('twenty a second are answered at once, and further ones a second or two later', async () => {
  let nowMs = 0;
  const refusals = createRefusals(new AbortController().signal, () => nowMs);
  const send = (count: number, caller: string) =>
    Array.from({ length: count }, () => refusals.pause(caller));
  const first = send(30, 'a');
  expect(await countOver(first)).toBe(20);
  expect(await countOver(send(5, 'b'))).toBe(5);
  nowMs = 1_000;
  jest.advanceTimersByTime(999);
  expect(await countOver(first)).toBe(20);
  jest.advanceTimersByTime(1_001);
  expect(await countOver(first)).toBe(30);
  // Another twenty in the next second.
  expect(await countOver(send(30, 'a'))).toBe(20);
});

test('refusals that arrive together are answered one after the other', async () => {
  const refusals = createRefusals(new AbortController().signal, () => 0);
  const all = Array.from({ length: 220 }, () => refusals.pause('a'));
  jest.advanceTimersByTime(1_000);
  let answered = await countOver(all);
  expect(answered).toBe(20);
  const counts: number[] = [];
  for (let step = 0; step < 20; step += 1) {
    jest.advanceTimersByTime(50);
    const now = await countOver(all);
    counts.push(now - answered);
    answered = now;
  }
  expect(answered).toBe(220);
  // 200 in 20 steps: 10 in each, except at the edge between two.
  expect(Math.max(...counts)).toBeLessThanOrEqual(12);
});

test('waiting refusals are answered when the service stops', async () => {
  const stop = new AbortController();
  const refusals = createRefusals(stop.signal, () => 0);
  const all = Array.from({ length: 25 }, () => refusals.pause('a'));
  expect(await countOver(all)).toBe(20);
  stop.abort();
  expect(await countOver(all)).toBe(25);
  expect(await countOver([refusals.pause('a')])).toBe(1);
});
