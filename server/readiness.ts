/**
 * What keeps the service from doing its work, asked by load balancers and counted for alerts.
 *
 *     engine      no thread can take a task
 *     store       the database cannot be read, or nothing can be written to it: nothing can be charged
 *     results     inputs and results of jobs cannot be kept
 *
 * Whether a disk has room shows only by writing, so the store is asked to write a row, and the place of results what it
 * asks itself. Everybody who asks within `KEPT_MS` gets one answer, and none waits longer than `ANSWER_MS` for a part
 * that hangs.
 */
import type { BlobStore } from './blobs/index.js';
import type { Store } from './storage/index.js';

const KEPT_MS = 2_000;
const ANSWER_MS = 1_500;

/** Parts that may not be ready, in the order in which they are named. */
export const PARTS = ['engine', 'store', 'results'] as const;
export type Part = (typeof PARTS)[number];

export type ReadinessParts = {
  store: Store;
  blobs: Pick<BlobStore, 'check'>;
  isEngineReady: () => boolean;
  /** Epoch milliseconds. */
  clock: () => number;
};

export type Readiness = { notReady: () => Promise<readonly Part[]> };

export function createReadiness({ store, blobs, isEngineReady, clock }: ReadinessParts): Readiness {
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
      // Of this process alone, so that a clock which is set does not matter.
      const nowMs = performance.now();
      if (last === undefined || nowMs - last.atMs > KEPT_MS) last = { atMs: nowMs, faults: look() };
      const faults = await last.faults;
      return isEngineReady() ? faults : ['engine', ...faults];
    },
  };
}

/** Writes a row. Rejects with `StoreError` where none can be. */
export async function probeStore(store: Store, nowMs: number): Promise<void> {
  const query = store.queries
    .insertInto('probes')
    .values({ id: 1, at_ms: nowMs })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at_ms: nowMs }));
  await store.write([{ query }]);
}

/** In time, that is. */
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
