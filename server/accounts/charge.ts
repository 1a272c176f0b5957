/**
 * Charging a request, and giving the credits back: the only ways in which requests move money.
 *
 *     first, if there is an idempotency key: one of the same name that is older than a day is set free
 *     then one unit of the store, all or nothing:
 *       1. the request's record is inserted      guard `first_use`: the same live key makes this insert nothing
 *       2. the balance and the day's spending    guard `can_pay`: enabled, enough credits, within the daily maximum
 *       3. the ledger row, with the balance that 2 left
 *
 * The guards are conditions of the writing statements themselves, so two requests that arrive together cannot both pass on the same
 * credits or the same key. Why a guard failed is asked afterwards, off the fast path; if the reason has gone by then (credits were
 * granted meanwhile), the charge is tried again.
 *
 * A refund sets the request's idempotency key free: the request failed on our side, and its repetition is a new request with a new charge.
 */
import type { AccountId, Store } from '../storage/index.js';
import type { Caller } from './caller.js';
import { uuidV7 } from './ids.js';

/** For so long the same idempotency key means the same request. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** A refusal whose reason vanishes is tried again; to see it vanish three times running takes three grants in as many commits. */
const ATTEMPTS_MAX = 3;

export interface ChargeInput {
  readonly caller: Pick<Caller, 'accountId' | 'keyId'>;
  /** Must be new: made by the service, not taken from the client. */
  readonly requestId: string;
  readonly endpoint: string;
  readonly credits: number;
  /** Counts that explain the price, such as `{ locations: 40, pairs: 1600 }`. */
  readonly figures: Readonly<Record<string, number>>;
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
}

export type ChargeOutcome =
  | { readonly kind: 'charged'; readonly creditsRemaining: number }
  | { readonly kind: 'insufficient'; readonly creditsAvailable: number }
  | {
      readonly kind: 'quota_exceeded';
      readonly dailyCreditsMax: number;
      readonly creditsSpentToday: number;
      /** Until the next UTC day. */
      readonly retryAfterSeconds: number;
    }
  | {
      readonly kind: 'replayed';
      /** The request that was charged, and what it cost. */
      readonly requestId: string;
      readonly credits: number;
      readonly creditsRemaining: number;
    }
  /** The idempotency key belongs to another body or endpoint. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'disabled' };

export type RefundOutcome =
  | {
      readonly kind: 'refunded';
      readonly accountId: AccountId;
      readonly credits: number;
      readonly creditsRemaining: number;
    }
  | { readonly kind: 'nothing_to_refund' };

/** Throws RangeError for credits that are not a whole number from 0, `StoreError` when the store fails; nothing is charged then. */
export async function chargeRequest(
  store: Store,
  clock: () => number,
  input: ChargeInput,
): Promise<ChargeOutcome> {
  requireCredits(input.credits);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const nowMs = clock();
    if (input.idempotency !== undefined) {
      await store.write(
        freeOldKeyUnit(store, input.caller.accountId, input.idempotency.key, nowMs),
      );
    }
    const outcome = await store.write(chargeUnit(store, input, nowMs));
    if (outcome.kind === 'committed') {
      const [, balances] = outcome.rows;
      return { kind: 'charged', creditsRemaining: onlyRow(balances).credits };
    }
    const refusal =
      outcome.guard === 'first_use'
        ? await earlierUse(store, input)
        : await reasonNotToPay(store, input, nowMs);
    if (refusal !== null) return refusal;
  }
  throw new Error(
    `A charge was refused ${String(ATTEMPTS_MAX)} times for reasons that did not last.`,
  );
}

/** Gives a request's credits back in full, once; a second call, or an unknown request, changes nothing. */
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

export function requireCredits(credits: number): void {
  if (Number.isSafeInteger(credits) && credits >= 0) return;
  throw new RangeError(`Credits are a whole number from 0, not ${String(credits)}.`);
}

/** A statement that ran on one row by its id and guarded the unit has returned that row. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new TypeError('A committed guard returned no row.');
  return row;
}

/** The part of every unit that moves credits: a ledger row with the balance as the unit has left it. */
export function ledgerRow(
  store: Store,
  row: {
    readonly accountId: AccountId;
    readonly requestId: string | null;
    readonly kind: 'grant' | 'charge';
    readonly credits: number;
    readonly nowMs: number;
  },
) {
  return store.queries
    .insertInto('ledger')
    .columns([
      'id',
      'account_id',
      'request_id',
      'kind',
      'credits',
      'balance_after',
      'created_at_ms',
    ])
    .expression((build) =>
      build
        .selectFrom('accounts')
        .select((of) => [
          of.val(uuidV7(row.nowMs)).as('id'),
          'accounts.id as account_id',
          of.val(row.requestId).as('request_id'),
          of.val(row.kind).as('kind'),
          of.val(row.credits).as('credits'),
          'accounts.credits as balance_after',
          of.val(row.nowMs).as('created_at_ms'),
        ])
        .where('accounts.id', '=', row.accountId),
    );
}

