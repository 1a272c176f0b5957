/** Writes the answer to a slots request: the offers of the core, with the names of the request. */
import type { OfferMessage, WindowMessage } from '../problem.js';
import { timeWriter } from './answer.js';
import type { Solved } from './context.js';
import { roundMoney } from './summary.js';

export function writeSlots(solved: Solved) {
  const { problem, solution, context } = solved;
  const { names } = context;
  const time = timeWriter(solved);
  const [firstVisit] = problem.offered;
  const asked = names.slots ?? [];
  const offerOf = new Map((solution.offers ?? []).map((it) => [it.visit - firstVisit, it]));
  const placeOf = (visit: number): number =>
    problem.options[problem.stops[problem.visits[visit]?.stops[0] ?? 0]?.options[0] ?? 0]?.place ??
    0;
  const place = placeOf(firstVisit);
  const window = ([startAt, endAt]: WindowMessage) => ({
    ...(startAt === null ? {} : { start_time: time(startAt, place) }),
    ...(endAt === null ? {} : { end_time: time(endAt, place) }),
  });
  const slot = (offer: OfferMessage, idx: number) => {
    const shift = names.shifts[offer.shift];
    return {
      ...window(asked[idx] ?? [null, null]),
      vehicle_id: shift?.vehicleId ?? '',
      shift_id: shift?.shiftId ?? '',
      date: shift?.date ?? '',
      arrival_time: time(offer.arrival_at, place),
      service_start_time: time(offer.starts_at, place),
      cost: roundMoney(offer.cost),
      distance: offer.distance_meters,
      duration: offer.duration_seconds,
    };
  };
  const orderIdOf = (visit: number): string =>
    names.orders[problem.visits[visit]?.order ?? 0]?.orderId ?? '';
  const notKept = solution.unserved.map(({ visit }) => orderIdOf(visit));
  return {
    order_id: orderIdOf(firstVisit),
    // The sort is stable: slots of equal cost stay in chronological order.
    slots: [...offerOf].map(([idx, offer]) => slot(offer, idx)).toSorted((a, b) => a.cost - b.cost),
    unavailable: asked.filter((_, idx) => !offerOf.has(idx)).map(window),
    not_kept: [...new Set(notKept)],
    travel_model: context.travelModel,
    ...(context.attribution === undefined ? {} : { attribution: context.attribution }),
    ...(context.liveSpeeds === undefined ? {} : { speeds_version: context.liveSpeeds }),
    warnings: context.warnings,
  };
}
