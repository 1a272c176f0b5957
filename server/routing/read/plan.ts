/**
 * Reads the given plan: routes must refer to existing shifts, stops to stops of orders, each at most once, and every
 * visit must be complete.
 *
 * Whether the plan keeps the rules is checked by the core, not here.
 */
import { parseDay, type Clock } from '../../time/index.js';
import type { PlannedRouteEntry } from '../schema/index.js';
import { BREAKS_WITH_BEGUN_MAX, RELOADS_UNDERWAY_MAX } from '../schema/limits.js';
import { readBegun, readStopTimes, type Begun, type StopTimes } from './begun.js';
import { readItinerary, type Itinerary } from './itinerary.js';
import { findStop, type ReadOrder } from './orders.js';
import type { OrderNames } from './relations.js';
import { UTC, reportDuplicate, type Place } from './places.js';
import { shown, type Report } from './report.js';
import type { ValidParts } from './salvage.js';
import type { VehicleNames } from './vehicle-names.js';
import type { Occurrence, ReadReload, ReadShift, ReadVehicle } from './vehicles.js';

export type Lock = 'none' | 'vehicle' | 'sequence' | 'time';

export type ReadPlannedStop = {
  pointer: string;
  orderIdx: number;
  /** From 1. */
  visit: number;
  /** Position among the stops of the order. */
  stopIdx: number;
  lock: Lock;
  /** Position among the places where the stop can be made; undefined: not stated. */
  optionIdx: number | undefined;
  /** Start and end of its service, if stated. */
  startsAt: number | undefined;
  endsAt: number | undefined;
};

export type ReadPlannedReload = {
  /** Number of stops of orders before it. */
  position: number;
  reload: ReadReload;
  /** Start and end, if stated. */
  startsAt: number | undefined;
  endsAt: number | undefined;
};

export type ReadPlannedRoute = {
  vehicleIdx: number;
  copyIdx: number;
  shift: ReadShift;
  occurrence: Occurrence;
  stops: readonly ReadPlannedStop[];
  reloads: readonly ReadPlannedReload[];
  /** Undefined: nothing has begun, or the request has no `now`. */
  begun: Begun | undefined;
  /** When loading begins at the start and unloading at the end, if stated and the place has docks. */
  loadsAt: number | undefined;
  unloadsAt: number | undefined;
  /** The rest of the stated course; undefined: not all times are stated. */
  itinerary: Itinerary | undefined;
};

