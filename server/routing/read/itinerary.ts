/**
 * The course of a planned route whose times are all stated, as in an answer: mode `check` judges it as it is, with its
 * start, breaks and rests.
 */
import type { PlannedRouteEntry } from '../schema/index.js';
import type { StopTimes } from './begun.js';
import { nameOf } from './places.js';
import type { ReadShift } from './vehicles.js';

type StopEntry = PlannedRouteEntry['stops'][number];

export type ReadRest = {
  /** Undefined for a rest required by driving rules. */
  id: string | undefined;
  isSoft: boolean;
  /** Number of stops of orders and reloads before it. */
  stepsBefore: number;
  /** The name of its place, if it is at one: on the road, it has other coordinates. */
  placeName: string | undefined;
  arrivesAt: number;
  startsAt: number;
  seconds: number;
};

export type Itinerary = {
  /** When the vehicle arrives at its first place. */
  startsAt: number;
  rests: readonly ReadRest[];
};

/** Returns the course of a route; undefined if the plan does not state all of it. */
export function readItinerary(
  { stops }: PlannedRouteEntry,
  { startPlace }: ReadShift,
  times: readonly StopTimes[],
): Itinerary | undefined {
  const [first] = stops;
  const startsAt = times[0]?.arrivalAt;
  const isFromStart = first?.type === 'start' || startPlace === undefined;
  if (startsAt === undefined || !isFromStart) return undefined;
  const rests: ReadRest[] = [];
  let stepsBefore = 0;
  for (const [idx, stop] of stops.entries()) {
    const { type = 'order' } = stop;
    const at = times[idx];
    if (type === 'order' || type === 'reload') {
      if (at?.startsAt === undefined) return undefined;
      stepsBefore += 1;
    } else if (type === 'break' || type === 'soft_break') {
      const rest = readRest(stop, at, stepsBefore);
      if (rest === undefined) return undefined;
      rests.push(rest);
    }
  }
  return { startsAt, rests };
}

function readRest(
  { type, stop_id: id, location_id, latitude, longitude }: StopEntry,
  times: StopTimes | undefined,
  stepsBefore: number,
): ReadRest | undefined {
  const { arrivalAt: arrivesAt, startsAt, departureAt } = times ?? {};
  if (arrivesAt === undefined || startsAt === undefined || departureAt === undefined) {
    return undefined;
  }
  const isSoft = type === 'soft_break';
  const seconds = departureAt - startsAt;
  if (seconds < 0 || (isSoft && id === undefined)) return undefined;
  const isAt = latitude !== undefined && longitude !== undefined;
  const placeName = location_id ?? (isAt ? nameOf({ latitude, longitude }) : undefined);
  return { id, isSoft, stepsBefore, placeName, arrivesAt, startsAt, seconds };
}
