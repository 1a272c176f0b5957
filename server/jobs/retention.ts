/**
 * Retention of old records: records of paid requests are rolled up into sums when they are old enough, and the records
 * of their expired jobs are deleted.
 *
 * A request is kept until its job has expired. The work is done in small units, so that no request waits long for the
 * store. Several processes may do it at once.
 */
import { rollUpCount, rollUpUnit } from '../accounts/index.js';
import type { Store } from '../storage/index.js';
import { DAY_MS } from '../time/index.js';

/** Requests per unit, which takes the store about 20 ms. */
const AT_ONCE = 500;

export type Retention = { rollUp: () => Promise<void> };

export function createRetention(
  store: Store,
  clock: () => number,
  requestsKeptDays: number,
): Retention {
  const { queries } = store;

  /** Returns ids of requests that are old enough to be rolled up. */
  async function oldRequests(): Promise<readonly string[]> {
    // Whole days, so that all requests of a day are old enough at once and the report of the day changes only once.
    const today = Math.floor(clock() / DAY_MS);
    const rows = await store.read(
      queries
        .selectFrom('requests')
        .leftJoin('jobs', 'jobs.request_id', 'requests.id')
        .select('requests.id')
        .where('requests.created_at_ms', '<', (today - requestsKeptDays) * DAY_MS)
        .where((of) => of.or([of('jobs.id', 'is', null), of('jobs.state', '=', 'expired')]))
        .orderBy('requests.created_at_ms')
        .limit(AT_ONCE),
    );
    return rows.map(({ id }) => id);
  }

  return {
    async rollUp() {
      if (requestsKeptDays === Infinity) return;
      for (;;) {
        const count = await rollUpCount(store);
        const ids = await oldRequests();
        if (ids.length === 0) return;
        const jobs = queries.deleteFrom('jobs').where('request_id', 'in', ids);
        await store.write(rollUpUnit(store, ids, { count, between: [{ query: jobs }] }));
      }
    },
  };
}
