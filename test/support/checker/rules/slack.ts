/**
 * Slack: how many seconds later the vehicle may arrive at a stop so that the rest of the route can still be kept.
 *
 * Hard windows, days of periodic visits, windows of breaks, the latest end of the shift and the end of the planning
 * period are kept, with the same stops in the same order. Waiting may shrink, but nothing is served earlier than
 * planned. Computed backward from the end: since leaving later never means arriving earlier, all arrivals up to a
 * latest one are possible, and that one is found by bisection. Routes with a break on the road are skipped.
 */
import { type PlanStop } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { earliestStart, hardWindowsOf, type HardWindows } from '../model/hard-windows.js';
import { isOf, servedOn } from '../model/planned.js';
import { type Route, type Stop } from '../model/routes.js';
import { legBetween } from '../model/travel.js';
import { daysOfVisit } from '../model/visits.js';
import { ONE, roundHalfUp } from '../rational.js';
import { type Interval } from '../time/windows.js';

type Bounded = { stop: Stop; windows: HardWindows[] };

/** Returns the hard windows of a stop, and at the first stop of a periodic visit its possible days. */
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
const isBroken = (stop: Stop): boolean =>
  earliestStart(hardWindowsOf(stop), stop.serviceStart) !== stop.serviceStart;

function checkRoute(
  route: Route,
  period: Interval,
  travelSeconds: number,
  lastHeld: number,
): Finding[] {
  const findings: Finding[] = [];
  const end = Math.min(route.occurrence.latestEnd, period.end);
  let isInTime = (departure: number): boolean => departure <= end;
  for (const stop of [...route.stops].reverse()) {
    if (stop.idx === lastHeld || stop.hasBegun) break;
    const latest = latestArrival(boundsOf(stop, route, period), isInTime, end);
    if (latest === -Infinity || isBroken(stop)) break; // a broken rule has its own finding
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

/** Neither a stop that is locked at a time can slip, nor the stops before it (rule 47), unless some have begun. */
function checkHeld({ stops }: Route, lastHeld: number): Finding[] {
  if (stops.some(({ hasBegun }) => hasBegun)) return [];
  return stops.slice(0, lastHeld + 1).flatMap(({ pointer, raw: { slack: got } }): Finding[] => {
    const comment = 'its time, or one after it, is locked';
    return got === 0
      ? []
      : [{ code: 'slack', pointer: `${pointer}/slack`, expected: 0, got, comment }];
  });
}

export function checkSlack({ routes, problem, tolerances }: Checked): Finding[] {
  const { plan, options } = problem.request;
  return routes.flatMap((route) => {
    const planned = (plan?.routes ?? []).find((each) => isOf(each, route.occurrence));
    const held = (planned?.stops ?? []).filter(({ lock }) => lock === 'time');
    const lastOf = (those: readonly PlanStop[]): number =>
      options?.mode === 'check'
        ? -1
        : Math.max(-1, ...those.map((stop) => servedOn(route, stop)?.idx ?? -1));
    // A time that the plan does not state is not known here, and not held where the given route cannot be driven.
    const stated = lastOf(held.filter(({ arrival_time }) => arrival_time !== undefined));
    const findings = checkHeld(route, stated);
    if (route.stops.some(({ place }) => place === undefined)) return findings;
    const { travelSeconds } = tolerances;
    return [...findings, ...checkRoute(route, problem.period, travelSeconds, lastOf(held))];
  });
}