/** On its own, since it is right whatever becomes of the charge; most charges have no key and skip it. */
function freeOldKeyUnit(store: Store, accountId: AccountId, idempotencyKey: string, nowMs: number) {
  const query = store.queries
    .updateTable('requests')
    .set({ idempotency_key: null })
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .where('created_at_ms', '<=', nowMs - IDEMPOTENCY_MS);
  return [{ query }] as const;
}

function chargeUnit(store: Store, input: ChargeInput, nowMs: number) {
  const { queries } = store;
  const { caller, requestId, credits } = input;
  const { accountId, keyId } = caller;
  const idempotencyKey = input.idempotency?.key ?? null;
  const today = Math.floor(nowMs / DAY_MS);

  const record = queries
    .insertInto('requests')
    .values({
      id: requestId,
      account_id: accountId,
      key_id: keyId,
      endpoint: input.endpoint,
      credits,
      figures: JSON.stringify(input.figures),
      idempotency_key: idempotencyKey,
      body_hash: input.idempotency?.bodyHash ?? null,
      created_at_ms: nowMs,
      refunded_at_ms: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'idempotency_key'])
        .where('idempotency_key', 'is not', null)
        .doNothing(),
    );
  const pay = queries
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
    .where('id', '=', accountId)
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

  return [
    { query: record, mustChange: 'first_use' },
    { query: pay, mustChange: 'can_pay' },
    { query: ledgerRow(store, { accountId, requestId, kind: 'charge', credits: -credits, nowMs }) },
  ] as const;
}

async function earlierUse(store: Store, input: ChargeInput): Promise<ChargeOutcome | null> {
  const { caller, endpoint, idempotency } = input;
  if (idempotency === undefined) return null;
  const [earlier] = await store.read(
    store.queries
      .selectFrom('requests')
      .innerJoin('accounts', 'accounts.id', 'requests.account_id')
      .select([
        'requests.id',
        'requests.endpoint',
        'requests.credits',
        'requests.body_hash',
        'accounts.credits as credits_remaining',
      ])
      .where('requests.account_id', '=', caller.accountId)
      .where('requests.idempotency_key', '=', idempotency.key),
  );
  if (earlier === undefined) return null;
  if (earlier.body_hash !== idempotency.bodyHash || earlier.endpoint !== endpoint) {
    return { kind: 'conflict' };
  }
  return {
    kind: 'replayed',
    requestId: earlier.id,
    credits: earlier.credits,
    creditsRemaining: earlier.credits_remaining,
  };
}

async function reasonNotToPay(
  store: Store,
  input: ChargeInput,
  nowMs: number,
): Promise<ChargeOutcome | null> {
  const [account] = await store.read(
    store.queries
      .selectFrom('accounts')
      .select(['credits', 'daily_credits_max', 'disabled_at_ms', 'spent_day', 'spent_credits'])
      .where('id', '=', input.caller.accountId),
  );
  if (account?.disabled_at_ms !== null) return { kind: 'disabled' };
  if (account.credits < input.credits) {
    return { kind: 'insufficient', creditsAvailable: account.credits };
  }
  const today = Math.floor(nowMs / DAY_MS);
  const creditsSpentToday = account.spent_day === today ? account.spent_credits : 0;
  const dailyCreditsMax = account.daily_credits_max;
  if (dailyCreditsMax === null || creditsSpentToday + input.credits <= dailyCreditsMax) return null;
  const retryAfterSeconds = Math.ceil(((today + 1) * DAY_MS - nowMs) / 1_000);
  return { kind: 'quota_exceeded', dailyCreditsMax, creditsSpentToday, retryAfterSeconds };
}

function refundUnit(store: Store, requestId: string, nowMs: number) {
  const { queries } = store;
  const today = Math.floor(nowMs / DAY_MS);
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
  // The day's spending is lowered only by what that day itself has spent.
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
    .columns([
      'id',
      'account_id',
      'request_id',
      'kind',
      'credits',
      'balance_after',
      'created_at_ms',
    ])
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
