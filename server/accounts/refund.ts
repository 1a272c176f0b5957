/**
 * Refunding a request: in full, and only once.
 *
 *     one unit of the store, all or nothing:
 *       1. the request's record is marked        guard `first_refund`: it exists and has not been refunded
 *       2. the balance, and the day's spending if the request is from the same day
 *       3. the ledger row, with the balance after step 2
 *
 * A refund frees the request's idempotency key: the request failed on our side, so its repetition is a new request with
 * a new charge.
 */
import type { AccountId, Store } from '../storage/index.js';
import { DAY_MS } from '../time/index.js';
import { uuidV7 } from './ids.js';
import { LEDGER_COLUMNS, onlyRow } from './ledger.js';
import { utcDayOf } from './utc-day.js';

export type RefundOutcome =
  | {
      readonly kind: 'refunded';
      readonly accountId: AccountId;
      readonly credits: number;
      readonly creditsRemaining: number;
    }
  | { readonly kind: 'nothing_to_refund' };

/** Refunds a request in full, once. A second call, or an unknown request, changes nothing. */
export async function refundRequest(
  store: Store,
  clock: () => number,
  requestId: string,
): Promise<RefundOutcome> {
  const outcome = await store.write(refundUnit(store, requestId, clock()));
  if (outcome.kind === 'guard_failed') return { kind: 'nothing_to_refund' };
  const [requests, balances] = outcome.rows;
  const { account_id: accountId, credits } = onlyRow(requests);
  return { kind: 'refunded', accountId, credits, creditsRemaining: onlyRow(balances).credits };
}

/** Returns the statements of a refund, for larger units. A guard fails if the request has been refunded. */
export function refundUnit(store: Store, requestId: string, nowMs: number) {
  const { queries } = store;
  const today = utcDayOf(nowMs);
  const request = queries.selectFrom('requests').where('requests.id', '=', requestId);

  const mark = queries
    .updateTable('requests')
    .set({ refunded_at_ms: nowMs, idempotency_key: null })
    .where('id', '=', requestId)
    .where('refunded_at_ms', 'is', null)
    .returning(['account_id', 'credits', 'created_at_ms']);
  const giveBack = queries
    .updateTable('accounts')
    .set((of) => ({ credits: of('credits', '+', request.select('requests.credits')) }))
    .where('id', '=', request.select('requests.account_id'))
    .returning('credits');
  // The day's spending is only reduced by requests of the same day.
  const unspend = queries
    .updateTable('accounts')
    .set((of) => ({ spent_credits: of('spent_credits', '-', request.select('requests.credits')) }))
    .where('id', '=', request.select('requests.account_id'))
    .where('spent_day', '=', today)
    .where((of) =>
      of.exists(request.select('requests.id').where('created_at_ms', '>=', today * DAY_MS)),
    );
  const entry = queries
    .insertInto('ledger')
    .columns(LEDGER_COLUMNS)
    .expression((build) =>
      build
        .selectFrom('requests')
        .innerJoin('accounts', 'accounts.id', 'requests.account_id')
        .select((of) => [
          of.val(uuidV7(nowMs)).as('id'),
          'requests.account_id',
          'requests.id as request_id',
          of.val('refund').as('kind'),
          'requests.credits',
          'accounts.credits as balance_after',
          of.val(nowMs).as('created_at_ms'),
        ])
        .where('requests.id', '=', requestId),
    );

  return [
    { query: mark, mustChange: 'first_refund' },
    { query: giveBack, mustChange: 'account_exists' },
    { query: unspend },
    { query: entry },
  ] as const;
}
