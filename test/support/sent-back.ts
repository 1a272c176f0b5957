/**
 * An answer that is sent back as `plan` unchanged, with its places, times, reloads, breaks and rests: mode `check` must
 * find the same plan, with the violations that the answer reports.
 */
import type { PlanRoute, RoutingRequest, RoutingResponse } from './checker/contract.js';

/** Returns the request that asks for a judgement of the answer. */
export function sentBack(asked: RoutingRequest, { routes }: RoutingResponse): RoutingRequest {
  // Stops that are not of orders have no `order_id`, as the service accepts and the type of a plan does not say.
  const unchanged: unknown = routes;
  return {
    ...asked,
    plan: { routes: unchanged as PlanRoute[] },
    options: { ...asked.options, mode: 'check' },
  };
}

export type Difference = { pointer: string; expected: unknown; got: unknown };

/** Compares the judgement with the answer: status, routes with all their stops, times and costs, totals, unserved. */
export function differencesOf(answer: RoutingResponse, judged: RoutingResponse): Difference[] {
  return differences('', judgedPartOf(answer), judgedPartOf(judged));
}

/** Without the search, of which a judgement has none, and the reasons, which refer to it. */
function judgedPartOf({ status, routes, statistics, unserved }: RoutingResponse): unknown {
  return {
    ...{ status, routes },
    statistics: { ...statistics, search: undefined },
    unserved: unserved.map(({ order_id, visits, cost }) => ({ order_id, visits, cost })),
  };
}

function differences(pointer: string, expected: unknown, got: unknown): Difference[] {
  if (!isObject(expected) || !isObject(got)) {
    return Object.is(expected, got) ? [] : [{ pointer, expected, got }];
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(got)]);
  return [...keys].flatMap((key) =>
    differences(`${pointer}/${key}`, Reflect.get(expected, key), Reflect.get(got, key)),
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
