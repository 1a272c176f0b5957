/**
 * The readiness check: the parts that cannot work now, for load balancers and alerts.
 *
 *     engine      no thread can take a task
 *     store       the database cannot be read, or nothing can be written to it: nothing can be charged
 *     results     inputs and results of jobs cannot be stored
 *
 * Only a write shows whether a disk has room, so the check writes a row to the store and runs the check of the blob
 * store. All calls within `KEPT_MS` share one result, and no call waits longer than `ANSWER_MS` for a part that hangs.
 */
import type { BlobStore } from './blobs/index.js';
import type { Store } from './storage/index.js';

const KEPT_MS = 2_000;
const ANSWER_MS = 1_500;

/** Parts that may not be ready, in the order in which they are reported. */
export const PARTS = ['engine', 'store', 'results'] as const;
export type Part = (typeof PARTS)[number];

export type ReadinessOptions = {
  store: Store;
  blobs: Pick<BlobStore, 'check'>;
  isEngineReady: () => boolean;
  /** Epoch milliseconds. */
  clock: () => number;
};

export type Readiness = { notReady: () => Promise<readonly Part[]> };

export function createReadiness({
  store,
  blobs,
  isEngineReady,
  clock,
}: ReadinessOptions): Readiness {
  let last: { atMs: number; faults: Promise<readonly Part[]> } | undefined;

  async function look(): Promise<readonly Part[]> {
    const [canWrite, canKeep] = await Promise.all([
      succeeds(probeStore(store, clock())),
      succeeds(blobs.check()),
    ]);
    return [...(canWrite ? [] : (['store'] as const)), ...(canKeep ? [] : (['results'] as const))];
  }

  return {
    notReady: async () => {
      // A monotonic clock, so that changes of the system clock do not matter.
      const nowMs = performance.now();
      if (last === undefined || nowMs - last.atMs > KEPT_MS) last = { atMs: nowMs, faults: look() };
      const faults = await last.faults;
      return isEngineReady() ? faults : ['engine', ...faults];
    },
  };
}

/** Writes a row. Rejects with `StoreError` if that fails. */
export async function probeStore(store: Store, nowMs: number): Promise<void> {
  const query = store.queries
    .insertInto('probes')
    .values({ id: 1, at_ms: nowMs })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at_ms: nowMs }));
  await store.write([{ query }]);
}

/** Returns whether the task succeeds within `ANSWER_MS`. */
async function succeeds(task: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, ANSWER_MS);
  });
  const done = task.then(
    () => true,
    () => false,
  );
  const outcome = await Promise.race([done, late]);
  clearTimeout(timer);
  return outcome;
}
