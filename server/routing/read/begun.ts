/**
 * The part of a planned route that has begun at `now`: stops that are done or in progress, or that the vehicle is
 * driving to.
 *
 *     start ──► a ──► lunch ──► b ──► c ──► end        the vehicle left a and lunch before now and is driving to b:
 *                          now ─┘                      only c may still change
 */
import type { Clock } from '../../time/index.js';
import type { PlannedRouteEntry } from '../schema/index.js';
import type { Report } from './report.js';
import type { Occurrence } from './vehicles.js';
import { readTime } from './windows.js';

type StopEntry = PlannedRouteEntry['stops'][number];

export type BegunBreak = {
  /** Undefined for a rest required by driving rules. */
  id: string | undefined;
  isSoft: boolean;
  /** Number of stops of orders before it. */
  position: number;
  startsAt: number;
  seconds: number;
};

export type Begun = {
  /** Number of stops of orders that have begun; they are the first ones of the route. */
  stopCount: number;
  /** Number of reloads that have begun; they are the first ones of the route. */
  reloadCount: number;
  startedAt: number | undefined;
  /** The vehicle does not leave the last stop, break or reload that has begun before this instant. */
  resumesAt: number | undefined;
  breaks: readonly BegunBreak[];
  /** The vehicle is at its end location or driving to it, or it has made all of its stops and the shift has ended. */
  isOver: boolean;
};

/** Instants of one entry of a planned route; undefined: not stated. */
export type StopTimes = {
  arrivalAt: number | undefined;
  /** Start of service, after waiting and setup. */
  startsAt: number | undefined;
  departureAt: number | undefined;
};

export function readStopTimes(
  entry: StopEntry,
  clock: Clock,
  pointer: string,
  report: Report,
): StopTimes {
  const { arrival_time, departure_time, waiting_duration = 0, setup_duration = 0 } = entry;
  const at = (time: string | number | undefined, field: string): number | undefined =>
    time === undefined ? undefined : readTime(time, clock, `${pointer}/${field}`, report);
  const arrivalAt = at(arrival_time, 'arrival_time');
  const startsAt =
    arrivalAt === undefined ? undefined : arrivalAt + waiting_duration + setup_duration;
  const saidAt = at(departure_time, 'departure_time');
  const { duration } = entry;
  const doneAt = startsAt === undefined || duration === undefined ? undefined : startsAt + duration;
  return { arrivalAt, startsAt, departureAt: saidAt ?? doneAt };
}

export type BegunReading = {
  entry: PlannedRouteEntry;
  occurrence: Occurrence;
  /** One per entry of `stops`. */
  times: readonly StopTimes[];
  now: number;
  /** Whether the vehicle loads at the start; if so, its route begins with its arrival there. */
  isLoading: boolean;
  /** Whether the route begins with the arrival at its first stop. */
  startsAnywhere: boolean;
};

/** Returns what has begun. Undefined: nothing. */
export function readBegun(reading: BegunReading): Begun | undefined {
  const { entry, occurrence, now, startsAnywhere } = reading;
  const times = reading.isLoading
    ? reading.times.map((at, idx) => loadingTimes(entry.stops[idx], at))
    : reading.times;
  const last = lastBegun(entry.stops, { times, departures: reading.times }, now);
  if (last === -1) return undefined;
  const begun = entry.stops.slice(0, last + 1).map((stop, idx) => ({ stop, at: times[idx] }));
  const isOrder = ({ stop }: { stop: StopEntry }): boolean => typeOf(stop) === 'order';
  const isLeftOver = entry.stops.slice(last + 1).some((stop) => typeOf(stop) === 'order');
  const hasEnded = occurrence.latestEndAt <= now && !isLeftOver;
  const isOver = hasEnded || begun.some(({ stop }) => typeOf(stop) === 'end');
  const breaks = begun.flatMap(({ stop, at }, idx): BegunBreak[] => {
    const type = typeOf(stop);
    if ((type !== 'break' && type !== 'soft_break') || at?.arrivalAt === undefined) return [];
    // In answers, breaks have no waiting and no setup.
    const endsAt = at.departureAt ?? at.arrivalAt;
    const startsAt = at.startsAt ?? at.arrivalAt;
    const seconds = Math.max(0, endsAt - startsAt);
    const position = begun.slice(0, idx).filter(isOrder).length;
    const isSoft = type === 'soft_break';
    return [{ id: stop.stop_id, isSoft, position, startsAt, seconds }];
  });
  const lastStop = begun.at(-1);
  return {
    stopCount: begun.filter(isOrder).length,
    reloadCount: begun.filter(({ stop }) => typeOf(stop) === 'reload').length,
    startedAt: startOf(begun, startsAnywhere),
    // Where the shift is over, the route ended with its last stop.
    resumesAt: lastStop !== undefined && holdsVehicle(lastStop.stop) && !isOver ? now : undefined,
    breaks,
    isOver,
  };
}

/** Replaces the departure from the start with the arrival there, which is when loading begins. */
const loadingTimes = (stop: StopEntry | undefined, times: StopTimes): StopTimes =>
  stop === undefined || typeOf(stop) !== 'start' || times.arrivalAt === undefined
    ? times
    : { ...times, departureAt: times.arrivalAt };

const holdsVehicle = (stop: StopEntry): boolean =>
  ['order', 'break', 'soft_break', 'reload'].includes(typeOf(stop));

const typeOf = ({ type = 'order' }: StopEntry): NonNullable<StopEntry['type']> => type;

type BegunEntry = { stop: StopEntry; at: StopTimes | undefined };

function startOf(
  [first, second]: readonly BegunEntry[],
  startsAnywhere: boolean,
): number | undefined {
  if (first === undefined) return undefined;
  if (typeOf(first.stop) !== 'start') return startsAnywhere ? first.at?.arrivalAt : undefined;
  const startedAt = leftAt(first.at);
  // A caller may have updated one of these times and not the other.
  return startedAt === undefined
    ? undefined
    : Math.min(startedAt, second?.at?.arrivalAt ?? Infinity);
}

const leftAt = (times: StopTimes | undefined): number | undefined =>
  times?.departureAt ?? times?.arrivalAt;

/** Position of the last entry that has begun; -1: none. A vehicle that loads has begun its route before it departs. */
function lastBegun(
  stops: readonly StopEntry[],
  { times, departures }: { times: readonly StopTimes[]; departures: readonly StopTimes[] },
  now: number,
): number {
  let last = -1;
  let before: number | undefined;
  stops.forEach((stop, idx) => {
    const type = typeOf(stop);
    const { arrivalAt } = times[idx] ?? {};
    const leaves = type === 'start' ? leftAt(times[idx]) : times[idx]?.departureAt;
    const isDrivenTo = type !== 'start' && before !== undefined && before < now;
    const isThere =
      type === 'start'
        ? leaves !== undefined && leaves < now
        : arrivalAt !== undefined && arrivalAt <= now;
    // With the lock `time` but no times, the caller states that the stop is done.
    const isSaidSo = type === 'order' && stop.lock === 'time' && arrivalAt === undefined;
    if (isDrivenTo || isThere || isSaidSo) last = idx;
    before = type === 'start' ? leftAt(departures[idx]) : leaves;
  });
  return last;
}
