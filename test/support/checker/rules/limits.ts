/** Limits of a vehicle: per shift, for all its shifts in an ISO week, and for the whole planning period. */
import { type SpanLimits, type VehicleEntry } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Route, type Stop } from '../model/routes.js';
import { zoneOfVehicle } from '../model/shifts.js';
import { isoWeekOf } from '../time/calendar.js';
import { daysOf } from './days.js';
import { numbersOf, shortestDailyRest } from './driving-rules.js';
import { checkWeeklyRests } from './weekly-rests.js';

const sumOf = ({ stops }: Route, amount: (stop: Stop) => number): number =>
  stops.reduce((sum, stop) => sum + amount(stop), 0);

/** Returns the limited quantities of a route. */
function measures(
  route: Route,
): Record<
  'duration' | 'driving_duration' | 'distance' | 'stops' | 'waiting_duration' | 'shifts',
  number
> {
  return {
    duration: route.end - route.start,
    driving_duration: sumOf(route, ({ raw }) => raw.travel_duration),
    distance: sumOf(route, ({ raw }) => raw.travel_distance),
    stops: route.stops.filter(({ raw }) => raw.type === 'order').length,
    waiting_duration: sumOf(route, ({ raw }) => raw.waiting_duration),
    shifts: 1,
  };
}

const PER_SHIFT = [
  'duration',
  'driving_duration',
  'distance',
  'stops',
  'waiting_duration',
] as const;
const PER_SPAN = ['duration', 'driving_duration', 'distance', 'shifts'] as const;

function checkShift(route: Route): Finding[] {
  const { limits = {} } = route.occurrence.vehicle.entry;
  const measured = measures(route);
  return PER_SHIFT.flatMap((code): Finding[] => {
    const expected = limits[code];
    const got = measured[code];
    if (expected === undefined || got <= expected) return [];
    const comment = 'limit of a shift';
    const amount = got - expected;
    return [{ code, pointer: route.pointer, expected, got, comment, amount }];
  });
}

/** Reports a finding at the route that makes the sum exceed the limit. */
function checkSpan(routes: readonly Route[], limits: SpanLimits, span: string): Finding[] {
  const inTime = [...routes].sort((left, right) => left.start - right.start);
  return PER_SPAN.flatMap((measure): Finding[] => {
    const expected = limits[measure];
    if (expected === undefined) return [];
    let got = 0;
    let over: Route | undefined;
    for (const route of inTime) {
      got += measures(route)[measure];
      if (got > expected) over ??= route;
    }
    if (over === undefined) return [];
    return [
      {
        code: measure === 'shifts' ? 'shift_time' : measure,
        pointer: over.pointer,
        expected,
        got,
        comment: `limit of ${measure} ${span}`,
        amount: got - expected,
      },
    ];
  });
}

function grouped(routes: readonly Route[], keyOf: (route: Route) => string): Route[][] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) {
    groups.set(keyOf(route), [...(groups.get(keyOf(route)) ?? []), route]);
  }
  return [...groups.values()];
}

/**
 * Returns the shortest rest between routes: what the vehicle states, a daily rest of its driving rules if they limit
 * days, or their full break. The route before may have the first part.
 */
export function restBetween(
  { rest_between_shifts, driving_rules }: VehicleEntry,
  hasFirstPart = false,
): number {
  if (driving_rules === undefined) return rest_between_shifts ?? 0;
  const { preset, reduced_daily_rest_duration, daily_rest_parts = [] } = driving_rules;
  const { max_daily_driving_duration, max_daily_duration } = driving_rules;
  const isDaily =
    (preset ?? max_daily_driving_duration ?? max_daily_duration) !== undefined ||
    reduced_daily_rest_duration !== undefined ||
    daily_rest_parts.length > 0;
  const numbers = numbersOf(driving_rules);
  const full = isDaily ? numbers.daily_rest_duration : numbers.break_duration;
  if (rest_between_shifts !== undefined) return Math.max(rest_between_shifts, full);
  return isDaily ? shortestDailyRest(numbers, hasFirstPart) : full;
}

