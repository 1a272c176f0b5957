/** When a failed message is tried again, and when it is given up. */
import { expect, test } from '@jest/globals';
import { nextAttemptAtMs } from '../../server/webhooks/index.js';

const NOW_MS = 1_800_000_000_000;
const middle = (): number => 0.5;
/** 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, 12 h. */
const WAITS_SECONDS = [5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200];

test('without a failure the first attempt is due at once', () => {
  expect(nextAttemptAtMs(0, NOW_MS, middle)).toBe(NOW_MS);
});

test.each(WAITS_SECONDS.map((seconds, idx) => [idx + 1, seconds] as const))(
  'after %i failures the wait is %i s, plus or minus a fifth',
  (attempts, seconds) => {
    const waitMs = (random: number) =>
      (nextAttemptAtMs(attempts, NOW_MS, () => random) ?? NaN) - NOW_MS;
    expect(waitMs(0)).toBe(seconds * 800);
    expect(waitMs(0.5)).toBe(seconds * 1_000);
    expect(waitMs(1)).toBe(seconds * 1_200);
  },
);

test('after the ninth failure it is given up, most of a day after the first', () => {
  expect(nextAttemptAtMs(9, NOW_MS, middle)).toBeUndefined();
  expect(nextAttemptAtMs(10, NOW_MS, middle)).toBeUndefined();
  // 74,555 s are 20 h 42 min 35 s.
  expect(WAITS_SECONDS.reduce((sum, seconds) => sum + seconds)).toBe(74_555);
});
