/**
 * What an account has used: requests and credits by day, endpoint or key, from the requests' own records.
 *
 * A refunded request counts as a request that cost nothing. One index range of the account's requests: O(requests in the period).
 */
import { sql } from 'kysely';
import type { AccountId, Store } from '../storage/index.js';

export type UsageGroup = 'day' | 'endpoint' | 'key';

export interface UsageInput {
  /** From this instant, inclusive. */
  readonly fromMs: number;
  /** To this instant, exclusive. */
  readonly toMs: number;
  readonly groupBy: UsageGroup;
}

export interface UsageRow {
  /** A UTC date such as `2026-03-29`, an endpoint, or a key's id. */
  readonly group: string;
  readonly requests: number;
  readonly credits: number;
}

/** Ordered by group. */
export async function accountUsage(
  store: Store,
  accountId: AccountId,
  { fromMs, toMs, groupBy }: UsageInput,
): Promise<readonly UsageRow[]> {
  const rows = await store.read(
    store.queries
      .selectFrom('requests')
      .select((of) => [
        groupColumn(groupBy).as('group'),
        of.fn.countAll<number>().as('requests'),
        of.fn
          .sum<number>(
            of.case().when('refunded_at_ms', 'is', null).then(of.ref('credits')).else(0).end(),
          )
          .as('credits'),
      ])
      .where('account_id', '=', accountId)
      .where('created_at_ms', '>=', fromMs)
      .where('created_at_ms', '<', toMs)
      .groupBy(groupColumn(groupBy))
      .orderBy(groupColumn(groupBy)),
  );
  return rows.map(({ group, requests, credits }) => ({
    group: typeof group === 'number' ? dateOfDay(group) : group,
    requests,
    credits,
  }));
}

function groupColumn(groupBy: UsageGroup) {
  switch (groupBy) {
    case 'day':
      // Written out, not as a parameter: only whole numbers on both sides make this a whole division.
      return sql<number | string>`created_at_ms / 86400000`;
    case 'endpoint':
      return sql<number | string>`endpoint`;
    case 'key':
      return sql<number | string>`key_id`;
  }
}

function dateOfDay(day: number): string {
  return new Date(day * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
}
