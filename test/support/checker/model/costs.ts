/**
 * The cost of a route, by term. Fractions of an hour or a kilometer are paid proportionally, without rounding.
 *
 * Waiting and overtime are paid in addition to the hours of the route, which include them.
 */
import { type CostTerms, type OrderEntry, type RoutingRequest } from '../contract.js';
import { instantOf } from '../time/instant.js';
import { secondsOutside, nearest } from '../time/windows.js';
import { type Order } from './orders.js';
import { type Place } from './places.js';
import { isOwed, softBreakLateness } from './breaks.js';
import { type Route, type Stop } from './routes.js';

/** Returns the seconds before (negative) or after the nearest soft window, and their cost. */
export function softWindowOf({ task, serviceStart }: Stop): { seconds: number; cost: number } {
  const window = nearest(task?.softWindows ?? [], serviceStart);
  if (window === undefined) return { seconds: 0, cost: 0 };
  const seconds = secondsOutside(serviceStart, window);
  const perHour = seconds < 0 ? window.costPerHourEarly : window.costPerHourLate;
  return { seconds, cost: (Math.abs(seconds) / 3600) * perHour };
}

export const namesVehicle = (name: string, { occurrence: { vehicle } }: Route): boolean =>
  name === vehicle.vehicleId || name === vehicle.entry.vehicle_id;

/** An entry for this copy of the vehicle takes precedence over one for all copies. */
function preferenceCost({ preferred_vehicles = [] }: OrderEntry, route: Route): number {
  const { vehicleId } = route.occurrence.vehicle;
  const own = preferred_vehicles.find(({ vehicle_id }) => vehicle_id === vehicleId);
  return (
    (own ?? preferred_vehicles.find(({ vehicle_id }) => namesVehicle(vehicle_id, route)))?.cost ?? 0
  );
}