export type PlanReading = {
  parts: ValidParts;
  vehicles: readonly ReadVehicle[];
  vehicleNames: VehicleNames;
  orders: readonly ReadOrder[];
  orderNames: OrderNames;
  visitCounts: readonly number[];
  occurrencesOf: (shift: ReadShift) => readonly Occurrence[];
  /** Undefined: the whole plan may still change. */
  now: number | undefined;
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
        report.problem(pointer, 'duplicate_route', `The route at ${first} is for the same shift.`);
      }
    }
    const reloads: ReadPlannedReload[] = [];
    const times: StopTimes[] = [];
    let position = 0;
    const stops = entry.stops.flatMap((stop, stopIdx): ReadPlannedStop[] => {
      const at = `${pointer}/stops/${stopIdx}`;
      const { type = 'order' } = stop;
      const reload =
        type === 'reload' && home !== undefined
          ? readPlannedReload(stop, at, home, report)
          : undefined;
      const made = type === 'order' ? readPlannedStop(stop, at, reading) : undefined;
      const clock = made?.clock ?? reload?.place.clock ?? home?.shift.clock ?? UTC;
      const said = readStopTimes(stop, clock, at, report);
      times.push(said);
      if (reload !== undefined) {
        reloads.push({ reload, position, startsAt: said.startsAt, endsAt: said.departureAt });
      }
      if (type !== 'order') return [];
      position += 1;
      if (made === undefined) return [];
      const read = made.stop;
      read.startsAt = said.startsAt;
      read.endsAt = said.departureAt;
      const visitKey = `${read.orderIdx} ${read.visit}`;
      const stopKey = `${visitKey} ${read.stopIdx}`;
      const first = firstStopOf.get(stopKey);
      if (first !== undefined) {
        reportDuplicate(at, first, report);
        return [];
      }
      firstStopOf.set(stopKey, at);
      let visit = visits.get(visitKey);
      if (visit === undefined) {
        const { orderIdx } = read;
        visit = { orderIdx, pointer: at, routeIdx: idx, isDivided: false, count: 0 };
        visits.set(visitKey, visit);
      }
      visit.isDivided ||= visit.routeIdx !== idx;
      visit.count += 1;
      return [read];
    });
    if (home === undefined) return [];
    const { now } = reading;
    const vehicle = reading.vehicles[home.vehicleIdx];
    const ways = {
      isLoading: vehicle?.entry.loading !== undefined,
      // A vehicle that stays where a route ends begins the next one there.
      startsAnywhere:
        home.shift.startPlace === undefined && vehicle?.shifts.some(({ stays }) => stays) === false,
    };
    const begun =
      now === undefined ? undefined : readBegun({ entry, ...home, times, now, ...ways });
    reportManyBreaks(home, begun, pointer, report);
    reportManyReloads(begun === undefined ? [] : reloadsUnderway(reloads, begun), pointer, report);
    if (begun === undefined && now !== undefined && home.occurrence.startAt < now) {
      reportTimeless(stops, pointer, report);
    }
    // Without docks, these times are not fixed: a route begins and ends when that is cheapest for its stops.
    const saidOf = (type: 'start' | 'end', place: Place | undefined): number | undefined =>
      place?.docks === undefined
        ? undefined
        : times[entry.stops.findIndex((stop) => stop.type === type)]?.startsAt;
    const { startPlace, endPlace } = home.shift;
    const handled = { loadsAt: saidOf('start', startPlace), unloadsAt: saidOf('end', endPlace) };
    const itinerary = readItinerary(entry, home.shift, times);
    return [{ ...home, stops, reloads, begun, ...handled, itinerary }];
  });
  // If a part of the plan could not be read, stops that seem to be missing may be in that part.
  if (parts.isWhole) reportBrokenVisits(visits, reading);
  return routes;
}

type PlannedVisit = {
  orderIdx: number;
  pointer: string;
  /** The route of its first stop, and whether another route has more of its stops. */
  routeIdx: number;
  isDivided: boolean;
  count: number;
};
type Home = Pick<ReadPlannedRoute, 'vehicleIdx' | 'copyIdx' | 'shift' | 'occurrence'>;

function reportManyBreaks(
  { shift: { breaks, softBreaks } }: Home,
  begun: Begun | undefined,
  pointer: string,
  report: Report,
): void {
  const begunCount = begun?.breaks.length ?? 0;
  const most = BREAKS_WITH_BEGUN_MAX - breaks.length - softBreaks.length;
  if (begunCount <= most) return;
  report.problem(
    `${pointer}/stops`,
    'too_many_breaks',
    `At most ${most} breaks of the route may have begun, got ${begunCount}. Plan a tour of many days as several shifts.`,
  );
}

/** Returns the reloads that have begun after the last stop that has: the vehicle is there, or driving there. */
export const reloadsUnderway = (
  reloads: readonly ReadPlannedReload[],
  { stopCount, reloadCount }: Begun,
): readonly ReadPlannedReload[] =>
  reloads.slice(0, reloadCount).filter(({ position }) => position >= stopCount);

function reportManyReloads(
  underway: readonly ReadPlannedReload[],
  pointer: string,
  report: Report,
): void {
  if (underway.length <= RELOADS_UNDERWAY_MAX) return;
  report.problem(
    `${pointer}/stops`,
    'too_many_reloads',
    `At most ${RELOADS_UNDERWAY_MAX} reloads may have begun after the last stop that has, got ${underway.length}.`,
  );
}

/** Warns if the shift is under way but the plan does not tell which of its stops are done. */
function reportTimeless(stops: readonly ReadPlannedStop[], pointer: string, report: Report): void {
  if (stops.length === 0 || stops.some(({ startsAt }) => startsAt !== undefined)) return;
  report.warning(
    `${pointer}/stops`,
    'plan_without_times',
    'The shift began before now, but no stop has an arrival_time, so none counts as begun. Send the times of the plan, or lock the completed stops.',
  );
}

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
      `The vehicle has ${copyCount} copies; name one of them, such as ${shown(`${entry.vehicle_id}#1`)}.`,
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
          ? 'The vehicle has several shifts; shift_id is required.'
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
      ? 'The shift repeats; date is required.'
      : 'The shift does not start on this date within the planning period.',
  );
  return undefined;
}

