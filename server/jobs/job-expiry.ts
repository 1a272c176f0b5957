/** The end of a job's time: which are over, and which files some job still needs. */
import type { Store } from '../storage/index.js';
import { outlineName } from './outline-name.js';

/** Jobs that one look handles; what is left is found by the next. */
const BATCH = 500;

export function createJobExpiry(store: Store, clock: () => number) {
  const { queries } = store;
  return {
    /** Ended jobs whose time is over, with the blobs that they may still have. */
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

    /** Once its blobs are gone. */
    async expire(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const query = queries
        .updateTable('jobs')
        .set({ state: 'expired', result: null })
        .where('id', 'in', ids)
        .where('purge_at_ms', '<=', clock());
      await store.write([{ query }]);
    },

    /** Those of the names that a job still needs: as input, to go on from, or as a result that has not expired. */
    async needed(names: readonly string[]): Promise<ReadonlySet<string>> {
      const ids = [...new Set(names.flatMap(jobIdsIn))];
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

/** A blob's name has its job's. */
const jobIdsIn = (name: string): string[] => /[0-9a-f-]{36}/.exec(name)?.slice() ?? [];
