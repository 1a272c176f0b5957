/**
 * Slack: how many seconds later the vehicle may arrive at a stop so that everything after it can still be kept.
 *
 * Kept are hard windows, breaks' windows, the shift's latest end and the end of the planning period, with the same
 * stops in the same order; waiting gives way, nothing is served earlier than planned. As leaving later never means
 * arriving earlier, the delays that work are all those up to the slack: it is found by bisection. A route with a
 * break on the road is passed over.
 */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { earliestStart, hardWindowsOf } from '../model/hard-windows.js';
import { type Route, type Stop } from '../model/routes.js';
import { legBetween } from '../model/travel.js';
import { ONE, roundHalfUp } from '../rational.js';

function isKept(route: Route, stopIdx: number, delay: number, latestEnd: number): boolean {
  let arrival = (route.stops[stopIdx]?.arrival ?? 0) + delay;
  for (const stop of route.stops.slice(stopIdx)) {
    const before = route.stops[stop.idx - 1];
    if (stop.idx > stopIdx && before?.place !== undefined && stop.place !== undefined) {
      const leg = legBetween(before.place, stop.place, route.traveler);
      if (leg === undefined) return false;
      arrival = roundHalfUp(leg.arrival(arrival, ONE));
    }
    const from = Math.max(arrival + stop.raw.setup_duration, stop.serviceStart);
    const start = earliestStart(hardWindowsOf(stop), from);
    if (start === undefined) return false;
    arrival = start + stop.raw.duration; // of leaving, from here on
  }
  return arrival <= latestEnd;
}

/** Before a rule is broken there is no slack to speak of. */
const isBroken = (stop: Stop): boolean =>
  earliestStart(hardWindowsOf(stop), stop.serviceStart) !== stop.serviceStart;

export function checkSlack({ routes, problem, tolerances }: Checked): Finding[] {
  return routes.flatMap((route) => {
    if (route.stops.some(({ place }) => place === undefined)) return [];
    const latestEnd = Math.min(route.occurrence.latestEnd, problem.period.end);
    return route.stops.flatMap((stop): Finding[] => {
      const isJudged =
        !route.stops.slice(stop.idx).some(isBroken) && isKept(route, stop.idx, 0, latestEnd);
      if (!isJudged) return []; // what is broken has its own finding
      // Rounded otherwise, each leg from here on may take a second more or less.
      const tolerance = tolerances.travelSeconds * (route.stops.length - stop.idx);
      let low = 0;
      let high = Math.max(0, latestEnd - stop.arrival) + 1;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (isKept(route, stop.idx, middle, latestEnd)) low = middle;
        else high = middle;
      }
      const got = stop.raw.slack;
      if (Math.abs(got - low) <= tolerance) return [];
      const pointer = `${stop.pointer}/slack`;
      const comment = 'seconds by which arrival may slip';
      return [{ code: 'slack', pointer, expected: low, got, comment }];
    });
  });
}
