/**
 * Slack: how many seconds later the vehicle may arrive at a stop so that the rest of the route can still be kept.
 *
 * Hard windows, days of periodic visits, windows of breaks, the latest end of the shift and the end of the planning
 * period are kept, with the same stops in the same order. Waiting may shrink, but nothing is served earlier than
 * planned. Computed backward from the end: since leaving later never means arriving earlier, all arrivals up to a
 * latest one are possible, and that one is found by bisection. Routes with a break on the road are skipped.
 */
import { type PlanRoute } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { earliestStart, hardWindowsOf, type HardWindows } from '../model/hard-windows.js';
import { lockedStartOf, lockingRoute, servedOn } from '../model/planned.js';
import { type Route, type Stop } from '../model/routes.js';
import { legBetween } from '../model/travel.js';
import { daysOfVisit } from '../model/visits.js';
import { ONE, roundHalfUp } from '../rational.js';
import { type Interval } from '../time/windows.js';

type Bounded = { stop: Stop; windows: HardWindows[] };

/** Returns the time that a lock prescribes for a stop, if the plan states one (rule 47). */
function lockedTime(stop: Stop, planned: PlanRoute | undefined): HardWindows[] {
  const at = lockedStartOf(stop, planned);
  return at === undefined ? [] : [{ of: 'lock', intervals: [{ start: at, end: at }] }];
}

/**
 * Returns the hard windows of a stop with the time of a lock, and at the first stop of a periodic visit its possible
 * days.
 */
function boundsOf(
  stop: Stop,
  { stops }: Route,
  { period, planned }: { period: Interval; planned: PlanRoute | undefined },
): Bounded {
  const windows = [...hardWindowsOf(stop), ...lockedTime(stop, planned)];
  const { task, visit } = stop;
  const isFirst = !stops
    .slice(0, stop.idx)
    .some((other) => other.visit === visit && other.task?.order === task?.order);
  if (task?.order.entry.visits === undefined || !isFirst) return { stop, windows };
  const intervals = daysOfVisit(task.order, visit, period);
  return { stop, windows: [...windows, { of: 'order', intervals }] };
}

/** Returns the departure for an arrival; undefined if the arrival is too late for service. */
function leaving({ stop, windows }: Bounded, arrival: number): number | undefined {
  const { setup_duration, duration } = stop.raw;
  const from = Math.max(arrival + setup_duration, stop.serviceStart);
  const start = earliestStart(windows, from);
  return start === undefined ? undefined : start + duration;
}

/** Returns the latest arrival from which the vehicle leaves in time for the next stop, or for the end of the shift. */
function latestArrival(
  bounded: Bounded,
  isInTime: (departure: number) => boolean,
  end: number,
): number {
  const { stop } = bounded;
  const works = (arrival: number): boolean => {
    const departure = leaving(bounded, arrival);
    return departure !== undefined && isInTime(departure);
  };
  if (!works(stop.arrival)) return -Infinity;
  let low = stop.arrival;
  let high = Math.max(low, end) + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (works(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Slack is not defined where a rule is broken. */
const isBroken = ({ stop, windows }: Bounded): boolean =>
  earliestStart(windows, stop.serviceStart) !== stop.serviceStart;

type Held = {
  period: Interval;
  planned: PlanRoute | undefined;
  /** The last stop that is locked at a time which only the service knows; -1: none. */
  lastHeld: number;
};

function checkRoute(route: Route, held: Held, travelSeconds: number): Finding[] {
  const { period, lastHeld } = held;
  const findings: Finding[] = [];
  const end = Math.min(route.occurrence.latestEnd, period.end);
  let isInTime = (departure: number): boolean => departure <= end;
  for (const stop of [...route.stops].reverse()) {
    if (stop.idx === lastHeld || stop.hasBegun) break;
    const bounded = boundsOf(stop, route, held);
    const latest = latestArrival(bounded, isInTime, end);
    if (latest === -Infinity || isBroken(bounded)) break; // a broken rule has its own finding
    const expected = latest - stop.arrival;
    const got = stop.raw.slack;
    // Because of rounding, each leg from here on may differ by a second.
    if (Math.abs(got - expected) > travelSeconds * (route.stops.length - stop.idx)) {
      const pointer = `${stop.pointer}/slack`;
      const comment = 'seconds by which arrival may slip';
      findings.push({ code: 'slack', pointer, expected, got, comment });
    }
    const from = route.stops[stop.idx - 1]?.place;
    if (from === undefined || stop.place === undefined) break;
    const leg = legBetween(from, stop.place, route.traveler);
    isInTime = (departure) =>
      leg !== undefined && roundHalfUp(leg.arrival(departure, ONE)) <= latest;
  }
  return findings;
}

export function checkSlack({ routes, problem, tolerances }: Checked): Finding[] {
  return routes.flatMap((route) => {
    if (route.stops.some(({ place }) => place === undefined)) return [];
    const planned = lockingRoute(problem.request, route.occurrence);
    const timeless = (planned?.stops ?? []).filter(
      ({ lock, arrival_time }) => lock === 'time' && arrival_time === undefined,
    );
    const lastHeld = Math.max(-1, ...timeless.map((stop) => servedOn(route, stop)?.idx ?? -1));
    return checkRoute(
      route,
      { period: problem.period, planned, lastHeld },
      tolerances.travelSeconds,
    );
  });
}
