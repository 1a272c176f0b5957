/**
 * Unserved orders: each entry has its cost and reasons, and no reason can be refuted.
 *
 * A reason is refuted by the request (no relation names the order, the vehicle has no such limit) or by trial. If some
 * shift alone would serve the order, a true reason is about a shift that has a route, or is `cheaper_unserved` or
 * `not_found_in_time`. If that shift has no route at all, leaving out a mandatory order is itself an error.
 */
import { type Reason, type UnservedEntry } from '../contract.js';
import { differs, VIOLATION_CODES, type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { incompatibilities, isListed } from '../model/compatible.js';
import { type Order } from '../model/orders.js';
import { travelerOf, type Problem } from '../model/problem.js';
import { hasLockedTime } from '../model/planned.js';
import { type Occurrence } from '../model/shifts.js';
import { legBetween } from '../model/travel.js';
import { type Interval } from '../time/windows.js';
import { isFree, wouldServeAlone } from './alone.js';
import { numbersOf } from './driving-rules.js';
import { drivesByWeeks, hasExceptions, hasRests, restBetween } from './limits.js';
import { shiftsByLocks } from './plan.js';

/** Returns the shifts that a reason is about. */
function scopeOf({ vehicle_id, shift_id }: Reason, { problem }: Checked): Occurrence[] {
  return [...problem.occurrences, ...problem.missed].filter(
    (each) =>
      (vehicle_id === undefined || isListed([vehicle_id], each)) &&
      (shift_id === undefined || each.shiftId === shift_id),
  );
}

function hasLimit(code: string, { vehicle }: Occurrence): boolean {
  const { limits = {} } = vehicle.entry;
  const spans: object[] = [limits, limits.per_week ?? {}, limits.per_period ?? {}];
  return (
    spans.some((span) => code in span) ||
    (code === 'driving_duration' && drivesByWeeks(vehicle.entry))
  );
}

function isCutOff(order: Order, occurrence: Occurrence, { problem }: Checked): boolean {
  const { startPlace, endPlace } = occurrence;
  const traveler = travelerOf(problem, occurrence);
  const places = order.tasks.flatMap((task) => task.places.map(({ place }) => place));
  // On a route with other orders, there may be no road from one of their places.
  const beside = [...problem.orders.values()].flatMap(({ tasks }) =>
    tasks.flatMap((task) => task.places.map(({ place }) => place)),
  );
  const anchors = [startPlace, ...beside, endPlace].filter((place) => place !== undefined);
  return places.some((place) =>
    anchors.some(
      (anchor) =>
        legBetween(anchor, place, traveler) === undefined ||
        legBetween(place, anchor, traveler) === undefined,
    ),
  );
}

/** Returns whether the order has a task at places that are closed all through the period, or whose windows are. */
function isOutside({ tasks, releasedAt }: Order, { period }: Problem): boolean {
  const start = Math.max(period.start, releasedAt ?? -Infinity);
  const isClosed = (windows: Interval[] | undefined): boolean =>
    windows?.every((it) => it.end < start || it.start > period.end) ?? start > period.end;
  const isNeverOpen = ({ places }: Order['tasks'][number]): boolean =>
    places.every(({ windows, place }) => isClosed(windows) || isClosed(place.windows));
  return tasks.some(isNeverOpen);
}

/** Returns whether the request could make this code true for this order in these shifts. */
function isPossible(
  code: string,
  order: Order,
  scope: readonly Occurrence[],
  checked: Checked,
): boolean {
  const { request } = checked.problem;
  const { entry } = order;
  const isIncompatible = (each: Occurrence): boolean =>
    incompatibilities(entry, each).some((found) => found.code === code);
  switch (code) {
    case 'attribute_missing':
    case 'attribute_forbidden':
    case 'vehicle_not_allowed':
      return scope.some(isIncompatible);
    case 'unreachable':
      return scope.some((each) => isCutOff(order, each, checked));
    case 'capacity':
      return scope.some(({ vehicle }) =>
        Object.keys(vehicle.entry.capacity ?? {}).some((dimension) =>
          order.tasks.some(({ load }) => (load[dimension] ?? 0) > 0),
        ),
      );
    case 'load_incompatible':
      return request.orders.some(
        (other) =>
          other !== entry &&
          ((other.incompatible_load_types ?? []).includes(entry.load_type ?? '') ||
            (entry.incompatible_load_types ?? []).includes(other.load_type ?? '')),
      );
    case 'time_window':
      return (
        entry.release_time !== undefined ||
        entry.visits !== undefined ||
        order.tasks.some(({ places }) =>
          places.some(({ windows, place }) => (windows ?? place.windows) !== undefined),
        )
      );
    case 'duration':
    case 'driving_duration':
    case 'distance':
    case 'stops':
    case 'waiting_duration':
      return scope.some((each) => hasLimit(code, each));
    case 'ride_duration':
      return entry.max_ride_duration !== undefined;
    case 'break':
      return scope.some(({ breaks }) => breaks.length > 0);
    case 'driving_rules':
      return scope.some(({ vehicle }) => vehicle.entry.driving_rules !== undefined);
    case 'load_order':
      return request.orders.some(({ load_order = 'any' }) => load_order !== 'any');
    case 'end_load':
      return scope.some(({ entry: shift }) => shift.end_empty === true);
    case 'latest_start':
      return scope.some(({ latestStart }) => latestStart !== undefined);
    case 'shift_rest':
      return scope.some(({ vehicle }) => restBetween(vehicle.entry) > 0);
    case 'weekly_rest':
      return scope.some(
        ({ vehicle }) =>
          numbersOf(vehicle.entry.driving_rules ?? {}).weekly_rest_duration !== Infinity,
      );
    case 'route_position':
      return request.orders.some(({ route_position = 'any' }) => route_position !== 'any');
    case 'relation':
      return (request.relations ?? []).some(({ orders }) => orders.includes(entry.order_id));
    case 'visit_spacing':
      return entry.visits !== undefined;
    case 'outside_period':
      // Routes have to end within a period that is stated, or that ends before shifts repeated without end. Each visit
      // of a periodic order has its own part of the period.
      return (
        request.planning_period !== undefined ||
        request.vehicles.some(({ shifts }) => shifts.some((it) => it.repeat)) ||
        entry.visits !== undefined ||
        isOutside(order, checked.problem)
      );
    case 'dock':
      return (request.locations ?? []).some(({ docks }) => docks !== undefined);
    case 'lock':
      return request.plan !== undefined;
    case 'cheaper_unserved':
      return entry.mandatory === false;
    case 'not_found_in_time':
      return scope.some((each) => incompatibilities(entry, each).length === 0);
    default:
      return true;
  }
}

type Judged = { entry: UnservedEntry; order: Order; pointer: string };

function checkReasons({ entry, order, pointer }: Judged, checked: Checked): Finding[] {
  const reasons = entry.reasons ?? [];
  if (reasons.length === 0) {
    const { explain = true, mode } = checked.problem.request.options ?? {};
    if (!explain || mode === 'check') return [];
    const at = `${pointer}/reasons`;
    const comment = 'why is it unserved';
    return [{ code: 'reason_missing', pointer: at, expected: 'a reason', got: reasons, comment }];
  }
  return reasons.flatMap((reason, idx): Finding[] => {
    const at = `${pointer}/reasons/${idx}`;
    const scope = scopeOf(reason, checked);
    const isNamed = reason.vehicle_id !== undefined || reason.shift_id !== undefined;
    if (!VIOLATION_CODES.has(reason.code) || (isNamed && scope.length === 0)) {
      const comment = 'no such code, vehicle or shift';
      return [
        { code: 'reason_unknown', pointer: at, expected: 'of the contract', got: reason, comment },
      ];
    }
    // The requirements of another order may be what excludes this one.
    const asking = checked.problem.orders.get(reason.order_id ?? entry.order_id) ?? order;
    if (isPossible(reason.code, asking, scope, checked)) return [];
    const comment = `the request refutes ${reason.code}`;
    return [
      { code: 'reason_untrue', pointer: at, expected: 'a true reason', got: reason, comment },
    ];
  });
}

/** Returns whether other vehicles may block docks that a shift with the order needs. */
const hasDocks = (order: Order, { startPlace, endPlace }: Occurrence): boolean =>
  [
    startPlace,
    endPlace,
    ...order.tasks.flatMap((task) => task.places.map(({ place }) => place)),
  ].some((place) => place !== undefined && place.docks < Infinity);

/** Codes about the vehicle's other routes. */
const BETWEEN_ROUTES = new Set(['shift_rest', 'weekly_rest']);

/** Codes that a trial cannot refute. `dock` is about routes of other vehicles. */
const HONEST = new Set(['not_found_in_time', 'cheaper_unserved', 'lock', 'dock']);

function checkByTrial({ entry, order, pointer }: Judged, checked: Checked): Finding[] {
  const { request, occurrences } = checked.problem;
  if (!isFree(order, checked) || request.options?.mode === 'check') return [];
  // The trial does not know the time at which it would have to serve the order.
  if (hasLockedTime(entry.order_id, request)) return [];
  const allowed = shiftsByLocks(order, checked);
  const fitting = allowed.filter((each) => wouldServeAlone(order, each, checked));
  const [example] = fitting;
  if (example === undefined) return [];

  const isUnused = (occurrence: Occurrence): boolean =>
    !checked.routes.some((route) => route.occurrence === occurrence) &&
    occurrence.vehicle.entry.limits?.per_week === undefined &&
    occurrence.vehicle.entry.limits?.per_period === undefined &&
    !hasRests(occurrence.vehicle.entry) &&
    !hasDocks(order, occurrence);
  const unused = fitting.find(isUnused);
  const nameOf = ({ vehicle, shiftId, date }: Occurrence): string =>
    `${vehicle.vehicleId} ${shiftId} ${date}`;
  if (unused !== undefined && order.entry.mandatory !== false) {
    const expected = `served by ${nameOf(unused)}, which has no route`;
    const comment = 'a mandatory order that fits is served';
    return [{ code: 'unserved_avoidable', pointer, expected, got: 'unserved', comment }];
  }

  const reasons = entry.reasons ?? [];
  const untrue = reasons.flatMap((reason, idx): Finding[] => {
    const scope = scopeOf(reason, checked);
    const isRefuted =
      reason.code === 'no_vehicle' ||
      (!HONEST.has(reason.code) &&
        scope.length > 0 &&
        scope.every((each) => fitting.includes(each) && isUnused(each)));
    if (!isRefuted) return [];
    const at = `${pointer}/reasons/${idx}`;
    const comment = `${nameOf(example)} alone would serve it`;
    return [
      { code: 'reason_untrue', pointer: at, expected: 'a true reason', got: reason, comment },
    ];
  });
  if (untrue.length > 0 || reasons.length === 0) return untrue;
  // A limit over several shifts depends on the vehicle's other routes, and so do the rest between them, the number of
  // days that may be longer than usual, and the start of a route if the vehicle stays where another one ended.
  const isOfVehicle = (reason: Reason, { vehicle }: Occurrence): boolean =>
    reason.span !== undefined ||
    BETWEEN_ROUTES.has(reason.code) ||
    occurrences.some((each) => each.vehicle === vehicle && each.stays) ||
    (reason.code === 'driving_rules' && hasExceptions(vehicle.entry));
  const speaksOfRoute = (reason: Reason): boolean =>
    reason.vehicle_id !== undefined &&
    scopeOf(reason, checked).some((each) =>
      checked.routes.some(({ occurrence }) =>
        isOfVehicle(reason, each)
          ? occurrence.vehicle.vehicleId === each.vehicle.vehicleId
          : occurrence === each,
      ),
    );
  if (reasons.some((reason) => HONEST.has(reason.code) || speaksOfRoute(reason))) return [];
  const got = reasons.map(({ code }) => code);
  const comment = `${nameOf(example)} alone would serve it`;
  const at = `${pointer}/reasons`;
  return [{ code: 'reason_untrue', pointer: at, expected: 'not_found_in_time', got, comment }];
}

export function checkUnserved(checked: Checked): Finding[] {
  const { problem, response } = checked;
  return response.unserved.flatMap((entry, idx): Finding[] => {
    const order = problem.orders.get(entry.order_id);
    if (order === undefined) return [];
    const judged = { entry, order, pointer: `/unserved/${idx}` };
    const findings = [...checkReasons(judged, checked), ...checkByTrial(judged, checked)];
    const expected = (order.entry.unserved_cost ?? 0) * (entry.visits?.length ?? 1);
    const got = entry.cost;
    if (differs(got, expected, checked.tolerances.cost)) {
      const pointer = `/unserved/${idx}/cost`;
      findings.push({ code: 'unserved_cost', pointer, expected, got, comment: 'unserved_cost' });
    }
    return findings;
  });
}
