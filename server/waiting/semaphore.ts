/** A semaphore: a fixed number of permits, granted in the order of the calls of `take`. */
import { abortReason } from './abort.js';

export type Semaphore = {
  /** Resolves with a function that returns the permit, to be called once. Rejects if the signal aborts first. */
  take(signal: AbortSignal): Promise<() => void>;
};

export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();
  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return giveBack;
      }
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiting.delete(onFree);
          reject(abortReason(signal));
        };
        const onFree = (): void => {
          waiting.delete(onFree);
          signal.removeEventListener('abort', onAbort);
          resolve(giveBack);
        };
        waiting.add(onFree);
        signal.addEventListener('abort', onAbort, { once: true });
      });
    },
  };
}
