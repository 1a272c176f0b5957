/**
 * `POST /engine/matrix/v1/`: hands the body to an engine thread, charges what the answer costs, and answers.
 *
 * The answer is computed before it is charged, so that nothing is ever charged for a request that fails (at the size
 * that is answered at once, computing costs less than a look at the store); and it leaves only after the charge is on
 * disk, so that nothing leaves unpaid.
 */
import type { Accounts, ChargeOutcome } from '../accounts/index.js';
import { jsonAnswer, readFlag, type Answer, type BodyRequest, type Route } from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import { MATRIX_OPERATION } from './operation.js';
import type { MatrixTask, MatrixTaskInput, MatrixTaskOutput } from './task.js';

/** The endpoint's name in the ledger and in usage reports. */
const ENDPOINT = 'matrix';

export type MatrixOptions = { pool: EnginePool<MatrixTask>; accounts: Accounts };

type Computed = Extract<MatrixTaskOutput, { kind: 'answer' }>;

export function matrixRoute({ pool, accounts }: MatrixOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/matrix/v1', '/engine/matrix'],
    access: 'key_and_body',
    operation: MATRIX_OPERATION,
    handle: async (request) => {
      const { body, holdBody, signal, idempotencyKey } = request;
      const mode: MatrixTaskInput['mode'] = readFlag(request.query, 'dry_run')
        ? 'price'
        : 'compute';
      const transfer = body.map((block) => block.buffer);
      const input = { body, mode, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
      const output = await pool.run('matrix', input, { signal, transfer, holdInput: holdBody });
      switch (output.kind) {
        case 'refused':
          throw new ApiError(output.code, output.comment, {
            problems: output.problems,
            problemCount: output.problemCount,
          });
        case 'priced':
          return jsonAnswer(200, { credits: output.credits });
        case 'answer':
          return charge(accounts, request, output);
      }
    },
  };
}

async function charge(
  accounts: Accounts,
  request: BodyRequest,
  computed: Computed,
): Promise<Answer> {
  const { caller, requestId, signal } = request;
  const { idempotency } = computed;
  signal.throwIfAborted();
  const outcome = await accounts.charge({
    caller,
    requestId,
    endpoint: ENDPOINT,
    credits: computed.credits,
    figures: computed.figures,
    ...(idempotency === undefined ? {} : { idempotency }),
  });
  if (signal.aborted && outcome.kind === 'charged' && idempotency === undefined) {
    // The deadline passed, or the client left, while the charge was written: it gets no answer, so it pays nothing.
    // With an idempotency key the charge stands: a repetition, which may be under way already, gets the answer for it.
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
      // Equal bodies have equal matrices, so the answer is computed again instead of being kept for a day.
      return {
        ...answer,
        credits: { charged: 0, remaining: outcome.creditsRemaining },
        headers: { 'idempotency-replayed': 'true' },
      };
    case 'insufficient':
      throw new ApiError(
        'insufficient_credits',
        `The request's price in credits is ${computed.credits}; the account has ${outcome.creditsAvailable}.`,
      );
    case 'quota_exceeded':
      throw new ApiError(
        'quota_exceeded',
        `The account may spend ${outcome.dailyCreditsMax} credits a day (UTC) and has spent ${outcome.creditsSpentToday}.`,
        { retryAfterSeconds: outcome.retryAfterSeconds },
      );
    case 'conflict':
      throw new ApiError(
        'idempotency_conflict',
        'Use a new idempotency key for a new request; a key stands for one body for 24 hours.',
      );
    case 'disabled':
      throw new ApiError(
        'account_disabled',
        'Ask the operator of the service to enable the account.',
      );
  }
}
