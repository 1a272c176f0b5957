/**
 * The statements of a charge, compiled once: every charged request runs them, and building them each time took a fifth
 * of the event loop's time.
 */
import {
  prepareQuery,
  type AccountId,
  type KeyId,
  type Slots,
  type Store,
} from '../storage/index.js';
import { prepareLedgerRow } from './ledger.js';

export type ChargeValues = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  readonly requestId: string;
  readonly endpoint: string;
  readonly credits: number;
  /** JSON. */
  readonly figures: string;
  readonly idempotencyKey: string | null;
  readonly bodyHash: string | null;
  readonly nowMs: number;
  /** A day as `utcDayOf` counts it. */
  readonly today: number;
};

export type OldKeyValues = {
  readonly accountId: AccountId;
  readonly idempotencyKey: string;
  readonly createdAtMsMax: number;
};

export function prepareChargeUnits(store: Store) {
  const oldKey = prepareOldKey(store);
  const record = prepareRecord(store);
  const pay = preparePay(store);
  const ledgerRow = prepareLedgerRow(store);

  return {
    /** A separate unit, because it is correct whatever becomes of the charge; charges without a key skip it. */
    freeOldKey: (values: OldKeyValues) => [{ query: oldKey.with(values) }] as const,
    charge: (values: ChargeValues) => {
      const { accountId, requestId, credits, nowMs } = values;
      const entry = { accountId, requestId, kind: 'charge', credits: -credits, nowMs } as const;
      return [
        { query: record.with(values), mustChange: 'first_use' },
        { query: pay.with(values), mustChange: 'can_pay' },
        { query: ledgerRow(entry) },
      ] as const;
    },
  };
}

function prepareOldKey({ queries }: Store) {
  return prepareQuery((slot: Slots<OldKeyValues>) =>
    queries
      .updateTable('requests')
      .set({ idempotency_key: null })
      .where('account_id', '=', slot('accountId'))
      .where('idempotency_key', '=', slot('idempotencyKey'))
      .where('created_at_ms', '<=', slot('createdAtMsMax')),
  );
}

/** Inserts nothing if the account has a live request with the same idempotency key. */
function prepareRecord({ queries }: Store) {
  return prepareQuery((slot: Slots<ChargeValues>) =>
    queries
      .insertInto('requests')
      .values({
        id: slot('requestId'),
        account_id: slot('accountId'),
        key_id: slot('keyId'),
        endpoint: slot('endpoint'),
        credits: slot('credits'),
        figures: slot('figures'),
        idempotency_key: slot('idempotencyKey'),
        body_hash: slot('bodyHash'),
        created_at_ms: slot('nowMs'),
        refunded_at_ms: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'idempotency_key'])
          .where('idempotency_key', 'is not', null)
          .doNothing(),
      ),
  );
}

/** Changes nothing unless the account is enabled, has enough credits, and may spend them today. */
function preparePay({ queries }: Store) {
  return prepareQuery((slot: Slots<ChargeValues>) => {
    const credits = slot('credits');
    const today = slot('today');
    return queries
      .updateTable('accounts')
      .set((of) => ({
        credits: of('credits', '-', credits),
        spent_credits: of
          .case()
          .when('spent_day', '=', today)
          .then(of('spent_credits', '+', credits))
          .else(credits)
          .end(),
        spent_day: today,
      }))
      .where('id', '=', slot('accountId'))
      .where('credits', '>=', credits)
      .where('disabled_at_ms', 'is', null)
      .where((of) =>
        of.or([
          of('daily_credits_max', 'is', null),
          of.and([
            of('spent_day', '=', today),
            of(of('spent_credits', '+', credits), '<=', of.ref('daily_credits_max')),
          ]),
          of.and([of('spent_day', '!=', today), of('daily_credits_max', '>=', credits)]),
        ]),
      )
      .returning('credits');
  });
}
