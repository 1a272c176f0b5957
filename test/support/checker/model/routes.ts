/**
 * The routes of the response, resolved against the request.
 *
 * Anything that cannot be resolved stays undefined and is reported by the rules of structure; the other rules skip it.
 */
import { type ResponseRoute, type ResponseStop, type RoutingResponse } from '../contract.js';
import { readInstant } from '../time/instant.js';
import { type History } from './history.js';
import { type Task } from './orders.js';
import { type Place } from './places.js';
import { travelerOf, type Problem } from './problem.js';
import { type Break, type Occurrence, type Reload, type SoftBreak } from './shifts.js';
import { type Traveler } from './travel.js';

export type Stop = {
  pointer: string;
  idx: number;
  raw: ResponseStop;
  /** Undefined if a break lies on the way between two places, or if the place is not known. */
  place: Place | undefined;
  arrival: number;
  /** The time when waiting and setup are over. */
  serviceStart: number;
  departure: number;
  task: Task | undefined;
  visit: number;
  /** A hard break of the shift. */
  pause: Break | undefined;
  softPause: SoftBreak | undefined;
  reload: Reload | undefined;
  isRest: boolean;
  /** It had begun at `now`, and stays as it really happened. */
  hasBegun: boolean;
};

export type Route = {
  pointer: string;
  idx: number;
  raw: ResponseRoute;
  occurrence: Occurrence;
  /** The start of the shift, or the place where the vehicle stayed after its previous route. */
  startPlace: Place | undefined;
  /** Nights since the previous route, if the vehicle stayed where that route ended; otherwise 0. */
  nightsBefore: number;
  traveler: Traveler;
  /** What had begun of the route at `now`. */
  history: History | undefined;
  start: number;
  end: number;
  stops: Stop[];
};

const COORDINATE_TOLERANCE = 1e-6;

export const isAt = (stop: ResponseStop, place: Place): boolean =>
  stop.location_id === place.locationId &&
  Math.abs(stop.latitude - place.latitude) <= COORDINATE_TOLERANCE &&
  Math.abs(stop.longitude - place.longitude) <= COORDINATE_TOLERANCE;

type Meaning = Pick<Stop, 'task' | 'pause' | 'softPause' | 'reload'> & {
  places: Place[];
};

function meaningOf(
  problem: Problem,
  { occurrence, startPlace }: Pick<Route, 'occurrence' | 'startPlace'>,
  raw: ResponseStop,
): Meaning {
  const none: Meaning = {
    task: undefined,
    pause: undefined,
    softPause: undefined,
    reload: undefined,
    places: [],
  };
  const known = (place: Place | undefined): Place[] => (place === undefined ? [] : [place]);
  switch (raw.type) {
    case 'start':
      return { ...none, places: known(startPlace) };
    case 'end':
      return { ...none, places: known(occurrence.endPlace) };
    case 'order': {
      const order = problem.orders.get(raw.order_id ?? '');
      const task = order?.tasks.find(({ stopId }) => stopId === raw.stop_id);
      return { ...none, task, places: (task?.places ?? []).map(({ place }) => place) };
    }
    case 'break': {
      const pause = occurrence.breaks.find(({ id }) => id === raw.stop_id);
      return { ...none, pause, places: known(pause?.place) };
    }
    case 'soft_break': {
      const softPause = occurrence.softBreaks.find(({ id }) => id === raw.stop_id);
      return { ...none, softPause, places: known(softPause?.place) };
    }
    case 'reload': {
      const reload = occurrence.reloads.find(({ id }) => id === raw.stop_id);
      return { ...none, reload, places: known(reload?.place) };
    }
    default:
      return none;
  }
}

/** Returns how many of the first stops had begun: up to the last order, break or end that had, and reloads after it. */
function begunCountOf(stops: readonly ResponseStop[], history: History | undefined): number {
  if (history === undefined) return 0;
  const isNamed = (type: string): boolean => type !== 'reload' && type !== 'start';
  const { begun } = history;
  const count = begun.filter(({ type }) => isNamed(type)).length;
  const reloads = begun.slice(begun.findLastIndex(({ type }) => isNamed(type)) + 1);
  const reloadCount = reloads.filter(({ type }) => type === 'reload').length;
  const named = stops.flatMap(({ type }, idx) => (isNamed(type) ? [idx] : []));
  const first = stops[0]?.type === 'start' ? 0 : -1;
  const last = count === 0 ? first : (named[count - 1] ?? stops.length - 1);
  return last + 1 + reloadCount;
}

