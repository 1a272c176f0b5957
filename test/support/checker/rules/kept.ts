/**
 * Routes that are kept although they break rules, and what gets no stops because a rule connects it with one (rule 48).
 * Mode `insert` keeps any route of the plan; mode `optimize` keeps one of which a stop has begun.
 *
 *     broken route ── relation, visits of an order, shifts of a vehicle, docks ──► other given routes, and so on
 *
 * All of these are kept. Beside them, orders that a rule connects with them are not inserted, and shifts of the same
 * vehicle or with the same docks get no stops. Relations of periodic orders apply visit by visit, which is not followed
 * here.
 */
import { type PlanStop } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Place } from '../model/places.js';
import { isOf, nameOf, plannedRoute, servedNameOf } from '../model/planned.js';
import { type Route, type Stop } from '../model/routes.js';
import { hasRests } from './limits.js';
import { isBroken } from './violations.js';

const vehicleOf = ({ occurrence }: Route): string => occurrence.vehicle.vehicleId;

/** Returns whether a rule connects the shifts of the vehicle of a route. */
function connectsShifts({ occurrence: { vehicle } }: Route): boolean {
  const { per_week, per_period } = vehicle.entry.limits ?? {};
  return hasRests(vehicle.entry) || (per_week ?? per_period) !== undefined;
}

/** Returns whether a stop occupies a dock. */
const needsDock = ({ place, isRest, serviceStart, raw, departure }: Stop): boolean =>
  place !== undefined &&
  place.docks < Infinity &&
  !isRest &&
  departure > serviceStart - raw.setup_duration;

const docksOf = (stops: readonly Stop[]): (Place | undefined)[] =>
  stops.filter(needsDock).map(({ place }) => place);

/** Returns whether a rule connects two orders, or the visits of one. */
function areRelated(one: Stop, other: Stop, { problem: { request } }: Checked): boolean {
  const [left, right] = [one.task?.order.entry, other.task?.order.entry];
  if (left === undefined || right === undefined) return false;
  if (left.visits !== undefined || right.visits !== undefined) return left === right;
  return (request.relations ?? []).some(
    ({ orders }) => orders.includes(left.order_id) && orders.includes(right.order_id),
  );
}

/** Returns whether a stop depends on a route, by its order or by a dock. */
const dependsOn = (stop: Stop, route: Route, checked: Checked): boolean =>
  route.stops.some((each) => areRelated(each, stop, checked)) ||
  (needsDock(stop) && docksOf(route.stops).includes(stop.place));

const isOfSameVehicle = (one: Route, other: Route): boolean =>
  vehicleOf(one) === vehicleOf(other) && connectsShifts(one);

const isInsert = ({ problem }: Checked): boolean => problem.request.options?.mode === 'insert';

/** Returns the given routes that may, or have to, stay as they are. */
export function keptOf(checked: Checked): Route[] {
  const planned = checked.problem.request.plan?.routes ?? [];
  const given = checked.routes.filter((route) =>
    planned.some((each) => each.stops.length > 0 && isOf(each, route.occurrence)),
  );
  const kept = given.filter(
    ({ idx, stops }) =>
      isBroken(checked.response.routes[idx]) &&
      (isInsert(checked) || stops.some(({ hasBegun, task }) => hasBegun && task !== undefined)),
  );
  // The loop also visits what it appends.
  for (const route of kept) {
    const isConnected = (other: Route): boolean =>
      isOfSameVehicle(route, other) || other.stops.some((stop) => dependsOn(stop, route, checked));
    kept.push(...given.filter((other) => !kept.includes(other) && isConnected(other)));
  }
  return kept;
}

const plannedStopsOf = ({ problem }: Checked, { occurrence }: Route): PlanStop[] =>
  plannedRoute(problem.request, occurrence)?.stops ?? [];

/**
 * Returns the stops of a route that is kept although it breaks rules, and that mode `optimize` could have planned
 * again: they have not begun, are not locked, and no rule connects them with one that is.
 */
function looseStops(route: Route, checked: Checked): Stop[] {
  const planned = plannedStopsOf(checked, route);
  const lastTimed = planned.findLastIndex(({ lock }) => lock === 'time');
  const locked = planned
    .filter(({ lock = 'none' }, idx) => lock !== 'none' || idx <= lastTimed)
    .map(nameOf);
  const stops = route.stops.filter(({ task }) => task !== undefined);
  if (docksOf(route.stops).length > 0) return [];
  const stays = stops.filter((stop) => stop.hasBegun || locked.includes(servedNameOf(stop)));
  const isVisitOf = (one: Stop, other: Stop): boolean =>
    one.task?.order === other.task?.order || areRelated(one, other, checked);
  // The loop also visits what it appends.
  for (const stop of stays) {
    stays.push(...stops.filter((each) => !stays.includes(each) && isVisitOf(stop, each)));
  }
  return stops.filter((stop) => !stays.includes(stop));
}

/** In mode `optimize`, a route that is kept for what has begun keeps nothing else. */
function checkLoose(checked: Checked): Finding[] {
  if (isInsert(checked)) return [];
  const begun = checked.routes.filter(({ stops }) => stops.some(({ hasBegun }) => hasBegun));
  const roots = begun.filter(({ idx }) => isBroken(checked.response.routes[idx]));
  // What a rule connects with another route is not examined.
  const alone = roots.filter((route) =>
    checked.routes.every(
      (other) =>
        other === route ||
        !(
          isOfSameVehicle(route, other) ||
          other.stops.some((stop) => dependsOn(stop, route, checked))
        ),
    ),
  );
  return alone.flatMap((route) =>
    looseStops(route, checked).map(({ pointer, raw }) => ({
      code: 'plan_changed',
      pointer,
      expected: 'planned again',
      got: raw.order_id,
      comment: 'a kept route has only what has begun, is locked or depends on these',
    })),
  );
}

export function checkKept(checked: Checked): Finding[] {
  const { request } = checked.problem;
  if (request.options?.mode === 'check') return [];
  const kept = keptOf(checked);
  const loose = checkLoose(checked);
  const planned = new Set(request.plan?.routes.flatMap(({ stops }) => stops.map(nameOf)));
  // What is added to a route that breaks rules itself is found with the plan.
  const others = checked.routes.filter(({ idx }) => !isBroken(checked.response.routes[idx]));
  const added = others.flatMap((route) => {
    const ends = route.stops.filter(({ task }) => task === undefined);
    const isClosed = kept.some(
      (each) =>
        each === route ||
        isOfSameVehicle(each, route) ||
        docksOf(ends).some((place) => docksOf(each.stops).includes(place)),
    );
    return route.stops
      .filter((stop) => stop.raw.type === 'order' && !planned.has(servedNameOf(stop)))
      .filter((stop) => isClosed || kept.some((each) => dependsOn(stop, each, checked)))
      .map(({ pointer, raw }) => ({
        code: 'plan_changed',
        pointer,
        expected: 'a stop of the plan',
        got: raw.order_id,
        comment: 'nothing is inserted that a rule connects with a route that breaks rules',
      }));
  });
  return [...loose, ...added];
}
