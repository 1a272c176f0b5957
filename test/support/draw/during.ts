/**
 * Draws a request in the middle of the day of an answer: its routes are sent back with their times, vehicles have made
 * or begun some of their stops earlier or later than planned, and some of the remaining stops are locked.
 */
import type {
  PlanRoute,
  PlanStop,
  ResponseRoute,
  ResponseStop,
  RoutingRequest,
  RoutingResponse,
  TimeText,
} from '../checker/contract.js';
import { readInstant } from '../checker/time/instant.js';
import type { Random } from './random.js';

const MINUTE = 60;
const HOUR = 3600;

/** Times of answers have an offset, or are Unix seconds. */
const secondsOf = (time: TimeText): number => readInstant(time, 'Etc/UTC')?.instant ?? NaN;

const LOCKS = ['none', 'vehicle', 'sequence', 'time'] as const;

/** Returns the request with the answer as its plan and a current time. Undefined: the answer has no routes. */
export function drawDuring(
  random: Random,
  request: RoutingRequest,
  { routes }: RoutingResponse,
): RoutingRequest | undefined {
  if (routes.length === 0) return undefined;
  const { start_time, end_time } = random.pick(routes);
  const now = random.between(secondsOf(start_time) - HOUR, secondsOf(end_time) + HOUR);
  const locks = random.some(LOCKS, 0.5);
  const leaving = random.chance(0.5) ? 0.2 : 0;
  const stability = {
    ...(random.chance(0.6) ? { vehicle_change_cost: random.pick([1, 10, 50]) } : {}),
    ...(random.chance(0.6) ? { time_change_cost_per_minute: random.pick([0.1, 1, 5]) } : {}),
  };
  const planned = routes.map((route) => routeDuring(random, route, { now, locks }));
  return {
    ...request,
    plan: { routes: withoutSome(random, planned, now, leaving) },
    objective: { ...request.objective, stability },
    options: { ...request.options, mode: random.pick(['optimize', 'insert']), now },
  };
}

type Day = { now: number; locks: readonly (typeof LOCKS)[number][] };

/** Moves what has happened by now: a vehicle left late, stops took longer or shorter, and some legs were faster. */
function routeDuring(
  random: Random,
  { vehicle_id, shift_id, date, stops }: ResponseRoute,
  { now, locks }: Day,
): PlanRoute {
  let late = random.chance(0.5) ? MINUTE * random.between(0, 15) : 0;
  let leftAt = -Infinity;
  const moved = stops.map((stop, idx) => {
    const planned = {
      arrival: secondsOf(stop.arrival_time),
      departure: secondsOf(stop.departure_time),
    };
    const isFaster = idx > 0 && random.chance(0.1);
    const arrival = Math.max(leftAt, planned.arrival + late - (isFaster ? 3 * MINUTE : 0));
    if (arrival > now && leftAt >= now) {
      // A stop that has not begun keeps its planned times, unless the vehicle comes too late for them.
      const from = planned.arrival < leftAt ? arrival : planned.arrival;
      leftAt = from + planned.departure - planned.arrival;
      return planStop(stop, { arrival: from, departure: leftAt });
    }
    // The times of loading follow from the load, and the end from the way there.
    const isFixed = stop.type === 'end' || (stop.type === 'start' && stop.duration > 0);
    // Nobody shortens a break that is owed.
    const isRest = stop.type === 'break' || stop.type === 'soft_break';
    if (!isFixed && random.chance(0.3)) late += MINUTE * random.between(isRest ? 0 : -5, 15);
    leftAt = Math.max(arrival, planned.departure + late);
    return planStop(stop, { arrival, departure: leftAt });
  });
  const hasEnd = random.chance(0.7);
  return {
    ...{ vehicle_id, shift_id, date },
    stops: moved
      .filter(({ type }) => type !== 'end' || hasEnd)
      .map((stop) =>
        stop.type === 'order' && locks.length > 0 && random.chance(0.4)
          ? { ...stop, lock: random.pick(locks) }
          : stop,
      ),
  };
}

function planStop(
  { type, order_id, stop_id, visit, location_id, latitude, longitude, ...stop }: ResponseStop,
  { arrival, departure }: { arrival: number; departure: number },
): PlanStop {
  const { waiting_duration, setup_duration } = stop;
  // A stop that ended before its planned start of service had less waiting and setup.
  const idle = Math.min(waiting_duration + setup_duration, departure - arrival);
  const setup = Math.min(setup_duration, idle);
  return {
    type,
    ...(order_id === undefined ? {} : { order_id }),
    ...(stop_id === undefined ? {} : { stop_id }),
    ...(visit === undefined ? {} : { visit }),
    ...(location_id === undefined ? { latitude, longitude } : { location_id }),
    ...{ arrival_time: arrival, departure_time: departure },
    ...{ waiting_duration: idle - setup, setup_duration: setup },
  };
}

/** Removes some visits that have not begun, which are planned again. */
function withoutSome(
  random: Random,
  routes: readonly PlanRoute[],
  now: number,
  share: number,
): PlanRoute[] {
  const keyOf = ({ order_id, visit }: PlanStop): string => `${order_id} ${visit ?? ''}`;
  const isAhead = ({ arrival_time }: PlanStop): boolean =>
    secondsOf(arrival_time ?? 0) > now + HOUR;
  const orderStops = routes.flatMap(({ stops }) => stops.filter(({ type }) => type === 'order'));
  const begun = new Set(orderStops.filter((stop) => !isAhead(stop)).map(keyOf));
  const leaving = new Set(
    random.some(
      [...new Set(orderStops.map(keyOf))].filter((key) => !begun.has(key)),
      share,
    ),
  );
  return routes.map((route) => ({
    ...route,
    stops: route.stops.filter((stop) => stop.type !== 'order' || !leaving.has(keyOf(stop))),
  }));
}
