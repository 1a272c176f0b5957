/**
 * The schedule of attempts: soon at first, because most failures are restarts; then for most of a day, so that a
 * receiver may be down overnight. The waits add up to 20 h 42 min 35 s before jitter.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait after the first failed attempt, the second, and so on. The last attempt follows the last wait. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
/** A wait is drawn from 80 to 120 % of its value, so that messages that failed together are not sent together again. */
const JITTER = 0.2;

/**
 * Returns when the attempt after `attempts` failed ones is due, in epoch ms, or undefined after the last attempt.
 * `random` returns a number from 0 to 1.
 */
export function nextAttemptAtMs(
  attempts: number,
  nowMs: number,
  random: () => number,
): number | undefined {
  if (attempts === 0) return nowMs;
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs === undefined) return undefined;
  return nowMs + Math.round(waitMs * (1 - JITTER + 2 * JITTER * random()));
}
