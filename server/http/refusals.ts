/**
 * When a refusal is answered: at once, unless the same caller gets many of them. Whoever sends again as soon as it is refused would
 * otherwise keep the event loop busy with refusals, so that hardly anything else is answered: of 400 connections, 200 in the queue
 * got 30 answers a second and the others 2,500 refusals. A caller that waits for its answer sends less.
 *
 *     within a second: 20 at once, each further one a second later; no more wait than `HELD_MAX`
 */
const AT_ONCE_PER_SECOND = 20;
const PAUSE_MS = 1_000;
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
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          held.delete(end);
          resolve();
        };
        const timer = setTimeout(end, PAUSE_MS);
        held.add(end);
      });
    },
  };
}
