/**
 * Suggestions in random requests: with the change that the answer suggests, the order is inserted into the plan of the
 * answer, and every rule is kept.
 *
 *     SUGGESTION_SEEDS=1-5000,7    these seeds instead of the fixed ones
 *     SUGGESTION_OUT=folder        where requests whose suggestions are not true are written
 */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withSuggestion, type Suggestion } from '../support/apply-suggestion.js';
import {
  checkSolution,
  type RoutingRequest,
  type RoutingResponse,
} from '../support/checker/index.js';
import { drawRequest } from '../support/draw/index.js';
import { seedsOf } from '../support/seeds.js';
import { sentBack } from '../support/sent-back.js';
import { startTestService, type TestService } from '../support/service.js';

/** In 299, 616 and 693, the plan has schedules that only a careful look finds. In 5331, the clock changes. */
const { SUGGESTION_SEEDS = '1-150,299,616,693,5331', SUGGESTION_OUT } = process.env;
const RUN_MS = 3600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ credits: 1_000_000_000 });
});
afterAll(() => service.stop());

type Unserved = RoutingResponse['unserved'][number] & { suggestion?: Suggestion };

/** Why a suggestion is not true; undefined if it is. `not applied`: the request has no such field. */
async function faultOf(
  request: RoutingRequest,
  answer: RoutingResponse,
  { order_id, suggestion }: Unserved,
): Promise<unknown> {
  if (suggestion === undefined) return undefined;
  const changed = withSuggestion(withoutOthers(request, answer, order_id), order_id, suggestion);
  if (changed === undefined) return 'not applied';
  const asked: RoutingRequest = {
    ...sentBack(changed, answer),
    options: { ...changed.options, mode: 'insert' },
  };
  const { status, body } = await service.postPlan(asked);
  if (status !== 200) return { status, errors: body.errors };
  const findings = checkSolution(asked, body);
  if (findings.length > 0) return { findings };
  const left = body.unserved.find((each: Unserved) => each.order_id === order_id);
  return left === undefined ? undefined : { left };
}

/** The request without other unserved orders, which might be served instead. */
function withoutOthers(
  request: RoutingRequest,
  { routes }: RoutingResponse,
  orderId: string,
): RoutingRequest {
  const stops = routes.flatMap((route) => route.stops);
  const kept = new Set([orderId, ...stops.map(({ order_id }) => order_id)]);
  const relations = (request.relations ?? [])
    .map((relation) => ({ ...relation, orders: relation.orders.filter((it) => kept.has(it)) }))
    .filter(({ orders }) => orders.length > 1);
  return {
    ...request,
    orders: request.orders.filter(({ order_id }) => kept.has(order_id)),
    relations,
  };
}

/** A change of the plan has no price of its own: inserting the order may move others. */
function withoutStability(request: RoutingRequest): RoutingRequest {
  const changed = structuredClone(request);
  delete changed.objective?.stability;
  return changed;
}

test(
  'a change that an answer suggests lets the order be served',
  async () => {
    const faults: unknown[] = [];
    let trueCount = 0;
    let unappliedCount = 0;
    for (const seed of seedsOf(SUGGESTION_SEEDS)) {
      const request = withoutStability(drawRequest(seed));
      const { status, body } = await service.postPlan(request);
      if (status !== 200) continue;
      for (const left of body.unserved as Unserved[]) {
        if (left.suggestion === undefined) continue;
        const fault = await faultOf(request, body, left);
        if (fault === undefined) trueCount += 1;
        else if (fault === 'not applied') unappliedCount += 1;
        else {
          faults.push({ seed, order: left.order_id, suggestion: left.suggestion, fault });
          if (SUGGESTION_OUT !== undefined) {
            const text = JSON.stringify(
              { request, left, fault, routes: body.routes },
              undefined,
              1,
            );
            writeFileSync(`${SUGGESTION_OUT}/suggestion-${seed}-${left.order_id}.json`, text);
          }
        }
      }
    }
    process.stderr.write(
      `${trueCount} true, ${unappliedCount} not applied, ${faults.length} not true\n`,
    );
    expect(faults).toEqual([]);
    expect(trueCount).toBeGreaterThan(20);
  },
  RUN_MS,
);
