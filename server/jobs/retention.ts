/**
 * What is kept of past years: the records of paid requests, and of jobs that have expired, are rolled up when they are old enough.
 *
 * A request whose job lives stays with it. In pieces, so that no request waits long for the store; several processes may do so at once.
 */
import { rollUpCount, rollUpUnit } from '../accounts/index.js';
import type { Store } from '../storage/index.js';
import { DAY_MS } from '../time/index.js';

/** Requests in one unit: some 20 ms of the store. */
const AT_ONCE = 500;

export type Retention = { rollUp: () => Promise<void> };

export function createRetention(
  store: Store,
  clock: () => number,
  requestsKeptDays: number,
): Retention {
  const { queries } = store;

  /** Ids of requests that are no longer needed one by one. */
  async function oldRequests(): Promise<readonly string[]> {
    // Whole days, so that a day's report does not change its form while it is asked for.
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
