/** Reads a request for time slots: an order, one of its stops, and the windows that may be offered, expanded. */
import { SLOT_COUNT_MAX, type SlotsEntry } from '../schema/index.js';
import { findStop, type ReadOrder } from './orders.js';
import type { Period } from './period.js';
import type { ReadPlannedRoute } from './plan.js';
import type { OrderNames, ReadRelation } from './relations.js';
import { shown, type Report } from './report.js';
import { intervalsOf, readWindows, type Interval } from './windows.js';

export type ReadSlots = {
  orderIdx: number;
  /** Position among the stops of the order. */
  stopIdx: number;
  /** Distinct, ascending. */
  windows: readonly Interval[];
};

export type SlotsReading = {
  entry: SlotsEntry;
  orders: readonly ReadOrder[];
  orderNames: OrderNames;
  relations: readonly ReadRelation[];
  routes: readonly ReadPlannedRoute[];
  period: Period;
  now: number | undefined;
  report: Report;
};

const POINTER = '/slots';

export function readSlots(reading: SlotsReading): ReadSlots | undefined {
  const { entry, orders, orderNames, period, now, report } = reading;
  const orderIdx = orderNames(entry.order_id, `${POINTER}/order_id`);
  const order = orderIdx === undefined ? undefined : orders[orderIdx];
  if (orderIdx === undefined || order === undefined) return undefined;
  const why = notOffered(orderIdx, order, reading);
  if (why !== undefined) {
    report.problem(
      `${POINTER}/order_id`,
      'not_allowed',
      `The order ${shown(entry.order_id)} ${why}`,
    );
    return undefined;
  }
  const stopIdx = findStop(order, entry.stop_id, POINTER, report);
  if (stopIdx === undefined) return undefined;
  const span = { ...period, startAt: Math.max(period.startAt, now ?? -Infinity) };
  const read = readWindows(entry.windows, order.clock, `${POINTER}/windows`, report) ?? [];
  const all = read
    .flatMap((window) => intervalsOf(window, period))
    .filter(({ startAt, endAt }) => startAt <= span.endAt && endAt >= span.startAt);
  const windows = [...new Map(all.map((it) => [`${it.startAt} ${it.endAt}`, it])).values()];
  if (windows.length === 0) {
    const comment = 'None of the windows opens within the rest of the planning period.';
    report.problem(`${POINTER}/windows`, 'out_of_range', comment);
    return undefined;
  }
  if (windows.length > SLOT_COUNT_MAX) {
    report.problem(
      `${POINTER}/windows`,
      'too_many_windows',
      `There are ${windows.length} windows in the planning period, counting each day of recurring ones; the maximum is ${SLOT_COUNT_MAX}.`,
    );
    return undefined;
  }
  const byTime = (a: Interval, b: Interval): number =>
    a.startAt === b.startAt ? a.endAt - b.endAt : a.startAt - b.startAt;
  return { orderIdx, stopIdx, windows: windows.toSorted(byTime) };
}

/** Returns why no slots can be found for the order, as the end of a sentence. Undefined: they can. */
function notOffered(
  orderIdx: number,
  order: ReadOrder,
  { relations, routes }: SlotsReading,
): string | undefined {
  if (routes.some(({ stops }) => stops.some((stop) => stop.orderIdx === orderIdx))) {
    return 'is already in the plan; slots are for an order that is not planned yet.';
  }
  if (order.entry.visits !== undefined)
    return 'is periodic; slots are for an order with a single visit.';
  if (relations.some((relation) => relation.orders.includes(orderIdx))) {
    return 'is part of a relation; slots do not support relations.';
  }
  return undefined;
}
