/**
 * Retries operations that have failed without effect, so that callers that can wait do not notice a restart of the
 * server.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionLost, isRefusal, isRolledBackForOthers, storeErrorOf } from './errors.js';

/**
 * A restarted server is back in a second or two; after a crash, once it has replayed its log. A caller has 29 s in all.
 */
export const PATIENCE_MS = 10_000;
export const RETRY_PAUSE_MS = 100;
const DEADLOCKS_MAX = 5;

/**
 * Retries `attempt` after a lost connection or a conflict with other transactions. A failure must have left nothing
 * behind. The last one is thrown as a `StoreError`. Once the signal aborts, there are no further attempts.
 */
export async function whileSafe<Result>(
  patienceMs: number,
  attempt: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const giveUpAtMs = performance.now() + patienceMs;
  for (let deadlocks = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (isRolledBackForOthers(error) && deadlocks < DEADLOCKS_MAX) {
        deadlocks += 1;
        continue;
      }
      const passes = isConnectionLost(error) && !isRefusal(error);
      if (!passes || performance.now() > giveUpAtMs) throw storeErrorOf(error);
      signal?.throwIfAborted();
      await delay(RETRY_PAUSE_MS);
    }
  }
}
