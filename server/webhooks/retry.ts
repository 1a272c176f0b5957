/**
 * When to try again: soon at first, since most failures are a restart; then for most of a day, so that a receiver may be down for a
 * night. Together 20 h 42 min 35 s before jitter.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait after the first failure, the second, and so on. After the last of them comes the last attempt. */
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
/** A wait is drawn from 80 to 120 %, so that what failed together does not come back together. */
const JITTER = 0.2;

/** When the attempt after `attempts` failed ones is due, epoch ms; undefined when there is to be none. `random` is from 0 to 1. */
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
