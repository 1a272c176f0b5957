/**
 * Weekly rests of one vehicle (rules 64 and 70).
 *
 * If some may be reduced, plans are judged by certificates: a role for each rest between two routes, and for each
 * reduced rest the later rest that makes up for it. All certificates are listed and judged one by one.
 *
 *     rests          30 h      11 h     62 h     after the plan
 *     certificate    reduced   daily    regular  -
 *                    made up for in 2 ──^
 */
import { type Finding } from '../findings.js';
import { type Route } from '../model/routes.js';
import { isoWeekOf } from '../time/calendar.js';
import { DAY_SECONDS, instantOfLocal, localDayAt } from '../time/zone.js';
import { numbersOf, type Numbers } from './driving-rules.js';

type Role = 'daily' | 'reduced' | 'regular';
type Rest = { start: number; seconds: number };
/** `by`: when it is made up for at the latest. `rest`: the position of the rest that is reduced. */
type Debt = { rest: number; seconds: number; by: number };
/** The rest that makes up for each debt; the last position is the rest after all routes. */
type Certificate = { roles: readonly Role[]; debts: readonly Debt[]; paidIn: readonly number[] };
type Vehicle = { rules: Numbers; deadlineOf: (start: number) => number };

/** The number of reductions that a vehicle may owe at a time. */
const OWED_MAX = 6;

/** Weeks of work between regular rests only (rule 64). */
function checkRegular(routes: readonly Route[], rules: Numbers): Finding[] {
  const expected = rules.max_weekly_duration;
  const weeks: Route[][] = [];
  for (const route of routes) {
    const week = weeks.at(-1);
    const lastEnd = Math.max(...(week ?? []).map(({ end }) => end));
    if (week === undefined || route.start - lastEnd >= rules.weekly_rest_duration) {
      weeks.push([route]);
    } else week.push(route);
  }
  return weeks.flatMap((week): Finding[] => {
    const [first] = week;
    const lasts = (upTo: number): number =>
      Math.max(...week.slice(0, upTo + 1).map(({ end }) => end)) - (first?.start ?? 0);
    const got = lasts(week.length - 1);
    if (got <= expected) return [];
    const over = week.find((_, idx) => lasts(idx) > expected);
    const comment = 'seconds from weekly rest to weekly rest';
    const found = { expected, got, comment, amount: got - expected };
    return [{ code: 'weekly_rest', pointer: over?.pointer ?? '', ...found }];
  });
}

/** Returns the rests between routes that follow each other. */
const restsOf = (routes: readonly Route[]): Rest[] =>
  routes.slice(1).map((route, idx) => {
    const start = Math.max(...routes.slice(0, idx + 1).map(({ end }) => end));
    return { start, seconds: route.start - start };
  });

/** Lists the roles that the rests may have by their lengths alone. */
function* rolesOf(rests: readonly Rest[], rules: Numbers, before: Role[] = []): Generator<Role[]> {
  const rest = rests[before.length];
  if (rest === undefined) {
    yield before;
    return;
  }
  const roles: Role[] = ['daily'];
  const latest = before.findLast((role) => role !== 'daily');
  if (rest.seconds >= rules.weekly_rest_duration) roles.push('regular');
  if (rest.seconds >= rules.reduced_weekly_rest_duration && latest !== 'reduced') {
    roles.push('reduced');
  }
  for (const role of roles) yield* rolesOf(rests, rules, [...before, role]);
}

const paid = (debts: readonly Debt[], paidIn: readonly number[], rest: number): Debt[] =>
  debts.filter((_, idx) => paidIn[idx] === rest).sort((left, right) => left.by - right.by);

const sum = (debts: readonly Debt[]): number =>
  debts.reduce((all, { seconds }) => all + seconds, 0);

/** Lists the rests that may make up for each reduced one. */
function* certificatesOf(
  rests: readonly Rest[],
  roles: readonly Role[],
  { rules, deadlineOf }: Vehicle,
  debts: readonly Debt[] = [],
  paidIn: readonly number[] = [],
): Generator<Certificate> {
  const from = (debts.at(-1)?.rest ?? -1) + 1;
  const position = roles.indexOf('reduced', from);
  const rest = rests[position];
  if (rest === undefined) {
    yield { roles, debts, paidIn };
    return;
  }
  // What this rest makes up for is known, because only earlier reductions can be made up for in it.
  const own = rest.seconds - sum(paid(debts, paidIn, position));
  const seconds = rules.weekly_rest_duration - own;
  if (own < rules.reduced_weekly_rest_duration || seconds <= 0) return;
  const debt = { rest: position, seconds, by: deadlineOf(rest.start) };
  for (let later = position + 1; later <= rests.length; later += 1) {
    const length = rests[later]?.seconds ?? Infinity;
    if (length < rules.compensation_rest_duration + seconds) continue;
    yield* certificatesOf(
      rests,
      roles,
      { rules, deadlineOf },
      [...debts, debt],
      [...paidIn, later],
    );
  }
}

