/** The stops of the caller's plan, by name, and the routes and stops of the answer that they stand for. */
import { type PlanRoute, type PlanStop, type RoutingRequest } from '../contract.js';
import { type Route, type Stop } from './routes.js';
import { instantOf } from '../time/instant.js';
import { type Occurrence } from './shifts.js';

export const nameOf = (stop: PlanStop): string =>
  JSON.stringify([stop.order_id, stop.stop_id ?? null, stop.visit ?? 1]);
export const servedNameOf = ({ raw, visit }: Stop): string =>
  JSON.stringify([raw.order_id, raw.stop_id ?? null, visit]);

/** Returns whether a planned route is that of a shift. Only vehicles with one shift may leave out its id. */
export const isOf = (
  { vehicle_id, shift_id, date }: PlanRoute,
  occurrence: Pick<Occurrence, 'vehicle' | 'shiftId' | 'date'>,
): boolean =>
  occurrence.vehicle.vehicleId === vehicle_id &&
  (shift_id === undefined || shift_id === occurrence.shiftId) &&
  (date === undefined || date === occurrence.date);

/** Returns the given route of a shift. */
export const plannedRoute = (
  { plan }: RoutingRequest,
  occurrence: Occurrence,
): PlanRoute | undefined => plan?.routes.find((each) => isOf(each, occurrence));

/** Returns the given route whose locks bind a shift; none in mode `check`, which judges the plan without its locks. */
export const lockingRoute = (
  request: RoutingRequest,
  occurrence: Occurrence,
): PlanRoute | undefined =>
  request.options?.mode === 'check' ? undefined : plannedRoute(request, occurrence);

/** Returns the stop of an order on its planned route; undefined if it is not served there. */
export const servedOn = (route: Route | undefined, stop: PlanStop): Stop | undefined =>
  route?.stops.find((each) => each.raw.type === 'order' && servedNameOf(each) === nameOf(stop));

/** Returns when service starts at a stop that the plan locks by `time`; undefined if it does not, or states no time. */
export function lockedStart(
  { lock, arrival_time, waiting_duration = 0, setup_duration = 0 }: PlanStop,
  zone: string,
): number | undefined {
  if (lock !== 'time' || arrival_time === undefined) return undefined;
  return instantOf(arrival_time, zone) + waiting_duration + setup_duration;
}

/** Returns when service at a stop starts by the lock of its planned route; undefined if no lock says so. */
export function lockedStartOf(stop: Stop, planned: PlanRoute | undefined): number | undefined {
  const { place, raw } = stop;
  const entry = planned?.stops.find(
    (each) => raw.type === 'order' && nameOf(each) === servedNameOf(stop),
  );
  return entry === undefined || place === undefined ? undefined : lockedStart(entry, place.zone);
}

/** Returns whether the plan locks an order at a time that it states, which may be impossible (rule 47). */
export const hasLockedTime = (orderId: string, { plan }: RoutingRequest): boolean =>
  (plan?.routes ?? []).some(({ stops }) =>
    stops.some(
      ({ order_id, lock, arrival_time }) =>
        order_id === orderId && lock === 'time' && arrival_time !== undefined,
    ),
  );
