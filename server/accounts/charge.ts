/**
 * Charging a request. With a refund, the only way in which requests move money.
 *
 *     first, if there is an idempotency key: one of the same name that is older than a day is set free
 *     then one unit of the store, all or nothing:
 *       1. the request's record is inserted      guard `first_use`: the same live key makes this insert nothing
 *       2. the balance and the day's spending    guard `can_pay`: enabled, enough credits, within the daily maximum
 *       3. the ledger row, with the balance that 2 left
 *
 * The guards are conditions of the writing statements themselves, so two requests that arrive together cannot both pass on the same
 * credits or the same key. Why a guard failed is asked afterwards, off the fast path; if the reason has gone by then (credits were
 * granted meanwhile), the charge is tried again. The statements themselves are in `charge-units.ts`.
 */
import type { Store, WriteStatement } from '../storage/index.js';
import { DAY_MS } from '../time/index.js';
import type { Caller } from './caller.js';
import { prepareChargeUnits, type ChargeValues } from './charge-units.js';
import { onlyRow, requireCredits } from './ledger.js';
import { utcDayOf } from './utc-day.js';

/** For so long the same idempotency key means the same request. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1_000;

/** A refusal whose reason vanishes is tried again; to see it vanish three times running takes three grants in as many commits. */
const ATTEMPTS_MAX = 3;

export type ChargeInput = {
  readonly caller: Pick<Caller, 'accountId' | 'keyId'>;
  /** Must be new: made by the service, not taken from the client. */
  readonly requestId: string;
  readonly endpoint: string;
  readonly credits: number;
  /** Counts that explain the price, such as `{ locations: 40, pairs: 1600 }`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly idempotency?: { readonly key: string; readonly bodyHash: string };
  /** Kept in the same commit: there if and only if the charge is. */
  readonly alongside?: readonly WriteStatement[];
};

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

/** Throws RangeError for credits that are not a whole number from 0, `StoreError` when the store fails; nothing is charged then. */
export type ChargeRequest = (input: ChargeInput) => Promise<ChargeOutcome>;

/** Compiles its statements, so call it once. */
export function createCharge(store: Store, clock: () => number): ChargeRequest {
  const units = prepareChargeUnits(store);

  return async (input) => {
    requireCredits(input.credits);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const nowMs = clock();
      if (input.idempotency !== undefined) {
        await store.write(
          units.freeOldKey({
            accountId: input.caller.accountId,
            idempotencyKey: input.idempotency.key,
            createdAtMsMax: nowMs - IDEMPOTENCY_MS,
          }),
        );
      }
      const charge = units.charge(chargeValues(input, nowMs));
      const outcome = await store.write([...charge, ...(input.alongside ?? [])]);
      if (outcome.kind === 'committed') {
        const [, balances] = outcome.rows;
        return { kind: 'charged', creditsRemaining: onlyRow(balances).credits };
      }
      const refusal =
        outcome.guard === 'first_use'
          ? await earlierUse(store, input, nowMs)
          : await reasonNotToPay(store, input, nowMs);
      if (refusal !== null) return refusal;
    }
    throw new Error(
      `A charge was refused ${String(ATTEMPTS_MAX)} times for reasons that did not last.`,
    );
  };
}

function chargeValues(input: ChargeInput, nowMs: number): ChargeValues {
  const { caller, requestId, endpoint, credits, counts, idempotency } = input;
  return {
    accountId: caller.accountId,
    keyId: caller.keyId,
    requestId,
    endpoint,
    credits,
    figures: JSON.stringify(counts),
    idempotencyKey: idempotency?.key ?? null,
    bodyHash: idempotency?.bodyHash ?? null,
    nowMs,
    today: utcDayOf(nowMs),
  };
}

export type EarlierUse = Extract<ChargeOutcome, { kind: 'replayed' | 'conflict' }>;

/** What was charged under the same idempotency key, whose day is not over; null: nothing. */
export async function earlierUse(
  store: Store,
  input: Pick<ChargeInput, 'caller' | 'endpoint' | 'idempotency'>,
  nowMs: number,
): Promise<EarlierUse | null> {
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
      .where('requests.idempotency_key', '=', idempotency.key)
      .where('requests.created_at_ms', '>', nowMs - IDEMPOTENCY_MS),
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
  const today = utcDayOf(nowMs);
  const creditsSpentToday = account.spent_day === today ? account.spent_credits : 0;
  const dailyCreditsMax = account.daily_credits_max;
  if (dailyCreditsMax === null || creditsSpentToday + input.credits <= dailyCreditsMax) return null;
  const retryAfterSeconds = Math.ceil(((today + 1) * DAY_MS - nowMs) / 1_000);
  return { kind: 'quota_exceeded', dailyCreditsMax, creditsSpentToday, retryAfterSeconds };
}
