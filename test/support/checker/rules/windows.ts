/**
 * Windows: service starts within hard windows, after release, within the shift and the planning period; reported
 * lateness and earliness match the soft windows.
 */
import { type PlanRoute } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { softBreakLateness } from '../model/breaks.js';
import { softWindowOf } from '../model/costs.js';
import { hardWindowsOf, type HardWindows } from '../model/hard-windows.js';
import { lockedStartOf, lockingRoute } from '../model/planned.js';
import { type Problem } from '../model/problem.js';
import { type Route, type Stop } from '../model/routes.js';
import { legBetween } from '../model/travel.js';
import { ONE, roundHalfUp } from '../rational.js';
import { intersection, nearest, secondsOutside } from '../time/windows.js';

function checkHardWindows(stop: Stop, planned: PlanRoute | undefined): Finding[] {
  // A lock by time holds whatever the windows of its stop are (rule 47).
  if (lockedStartOf(stop, planned) === stop.serviceStart) return [];
  // Breaks are checked by their own rules.
  const sets = [...hardWindowsOf(stop).filter(({ of }) => of !== 'break'), ...releaseOf(stop)];
  // Between windows that never meet, no number of seconds leads to a time at which service may start.
  const opening = nearest(intersection(sets.map((it) => it.intervals)), stop.serviceStart);
  const amount = opening && Math.abs(secondsOutside(stop.serviceStart, opening));
  return sets.flatMap(({ of, intervals }): Finding[] => {
    const window = nearest(intervals, stop.serviceStart);
    if (window !== undefined && secondsOutside(stop.serviceStart, window) === 0) return [];
    return [
      {
        code: 'time_window',
        pointer: stop.pointer,
        expected: window === undefined ? 'no time at all' : [window.start, window.end],
        got: stop.serviceStart,
        comment: `start of service, window of the ${of}`,
        ...(amount === undefined ? {} : { amount }),
      },
    ];
  });
}

/** Returns when `release_time` lets service start; for deliveries, it limits their departure instead. */
function releaseOf({ task }: Stop): HardWindows[] {
  const released = task?.order.releasedAt;
  if (released === undefined || task?.flow === 'brought' || task?.flow === 'delivered') return [];
  return [{ of: 'release', intervals: [{ start: released, end: Infinity }] }];
}

/** Deliveries leave their depot after their release. */
function checkDepartureOfDelivery(stop: Stop, route: Route): Finding[] {
  const released = stop.task?.order.releasedAt;
  if (released === undefined || stop.task?.flow !== 'delivered') return [];
  const loadedAt = route.stops
    .slice(0, stop.idx)
    .findLast(({ raw }) => raw.type === 'reload' || raw.type === 'start');
  // Loading at the start begins when all orders to be loaded are released.
  const leftAt = loadedAt?.raw.type === 'start' ? loadedAt.arrival : loadedAt?.departure;
  const got = leftAt ?? stop.serviceStart;
  if (got >= released) return [];
  const amount = released - got;
  const isLoaded = loadedAt !== undefined;
  const comment = isLoaded ? 'left with it before release_time' : 'service before release_time';
  return [{ code: 'time_window', pointer: stop.pointer, expected: released, got, comment, amount }];
}

function checkEarliness(stop: Stop): Finding[] {
  const seconds = stop.softPause === undefined ? softWindowOf(stop).seconds : 0;
  const expected = Math.max(0, -seconds);
  const got = stop.raw.earliness;
  const pointer = `${stop.pointer}/earliness`;
  const comment = 'seconds before the soft window';
  return got === expected ? [] : [{ code: 'earliness', pointer, expected, got, comment }];
}

function checkLateness(stop: Stop): Finding[] {
  const expected =
    stop.softPause === undefined
      ? Math.max(0, softWindowOf(stop).seconds)
      : (softBreakLateness(stop.softPause, stop.serviceStart) ?? 0);
  const got = stop.raw.lateness;
  const pointer = `${stop.pointer}/lateness`;
  const comment = 'seconds after the soft window';
  return got === expected ? [] : [{ code: 'lateness', pointer, expected, got, comment }];
}

function checkLatestStart({
  occurrence: { latestStart },
  history,
  start,
  pointer,
}: Route): Finding[] {
  if (latestStart === undefined || start <= latestStart || history !== undefined) return [];
  const comment = 'the route starts after the latest start of its shift';
  const found = { expected: latestStart, got: start, comment, amount: start - latestStart };
  return [{ code: 'latest_start', pointer: `${pointer}/start_time`, ...found }];
}

/** An end of the period that comes from the shifts binds those that end later: other days of endless repeats. */
function checkSpan(
  route: Route,
  { period, request: { planning_period = {} } }: Problem,
): Finding[] {
  const { occurrence, start, end, pointer } = route;
  const opens = planning_period.start_time === undefined ? -Infinity : period.start;
  const isStated = planning_period.end_time !== undefined;
  const closes = isStated || period.end < occurrence.latestEnd ? period.end : Infinity;
  const spans = [
    { code: 'shift_time', from: occurrence.start, to: occurrence.latestEnd, of: 'shift' },
    { code: 'outside_period', from: opens, to: closes, of: 'planning period' },
  ];
  // A vehicle that has only to return from its last stop may be late already.
  const isUnavoidable =
    route.history !== undefined &&
    route.stops.every(({ raw, hasBegun }) => hasBegun || raw.type !== 'order');
  // The vehicle may take as long as the way back from what has begun takes, although other ways may be shorter.
  const last = route.stops.findLast(({ hasBegun, place }) => hasBegun && place !== undefined);
  const { endPlace } = occurrence;
  const leg = last?.place && endPlace && legBetween(last.place, endPlace, route.traveler);
  const backAt = last && leg && roundHalfUp(leg.arrival(last.departure, ONE));
  return spans.flatMap(({ code, from, to, of }) => {
    const findings: Finding[] = [];
    if (start < from && route.history === undefined) {
      const comment = `the route starts before the ${of}`;
      const amount = from - start;
      findings.push({
        code,
        pointer: `${pointer}/start_time`,
        expected: from,
        got: start,
        comment,
        amount,
      });
    }
    const isBack = backAt !== undefined && end <= backAt;
    if (end > to && !isUnavoidable && !isBack) {
      const comment = `the route ends after the ${of}`;
      const amount = end - to;
      findings.push({
        code,
        pointer: `${pointer}/end_time`,
        expected: to,
        got: end,
        comment,
        amount,
      });
    }
    return findings;
  });
}

export function checkWindows({ routes, problem }: Checked): Finding[] {
  return routes.flatMap((route) => {
    const planned = lockingRoute(problem.request, route.occurrence);
    return [
      ...checkSpan(route, problem),
      ...checkLatestStart(route),
      ...route.stops.flatMap((stop) => [
        ...(stop.hasBegun
          ? []
          : [...checkHardWindows(stop, planned), ...checkDepartureOfDelivery(stop, route)]),
        ...checkEarliness(stop),
        ...checkLateness(stop),
      ]),
    ];
  });
}
