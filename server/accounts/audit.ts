/** Checks that the ledger adds up, for operators after data was damaged or restored. */
import { sql } from 'kysely';
import type { Store } from '../storage/index.js';

/** The maximum number of accounts in one answer; further ones are left out. */
const FAULTS_MAX = 100;

/** Returns one sentence per balance that is not the sum of its ledger rows. Reads the whole ledger. */
export async function ledgerFaults(store: Store): Promise<readonly string[]> {
  const rows = await store.read(
    store.queries
      .selectFrom('accounts')
      .leftJoin('ledger', 'ledger.account_id', 'accounts.id')
      .select((of) => [
        'accounts.id',
        'accounts.credits',
        of.fn.coalesce(of.fn.sum<number>('ledger.credits'), sql<number>`0`).as('sum'),
      ])
      .groupBy(['accounts.id', 'accounts.credits'])
      .having((of) =>
        of(
          'accounts.credits',
          '!=',
          of.fn.coalesce(of.fn.sum<number>('ledger.credits'), sql<number>`0`),
        ),
      )
      .orderBy('accounts.id')
      .limit(FAULTS_MAX),
  );
  return rows.map(
    ({ id, credits, sum }) =>
      `account ${id} has ${String(credits)} credits, and its ledger adds up to ${String(sum)}`,
  );
}
