/**
 * `POST /engine/routing/sync`: computes a plan while the caller waits.
 *
 *     engine thread: read, compile, travel tables ──► search thread: search ──► engine thread: write ──► charge, answer
 *                                                 └─► spare thread, where a processor is idle (`search/spare.ts`)
 *
 * This thread handles only bytes. It moves them, and copies them only for a second search. The balance is checked
 * before the search, so that an account that cannot pay does not wait for seconds; the charge, after the search, is
 * what decides.
 */
import {
  insufficientCredits,
  paidAnswer,
  priceAnswer,
  readFlag,
  repeatedAnswer,
  type Answer,
  type BodyRequest,
  type Payment,
  type Route,
} from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import { refusalError } from '../errors.js';
import { searchWithSpare, type SearchTask, type SpareSearch } from '../search/index.js';
import type { Prepared, RoutingReadTasks } from './compile-task.js';
import { ROUTING_SYNC_OPERATION, SLOTS_OPERATION } from './operation.js';
import type { PrepareTasks } from './prepare-task.js';
import { prepare, price } from './read-apart.js';
import type { RespondTask } from './respond/task.js';
import { writeAnswer } from './write.js';

/** The endpoints' names in the ledger and in usage reports. */
const ENDPOINT = 'routing';
const SLOTS_ENDPOINT = 'routing_slots';
/** Time reserved before the deadline for writing, charging and sending the answer. */
const ANSWER_RESERVE_MS = 3_000;

export type RoutingOptions = {
  pool: EnginePool<PrepareTasks & RespondTask>;
  readers: EnginePool<RoutingReadTasks>;
  searchPool: EnginePool<SearchTask>;
  /** Second searches, where there is idle time for them. Undefined if the operator wants none. */
  spareSearch: SpareSearch | undefined;
  payment: Payment;
};

export function routingRoute(options: RoutingOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/routing/v1/sync', '/engine/routing/sync'],
    access: 'key_and_body',
    operation: ROUTING_SYNC_OPERATION,
    handle: (request) => answerAtOnce(options, request, 'sync', ENDPOINT),
  };
}

/** `POST /engine/routing/v1/slots`: the same steps, but the core only evaluates insertions and does not search. */
export function slotsRoute(options: RoutingOptions): Route {
  return {
    method: 'post',
    paths: ['/engine/routing/v1/slots', '/engine/routing/slots'],
    access: 'key_and_body',
    operation: SLOTS_OPERATION,
    handle: (request) => answerAtOnce(options, request, 'slots', SLOTS_ENDPOINT),
  };
}

async function answerAtOnce(
  options: RoutingOptions,
  request: BodyRequest,
  operation: 'sync' | 'slots',
  endpoint: string,
): Promise<Answer> {
  if (readFlag(request.query, 'dry_run')) {
    const outcome = await price(options, request, operation);
    if (outcome.kind === 'refused') throw refusalError(outcome);
    return priceAnswer(outcome.credits);
  }
  const outcome = await prepare(options, request, operation);
  if (outcome.kind === 'refused') throw refusalError(outcome);
  return await solve(options, request, outcome, endpoint);
}

async function solve(
  { pool, searchPool, spareSearch, payment }: RoutingOptions,
  request: BodyRequest,
  { plan, isSearched, context, ...priced }: Prepared,
  endpoint: string,
): Promise<Answer> {
  const { signal, caller, noteWork: onBusy } = request;
  const repeated = await repeatedAnswer(payment, request, { ...priced, endpoint });
  if (repeated !== undefined) return repeated;
  // A repetition is not charged again, so a request with an idempotency key is not refused for its balance here.
  if (priced.idempotency === undefined) {
    const balance = await payment.accounts.balance(caller.accountId);
    if (balance < priced.credits) throw insufficientCredits(priced.credits, balance);
  }
  const planned = await searchWithSpare({
    run: (input, options) =>
      searchPool.run('plan', input, { ...options, owner: caller.accountId, onBusy }),
    spare: isSearched ? spareSearch : undefined,
    plan: { ...plan, endsAtMs: request.dueAtMs - ANSWER_RESERVE_MS },
    signal,
  });
  const body = await writeAnswer(pool, planned, context, {
    ...{ signal, owner: caller.accountId, onBusy },
  });
  return paidAnswer(payment, request, { ...priced, body, endpoint });
}
