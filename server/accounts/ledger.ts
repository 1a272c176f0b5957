/**
 * The ledger row of a charge or a grant, which is the last statement for credits in a unit that moves them. (The row of
 * a refund is similar, but takes account and credits from the refunded request.)
 */
import {
  prepareQuery,
  type AccountId,
  type LedgerKind,
  type Slots,
  type Store,
} from '../storage/index.js';
import { uuidV7 } from './ids.js';

export const LEDGER_COLUMNS = [
  'id',
  'account_id',
  'request_id',
  'kind',
  'credits',
  'balance_after',
  'created_at_ms',
] as const;

export type LedgerEntry = {
  readonly accountId: AccountId;
  readonly requestId: string | null;
  readonly kind: Exclude<LedgerKind, 'refund'>;
  /** Signed: a charge is negative. */
  readonly credits: number;
  readonly nowMs: number;
};

/** Prepares the statement that adds a row with the balance that its unit leaves. Compiles, so call it once. */
export function prepareLedgerRow({ queries }: Store) {
  const row = prepareQuery((slot: Slots<LedgerEntry & { readonly id: string }>) =>
    queries
      .insertInto('ledger')
      .columns(LEDGER_COLUMNS)
      .expression((build) =>
        build
          .selectFrom('accounts')
          .select([
            slot('id').as('id'),
            'accounts.id as account_id',
            slot('requestId').as('request_id'),
            slot('kind').as('kind'),
            slot('credits').as('credits'),
            'accounts.credits as balance_after',
            slot('nowMs').as('created_at_ms'),
          ])
          .where('accounts.id', '=', slot('accountId')),
      ),
  );
  return (entry: LedgerEntry) => row.with({ ...entry, id: uuidV7(entry.nowMs) });
}

export function requireCredits(credits: number): void {
  if (Number.isSafeInteger(credits) && credits >= 0) return;
  throw new RangeError(`Credits are a whole number from 0, not ${String(credits)}.`);
}

/** Returns the only row of a statement that selects by id and is a guard of its unit. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new TypeError('A committed guard returned no row.');
  return row;
}
