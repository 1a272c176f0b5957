/**
 * Converts the times of an answer to ISO 8601. A request may have asked for Unix seconds, which have no time zone: they
 * are shown in UTC.
 */
import type { Plan, Route, Stop } from './types.js';

type Timed<Of> = {
  [Field in keyof Of]: Field extends `${string}_time` ? string | number : Of[Field];
};
export type AnsweredPlan = Omit<Plan, 'routes'> & {
  routes: (Omit<Timed<Route>, 'stops'> & { stops: Timed<Stop>[] })[];
};

export function readPlan({ routes, ...rest }: AnsweredPlan): Plan {
  return {
    ...rest,
    routes: routes.map(({ stops, start_time: start, end_time: end, ...route }) => ({
      ...route,
      ...{ start_time: isoOf(start), end_time: isoOf(end) },
      stops: stops.map(({ arrival_time: arrival, departure_time: departure, ...stop }) => ({
        ...stop,
        ...{ arrival_time: isoOf(arrival), departure_time: isoOf(departure) },
      })),
    })),
  };
}

const isoOf = (time: string | number): string =>
  typeof time === 'string' ? time : `${new Date(time * 1000).toISOString().slice(0, 19)}+00:00`;