/** Returns by how much compensations that follow each other from a time on are late. */
function lateness(start: number, debts: readonly Debt[]): number {
  let at = start;
  return Math.max(
    -Infinity,
    ...[...debts]
      .sort((left, right) => left.by - right.by)
      .map(({ seconds, by }) => {
        at += seconds;
        return at - by;
      }),
  );
}

/** Returns how many reductions are still to be made up for after a rest. */
const owedAfter = (rest: number, { debts, paidIn }: Certificate): number =>
  debts.filter((debt, idx) => debt.rest <= rest && (paidIn[idx] ?? Infinity) > rest).length;

/**
 * Returns whether the rests are long enough for their roles and for what they make up for, and whether there are never
 * too many reductions to be made up for.
 */
const fits = (rests: readonly Rest[], certificate: Certificate, rules: Numbers): boolean =>
  rests.every(({ start, seconds }, idx) => {
    const { roles, debts, paidIn } = certificate;
    const own = paid(debts, paidIn, idx);
    const left = seconds - sum(own);
    return (
      owedAfter(idx, certificate) <= OWED_MAX &&
      (own.length === 0 || left >= rules.compensation_rest_duration) &&
      (roles[idx] !== 'regular' || left >= rules.weekly_rest_duration) &&
      lateness(start, own) <= 0
    );
  });

/** Returns by how much the first routes break the rules with a certificate, if the plan ended after them. */
function excessAfter(
  routes: readonly Route[],
  { roles, debts, paidIn }: Certificate,
  rules: Numbers,
): number {
  const restCount = routes.length - 1;
  const lastWeekly = roles.slice(0, restCount).findLastIndex((role) => role !== 'daily');
  const end = Math.max(...routes.map((route) => route.end));
  const open = debts.filter(
    ({ rest }, idx) => rest < restCount && (paidIn[idx] ?? Infinity) >= restCount,
  );
  const span = end - (routes[lastWeekly + 1]?.start ?? end) - rules.max_weekly_duration;
  return Math.max(span, lateness(end, open));
}

/**
 * Returns the least excess over all certificates that hold until the route before the last. The first route has been
 * judged alone: it keeps the rules, or has been reported.
 */
function leastExcess(routes: readonly Route[], vehicle: Vehicle): number {
  const { rules } = vehicle;
  const rests = restsOf(routes);
  let least = Infinity;
  for (const roles of rolesOf(rests, rules)) {
    for (const certificate of certificatesOf(rests, roles, vehicle)) {
      const held = routes.slice(1, -1).every((_, idx) => {
        return excessAfter(routes.slice(0, idx + 2), certificate, rules) <= 0;
      });
      if (!held || !fits(rests, certificate, rules)) continue;
      least = Math.min(least, excessAfter(routes, certificate, rules));
      if (least <= 0) return least;
    }
  }
  return least;
}

/** Reports the first route with which no certificate holds; the vehicle counts as rested before it. */
function checkReduced(routes: readonly Route[], vehicle: Vehicle): Finding[] {
  let first = 0;
  return routes.flatMap((route, idx): Finding[] => {
    const amount = leastExcess(routes.slice(first, idx + 1), vehicle);
    if (amount <= 0) return [];
    first = idx;
    const comment = 'seconds by which a weekly rest or its compensation is too late';
    return [
      { code: 'weekly_rest', pointer: route.pointer, expected: 0, got: amount, comment, amount },
    ];
  });
}

/** `zone`: where the weeks of the vehicle begin. */
export function checkWeeklyRests(routes: readonly Route[], zone: string): Finding[] {
  const rules = numbersOf(routes[0]?.occurrence.vehicle.entry.driving_rules ?? {});
  if (rules.max_weekly_duration === Infinity) return [];
  const inTime = [...routes].sort((left, right) => left.start - right.start);
  const regular = checkRegular(inTime, rules);
  // Regular rests alone are a certificate: nothing is owed.
  if (regular.length === 0 || rules.reduced_weekly_rest_duration === Infinity) return regular;
  const deadlineOf = (start: number): number => {
    const monday = isoWeekOf(localDayAt(zone, start));
    const day = monday + 7 * (1 + rules.weekly_rest_compensation_weeks);
    return instantOfLocal(zone, day * DAY_SECONDS).instant;
  };
  return checkReduced(inTime, { rules, deadlineOf });
}
