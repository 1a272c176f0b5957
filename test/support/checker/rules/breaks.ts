/**
 * Breaks: each owed break is taken once, within a window; a soft break may be late or skipped, but never early.
 *
 * Of a route that has begun, the plan names the breaks that were taken. The others begin at `now` or later, and are not
 * owed if they no longer can.
 */
import { type Finding } from '../findings.js';
import { isOwed, softBreakLateness } from '../model/breaks.js';
import { type Checked } from '../model/checked.js';
import { type Route, type Stop } from '../model/routes.js';
import { type Break } from '../model/shifts.js';
import { nearest, secondsOutside } from '../time/windows.js';

/** Returns whether it is too late for a break that the plan does not name. */
function isMissed({ windows }: Break, { history, occurrence }: Route, now = -Infinity): boolean {
  const isOver = ({ end }: { end: number }): boolean => Math.min(end, occurrence.latestEnd) < now;
  return history !== undefined && (history.isOver || windows?.every(isOver) === true);
}

function checkHard(route: Route, now: number | undefined): Finding[] {
  return route.occurrence.breaks.flatMap((pause): Finding[] => {
    const taken = route.stops.filter((stop) => stop.pause === pause);
    const [first, second] = taken;
    if (first === undefined) {
      if (!isOwed(pause, route) || isMissed(pause, route, now)) return [];
      const comment = `break ${pause.id} is left out`;
      return [{ code: 'break', pointer: route.pointer, expected: 1, got: 0, comment }];
    }
    if (second !== undefined) {
      const comment = `break ${pause.id} is taken again`;
      return [{ code: 'break', pointer: second.pointer, expected: 1, got: taken.length, comment }];
    }
    if (pause.windows === undefined || first.hasBegun) return [];
    const window = nearest(pause.windows, first.serviceStart);
    const amount = window === undefined ? 0 : Math.abs(secondsOutside(first.serviceStart, window));
    if (window !== undefined && amount === 0) return [];
    const expected = window === undefined ? 'no time at all' : [window.start, window.end];
    const comment = `break ${pause.id} starts outside of its windows`;
    const got = first.serviceStart;
    return [{ code: 'break', pointer: first.pointer, expected, got, comment, amount }];
  });
}

function checkSoft(route: Route): Finding[] {
  return route.occurrence.softBreaks.flatMap((softPause): Finding[] => {
    const taken = route.stops.filter((stop) => stop.softPause === softPause);
    const [first, second] = taken;
    if (first === undefined) return [];
    if (second !== undefined) {
      const comment = `soft break ${softPause.id} is taken again`;
      return [{ code: 'break', pointer: second.pointer, expected: 1, got: taken.length, comment }];
    }
    if (softBreakLateness(softPause, first.serviceStart) !== undefined) return [];
    const opens = Math.min(...(softPause.windows ?? []).map(({ start }) => start));
    const comment = `soft break ${softPause.id} starts too early`;
    const amount = opens - first.serviceStart;
    const got = first.serviceStart;
    return [{ code: 'break', pointer: first.pointer, expected: opens, got, comment, amount }];
  });
}

function checkSkipped(route: Route): Finding[] {
  const expected = route.occurrence.softBreaks
    .filter((pause) => isOwed(pause, route))
    .filter((pause) => !route.stops.some(({ softPause }) => softPause === pause))
    .map(({ id }) => id);
  const got = route.raw.skipped_soft_breaks;
  if (JSON.stringify(got) === JSON.stringify(expected)) return [];
  const comment = 'soft breaks that are owed and left out';
  return [
    {
      code: 'skipped_soft_breaks',
      pointer: `${route.pointer}/skipped_soft_breaks`,
      expected,
      got,
      comment,
    },
  ];
}

/** A break without its own place is taken where the vehicle stands, or on the road, and nowhere else. */
function checkPlaceless(stop: Stop): Finding[] {
  const ownPlace = (stop.pause ?? stop.softPause)?.place;
  const isOnTheRoad = stop.isRest && stop.place === undefined && ownPlace === undefined;
  if (!isOnTheRoad || stop.raw.location_id === undefined) return [];
  const comment = 'neither where the vehicle comes from nor where it goes';
  const got = stop.raw.location_id;
  return [{ code: 'stop_place', pointer: stop.pointer, expected: 'on the way', got, comment }];
}

/** Nothing is added to what has happened. */
const checkPast = ({ history, stops }: Route, now = -Infinity): Finding[] =>
  history === undefined
    ? []
    : stops
        .filter(({ pause, softPause }) => (pause ?? softPause) !== undefined)
        .filter(({ hasBegun, serviceStart }) => !hasBegun && serviceStart < now)
        .map(({ pointer, serviceStart: got }) => {
          const comment = 'a break that the plan does not name is not in the past';
          return { code: 'history', pointer, expected: now, got, comment };
        });

export function checkBreaks({ routes, problem: { now } }: Checked): Finding[] {
  return routes.flatMap((route) => [
    ...checkHard(route, now),
    ...checkPast(route, now),
    ...checkSoft(route),
    ...checkSkipped(route),
    ...route.stops.flatMap(checkPlaceless),
  ]);
}