function readStops(
  problem: Problem,
  of: Pick<Route, 'occurrence' | 'startPlace'>,
  route: ResponseRoute,
  pointer: string,
): Stop[] {
  const meanings = route.stops.map((raw) => meaningOf(problem, of, raw));
  const { occurrence } = of;
  const own = route.stops.map((raw, idx) => meanings[idx]?.places.find((each) => isAt(raw, each)));
  const begunCount = begunCountOf(route.stops, problem.historyOf(occurrence));
  let last: Place | undefined;
  return route.stops.map((raw, idx): Stop => {
    const meaning = meanings[idx];
    const isRest = raw.type === 'break' || raw.type === 'soft_break';
    const isAnywhere = isRest && meaning?.places.length === 0;
    const next = own.slice(idx).find((each) => each !== undefined);
    const neighbors = isAnywhere ? [last, next] : [];
    const place = own[idx] ?? neighbors.find((each) => each !== undefined && isAt(raw, each));
    last = place ?? (isAnywhere ? undefined : last);
    const zone = (place ?? next)?.zone ?? occurrence.zone;
    const arrival = readInstant(raw.arrival_time, zone)?.instant ?? NaN;
    return {
      pointer: `${pointer}/stops/${idx}`,
      idx,
      raw,
      place,
      arrival,
      serviceStart: arrival + raw.waiting_duration + raw.setup_duration,
      departure: readInstant(raw.departure_time, zone)?.instant ?? NaN,
      task: meaning?.task,
      visit: raw.visit ?? 1,
      pause: meaning?.pause,
      softPause: meaning?.softPause,
      reload: meaning?.reload,
      isRest,
      hasBegun: idx < begunCount,
    };
  });
}

/** Reads the routes. Routes of shifts that the request does not have are left out. */
export function readRoutes(problem: Problem, response: RoutingResponse): Route[] {
  const routes: Route[] = [];
  // A vehicle's shifts come in the order of their starts; those that start together, in that of the request.
  const inTime = response.routes
    .flatMap((raw, idx) => {
      const position = problem.occurrences.findIndex(
        (each) =>
          each.vehicle.vehicleId === raw.vehicle_id &&
          each.shiftId === raw.shift_id &&
          each.date === raw.date,
      );
      const occurrence = problem.occurrences[position];
      return occurrence === undefined ? [] : [{ raw, idx, occurrence, position }];
    })
    .sort(
      (one, other) =>
        one.occurrence.start - other.occurrence.start || one.position - other.position,
    );
  inTime.forEach(({ raw, idx, occurrence }) => {
    const pointer = `/routes/${idx}`;
    const before = lastBefore(occurrence, routes);
    const stayed = before?.occurrence.stays === true ? before : undefined;
    const startPlace = stayed?.stops.at(-1)?.place ?? occurrence.startPlace;
    routes.push({
      startPlace,
      nightsBefore: stayed === undefined ? 0 : occurrence.day - stayed.occurrence.day,
      pointer,
      idx,
      raw,
      occurrence,
      traveler: travelerOf(problem, occurrence),
      history: problem.historyOf(occurrence),
      start: readInstant(raw.start_time, occurrence.zone)?.instant ?? NaN,
      end: readInstant(raw.end_time, occurrence.zone)?.instant ?? NaN,
      stops: readStops(problem, { occurrence, startPlace }, raw, pointer),
    });
  });
  return routes.sort((left, right) => left.idx - right.idx);
}

/** Returns the previous route of the vehicle. */
const lastBefore = ({ vehicle }: Occurrence, routes: readonly Route[]): Route | undefined =>
  routes.findLast(({ occurrence }) => occurrence.vehicle.vehicleId === vehicle.vehicleId);
