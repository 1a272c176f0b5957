/**
 * Slack: how many seconds later the vehicle may arrive at a stop so that everything after it can still be kept.
 *
 * Kept are hard windows, days of periodic visits, breaks' windows, the shift's latest end and the end of the planning
 * period, with the same stops in the same order; waiting gives way, nothing is served earlier than planned. From the end backwards: as
 * leaving later never means arriving earlier, the arrivals that work are all those up to a latest one, which is found
 * by bisection. A route with a break on the road is passed over.
 */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { earliestStart, hardWindowsOf, type HardWindows } from '../model/hard-windows.js';
import { type Route, type Stop } from '../model/routes.js';
import { legBetween } from '../model/travel.js';
import { daysOfVisit } from '../model/visits.js';
import { ONE, roundHalfUp } from '../rational.js';
import { type Interval } from '../time/windows.js';

type Bounded = { stop: Stop; windows: HardWindows[] };

/** Hard windows, and where a periodic visit begins, the days on which it may. */
function boundsOf(stop: Stop, { stops }: Route, period: Interval): Bounded {
  const windows = hardWindowsOf(stop);
  const { task, visit } = stop;
  const isFirst = !stops
    .slice(0, stop.idx)
    .some((other) => other.visit === visit && other.task?.order === task?.order);
  if (task?.order.entry.visits === undefined || !isFirst) return { stop, windows };
  const intervals = daysOfVisit(task.order, visit, period);
  return { stop, windows: [...windows, { of: 'order', intervals }] };
}

/** When the vehicle leaves the stop if it arrives then; undefined: too late to be served. */
function leaving({ stop, windows }: Bounded, arrival: number): number | undefined {
  const { setup_duration, duration } = stop.raw;
  const from = Math.max(arrival + setup_duration, stop.serviceStart);
  const start = earliestStart(windows, from);
  return start === undefined ? undefined : start + duration;
}

/** The latest arrival from which the stop can be left in time for the next, or for the end of the shift. */
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

/** Where a rule is broken there is no slack to speak of. */
const isBroken = (stop: Stop): boolean =>
  earliestStart(hardWindowsOf(stop), stop.serviceStart) !== stop.serviceStart;

function checkRoute(
  route: Route,
  period: Interval,
  travelSeconds: number,
  heldTimes: ReadonlySet<string>,
): Finding[] {
  const findings: Finding[] = [];
  const end = Math.min(route.occurrence.latestEnd, period.end);
  let isInTime = (departure: number): boolean => departure <= end;
  for (const stop of [...route.stops].reverse()) {
    if (heldTimes.has(stop.raw.order_id ?? '')) break;
    const latest = latestArrival(boundsOf(stop, route, period), isInTime, end);
    if (latest === -Infinity || isBroken(stop)) break; // what is broken has its own finding
    const expected = latest - stop.arrival;
    const got = stop.raw.slack;
    // Rounded otherwise, each leg from here on may take a second more or less.
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
  // What is locked at a time may not slip at all, and neither may what is before it.
  const planned = (problem.request.plan?.routes ?? []).flatMap(({ stops }) => stops);
  const held = planned.filter(({ lock }) => lock === 'time');
  const heldTimes = new Set(held.map(({ order_id }) => order_id));
  return routes.flatMap((route) => {
    if (route.stops.some(({ place }) => place === undefined)) return [];
    return checkRoute(route, problem.period, tolerances.travelSeconds, heldTimes);
  });
}
