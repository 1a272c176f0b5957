/** Limits of a vehicle: for each shift, for all its shifts of an ISO week, for the whole planning period. */
import { type SpanLimits } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Route, type Stop } from '../model/routes.js';
import { isoWeekOf } from '../time/calendar.js';

const sumOf = ({ stops }: Route, amount: (stop: Stop) => number): number =>
  stops.reduce((sum, stop) => sum + amount(stop), 0);

/** What is limited, as the route has it. */
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

/** The finding is at the route by which the sum goes over the limit. */
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

/** From the end of a route to the start of the vehicle's next (decision 62). */
function checkRests(routes: readonly Route[]): Finding[] {
  const inTime = [...routes].sort((left, right) => left.start - right.start);
  return inTime.slice(1).flatMap((route, idx): Finding[] => {
    const expected = route.occurrence.vehicle.entry.rest_between_shifts ?? 0;
    const got = route.start - (inTime[idx]?.end ?? -Infinity);
    if (expected === 0 || got >= expected) return [];
    const comment = 'seconds of rest since the route before';
    const found = { expected, got, comment, amount: expected - got };
    return [{ code: 'shift_rest', pointer: route.pointer, ...found }];
  });
}

export function checkLimits({ routes }: Checked): Finding[] {
  const byVehicle = grouped(routes, ({ occurrence }) => occurrence.vehicle.vehicleId);
  return [
    ...routes.flatMap(checkShift),
    ...byVehicle.flatMap((own) => {
      const { per_week = {}, per_period = {} } = own[0]?.occurrence.vehicle.entry.limits ?? {};
      const weeks = grouped(own, ({ occurrence }) => String(isoWeekOf(occurrence.day)));
      return [
        ...weeks.flatMap((week) => checkSpan(week, per_week, 'a week')),
        ...checkSpan(own, per_period, 'in the planning period'),
        ...checkRests(own),
      ];
    }),
  ];
}
