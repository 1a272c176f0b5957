/** How the given plan makes the visits of orders: with which stop first, and on which days. */
import {
  cut,
  spansOf,
  type Interval,
  type ReadOrder,
  type ReadPlannedStop,
  type ReadRequest,
} from '../read/index.js';
import { ALWAYS, daysOf, openAround } from './openings.js';

/** Returns the stop that must come first, or undefined if several stops may come first. */
export function soleFirstStop({ stops }: ReadOrder): number | undefined {
  const first = stops.findIndex(({ after }) => after.length === 0);
  const isSole = stops.findLastIndex(({ after }) => after.length === 0) === first;
  return first !== -1 && isSole ? first : undefined;
}

/** Returns stops of a route, each with whether it is the first one of its visit. */
function withFirst(stops: readonly ReadPlannedStop[]): [ReadPlannedStop, boolean][] {
  const known = new Set<string>();
  return stops.map((stop) => {
    const { size } = known;
    return [stop, known.add(`${stop.orderIdx} ${stop.visit}`).size > size];
  });
}

/** Returns the orders of which the given plan makes another stop first than {@link soleFirstStop}. */
export function orderedOtherwise({ orders, routes }: ReadRequest): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { stops } of routes) {
    for (const [{ orderIdx, stopIdx }, isFirst] of withFirst(stops)) {
      const order = orders[orderIdx];
      if (order !== undefined && isFirst && stopIdx !== soleFirstStop(order)) found.add(orderIdx);
    }
  }
  return found;
}

/**
 * Returns, by order, the numbers of the visits that the given plan makes on shifts without any of their days (of the
 * weekdays of the order and of the week or month that owes the visit), or on shifts during which one of their stops is
 * closed. A shift counts from when the vehicle has waited for earlier stops to open and to be released, and contains at
 * least that instant; stops are made at the places that the plan names, or at their first ones, and stops that are
 * locked in time at that time. What has begun may be on any day.
 */
export function visitsOutsideTheirTimes(
  read: ReadRequest,
): ReadonlyMap<number, ReadonlySet<number>> {
  const { orders, routes, period } = read;
  const daysOfOrder = new Map<number, Interval[][]>();
  const daysOfVisits = (orderIdx: number, order: ReadOrder): Interval[][] => {
    const known = daysOfOrder.get(orderIdx) ?? daysByVisit(order, period);
    daysOfOrder.set(orderIdx, known);
    return known;
  };
  const found = new Map<number, Set<number>>();
  for (const { stops, occurrence, begun } of routes) {
    let reachedAt = occurrence.startAt;
    for (const [stop, isFirst] of withFirst(stops.slice(begun?.stopCount ?? 0))) {
      const { orderIdx, visit } = stop;
      const order = orders[orderIdx];
      let open = openingsOf(stop, read);
      if (order?.entry.visits !== undefined) {
        const days = isFirst ? daysOfVisits(orderIdx, order)[visit - 1] : [ALWAYS];
        const openOnDays = cut(open, days ?? []);
        const endAt = Math.max(reachedAt, occurrence.latestEndAt);
        if (cut(openOnDays, [{ startAt: reachedAt, endAt }]).length > 0) {
          open = openOnDays;
        } else {
          const visits = found.get(orderIdx) ?? new Set();
          found.set(orderIdx, visits.add(visit));
        }
      }
      reachedAt = Math.max(reachedAt, order?.releaseAt ?? -Infinity);
      const next = open.find(({ endAt }) => endAt >= reachedAt);
      reachedAt = Math.max(reachedAt, next?.startAt ?? -Infinity);
    }
  }
  return found;
}

/** Returns when a stop may be made at the place that the plan names, or at its first one. */
function openingsOf(
  { orderIdx, stopIdx, optionIdx = 0, lock, startsAt }: ReadPlannedStop,
  { orders, period }: ReadRequest,
): Interval[] {
  if (lock === 'time' && startsAt !== undefined) return [{ startAt: startsAt, endAt: startsAt }];
  const option = orders[orderIdx]?.stops[stopIdx]?.options[optionIdx];
  if (option === undefined) return [ALWAYS];
  const { windows, place } = option;
  return cut(openAround(windows, period), openAround(place.windows, period));
}

function daysByVisit(order: ReadOrder, period: Interval): Interval[][] {
  const days = daysOf(order.entry.visits?.weekdays, order.clock, period);
  return spansOf(order, period).flatMap((span) => {
    const own = cut(days, [span]);
    return Array.from({ length: span.visitCount }, () => own);
  });
}
