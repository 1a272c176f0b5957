/**
 * Reads the whole request, and finds all faults that involve more than one of its parts in a single pass.
 *
 *     places ◄── vehicles ──► period ──► occurrences, visits ──► sizes, plan
 *        ▲────── orders  ────────────────▲
 */
import type { ApiProblemCode } from '../../errors.js';
import { DAY_SECONDS } from '../../time/index.js';
import {
  FREE_FLOW_LANE,
  SWAPPED_COMMENT,
  swappedPlaces,
  type OwnProfiles,
} from '../../travel/index.js';
import {
  PLACE_COUNT_MAX,
  SHIFT_COUNT_MAX,
  TERRITORY_PAIR_COUNT_MAX,
  SYNC_TIME_LIMIT_SECONDS_MAX,
  VISIT_COUNT_MAX,
  WINDOW_COUNT_MAX,
} from '../schema/limits.js';
import { readDimensions, type Dimension } from './amounts.js';
import { reportMatrix } from './matrix.js';
import { readOrders, type ReadOrder } from './orders.js';
import { readPeriod, type Period } from './period.js';
import { readPlaces, type Place, type ZoneOf } from './places.js';
import { readPlan, type ReadPlannedRoute } from './plan.js';
import {
  createOrderNames,
  readRelations,
  reportRelationSize,
  type ReadRelation,
} from './relations.js';
import type { Report } from './report.js';
import { readSlots, type ReadSlots } from './slots.js';
import type { ValidParts } from './salvage.js';
import { reportTravelSize, travelClassesOf, type TravelClasses } from './travel-classes.js';
import { createVehicleNames } from './vehicle-names.js';
import {
  clockOfRequest,
  occurrencesOf,
  readVehicles,
  type Occurrence,
  type ReadShift,
  type ReadVehicle,
} from './vehicles.js';
import { reportMissingDays, visitCountOf } from './visits.js';
import { readTime, type Interval } from './windows.js';

/** The kind of request: a plan that the caller waits for, a plan as a job, or time slots for an order beside a plan. */
export type OperationName = 'sync' | 'async' | 'slots';

/** The limits that depend on the kind of request and on the operator. */
export type Terms = { operation: OperationName; jobSecondsMax: number };

/** Data of the service that reading needs in addition to the request. */
export type ReadSources = { zoneOf: ZoneOf; ownProfiles: OwnProfiles };

/** Positions in these lists are the indexes that all later steps use. */
export type ReadRequest = {
  period: Period;
  places: readonly Place[];
  vehicles: readonly ReadVehicle[];
  /** Occurrences of each shift of the request, in order of time. */
  occurrences: ReadonlyMap<ReadShift, readonly Occurrence[]>;
  orders: readonly ReadOrder[];
  relations: readonly ReadRelation[];
  routes: readonly ReadPlannedRoute[];
  dimensions: readonly Dimension[];
  travel: TravelClasses;
  visitCount: number;
  shiftCount: number;
  /** Recurring windows are expanded. An upper bound, see `windowCountOf`. */
  windowCount: number;
  /** Set for requests for time slots. */
  slots: ReadSlots | undefined;
  /** Nothing new is planned before it; undefined: no such limit. */
  now: number | undefined;
};

