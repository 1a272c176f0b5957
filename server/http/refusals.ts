/**
 * Delays refusals to callers that receive many of them. Otherwise callers that retry as soon as they are refused would
 * keep the event loop so busy with refusals that little else is answered: with 400 connections, the 200 in the queue
 * got 30 answers a second while the others got 2,500 refusals. A caller that waits for its answer sends less.
 *
 *     per caller and second: the first 20 at once, each further one 1 to 2 s later; at most `HELD_MAX` wait
 *
 * Refusals that are delayed at the same time are sent at different times. If a hundred were sent together, all these
 * callers would retry together, and would hold up all other requests for 20 to 40 ms, once a second.
 */
const AT_ONCE_PER_SECOND = 20;
const PAUSE_MS = 1_000;
const SPREAD_MS = 1_000;
/** The golden ratio minus 1. Its multiples modulo 1 are spread evenly, so pauses that begin together end apart. */
const SPREAD_STEP = 0.618_033_988_75;
const WINDOW_MS = 1_000;
/** Each takes a few kB: a socket and its request without the body. */
const HELD_MAX = 10_000;

export type Refusals = {
  /** Resolves when a refusal may be sent to this caller. `caller` is an account id or an IP address. */
  pause: (caller: string) => Promise<void>;
};

/** Creates the delays. When `stop` aborts, all pauses end. */
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
