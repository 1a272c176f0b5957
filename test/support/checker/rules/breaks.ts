/** Breaks: each owed break is taken once, within a window; a soft break may be late or skipped, but never early. */
import { type Finding } from '../findings.js';
import { isOwed, softBreakLateness } from '../model/breaks.js';
import { type Checked } from '../model/checked.js';
import { type Route, type Stop } from '../model/routes.js';
import { nearest, secondsOutside } from '../time/windows.js';

function checkHard(route: Route): Finding[] {
  return route.occurrence.breaks.flatMap((pause): Finding[] => {
    const taken = route.stops.filter((stop) => stop.pause === pause);
    const [first, second] = taken;
    if (first === undefined) {
      if (!isOwed(pause, route)) return [];
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

export function checkBreaks({ routes }: Checked): Finding[] {
  return routes.flatMap((route) => [
    ...checkHard(route),
    ...checkSoft(route),
    ...checkSkipped(route),
    ...route.stops.flatMap(checkPlaceless),
  ]);
}
