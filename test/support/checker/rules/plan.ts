/**
 * The caller's plan: what its locks fix, what mode `insert` keeps and what mode `check` leaves unchanged.
 *
 * `vehicle`: the stop stays on its route. `sequence`: it also keeps its position among the stops with such a lock.
 * `time`: the stops up to it are exactly those of the plan, and it keeps its time if the plan states one. Mode `insert`
 * locks each stop at least by sequence; mode `check` locks each stop by time, and adds no stops at all. No stops are
 * added to a route that breaks rules.
 */
import { type PlanRoute, type PlanStop } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Order } from '../model/orders.js';
import {
  hasLockedTime,
  isOf,
  lockedStart,
  nameOf,
  servedNameOf,
  servedOn,
} from '../model/planned.js';
import { type Occurrence } from '../model/shifts.js';
import { isFree, wouldServeAlone } from './alone.js';
import { isBroken } from './violations.js';

type Lock = 'none' | 'vehicle' | 'sequence' | 'time';
const STRENGTH: Record<Lock, number> = { none: 0, vehicle: 1, sequence: 2, time: 3 };
const LEAST: Record<string, Lock> = { optimize: 'none', insert: 'sequence', check: 'time' };

/** Returns the stops of the plan with the locks that apply to them. */
function lockedStops({ stops }: PlanRoute, least: Lock): { name: string; lock: Lock }[] {
  return stops.map((stop) => {
    const lock = stop.lock ?? 'none';
    return { name: nameOf(stop), lock: STRENGTH[lock] < STRENGTH[least] ? least : lock };
  });
}

const leastOf = ({ problem }: Checked): Lock =>
  LEAST[problem.request.options?.mode ?? 'optimize'] ?? 'none';

/** Returns the shifts that locks let serve an order: none if it is locked to a shift that is over. */
export function shiftsByLocks({ entry }: Order, checked: Checked): Occurrence[] {
  const { request, occurrences } = checked.problem;
  const least = leastOf(checked);
  const planned = (request.plan?.routes ?? []).find(({ stops }) => {
    // The stops before one that is locked by time are locked with it.
    const lastTimed = stops.findLastIndex(({ lock }) => lock === 'time');
    return stops.some(
      ({ order_id, lock = 'none' }, idx) =>
        order_id === entry.order_id &&
        (idx < lastTimed || Math.max(STRENGTH[lock], STRENGTH[least]) > 0),
    );
  });
  return planned === undefined ? occurrences : occurrences.filter((each) => isOf(planned, each));
}

/**
 * Returns whether other visits have to be served with those of an order, and are not. Mode `insert` gives up no others:
 * what else is planned stays, also on routes that break rules.
 */
function isLeftWithOthers({ entry }: Order, { problem, response }: Checked): boolean {
  const isUnserved = (order: string): boolean =>
    order !== entry.order_id && response.unserved.some(({ order_id }) => order_id === order);
  const isTogether = (problem.request.relations ?? []).some(
    ({ type, orders }) =>
      type === 'simultaneous' && orders.includes(entry.order_id) && orders.some(isUnserved),
  );
  return isTogether || (entry.visits !== undefined && entry.visits.partial !== true);
}

/** Returns whether a visit is unserved because its route would not serve it, alone or with what is locked there. */
function isGivenUp({ order_id = '', visit }: PlanStop, occurrence: Occurrence, checked: Checked) {
  const order = checked.problem.orders.get(order_id);
  const entry = checked.response.unserved.find(
    (each) => each.order_id === order_id && (each.visits ?? [1]).includes(visit ?? 1),
  );
  if (entry === undefined || order === undefined) return false;
  if (checked.problem.request.options?.mode === 'insert') {
    return isLeftWithOthers(order, checked);
  }
  const isExplained = (entry.reasons ?? []).some(({ code }) => code === 'lock');
  const isHeld = hasLockedTime(order_id, checked.problem.request);
  return (
    isExplained || isHeld || !isFree(order, checked) || !wouldServeAlone(order, occurrence, checked)
  );
}

