/** Polls for a condition that a test cannot be notified of. */

/** So long that a machine that runs everything ten times slower than expected is not mistaken for a fault. */
const WAIT_MS_MAX = 180_000;
const PAUSE_MS = 10;

/**
 * Calls `look` until it returns something, and returns that. Fails after a time far longer than expected: an endless
 * loop would outlive its test and keep Jest from ending.
 */
export async function until<Found>(
  look: () => Found | Promise<Found>,
): Promise<Exclude<Found, false | undefined>> {
  const giveUpAtMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined) {
      return found as Exclude<Found, false | undefined>;
    }
    if (performance.now() > giveUpAtMs) throw new Error(`Not so after ${String(WAIT_MS_MAX)} ms.`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
