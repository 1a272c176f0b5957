/**
 * Exceptions on a few days of a vehicle: reduced daily rests in a week of work, and extended days in an ISO week (rules
 * 67 to 69).
 *
 *     route: work ─ rest ─ work          days: [work, rest after it] [work, gap to the next route]
 *
 * All days of the vehicle are listed in order, each with the rest that follows it. Then they are counted.
 */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Route } from '../model/routes.js';
import { isoWeekOf } from '../time/calendar.js';
import { numbersOf, shortestDailyRest, type Numbers } from './driving-rules.js';

/** `hasFirstPart`: a rest within the day is the first part of the rest that ends it (rule 69). */
type Day = { route: Route; seconds: number; driven: number; hasFirstPart: boolean };
/** The rest after a day. `next`: the route after it, if the rest lies between two routes. */
type Rest = { seconds: number; next: Route | undefined };

/** Returns the days of a route, and the lengths of the rests between them. */
export function daysOf(route: Route, rules: Numbers): { days: Day[]; rests: Rest[] } {
  // Rests that directly follow each other are one.
  const rested: { from: number; to: number; seconds: number }[] = [];
  route.stops.forEach(({ raw, isRest }, idx) => {
    if (!isRest) return;
    const last = rested.at(-1);
    const goesOn = last?.to === idx - 1 && raw.travel_duration === 0 && raw.waiting_duration === 0;
    if (last !== undefined && goesOn) {
      last.to = idx;
      last.seconds += raw.duration;
    } else rested.push({ from: idx, to: idx, seconds: raw.duration });
  });
  const [firstPart = Infinity] = rules.daily_rest_parts;
  const nights: typeof rested = [];
  const parted: boolean[] = [];
  let hasFirstPart = false;
  for (const rest of rested) {
    if (rest.seconds >= shortestDailyRest(rules, hasFirstPart)) {
      nights.push(rest);
      parted.push(hasFirstPart);
      hasFirstPart = false;
    } else if (rest.seconds >= firstPart && rest.to < route.stops.length - 1) hasFirstPart = true;
  }
  parted.push(hasFirstPart);
  const atEnd = rested.at(-1);
  const isIdleAtEnd = atEnd?.to === route.stops.length - 1 && !nights.includes(atEnd);
  const edges = [0, ...nights.map(({ to }) => to + 1)];
  const days = edges.map((first, idx): Day => {
    const night = nights[idx];
    const own = route.stops.slice(first, night === undefined ? undefined : night.to + 1);
    const all = own.reduce(
      (sum, { raw }) =>
        sum + raw.travel_duration + raw.waiting_duration + raw.setup_duration + raw.duration,
      0,
    );
    const rest = night?.seconds ?? (isIdleAtEnd ? atEnd.seconds : 0);
    return {
      route,
      seconds: all - rest,
      driven: own.reduce((sum, { raw }) => sum + raw.travel_duration, 0),
      hasFirstPart: parted[idx] ?? false,
    };
  });
  return { days, rests: nights.map(({ seconds }) => ({ seconds, next: undefined })) };
}

/** Checks reduced rests: those after the first ones of a week of work are judged by the usual limits. */
function checkReduced(inTime: readonly Route[], rules: Numbers): Finding[] {
  if (rules.max_reduced_daily_rests === 0) return [];
  const entry = inTime[0]?.occurrence.vehicle.entry;
  const isDaily = entry !== undefined && entry.rest_between_shifts === undefined;
  const findings: Finding[] = [];
  let count = 0;
  inTime.forEach((route, idx) => {
    const next = inTime[idx + 1];
    const gap = next === undefined ? Infinity : next.start - route.end;
    const { days, rests } = daysOf(route, rules);
    const between: Rest =
      isDaily && next !== undefined
        ? { seconds: gap, next }
        : { seconds: Infinity, next: undefined };
    days.forEach((day, position) => {
      const rest = rests[position] ?? between;
      if (day.hasFirstPart) return;
      const tooLong = day.seconds - rules.max_daily_duration;
      const tooShort = rules.daily_rest_duration - rest.seconds;
      if (tooLong <= 0 && tooShort <= 0) return;
      count += 1;
      if (count <= rules.max_reduced_daily_rests) return;
      const comment = 'reduced daily rests in a week of work';
      const found = { expected: rules.max_reduced_daily_rests, got: count, comment };
      if (tooLong > 0) {
        findings.push({
          ...{ code: 'driving_rules', pointer: route.pointer, amount: tooLong },
          ...found,
        });
      }
      if (tooShort > 0) {
        const code = rest.next === undefined ? 'driving_rules' : 'shift_rest';
        const { pointer } = rest.next ?? route;
        findings.push({ code, pointer, amount: tooShort, ...found });
      }
    });
    const weeklyRest = Math.min(rules.weekly_rest_duration, rules.reduced_weekly_rest_duration);
    if (gap >= weeklyRest) count = 0;
  });
  return findings;
}

/** Checks days with more driving than usual: after the first ones of an ISO week, the usual limit applies. */
function checkExtended(inTime: readonly Route[], rules: Numbers): Finding[] {
  if (rules.max_extended_days_per_week === 0) return [];
  const counts = new Map<number, number>();
  return inTime.flatMap((route) =>
    daysOf(route, rules).days.flatMap(({ driven }): Finding[] => {
      const amount = driven - rules.max_daily_driving_duration;
      if (amount <= 0) return [];
      const week = isoWeekOf(route.occurrence.day);
      const got = (counts.get(week) ?? 0) + 1;
      counts.set(week, got);
      if (got <= rules.max_extended_days_per_week) return [];
      const comment = 'extended days in an ISO week';
      const expected = rules.max_extended_days_per_week;
      return [{ code: 'driving_rules', pointer: route.pointer, expected, got, comment, amount }];
    }),
  );
}

export function checkDays({ routes }: Checked): Finding[] {
  const vehicles = new Set(routes.map(({ occurrence }) => occurrence.vehicle.vehicleId));
  return [...vehicles].flatMap((vehicleId) => {
    const own = routes
      .filter(({ occurrence }) => occurrence.vehicle.vehicleId === vehicleId)
      .sort((left, right) => left.start - right.start);
    const rules = numbersOf(own[0]?.occurrence.vehicle.entry.driving_rules ?? {});
    return [...checkReduced(own, rules), ...checkExtended(own, rules)];
  });
}
