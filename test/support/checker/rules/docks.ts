/** Docks: the number of vehicles that are served at a place at the same time (rule 66). */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Place } from '../model/places.js';
import { type Route, type Stop } from '../model/routes.js';

type Call = { route: Route; stop: Stop; place: Place; comes: number; leaves: number };

/** Returns the uses of docks: setup and service, loading and unloading. */
const callsOf = (route: Route): Call[] =>
  route.stops.flatMap((stop): Call[] => {
    const { place, isRest, serviceStart, raw, departure } = stop;
    const comes = serviceStart - raw.setup_duration;
    if (place === undefined || isRest || place.docks === Infinity || departure <= comes) return [];
    return [{ route, stop, place, comes, leaves: departure }];
  });

/** Returns whether a vehicle is served at a place with docks exactly when another one leaves. */
export const isNextAtDock = ({ place, serviceStart }: Stop, routes: readonly Route[]): boolean =>
  routes.flatMap(callsOf).some((each) => each.place === place && each.leaves === serviceStart);

/** When so many have left that one of the docks is free. */
const leaving = (there: readonly Call[], docks: number): number =>
  there.map((each) => each.leaves).sort((one, other) => one - other)[there.length - docks] ?? NaN;

export function checkDocks({ problem, routes }: Checked): Finding[] {
  const calls = routes.flatMap(callsOf);
  const isBefore = (one: Call, other: Call): boolean =>
    one.comes < other.comes ||
    (one.comes === other.comes && calls.indexOf(one) < calls.indexOf(other));
  // Service that has begun cannot be changed. Mode `check` judges the plan regardless of `now`.
  const begunBefore = problem.now ?? -Infinity;
  return calls.flatMap((call): Finding[] => {
    const there = calls.filter(
      (each) => each.place === call.place && isBefore(each, call) && each.leaves > call.comes,
    );
    const { docks } = call.place;
    if (there.length < docks || call.comes < begunBefore) return [];
    // The call can begin when fewer than `docks` of these vehicles are left, and no other comes at that moment.
    const others = calls.filter(
      (each) => each.place === call.place && each.route !== call.route && each.leaves > call.comes,
    );
    let freeAt = leaving(there, docks);
    for (;;) {
      const at = freeAt;
      const then = others.filter((each) => each.comes <= at && at < each.leaves);
      if (then.length < docks) break;
      freeAt = leaving(then, docks);
    }
    const comment = 'vehicles at the place, of its docks';
    const found = { expected: docks, got: there.length + 1, comment, amount: freeAt - call.comes };
    return [{ code: 'dock', pointer: call.stop.pointer, ...found }];
  });
}
