/**
 * The caller's plan: what its locks hold in place, what mode `insert` keeps and mode `check` leaves untouched.
 *
 * `vehicle`: the stop stays on its route. `sequence`: it also keeps its place among the stops so locked. `time`: the
 * stops up to it are exactly the plan's, so that nothing moves its time. Mode `insert` locks each stop at least by
 * sequence, mode `check` each by time and the whole plan by its length.
 */
import { type PlanRoute, type PlanStop } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Route, type Stop } from '../model/routes.js';

type Lock = 'none' | 'vehicle' | 'sequence' | 'time';
const STRENGTH: Record<Lock, number> = { none: 0, vehicle: 1, sequence: 2, time: 3 };
const LEAST: Record<string, Lock> = { optimize: 'none', insert: 'sequence', check: 'time' };

const nameOf = (stop: PlanStop): string =>
  JSON.stringify([stop.order_id, stop.stop_id ?? null, stop.visit ?? 1]);
const servedNameOf = ({ raw, visit }: Stop): string =>
  JSON.stringify([raw.order_id, raw.stop_id ?? null, visit]);

/** The plan's stops, each with the lock that holds for it. */
function lockedStops({ stops }: PlanRoute, least: Lock): { name: string; lock: Lock }[] {
  return stops.map((stop) => {
    const lock = stop.lock ?? 'none';
    return { name: nameOf(stop), lock: STRENGTH[lock] < STRENGTH[least] ? least : lock };
  });
}

function routeOf(
  { vehicle_id, shift_id, date }: PlanRoute,
  routes: readonly Route[],
): Route | undefined {
  return routes.find(
    ({ occurrence }) =>
      occurrence.vehicle.vehicleId === vehicle_id &&
      (shift_id ?? 'shifts/0') === occurrence.shiftId &&
      (date === undefined || date === occurrence.date),
  );
}

function checkRoute(planned: PlanRoute, least: Lock, { routes }: Checked): Finding[] {
  const route = routeOf(planned, routes);
  const locked = lockedStops(planned, least);
  const orders = (route?.stops ?? []).filter(({ raw }) => raw.type === 'order');
  const names = orders.map(servedNameOf);
  const pointer = route?.pointer ?? '/routes';
  const lock = (expected: unknown, got: unknown, comment: string): Finding[] =>
    JSON.stringify(expected) === JSON.stringify(got)
      ? []
      : [{ code: 'lock', pointer, expected, got, comment }];

  const held = locked.filter((stop) => stop.lock !== 'none').map(({ name }) => name);
  const missing = held.filter((name) => !names.includes(name));
  if (missing.length > 0) return lock(missing, [], 'stops that were locked to this route');

  const inSequence = locked.filter((stop) => STRENGTH[stop.lock] >= STRENGTH.sequence);
  const sequence = inSequence.map(({ name }) => name);
  const kept = names.filter((name) => sequence.includes(name));
  const lastTimed = locked.findLastIndex((stop) => stop.lock === 'time');
  const head = locked.slice(0, lastTimed + 1).map(({ name }) => name);
  return [
    ...lock(sequence, kept, 'the sequence that was locked'),
    ...(kept.join() === sequence.join()
      ? lock(head, names.slice(0, head.length), 'the stops up to one whose time was locked')
      : []),
  ];
}

/** Mode `check` judges the plan and adds nothing to it. */
function checkNothingAdded({ problem, routes }: Checked): Finding[] {
  const planned = new Set(
    (problem.request.plan?.routes ?? []).flatMap(({ stops }) => stops.map(nameOf)),
  );
  return routes.flatMap(({ stops }) =>
    stops
      .filter((stop) => stop.raw.type === 'order' && !planned.has(servedNameOf(stop)))
      .map(({ pointer, raw }) => ({
        code: 'plan_changed',
        pointer,
        expected: 'a stop of the plan',
        got: raw.order_id,
        comment: 'mode check adds nothing to the plan',
      })),
  );
}

export function checkPlan(checked: Checked): Finding[] {
  const { plan, options } = checked.problem.request;
  const mode = options?.mode ?? 'optimize';
  const least = LEAST[mode] ?? 'none';
  const findings = (plan?.routes ?? []).flatMap((planned) => checkRoute(planned, least, checked));
  if (mode !== 'check') return findings;
  return [
    ...findings.map((finding) => ({ ...finding, code: 'plan_changed' })),
    ...checkNothingAdded(checked),
  ];
}
