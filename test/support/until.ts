/** Waits for what a test cannot be told of. */

/** So long that a machine on which all else takes ten times as long as it should is not mistaken for a fault. */
const WAIT_MS_MAX = 180_000;
const PAUSE_MS = 10;

/**
 * Looks again and again until there is something, and gives it. Ends with an error after a time far beyond what it should
 * take: a loop without an end would outlive its test, and keep Jest from ending.
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
