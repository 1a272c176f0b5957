/** Draws what a request for time slots asks: which order of a drawn request is new, and the windows to offer for it. */
import type { OrderEntry, RoutingRequest, TimeWindow } from '../checker/contract.js';
import type { Interval } from '../checker/time/windows.js';
import type { Random } from './random.js';

/** Returns the request without some of its orders, also in relations. */
export function withoutOrders(
  { relations = [], ...request }: RoutingRequest,
  gone: ReadonlySet<string>,
): RoutingRequest {
  const left = relations
    .map((each) => ({ ...each, orders: each.orders.filter((id) => !gone.has(id)) }))
    .filter(({ orders }) => orders.length > 1);
  return {
    ...request,
    orders: request.orders.filter(({ order_id }) => !gone.has(order_id)),
    ...(left.length === 0 ? {} : { relations: left }),
  };
}

/**
 * Returns an order that slots may be asked for: a mandatory one, so that nothing but the windows decides whether it is
 * served. Undefined: the request has none, since slots support neither periodic orders nor relations.
 */
export function drawNewOrder(random: Random, request: RoutingRequest): OrderEntry | undefined {
  const related = new Set((request.relations ?? []).flatMap(({ orders }) => orders));
  const candidates = request.orders.filter(
    ({ order_id, visits }) => visits === undefined && !related.has(order_id),
  );
  if (candidates.length === 0) return undefined;
  return { ...random.pick(candidates), mandatory: true };
}

const HOUR = 3600;

/** Draws windows of a quarter of an hour to four hours, from an hour before a shift to its end. */
export function drawOfferedWindows(random: Random, shifts: readonly Interval[]): TimeWindow[] {
  const dated = Array.from({ length: random.between(2, 4) }, (): TimeWindow => {
    const { start, end } = random.pick(shifts);
    const start_time = start + random.step(-HOUR, Math.max(0, end - start), 900);
    const end_time = start_time + random.step(900, 4 * HOUR, 900);
    if (random.chance(0.05)) return { start_time };
    return random.chance(0.05) ? { end_time } : { start_time, end_time };
  });
  return random.chance(0.2) ? [...dated, { start_time: '09:00', end_time: '11:30' }] : dated;
}
