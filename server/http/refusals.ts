/**
 * When a refusal is answered: at once, unless the same caller gets many of them. A caller that sends again as soon as it is refused would
 * otherwise keep the event loop busy with refusals, so that hardly anything else is answered: of 400 connections, 200 in the queue
 * got 30 answers a second and the others 2,500 refusals. A caller that waits for its answer sends less.
 *
 *     within a second: 20 at once, each further one a second or two later; no more wait than `HELD_MAX`
 *
 * Those that came together are answered one after the other: a hundred at once, which all send again, would hold up everybody's
 * requests for 20 to 40 ms, once a second for as long as they go on.
 */
const AT_ONCE_PER_SECOND = 20;
const PAUSE_MS = 1_000;
const SPREAD_MS = 1_000;
/** Multiples of it lie evenly in every stretch of them (the golden ratio): no two pauses end together, however many begin so. */
const SPREAD_STEP = 0.618_033_988_75;
const WINDOW_MS = 1_000;
/** Some kB each: a socket and its request without its body. */
const HELD_MAX = 10_000;

export type Refusals = {
  /** Resolves when a refusal of this caller may be answered; `caller` is an account, or an address. */
  pause: (caller: string) => Promise<void>;
};

/** `stop`: when it aborts, all are answered. */
export function createRefusals(
  stop: AbortSignal,
  clock: () => number = () => performance.now(),
): Refusals {
  const counts = new Map<string, number>();
  let windowEndsAt = -Infinity;
  const held = new Set<() => void>();
  let spread = 0;
  stop.addEventListener('abort', () => {
    for (const end of held) end();
  });
  return {
    async pause(caller) {
      if (clock() >= windowEndsAt) {
        counts.clear();
        windowEndsAt = clock() + WINDOW_MS;
      }
      const count = (counts.get(caller) ?? 0) + 1;
      counts.set(caller, count);
      if (count <= AT_ONCE_PER_SECOND || held.size >= HELD_MAX || stop.aborted) return;
      spread = (spread + SPREAD_STEP) % 1;
      const pauseMs = PAUSE_MS + SPREAD_MS * spread;
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          held.delete(end);
          resolve();
        };
        const timer = setTimeout(end, pauseMs);
        held.add(end);
      });
    },
  };
}
