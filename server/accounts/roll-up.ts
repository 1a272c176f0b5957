/**
 * Replaces old charged requests with one row per account, day, endpoint and key, so that usage reports remain complete.
 *
 *     one unit of the store, all or nothing:
 *       1. the count of roll-ups is incremented      guard `first`: no other roll-up since the requests were chosen
 *       2. the sums of the requests are added to `usage_days`
 *       3. the caller's statements, which delete what refers to the requests
 *       4. the requests are deleted
 *
 * The ledger is not changed: its rows prove the balances and are kept forever.
 */
import { sql } from 'kysely';
import type { Store, WriteStatement } from '../storage/index.js';
import { creditsKept } from './usage.js';

/** Makes the unit that rolls up these requests. If another process was faster, its guard fails and nothing changes. */
export function rollUpUnit(
  { queries }: Store,
  ids: readonly string[],
  { count, between }: { readonly count: number; readonly between: readonly WriteStatement[] },
): readonly WriteStatement[] {
  const first = queries
    .updateTable('roll_ups')
    .set({ count: count + 1 })
    .where('id', '=', 1)
    .where('count', '=', count);
  const day = sql<number>`created_at_ms / 86400000`;
  const sums = queries
    .insertInto('usage_days')
    .columns(['account_id', 'day', 'endpoint', 'key_id', 'requests', 'credits'])
    .expression((build) =>
      build
        .selectFrom('requests')
        .select((of) => [
          'account_id',
          day.as('day'),
          'endpoint',
          'key_id',
          of.fn.countAll<number>().as('requests'),
          creditsKept(of).as('credits'),
        ])
        .where('id', 'in', ids)
        .groupBy(['account_id', day, 'endpoint', 'key_id']),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'endpoint', 'key_id']).doUpdateSet((of) => ({
        requests: of('usage_days.requests', '+', of.ref('excluded.requests')),
        credits: of('usage_days.credits', '+', of.ref('excluded.credits')),
      })),
    );
  const deletion = queries.deleteFrom('requests').where('id', 'in', ids);
  return [{ query: first, mustChange: 'first' }, { query: sums }, ...between, { query: deletion }];
}

/** Returns the count that `rollUpUnit` needs. Read it before choosing the requests. */
export async function rollUpCount(store: Store): Promise<number> {
  const [row] = await store.read(
    store.queries.selectFrom('roll_ups').select('count').where('id', '=', 1),
  );
  return row?.count ?? 0;
}
