/**
 * What an account has used: requests and credits by day, endpoint or key, from the requests' own records, and from their sums for days
 * that are rolled up.
 *
 * A refunded request counts as a request that cost nothing. One index range of the account's requests: O(requests in the period).
 */
import { sql, type ExpressionBuilder } from 'kysely';
import type { AccountId, Database, Store } from '../storage/index.js';
import { DAY_MS, formatDay } from '../time/index.js';

export type UsageGroup = 'day' | 'endpoint' | 'key';

export type UsageInput = {
  /** From this instant, inclusive. */
  readonly fromMs: number;
  /** To this instant, exclusive. */
  readonly toMs: number;
  readonly groupBy: UsageGroup;
};

export type UsageRow = {
  /** A UTC date such as `2026-03-29`, an endpoint, or a key's id. */
  readonly group: string;
  readonly requests: number;
  readonly credits: number;
};

/** Ordered by group. Days that are rolled up are counted whole, if they begin within the period. */
export async function accountUsage(
  store: Store,
  accountId: AccountId,
  { fromMs, toMs, groupBy }: UsageInput,
): Promise<readonly UsageRow[]> {
  const [recent, rolledUp] = await Promise.all([
    store.read(
      store.queries
        .selectFrom('requests')
        .select((of) => [
          groupColumn(groupBy).as('group'),
          of.fn.countAll<number>().as('requests'),
          creditsKept(of).as('credits'),
        ])
        .where('account_id', '=', accountId)
        .where('created_at_ms', '>=', fromMs)
        .where('created_at_ms', '<', toMs)
        .groupBy(groupColumn(groupBy)),
    ),
    store.read(
      store.queries
        .selectFrom('usage_days')
        .select((of) => [
          rolledUpColumn(groupBy).as('group'),
          of.fn.sum<number>('requests').as('requests'),
          of.fn.sum<number>('credits').as('credits'),
        ])
        .where('account_id', '=', accountId)
        .where('day', '>=', Math.ceil(fromMs / DAY_MS))
        .where('day', '<', Math.ceil(toMs / DAY_MS))
        .groupBy(rolledUpColumn(groupBy)),
    ),
  ]);
  const sums = new Map<string, UsageRow>();
  for (const row of [...rolledUp, ...recent]) {
    const group = typeof row.group === 'number' ? formatDay(row.group) : row.group;
    const { requests, credits } = sums.get(group) ?? { requests: 0, credits: 0 };
    sums.set(group, { group, requests: requests + row.requests, credits: credits + row.credits });
  }
  return [...sums.values()].toSorted((a, b) => (a.group < b.group ? -1 : 1));
}

/** What requests have cost in the end. */
export function creditsKept(of: ExpressionBuilder<Database, 'requests'>) {
  const kept = of.case().when('refunded_at_ms', 'is', null).then(of.ref('credits')).else(0).end();
  return of.fn.sum<number>(kept);
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

function rolledUpColumn(groupBy: UsageGroup) {
  return groupBy === 'day' ? sql<number | string>`day` : groupColumn(groupBy);
}