/** Returns how often a ring winds around a point, from the angles at which its sides are seen (rule 51). */
function turnsAround(ring: readonly number[][], { latitude, longitude }: Place): number {
  const angles = ring.map(([east = 0, north = 0]) =>
    Math.atan2(north - latitude, east - longitude),
  );
  const sum = angles.reduce((turned, angle, idx) => {
    const step = angle - (angles.at(idx - 1) ?? angle);
    return turned + (((step + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
  }, 0);
  return Math.round(sum / (2 * Math.PI));
}

/** Returns the cost of leaving the territory of the vehicle for an order. */
function outsideCost({ tasks }: Order, { occurrence }: Route): number {
  const { territory } = occurrence.vehicle.entry;
  if (territory === undefined) return 0;
  const [border = [], ...holes] = territory.area.coordinates;
  const isInside = (place: Place): boolean =>
    turnsAround(border, place) !== 0 && holes.every((hole) => turnsAround(hole, place) === 0);
  const firsts = tasks.flatMap(({ places: [first] }) => (first === undefined ? [] : [first.place]));
  return firsts.every(isInside) ? 0 : territory.outside_cost;
}

function softBreaksCost(route: Route): number {
  return route.occurrence.softBreaks
    .map((softPause) => {
      const taken = route.stops.find((stop) => stop.softPause === softPause);
      if (taken === undefined) return isOwed(softPause, route) ? softPause.skipCost : 0;
      const late = softBreakLateness(softPause, taken.serviceStart) ?? 0;
      return (late / 3600) * softPause.costPerHourLate;
    })
    .reduce((sum, cost) => sum + cost, 0);
}

/** Counted once for each visit on the route, regardless of its number of stops on the route. */
function preferencesCost(route: Route): number {
  const costs = new Map<string, number>();
  for (const { task, visit } of route.stops) {
    if (task === undefined) continue;
    const { entry } = task.order;
    const cost = preferenceCost(entry, route) + outsideCost(task.order, route);
    costs.set(JSON.stringify([entry.order_id, visit]), cost);
  }
  return [...costs.values()].reduce((sum, cost) => sum + cost, 0);
}

/** Counted for each visit on the route that the caller's plan has on another vehicle. Mode `check` changes no plan. */
function changesCost({ stops, occurrence }: Route, { plan, objective, options }: RoutingRequest) {
  const cost = objective?.stability?.vehicle_change_cost ?? 0;
  if (options?.mode === 'check') return 0;
  const planned = (plan?.routes ?? []).flatMap(({ vehicle_id, stops: own }) =>
    own.map(({ order_id, visit = 1 }) => [JSON.stringify([order_id, visit]), vehicle_id] as const),
  );
  const plannedFor = new Map(planned);
  const made = new Set(
    stops.flatMap(({ task, visit }) =>
      task === undefined ? [] : [JSON.stringify([task.order.entry.order_id, visit])],
    ),
  );
  const changed = [...made].filter((name) => {
    const vehicleId = plannedFor.get(name);
    return vehicleId !== undefined && vehicleId !== occurrence.vehicle.vehicleId;
  });
  return cost * changed.length;
}

/** Counted for each minute by which service starts earlier or later than in the caller's plan (rule 63). */
function movesCost({ stops }: Route, { plan, objective, options }: RoutingRequest): number {
  const perMinute = objective?.stability?.time_change_cost_per_minute ?? 0;
  if (options?.mode === 'check' || perMinute === 0) return 0;
  const keyOf = (orderId = '', visit = 1, stopId = ''): string =>
    JSON.stringify([orderId, visit, stopId]);
  const planned = new Map(
    (plan?.routes ?? []).flatMap((route) =>
      route.stops.flatMap((entry) => {
        if (entry.arrival_time === undefined) return [];
        const { order_id, visit, stop_id, waiting_duration = 0, setup_duration = 0 } = entry;
        const arrival = (zone: string): number => instantOf(entry.arrival_time ?? 0, zone);
        const at = (zone: string): number => arrival(zone) + waiting_duration + setup_duration;
        return [[keyOf(order_id, visit, stop_id), at] as const];
      }),
    ),
  );
  return (
    stops.reduce((sum, { task, visit, serviceStart, place }) => {
      if (task === undefined || place === undefined) return sum;
      const at = planned.get(keyOf(task.order.entry.order_id, visit, task.stopId));
      return sum + (at === undefined ? 0 : Math.abs(serviceStart - at(place.zone)) / 60);
    }, 0) * perMinute
  );
}

/** Returns the cost of exceeding soft limits (rule 59). */
function softLimitsCost({ start, end, stops, occurrence }: Route, meters: number): number {
  const { duration, distance, stops: count } = occurrence.vehicle.entry.soft_limits ?? {};
  const beyond = (amount: number, limit = Infinity): number => Math.max(0, amount - limit);
  const stopCount = stops.filter(({ raw }) => raw.type === 'order').length;
  return (
    (beyond(end - start, duration?.limit) / 3600) * (duration?.cost_per_hour ?? 0) +
    (beyond(meters, distance?.limit) / 1000) * (distance?.cost_per_kilometer ?? 0) +
    beyond(stopCount, count?.limit) * (count?.cost_per_stop ?? 0)
  );
}

/** The first night is paid by the route before it, and all further nights by the route after them. */
const nightsOf = ({ occurrence, nightsBefore }: Route): number =>
  (occurrence.stays ? 1 : 0) + Math.max(0, nightsBefore - 1);

/** Returns the terms of `cost`, without `total`. */
export function routeCosts(route: Route, request: RoutingRequest): CostTerms {
  const { costs = {} } = route.occurrence.vehicle.entry;
  const sum = (seconds: (stop: Stop) => number): number =>
    route.stops.reduce((total, stop) => total + seconds(stop), 0);
  const overtime = Math.max(0, route.end - route.occurrence.end);
  return {
    fixed: costs.fixed ?? 0,
    time: ((route.end - route.start) / 3600) * (costs.per_hour ?? 0),
    distance: (sum(({ raw }) => raw.travel_distance) / 1000) * (costs.per_kilometer ?? 0),
    stops: route.stops.filter(({ raw }) => raw.type === 'order').length * (costs.per_stop ?? 0),
    waiting: (sum(({ raw }) => raw.waiting_duration) / 3600) * (costs.per_waiting_hour ?? 0),
    overtime: (overtime / 3600) * (costs.per_overtime_hour ?? 0),
    soft_limits: softLimitsCost(
      route,
      sum(({ raw }) => raw.travel_distance),
    ),
    soft_windows: sum((stop) => softWindowOf(stop).cost),
    soft_breaks: softBreaksCost(route),
    preferred_vehicles: preferencesCost(route),
    nights: nightsOf(route) * (costs.per_night ?? 0),
    changes: changesCost(route, request) + movesCost(route, request),
  };
}
