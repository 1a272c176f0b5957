/** Expiry of jobs: which ended jobs are due to expire, and which blobs a job still needs. */
import type { Store } from '../storage/index.js';
import { jobIdIn, outlineName } from './blob-names.js';

/** The maximum number of jobs per query; the next query finds the remaining ones. */
const BATCH = 500;

export function createJobExpiry(store: Store, clock: () => number) {
  const { queries } = store;
  return {
    /** Returns ended jobs that are due to expire, with the blobs that they may still have. */
    async due(): Promise<readonly { id: string; blobs: readonly string[] }[]> {
      const rows = await store.read(
        queries
          .selectFrom('jobs')
          .select(['id', 'input', 'result'])
          .where('state', 'in', ['completed', 'failed', 'cancelled'])
          .where('purge_at_ms', '<=', clock())
          .orderBy('purge_at_ms')
          .limit(BATCH),
      );
      return rows.map(({ id, input, result }) => ({
        id,
        blobs: result === null ? [input] : [input, result],
      }));
    },

    /** Marks jobs as expired, after their blobs have been deleted. */
    async expire(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const query = queries
        .updateTable('jobs')
        .set({ state: 'expired', result: null })
        .where('id', 'in', ids)
        .where('purge_at_ms', '<=', clock());
      await store.write([{ query }]);
    },

    /** Returns the names that a job still needs: its input, outline, checkpoint, or result that has not expired. */
    async needed(names: readonly string[]): Promise<ReadonlySet<string>> {
      const ids = [...new Set(names.flatMap((name) => jobIdIn(name) ?? []))];
      if (ids.length === 0) return new Set();
      const rows = await store.read(
        queries
          .selectFrom('jobs')
          .select(['id', 'attempt', 'input', 'kept', 'result', 'state'])
          .where('state', '!=', 'expired')
          .where('id', 'in', ids),
      );
      const isLive = (state: string) => state === 'accepted' || state === 'running';
      return new Set(
        rows.flatMap(({ id, attempt, input, kept, result, state }) => [
          ...(isLive(state) ? [input, outlineName({ id, attempt })] : []),
          ...(kept === null ? [] : [kept]),
          ...(result === null ? [] : [result]),
        ]),
      );
    },
  };
}
