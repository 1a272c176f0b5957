/**
 * An answer that costs credits: it is charged once it is computed, and sent once the charge is on disk.
 *
 * The answer is computed before the charge, so that requests that fail are never charged, and is sent only after the
 * charge is stored, so that no answer is sent unpaid.
 */
import type { Accounts, ChargeOutcome } from '../accounts/index.js';
import { ApiError } from '../errors.js';
import type { FirstAnswers } from './first-answers.js';
import type { Answer, BodyRequest } from './route.js';

export type Computed = {
  /** JSON, in UTF-8. */
  body: Uint8Array;
  /** The endpoint's name in the ledger and in usage reports. */
  endpoint: string;
  credits: number;
  /** Counts that explain the price. */
  counts: Readonly<Record<string, number>>;
  /** The idempotency key of the request, and the SHA-256 of the body that it stands for, hexadecimal. */
  idempotency?: { key: string; bodyHash: string };
};

export type Payment = { accounts: Accounts; firstAnswers: FirstAnswers };

/** Returns the first answer to the idempotency key, if there is one. Call it before work that takes long. */
export async function repeatedAnswer(
  { accounts, firstAnswers }: Payment,
  { caller }: Pick<BodyRequest, 'caller'>,
  { endpoint, idempotency }: Pick<Computed, 'endpoint' | 'idempotency'>,
): Promise<Answer | undefined> {
  if (idempotency === undefined) return undefined;
  const earlier = await accounts.earlierUse({ caller, endpoint, idempotency });
  if (earlier === null) return undefined;
  if (earlier.kind === 'conflict') throw chargeRefusal(earlier, 0);
  const body = await firstAnswers.find(earlier.requestId);
  return body === undefined ? undefined : replayed(body, earlier.creditsRemaining);
}

export async function paidAnswer(
  { accounts, firstAnswers }: Payment,
  { caller, requestId, signal }: Pick<BodyRequest, 'caller' | 'requestId' | 'signal'>,
  computed: Computed,
): Promise<Answer> {
  const { endpoint, credits, counts, idempotency } = computed;
  signal.throwIfAborted();
  if (idempotency !== undefined) await firstAnswers.keep(requestId, computed.body);
  const outcome = await accounts.charge({
    caller,
    requestId,
    endpoint,
    credits,
    counts,
    ...(idempotency === undefined ? {} : { idempotency }),
  });
  if (idempotency !== undefined && outcome.kind !== 'charged') {
    await firstAnswers.drop(requestId);
    if (outcome.kind === 'replayed') {
      // Another request with the same key was charged meanwhile, so its answer is sent instead of this one.
      const body = (await firstAnswers.find(outcome.requestId)) ?? computed.body;
      return replayed(body, outcome.creditsRemaining);
    }
  }
  if (signal.aborted && outcome.kind === 'charged' && idempotency === undefined) {
    // The deadline passed, or the client disconnected, while the charge was written: without an answer it pays nothing.
    // With an idempotency key the charge stands: a repetition, possibly in progress already, gets the answer for it.
    await accounts.refund(requestId);
    signal.throwIfAborted();
  }
  return answerTo(outcome, computed);
}

function answerTo(outcome: ChargeOutcome, computed: Computed): Answer {
  const answer = { status: 200, contentType: 'application/json', body: computed.body };
  switch (outcome.kind) {
    case 'charged':
      return {
        ...answer,
        credits: { charged: computed.credits, remaining: outcome.creditsRemaining },
      };
    case 'replayed':
      return replayed(computed.body, outcome.creditsRemaining);
    case 'insufficient':
    case 'quota_exceeded':
    case 'conflict':
    case 'disabled':
      throw chargeRefusal(outcome, computed.credits);
  }
}

const replayed = (body: Uint8Array, remaining: number): Answer => ({
  ...{ status: 200, contentType: 'application/json', body },
  credits: { charged: 0, remaining },
  headers: { 'idempotency-replayed': 'true' },
});

/** Returns the error that tells the caller why nothing was charged. */
export function chargeRefusal(
  outcome: Exclude<ChargeOutcome, { kind: 'charged' | 'replayed' }>,
  price: number,
): ApiError {
  switch (outcome.kind) {
    case 'insufficient':
      return insufficientCredits(price, outcome.creditsAvailable);
    case 'quota_exceeded':
      return new ApiError(
        'quota_exceeded',
        `The account may spend ${outcome.dailyCreditsMax} credits per day (UTC) and has spent ${outcome.creditsSpentToday}.`,
        { retryAfterSeconds: outcome.retryAfterSeconds },
      );
    case 'conflict':
      return new ApiError(
        'idempotency_conflict',
        'Use a new idempotency key for a new request; for 24 hours, a key belongs to one body.',
      );
    case 'disabled':
      return new ApiError(
        'account_disabled',
        'Ask the operator of the service to enable the account.',
      );
  }
}

export function insufficientCredits(price: number, available: number): ApiError {
  return new ApiError(
    'insufficient_credits',
    `The request's price in credits is ${price}; the account has ${available}.`,
  );
}
