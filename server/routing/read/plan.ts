/**
 * The plan given: its routes are shifts that exist, its stops those of orders, each once, and visits are whole.
 *
 * Whether it keeps the rules is not asked here: the core judges that.
 */
import { parseDay } from '../../time/index.js';
import type { PlannedRouteEntry } from '../schema/index.js';
import type { ReadOrder } from './orders.js';
import type { OrderNames } from './relations.js';
import { reportDuplicate } from './places.js';
import { shown, type Report } from './report.js';
import type { SoundParts } from './sound.js';
import type { VehicleNames } from './vehicle-names.js';
import type { Occurrence, ReadShift, ReadVehicle } from './vehicles.js';

export type Lock = 'none' | 'vehicle' | 'sequence' | 'time';

export type ReadPlannedStop = {
  orderIdx: number;
  /** From 1. */
  visit: number;
  /** Position among the stops of the order. */
  stopIdx: number;
  lock: Lock;
};

export type ReadPlannedRoute = {
  vehicleIdx: number;
  copyIdx: number;
  shift: ReadShift;
  occurrence: Occurrence;
  stops: readonly ReadPlannedStop[];
};

export type PlanReading = {
  parts: SoundParts;
  vehicles: readonly ReadVehicle[];
  vehicleNames: VehicleNames;
  orders: readonly ReadOrder[];
  orderNames: OrderNames;
  visitCounts: readonly number[];
  occurrencesOf: (shift: ReadShift) => readonly Occurrence[];
  report: Report;
};

export function readPlan(reading: PlanReading): readonly ReadPlannedRoute[] {
  const { parts, report } = reading;
  const firstRouteOf = new Map<string, string>();
  const firstStopOf = new Map<string, string>();
  const visits = new Map<string, PlannedVisit>();
  const routes = (parts.routes ?? []).flatMap((entry, idx): ReadPlannedRoute[] => {
    if (entry === undefined) return [];
    const pointer = `/plan/routes/${idx}`;
    const home = readHome(entry, pointer, reading);
    if (home !== undefined) {
      const key = `${home.vehicleIdx} ${home.copyIdx} ${home.occurrence.startAt} ${home.shift.shiftId}`;
      const first = firstRouteOf.get(key);
      if (first === undefined) firstRouteOf.set(key, pointer);
      else {
        report.problem(pointer, 'duplicate_route', `The route at ${first} is of the same shift.`);
      }
    }
    const stops = entry.stops.flatMap((stop, stopIdx): ReadPlannedStop[] => {
      const at = `${pointer}/stops/${stopIdx}`;
      const read = readPlannedStop(stop, at, reading);
      if (read === undefined) return [];
      const visitKey = `${read.orderIdx} ${read.visit}`;
      const stopKey = `${visitKey} ${read.stopIdx}`;
      const first = firstStopOf.get(stopKey);
      if (first !== undefined) {
        reportDuplicate(at, first, report);
        return [];
      }
      firstStopOf.set(stopKey, at);
      const visit = visits.get(visitKey) ?? { ...read, pointer: at, routes: new Set(), count: 0 };
      visit.routes.add(idx);
      visit.count += 1;
      visits.set(visitKey, visit);
      return [read];
    });
    return home === undefined ? [] : [{ ...home, stops }];
  });
  // Where a part of the plan could not be read, what seems to be missing may stand there.
  if (parts.isWhole) reportBrokenVisits(visits, reading);
  return routes;
}

type PlannedVisit = { orderIdx: number; pointer: string; routes: Set<number>; count: number };
type Home = Omit<ReadPlannedRoute, 'stops'>;

