/**
 * What an account has used: requests and credits by day, endpoint or key, from the records of requests, and from their
 * sums for days that have been rolled up.
 *
 * A refunded request counts as a request that cost nothing. A report reads one index range of the account's requests:
 * O(requests in the period), 0.4 µs each. It reads the range in pieces, because in the embedded database a read of
 * 400,000 requests would block everything else for 0.15 s, including the charges of other accounts. Since an account
 * may ask again as soon as it is answered, only one report per account is computed at a time.
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

/** How the usage is read. */
export type UsageReading = {
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Tests set a lower number. */
  readonly rowsOfPiece?: number;
};

/** Requests per read: a few milliseconds of the database's time. */
const ROWS_OF_PIECE = 10_000;

export type UsageRow = {
  /** A UTC date such as `2026-03-29`, an endpoint, or a key's id. */
  readonly group: string;
  readonly requests: number;
  readonly credits: number;
};

/** Returns the usage, ordered by group. A rolled-up day counts as a whole if it begins within the period. */
async function accountUsage(
  store: Store,
  accountId: AccountId,
  { fromMs, toMs, groupBy }: UsageInput,
  { signal, rowsOfPiece = ROWS_OF_PIECE }: UsageReading = {},
): Promise<readonly UsageRow[]> {
  const sums = new Map<string, UsageRow>();
  const add = (rows: readonly { group: number | string; requests: number; credits: number }[]) => {
    for (const row of rows) {
      const group = typeof row.group === 'number' ? formatDay(row.group) : row.group;
      const { requests, credits } = sums.get(group) ?? { requests: 0, credits: 0 };
      sums.set(group, { group, requests: requests + row.requests, credits: credits + row.credits });
    }
  };
  add(
    await store.read(
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
  );
  for (let beginMs = fromMs; beginMs < toMs;) {
    signal?.throwIfAborted();
    const requests = store.queries
      .selectFrom('requests')
      .where('account_id', '=', accountId)
      .where('created_at_ms', '>=', beginMs)
      .where('created_at_ms', '<', toMs);
    const [next] = await store.read(
      requests
        .select('created_at_ms as atMs')
        .orderBy('created_at_ms')
        .limit(1)
        .offset(rowsOfPiece),
    );
    // A piece ends between two milliseconds, so that requests of the same millisecond are counted together.
    const endMs = next === undefined ? toMs : Math.max(next.atMs, beginMs + 1);
    add(
      await store.read(
        requests
          .where('created_at_ms', '<', endMs)
          .select((of) => [
            groupColumn(groupBy).as('group'),
            of.fn.countAll<number>().as('requests'),
            creditsKept(of).as('credits'),
          ])
          .groupBy(groupColumn(groupBy)),
      ),
    );
    beginMs = endMs;
  }
  return [...sums.values()].toSorted((a, b) => (a.group < b.group ? -1 : 1));
}

/** Creates a reader that computes the reports of an account one at a time, in order of their requests. */
export function createUsageReader(
  store: Store,
): (
  accountId: AccountId,
  input: UsageInput,
  reading?: UsageReading,
) => Promise<readonly UsageRow[]> {
  const last = new Map<AccountId, Promise<unknown>>();
  return async (accountId, input, reading) => {
    const before = last.get(accountId);
    const own = (async () => {
      await before?.catch(() => undefined);
      reading?.signal?.throwIfAborted();
      return await accountUsage(store, accountId, input, reading);
    })();
    last.set(accountId, own);
    try {
      return await own;
    } finally {
      if (last.get(accountId) === own) last.delete(accountId);
    }
  };
}

/** The sum of what requests cost after refunds. */
export function creditsKept(of: ExpressionBuilder<Database, 'requests'>) {
  const kept = of.case().when('refunded_at_ms', 'is', null).then(of.ref('credits')).else(0).end();
  return of.fn.sum<number>(kept);
}

function groupColumn(groupBy: UsageGroup) {
  switch (groupBy) {
    case 'day':
      // A literal, not a parameter: the division is an integer division only if both operands are integers.
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