/** Stops that are locked to a shift that can no longer be used are not served. */
function checkMissed({ stops }: PlanRoute, { routes }: Checked): Finding[] {
  const lastTimed = stops.findLastIndex(({ lock }) => lock === 'time');
  const isLocked = ({ lock = 'none' }: PlanStop, idx: number) => lock !== 'none' || idx < lastTimed;
  const names = stops.filter(isLocked).map(nameOf);
  const comment = 'locked to a shift that is over';
  return routes.flatMap((route) =>
    route.stops
      .filter((stop) => names.includes(servedNameOf(stop)))
      .map(({ pointer, raw }): Finding => {
        return { code: 'lock', pointer, expected: 'unserved', got: raw.order_id, comment };
      }),
  );
}

function checkRoute(given: PlanRoute, least: Lock, checked: Checked): Finding[] {
  // An answer that is sent back as a plan contains other stops than those of orders.
  const stops = given.stops.filter(({ type = 'order' }) => type === 'order');
  const whole = { ...given, stops };
  const { routes, problem } = checked;
  const route = routes.find(({ occurrence }) => isOf(whole, occurrence));
  const occurrence = problem.occurrences.find((each) => isOf(whole, each));
  if (occurrence === undefined) return checkMissed(whole, checked);
  const kept =
    least === 'time'
      ? whole.stops
      : whole.stops.filter((stop) => !isGivenUp(stop, occurrence, checked));
  const locked = lockedStops({ ...whole, stops: kept }, least);
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
  const found = names.filter((name) => sequence.includes(name));
  const lastTimed = locked.findLastIndex((stop) => stop.lock === 'time');
  const head = locked.slice(0, lastTimed + 1).map(({ name }) => name);
  return [
    ...lock(sequence, found, 'the sequence that was locked'),
    ...(found.join() === sequence.join()
      ? lock(head, names.slice(0, head.length), 'the stops up to one whose time was locked')
      : []),
  ];
}

/** Service starts when the plan states, at stops whose time is locked (rule 47), unless it has begun before `now`. */
function checkTimes(given: PlanRoute, { problem, routes, response }: Checked): Finding[] {
  if (problem.request.options?.mode === 'check') return [];
  const route = routes.find(({ occurrence }) => isOf(given, occurrence));
  return given.stops.flatMap((stop): Finding[] => {
    const served = servedOn(route, stop);
    if (served?.place === undefined) return [];
    const expected = lockedStart(stop, served.place.zone);
    if (expected === undefined) return [];
    const got = served.serviceStart;
    if (served.hasBegun || got === expected) return [];
    const { pointer, idx } = served;
    const comment = 'start of service, which was locked';
    const found = { pointer, expected, got, comment };
    // A route that is kept as given reports the window to which the lock restricts the stop.
    const { violations = [] } = response.routes[route?.idx ?? -1] ?? {};
    const isKept = violations.some((each) => each.code === 'time_window' && each.stop === idx);
    const amount = Math.abs(got - expected);
    return [isKept ? { code: 'time_window', ...found, amount } : { code: 'lock', ...found }];
  });
}

/** A plan, or a route of it, that is judged as it is gets no stops. */
function checkNothingAdded({ problem }: Checked, routes: Checked['routes']): Finding[] {
  const { plan } = problem.request;
  return routes.flatMap(({ stops, occurrence }) => {
    const given = plan?.routes.filter((each) => isOf(each, occurrence)) ?? [];
    const planned = new Set(given.flatMap((each) => each.stops.map(nameOf)));
    return stops
      .filter((stop) => stop.raw.type === 'order' && !planned.has(servedNameOf(stop)))
      .map(({ pointer, raw }) => ({
        code: 'plan_changed',
        pointer,
        expected: 'a stop of the plan',
        got: raw.order_id,
        comment: 'nothing is added to a plan that is judged',
      }));
  });
}

export function checkPlan(checked: Checked): Finding[] {
  const { plan, options } = checked.problem.request;
  const least = leastOf(checked);
  const findings = (plan?.routes ?? []).flatMap((planned) => [
    ...checkRoute(planned, least, checked),
    ...checkTimes(planned, checked),
  ]);
  if (options?.mode !== 'check') {
    const broken = checked.routes.filter(({ idx }) => isBroken(checked.response.routes[idx]));
    return [...findings, ...checkNothingAdded(checked, broken)];
  }
  return [
    ...findings.map((finding) => ({ ...finding, code: 'plan_changed' })),
    ...checkNothingAdded(checked, checked.routes),
  ];
}