function readPlannedReload(
  entry: PlannedRouteEntry['stops'][number],
  pointer: string,
  { shift }: Home,
  report: Report,
): ReadReload | undefined {
  const { reloads } = shift;
  const named = reloads.findIndex(({ id }) => id === entry.stop_id);
  const reloadIdx = entry.stop_id === undefined && reloads.length === 1 ? 0 : named;
  const reload = reloads[reloadIdx];
  if (reload === undefined) {
    const id = entry.stop_id === undefined ? '' : ` ${shown(entry.stop_id)}`;
    report.problem(`${pointer}/stop_id`, 'unknown_stop', `The shift has no reload${id}.`);
  }
  return reload;
}

/** The position of the place that the entry names; undefined: it names none; -1: the stop has no such place. */
function optionOf(
  { location_id, latitude, longitude }: PlannedRouteEntry['stops'][number],
  options: ReadOrder['stops'][number]['options'],
): number | undefined {
  if (location_id !== undefined)
    return options.findIndex(({ place }) => place.locationId === location_id);
  if (latitude === undefined || longitude === undefined) return undefined;
  return options.findIndex(
    ({ place }) => place.latitude === latitude && place.longitude === longitude,
  );
}

function readPlannedStop(
  entry: PlannedRouteEntry['stops'][number],
  pointer: string,
  { orders, orderNames, visitCounts, report }: PlanReading,
): { stop: ReadPlannedStop; clock: Clock } | undefined {
  if (entry.order_id === undefined) {
    report.problem(
      `${pointer}/order_id`,
      'missing_field',
      'A stop of an order must have an order_id.',
    );
    return undefined;
  }
  const orderIdx = orderNames(entry.order_id, `${pointer}/order_id`);
  const order = orderIdx === undefined ? undefined : orders[orderIdx];
  if (orderIdx === undefined || order === undefined) return undefined;
  const visitCount = visitCounts[orderIdx] ?? 1;
  const isNumbered = entry.visit !== undefined;
  if (!isNumbered && visitCount > 1) {
    report.problem(
      `${pointer}/visit`,
      'which_visit',
      `The order has ${visitCount} visits; visit is required.`,
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
  const stopIdx = findStop(order, entry.stop_id, pointer, report);
  if (stopIdx === undefined) return undefined;
  const options = stops[stopIdx]?.options ?? [];
  const optionIdx = optionOf(entry, options);
  if (optionIdx === -1) {
    report.problem(
      `${pointer}/location_id`,
      'other_location',
      `The order does not allow the stop at ${shown(entry.location_id ?? `${entry.latitude},${entry.longitude}`)}.`,
    );
    return undefined;
  }
  const clock = options[optionIdx ?? 0]?.place.clock ?? order.clock;
  const lock = entry.lock ?? 'none';
  const [startsAt, endsAt] = [undefined, undefined];
  const named = { orderIdx, visit, stopIdx, lock, optionIdx };
  return { stop: { pointer, ...named, startsAt, endsAt }, clock };
}

/** Reports visits that are divided between routes or lack stops. */
function reportBrokenVisits(
  visits: ReadonlyMap<string, PlannedVisit>,
  { orders, report }: PlanReading,
): void {
  for (const { orderIdx, pointer, isDivided, count } of visits.values()) {
    const order = orders[orderIdx];
    if (order === undefined) continue;
    const isIncomplete = count < order.stops.length;
    if (!isDivided && !isIncomplete) continue;
    const id = shown(order.entry.order_id);
    if (isDivided) {
      report.problem(pointer, 'divided_visit', `The stops of ${id} are on several routes.`);
    } else {
      report.problem(
        pointer,
        'incomplete_visit',
        `The order ${id} has ${order.stops.length} stops, but the plan has only ${count} of them.`,
      );
    }
  }
}