function readHome(
  entry: PlannedRouteEntry,
  pointer: string,
  { vehicles, vehicleNames, occurrencesOf, parts, report }: PlanReading,
): Home | undefined {
  const named = vehicleNames(entry.vehicle_id, `${pointer}/vehicle_id`);
  const vehicle = named === undefined ? undefined : vehicles[named.vehicleIdx];
  if (named === undefined || vehicle === undefined) return undefined;
  const { copyCount, shifts } = vehicle;
  if (named.copyIdx === undefined && copyCount > 1) {
    report.problem(
      `${pointer}/vehicle_id`,
      'which_copy',
      `There are ${copyCount} copies; name one, such as ${shown(`${entry.vehicle_id}#1`)}.`,
    );
    return undefined;
  }
  const { shift_id, date } = entry;
  const shift =
    shift_id === undefined && shifts.length === 1
      ? shifts[0]
      : shifts.find((each) => each.shiftId === shift_id);
  if (shift === undefined) {
    const isOfFaultyPart = vehicle.entry.shifts.includes(undefined) || !parts.isWhole;
    if (!isOfFaultyPart) {
      report.problem(
        `${pointer}/shift_id`,
        'unknown_shift',
        shift_id === undefined
          ? 'The vehicle has several shifts; name one.'
          : `The vehicle has no shift ${shown(shift_id)}.`,
      );
    }
    return undefined;
  }
  const occurrences = occurrencesOf(shift);
  const day = date === undefined ? undefined : parseDay(date);
  const found = date === undefined ? occurrences : occurrences.filter((each) => each.day === day);
  const [occurrence] = found;
  if (occurrence !== undefined && found.length === 1) {
    const { vehicleIdx } = named;
    return { vehicleIdx, copyIdx: named.copyIdx ?? 0, shift, occurrence };
  }
  report.problem(
    `${pointer}/date`,
    found.length > 1 ? 'which_date' : 'unknown_date',
    found.length > 1
      ? 'The shift repeats; say on which date it starts.'
      : 'Within the planning period the shift does not start on this date.',
  );
  return undefined;
}

function readPlannedStop(
  entry: PlannedRouteEntry['stops'][number],
  pointer: string,
  { orders, orderNames, visitCounts, report }: PlanReading,
): ReadPlannedStop | undefined {
  const orderIdx = orderNames(entry.order_id, `${pointer}/order_id`);
  const order = orderIdx === undefined ? undefined : orders[orderIdx];
  if (orderIdx === undefined || order === undefined) return undefined;
  const visitCount = visitCounts[orderIdx] ?? 1;
  const isNumbered = entry.visit !== undefined;
  if (!isNumbered && visitCount > 1) {
    report.problem(
      `${pointer}/visit`,
      'which_visit',
      `The order has ${visitCount} visits; say which.`,
    );
    return undefined;
  }
  const visit = entry.visit ?? 1;
  if (visit > visitCount) {
    report.problem(
      `${pointer}/visit`,
      'unknown_visit',
      `The order has ${visitCount} visits in the planning period, got ${visit}.`,
    );
    return undefined;
  }
  const { stops } = order;
  const stopIdx =
    entry.stop_id === undefined
      ? stops.length === 1
        ? 0
        : -1
      : stops.findIndex(({ stopId }) => stopId === entry.stop_id);
  if (stopIdx === -1) {
    report.problem(
      `${pointer}/stop_id`,
      'unknown_stop',
      entry.stop_id === undefined
        ? 'The order has several stops; say which.'
        : `The order has no stop ${shown(entry.stop_id)}.`,
    );
    return undefined;
  }
  return { orderIdx, visit, stopIdx, lock: entry.lock ?? 'none' };
}

/** A visit is made on one route, with all of its stops. */
function reportBrokenVisits(
  visits: ReadonlyMap<string, PlannedVisit>,
  { orders, report }: PlanReading,
): void {
  for (const { orderIdx, pointer, routes, count } of visits.values()) {
    const order = orders[orderIdx];
    if (order === undefined) continue;
    const id = shown(order.entry.order_id);
    if (routes.size > 1) {
      report.problem(pointer, 'divided_visit', `The stops of ${id} lie on several routes.`);
    } else if (count < order.stops.length) {
      report.problem(
        pointer,
        'incomplete_visit',
        `The order ${id} has ${order.stops.length} stops, the plan only ${count} of them.`,
      );
    }
  }
}
