/** Waits for what a test cannot be told of. */

const WAIT_MS_MAX = 60_000;

/** Looks again and again, and gives up with an error after a time far beyond what it should take. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + WAIT_MS_MAX;
  while (!(await isSo())) {
    if (performance.now() > giveUpAtMs) throw new Error(`Not so after ${String(WAIT_MS_MAX)} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
