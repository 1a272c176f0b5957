/**
 * Determines whether a shift without any other work would serve an order.
 *
 * Builds the route start → the order's stops → end, leaving as late as the first start of service allows, and applies
 * the rules to it. A positive result is certain; a negative one may be due to a missing break or a poor sequence.
 */
import {
  type Load,
  type ResponseRoute,
  type ResponseStop,
  type RoutingResponse,
} from '../contract.js';
import { ONE, roundHalfUp } from '../rational.js';
import { type Checked, type Rule } from './checked.js';
import { handlingSeconds } from './handling.js';
import { earliestStart, type HardWindows } from './hard-windows.js';
import { taskSecondsOf, type Order, type Task, type TaskPlace } from './orders.js';
import { type Place } from './places.js';
import { travelerOf } from './problem.js';
import { readRoutes } from './routes.js';
import { servedVisits } from './served.js';
import { type Occurrence } from './shifts.js';
import { legBetween, type Traveler } from './travel.js';

type Step = { task: Task; at: TaskPlace };

/** Returns the tasks in a sequence that their `after` allows; undefined if there is none. */
function sequenceOf(order: Order): Task[] | undefined {
  const sequence: Task[] = [];
  while (sequence.length < order.tasks.length) {
    const done = new Set(sequence.map(({ stopId }) => stopId));
    const next = order.tasks.find(
      (task) => !sequence.includes(task) && task.after.every((stopId) => done.has(stopId)),
    );
    if (next === undefined) return undefined;
    sequence.push(next);
  }
  return sequence;
}

/** Returns the ways to serve an order: a one-stop order at each of its places, others at their first places. */
function waysToServe(order: Order): Step[][] {
  const sequence = sequenceOf(order);
  const [first] = sequence ?? [];
  if (sequence === undefined || first === undefined) return [];
  if (sequence.length === 1) return first.places.map((at) => [{ task: first, at }]);
  return [sequence.flatMap((task) => task.places.slice(0, 1).map((at) => ({ task, at })))];
}

function sumOfLoads(steps: readonly Step[]): Load {
  const sum: Load = {};
  for (const [dimension, amount] of steps.flatMap(({ task }) => Object.entries(task.load))) {
    sum[dimension] = (sum[dimension] ?? 0) + amount;
  }
  return sum;
}

type Drive = { stops: ResponseStop[]; firstStart: number };

const stopAt = (place: Place, type: ResponseStop['type'], sequence: number): ResponseStop => ({
  sequence,
  type,
  ...(place.locationId === undefined ? {} : { location_id: place.locationId }),
  latitude: place.latitude,
  longitude: place.longitude,
  arrival_time: 0,
  waiting_duration: 0,
  setup_duration: 0,
  service_start_time: 0,
  duration: 0,
  departure_time: 0,
  travel_duration: 0,
  travel_distance: 0,
  load_after: {},
  earliness: 0,
  lateness: 0,
  slack: 0,
});