/** Returns whether driving rules limit the driving time of weeks. */
export function drivesByWeeks({ driving_rules = {} }: VehicleEntry): boolean {
  const rules = numbersOf(driving_rules);
  const { max_weekly_driving_duration, max_two_week_driving_duration } = rules;
  return Math.min(max_weekly_driving_duration, max_two_week_driving_duration) < Infinity;
}

/** Returns whether driving rules allow longer days or shorter rests on a few days. */
export function hasExceptions({ driving_rules = {} }: VehicleEntry): boolean {
  const rules = numbersOf(driving_rules);
  const { max_reduced_daily_rests, max_extended_days_per_week, daily_rest_parts } = rules;
  return (
    max_reduced_daily_rests > 0 || max_extended_days_per_week > 0 || daily_rest_parts.length > 0
  );
}

/** Returns whether a route of the vehicle may prevent another one. */
export const hasRests = (entry: VehicleEntry): boolean =>
  restBetween(entry) > 0 ||
  // The start of a route depends on the previous route.
  entry.shifts.some(({ end_location }) => end_location === 'stay') ||
  drivesByWeeks(entry) ||
  hasExceptions(entry) ||
  numbersOf(entry.driving_rules ?? {}).max_weekly_duration < Infinity;

/** Checks the driving time of each ISO week with routes together with the next week. */
function checkTwoWeeks(routes: readonly Route[]): Finding[] {
  const rules = numbersOf(routes[0]?.occurrence.vehicle.entry.driving_rules ?? {});
  const driving_duration = rules.max_two_week_driving_duration;
  if (driving_duration === Infinity) return [];
  const weekOf = ({ occurrence }: Route): number => isoWeekOf(occurrence.day);
  return [...new Set(routes.map(weekOf))].flatMap((week) => {
    // A week has the name of its first day.
    const both = routes.filter((route) => [week, week + 7].includes(weekOf(route)));
    return checkSpan(both, { driving_duration }, 'in two weeks');
  });
}

/** Returns the limits per week, combined with those of driving rules: the lower value applies. */
function ofWeek({ limits, driving_rules = {} }: VehicleEntry): SpanLimits {
  const { driving_duration = Infinity, ...others } = limits?.per_week ?? {};
  const most = Math.min(driving_duration, numbersOf(driving_rules).max_weekly_driving_duration);
  return { ...others, ...(most === Infinity ? {} : { driving_duration: most }) };
}

/** Checks the time from the end of a route to the start of the vehicle's next route (rule 62). */
function checkRests(routes: readonly Route[]): Finding[] {
  const inTime = [...routes].sort((left, right) => left.start - right.start);
  return inTime.slice(1).flatMap((route, idx): Finding[] => {
    const { entry } = route.occurrence.vehicle;
    const before = inTime[idx];
    const rules = numbersOf(entry.driving_rules ?? {});
    const lastDay = before === undefined ? undefined : daysOf(before, rules).days.at(-1);
    const expected = restBetween(entry, lastDay?.hasFirstPart);
    const got = route.start - (before?.end ?? -Infinity);
    if (expected === 0 || got >= expected) return [];
    const comment = 'seconds of rest since the route before';
    const found = { expected, got, comment, amount: expected - got };
    return [{ code: 'shift_rest', pointer: route.pointer, ...found }];
  });
}

export function checkLimits({ routes, problem: { request, zoneOf } }: Checked): Finding[] {
  const byVehicle = grouped(routes, ({ occurrence }) => occurrence.vehicle.vehicleId);
  return [
    ...routes.flatMap(checkShift),
    ...byVehicle.flatMap((own) => {
      const entry = own[0]?.occurrence.vehicle.entry;
      const per_week = entry === undefined ? {} : ofWeek(entry);
      const { per_period = {} } = entry?.limits ?? {};
      const weeks = grouped(own, ({ occurrence }) => String(isoWeekOf(occurrence.day)));
      return [
        ...weeks.flatMap((week) => checkSpan(week, per_week, 'a week')),
        ...checkSpan(own, per_period, 'in the planning period'),
        ...checkRests(own),
        ...checkWeeklyRests(own, zoneOfVehicle(request, own[0]?.occurrence.vehicle.entry, zoneOf)),
        ...checkTwoWeeks(own),
      ];
    }),
  ];
}