/** Undefined: the planning period is unknown, or there are too many shifts. Faults are reported. */
export function readParts(
  parts: ValidParts,
  terms: Terms,
  { zoneOf, ownProfiles }: ReadSources,
  report: Report,
): ReadRequest | undefined {
  reportOptions(parts, terms, report);
  reportMatrix(parts.travel?.matrix, report);
  const places = readPlaces(parts, zoneOf, report);
  const vehicles = readVehicles(parts, places, report);
  const vehicleNames = createVehicleNames(parts, vehicles, report);
  const orders = readOrders({ parts, places, vehicleNames, report });
  const orderNames = createOrderNames(parts, orders, report);
  const relations = readRelations(parts, orderNames, vehicleNames, report);
  const dimensions = readDimensions(vehicles, orders, report);
  places.readUnused();
  for (const idx of swappedPlaces(places.used)) {
    report.warning(places.used[idx]?.pointer ?? '', 'swapped_coordinates', SWAPPED_COMMENT);
  }
  reportCount(places.used.length, PLACE_COUNT_MAX, '/locations', 'too_many_places', report, {
    what: 'distinct places',
  });
  const travel = travelClassesOf(vehicles, ownProfiles, report);
  const laneCount = laneCountMax(parts.travel);
  reportTravelSize(places.used.length, laneCount, travel.classes.length, report);
  const period = readPeriod(parts, vehicles, report);
  const saidNow = parts.options?.now;
  const now =
    saidNow === undefined
      ? undefined
      : readTime(saidNow, clockOfRequest(vehicles), '/options/now', report);
  if (period === undefined) return undefined;

  const visitCounts = orders.map((order) => visitCountOf(order, period));
  const visitCount = visitCounts.reduce((sum, count) => sum + count, 0);
  reportCount(visitCount, VISIT_COUNT_MAX, '/orders', 'too_many_visits', report, {
    what: 'visits in the planning period',
  });
  for (const order of orders) reportMissingDays(order, period, report);
  reportRelationSize(relations, visitCounts, report);
  const windowCount = windowCountOf(orders, period);
  reportCount(windowCount, WINDOW_COUNT_MAX, '/orders', 'too_many_windows', report, {
    what: 'windows, counting each day of recurring ones',
  });

  const copyCount = vehicles.reduce((sum, vehicle) => sum + vehicle.copyCount, 0);
  const occurrences = new Map<ReadShift, readonly Occurrence[]>();
  let shiftCount = 0;
  for (const { shifts, copyCount: copies } of vehicles) {
    for (const shift of shifts) {
      const found = occurrencesOf(shift, period);
      occurrences.set(shift, found);
      shiftCount += copies * found.length;
    }
    // The request is refused anyway, so the rest need not be expanded.
    if (shiftCount > SHIFT_COUNT_MAX) break;
  }
  const spelledOut = Math.max(shiftCount, copyCount);
  if (spelledOut > SHIFT_COUNT_MAX) {
    const what = 'or more shifts, counting copies and repeats';
    reportCount(spelledOut, SHIFT_COUNT_MAX, '/vehicles', 'too_many_shifts', report, { what });
    return undefined;
  }
  const homed = vehicles.filter(({ entry }) => entry.territory !== undefined);
  const homedCount = homed.reduce((sum, { copyCount }) => sum + copyCount, 0);
  const pairCount = homedCount * orders.length;
  const what = 'pairs of orders and vehicles with a territory';
  const code = 'too_many_territories';
  reportCount(pairCount, TERRITORY_PAIR_COUNT_MAX, '/vehicles', code, report, { what });
  for (const [{ pointer }, found] of occurrences) {
    if (found.length > 0) continue;
    const comment = 'The shift is outside the planning period, and is not used.';
    report.warning(pointer, 'shift_outside_period', comment);
  }
  const routes = readPlan({
    ...{ parts, vehicles, vehicleNames, orders, orderNames, visitCounts, report },
    occurrencesOf: (shift) => occurrences.get(shift) ?? [],
    now,
  });
  const slots =
    parts.slots === undefined
      ? undefined
      : readSlots({
          ...{ entry: parts.slots, orders, orderNames, relations, routes, period, now, report },
        });
  return {
    ...{ slots, period, vehicles, occurrences, orders, relations, routes, dimensions },
    ...{ visitCount, shiftCount, windowCount, places: places.used, travel, now },
  };
}

function reportOptions(
  { options, routes, isWhole }: ValidParts,
  { operation, jobSecondsMax }: Terms,
  report: Report,
): void {
  if (operation === 'async' && (options?.time_limit ?? 0) > jobSecondsMax) {
    report.problem(
      '/options/time_limit',
      'out_of_range',
      `The maximum search time of a job is ${jobSecondsMax} s; the operator of the service sets it.`,
    );
  }
  if (operation === 'slots') {
    if (options?.mode !== undefined && options.mode !== 'insert') {
      report.problem('/options/mode', 'not_allowed', 'Slots do not support mode. Remove it.');
    }
    if (routes === undefined && isWhole) {
      report.problem('/plan', 'missing_field', 'Slots require a plan.');
    }
  }
  if (operation !== 'async') {
    if ((options?.time_limit ?? 0) > SYNC_TIME_LIMIT_SECONDS_MAX) {
      report.problem(
        '/options/time_limit',
        'out_of_range',
        `A synchronous request may search for at most ${SYNC_TIME_LIMIT_SECONDS_MAX} s. For a longer search, send the request as a job.`,
      );
    }
    if (options?.webhook_url !== undefined) {
      report.problem(
        '/options/webhook_url',
        'not_allowed',
        'Webhooks are for jobs only. Remove it, or send the request as a job.',
      );
    }
  }
  if (options?.mode === 'check' && routes === undefined && isWhole) {
    report.problem('/plan', 'missing_field', 'Mode check requires a plan.');
  }
}

function reportCount(
  count: number,
  max: number,
  pointer: string,
  code: ApiProblemCode,
  report: Report,
  { what }: { what: string },
): void {
  if (count <= max) return;
  report.problem(pointer, code, `The request has ${count} ${what}; the maximum is ${max}.`);
}

/**
 * An upper bound: the windows and the weekend of the service, or those of the caller's matrix, whose weekend may need
 * as many lanes as its weekdays (see `travel/own-matrix.ts`).
 */
function laneCountMax(travel: ValidParts['travel']): number {
  if (travel?.use_traffic === false) return 1;
  if (travel?.matrix === undefined) return FREE_FLOW_LANE;
  const windowCount = travel.matrix.traffic_windows.length;
  return travel.matrix.weekend_travel_costs === undefined ? windowCount : 2 * windowCount;
}

/** An upper bound: visits of the same week share their windows, but the windows are counted for each visit. */
function windowCountOf(orders: readonly ReadOrder[], { startAt, endAt }: Interval): number {
  const periodDays = Math.ceil((endAt - startAt) / DAY_SECONDS) + 2;
  let count = 0;
  for (const { entry, stops } of orders) {
    const times = entry.visits?.count ?? 1;
    for (const { options, softWindows } of stops) {
      const soft = softWindows.filter(({ window }) => window.kind === 'recurring').length;
      for (const { windows, place } of options) {
        if (windows === undefined && place.windows === undefined && soft === 0) continue;
        const hard = [...(windows ?? []), ...(place.windows ?? [])];
        const recurring = hard.filter(({ kind }) => kind === 'recurring').length;
        count += times * (hard.length + (recurring + soft) * periodDays);
      }
    }
  }
  return count;
}