function drive(
  steps: readonly Step[],
  occurrence: Occurrence,
  traveler: Traveler,
  leaveAt: number,
): Drive | undefined {
  const stops: ResponseStop[] = [];
  let here = occurrence.startPlace;
  let settledAt = here;
  let now = leaveAt;
  let firstStart: number | undefined;

  const arrive = (place: Place, type: ResponseStop['type']): ResponseStop | undefined => {
    const leg = legBetween(here ?? place, place, traveler);
    if (leg === undefined) return undefined;
    const arrival = roundHalfUp(leg.arrival(now, ONE));
    const stop = {
      ...stopAt(place, type, stops.length),
      arrival_time: arrival,
      departure_time: arrival,
      travel_duration: arrival - now,
      travel_distance: leg.distanceMeters,
    };
    stops.push(stop);
    here = place;
    now = arrival;
    return stop;
  };

  const { loading, unloading } = occurrence.vehicle.entry;
  const ofFlow = (flow: Task['flow']): Load =>
    sumOfLoads(steps.filter(({ task }) => task.flow === flow));
  if (occurrence.startPlace !== undefined) {
    const start = arrive(occurrence.startPlace, 'start');
    now += handlingSeconds(loading, ofFlow('delivered'));
    Object.assign(start ?? {}, { duration: now - leaveAt, departure_time: now });
  }
  for (const { task, at } of steps) {
    const stop = arrive(at.place, 'order');
    if (stop === undefined) return undefined;
    const setup = settledAt === at.place ? 0 : at.place.setupSeconds + task.setupSeconds;
    settledAt = at.place;
    const windows: HardWindows[] = [at.windows, at.place.windows].flatMap((intervals) =>
      intervals === undefined ? [] : [{ of: 'order' as const, intervals }],
    );
    const release = task.flow === 'brought' ? undefined : task.order.releasedAt;
    const start = earliestStart(windows, Math.max(now + setup, release ?? -Infinity));
    if (start === undefined) return undefined;
    firstStart ??= start;
    const seconds = taskSecondsOf(task, occurrence.vehicle);
    Object.assign(stop, {
      order_id: task.order.entry.order_id,
      ...(task.stopId === undefined ? {} : { stop_id: task.stopId }),
      kind: task.kind,
      waiting_duration: start - setup - now,
      setup_duration: setup,
      duration: seconds,
      departure_time: start + seconds,
    });
    now = start + seconds;
  }
  if (occurrence.endPlace !== undefined) {
    const end = arrive(occurrence.endPlace, 'end');
    if (end === undefined) return undefined;
    const duration = handlingSeconds(unloading, ofFlow('collected'));
    const waiting_duration = Math.max(0, (occurrence.earliestEnd ?? -Infinity) - duration - now);
    Object.assign(end, {
      ...{ duration, waiting_duration },
      departure_time: now + waiting_duration + duration,
    });
  }
  return firstStart === undefined ? undefined : { stops, firstStart };
}

/** Returns the drive that leaves latest among those that start the first service as early as possible. */
function latestDrive(
  steps: readonly Step[],
  occurrence: Occurrence,
  traveler: Traveler,
  earliest: number,
): Drive | undefined {
  let best = drive(steps, occurrence, traveler, earliest);
  if (best === undefined) return undefined;
  const { firstStart } = best;
  if (firstStart > occurrence.latestEnd) return undefined;
  let low = earliest;
  let high = firstStart + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const later = drive(steps, occurrence, traveler, middle);
    if (later?.firstStart === firstStart) [low, best] = [middle, later];
    else high = middle;
  }
  return best;
}

function routeOf(occurrence: Occurrence, { stops }: Drive): ResponseRoute {
  return {
    vehicle_id: occurrence.vehicle.vehicleId,
    shift_id: occurrence.shiftId,
    date: occurrence.date,
    start_time: stops[0]?.arrival_time ?? 0,
    end_time: stops.at(-1)?.departure_time ?? 0,
    stops,
    skipped_soft_breaks: [],
    statistics: {
      distance: 0,
      duration: 0,
      driving_duration: 0,
      service_duration: 0,
      waiting_duration: 0,
      break_duration: 0,
      overtime: 0,
      earliness: 0,
      lateness: 0,
      orders: 0,
      stops: 0,
      max_load: {},
      cost: {},
    },
  };
}

/** Codes about values that this drive does not fill in. */
const NOT_FILLED_IN = new Set([
  'load_after',
  'earliness',
  'lateness',
  'service_start',
  'skipped_soft_breaks',
]);

export function fitsAlone(
  order: Order,
  occurrence: Occurrence,
  checked: Checked,
  rules: readonly Rule[],
): boolean {
  const { problem } = checked;
  const traveler = travelerOf(problem, occurrence);
  const released = order.tasks.some(({ flow }) => flow === 'delivered')
    ? order.releasedAt
    : undefined;
  const earliest = Math.max(occurrence.start, problem.period.start, released ?? -Infinity);
  return waysToServe(order).some((steps) => {
    const found = latestDrive(steps, occurrence, traveler, earliest);
    if (found === undefined) return false;
    const response: RoutingResponse = { ...checked.response, routes: [routeOf(occurrence, found)] };
    const routes = readRoutes(problem, response);
    const alone: Checked = { ...checked, response, routes, served: servedVisits(routes) };
    return rules.every((rule) => rule(alone).every(({ code }) => NOT_FILLED_IN.has(code)));
  });
}
