/**
 * What a time slot may cost, found without the search: every way to put the new order into the plan, to be judged by
 * mode `check`, with the order restricted to the window as a caller would do it.
 */
import type {
  AlternativeEntry,
  OrderEntry,
  OrderStopEntry,
  PlanRoute,
  PlanStop,
  ResponseRoute,
  RoutingRequest,
  TimeWindow,
} from './checker/contract.js';
import { stopNameOf, type Order, type Task, type TaskPlace } from './checker/model/orders.js';
import type { Place } from './checker/model/places.js';
import type { Problem } from './checker/model/problem.js';
import { intervalsOf, type Interval } from './checker/time/windows.js';
import { idsOfShipments } from './shipments.js';

/** Long ago: an empty list of windows would be no restriction. */
const NEVER: TimeWindow = { start_time: 946_684_800, end_time: 946_684_800 };

const windowOf = ({ start, end }: Interval): TimeWindow => ({
  ...(start === -Infinity ? {} : { start_time: start }),
  ...(end === Infinity ? {} : { end_time: end }),
});

const ANY_TIME: readonly Interval[] = [{ start: -Infinity, end: Infinity }];

/** Returns the parts of a place's windows that lie in the slot. */
const openIn = ({ windows }: TaskPlace, slot: Interval): Interval[] =>
  (windows ?? ANY_TIME)
    .map(({ start, end }) => ({ start: Math.max(start, slot.start), end: Math.min(end, slot.end) }))
    .filter(({ start, end }) => start <= end);

function cut(place: TaskPlace | undefined, slot: Interval): { time_windows: TimeWindow[] } {
  const within = place === undefined ? [] : openIn(place, slot);
  return { time_windows: within.length === 0 ? [NEVER] : within.map(windowOf) };
}

/** Returns whether the windows of the task leave it any instant of the slot. */
export const isOpenIn = ({ places }: Task, slot: Interval): boolean =>
  places.some((place) => openIn(place, slot).length > 0);

type Located = { location?: unknown; alternative_locations?: AlternativeEntry[] };

/** Returns the fields of a stop, or of an order with one stop, with the windows of all its places cut to the slot. */
function cutFields({ location, alternative_locations }: Located, { places }: Task, slot: Interval) {
  const [main, ...others] = location === undefined ? [undefined, ...places] : places;
  return {
    ...(main === undefined ? {} : cut(main, slot)),
    ...(alternative_locations === undefined
      ? {}
      : {
          alternative_locations: alternative_locations.map((each, idx) => ({
            ...each,
            ...cut(others[idx], slot),
          })),
        }),
  };
}

/** Returns the order with the windows of one of its stops cut to the slot. */
export function restricted({ entry }: Order, task: Task, slot: Interval): OrderEntry {
  const { stopId } = task;
  if (stopId === undefined) return { ...entry, ...cutFields(entry, task, slot) };
  const cutIn = (list: 'pickups' | 'dropoffs', stops: readonly OrderStopEntry[]) =>
    stops.map((stop, idx) =>
      stopNameOf(list, stop, idx) === stopId ? { ...stop, ...cutFields(stop, task, slot) } : stop,
    );
  const { pickups, dropoffs } = entry;
  return {
    ...entry,
    ...(pickups === undefined ? {} : { pickups: cutIn('pickups', pickups) }),
    ...(dropoffs === undefined ? {} : { dropoffs: cutIn('dropoffs', dropoffs) }),
  };
}

export const isSame = (a: Interval, b: Interval): boolean => a.start === b.start && a.end === b.end;

/** Compares by start, then by end; open sides are infinite, so that they cannot be subtracted from each other. */
export const inTime = (a: Interval, b: Interval): number =>
  isSame(a, b) ? 0 : a.start === b.start ? a.end - b.end : a.start - b.start;

/** Returns the windows that are asked for, in chronological order, each once; recurring ones on each day. */
export function askedIntervals(
  windows: readonly TimeWindow[],
  zone: string,
  period: Interval,
): Interval[] {
  const all = windows
    .flatMap((window) => intervalsOf(window, zone, period))
    .filter(({ start, end }) => start <= period.end && end >= period.start);
  const distinct = new Map(all.map((each) => [`${each.start} ${each.end}`, each]));
  return [...distinct.values()].toSorted(inTime);
}

/** Returns the plan of an answer without its times, breaks and reloads. It is judged at its cheapest times. */
export function timelessPlan(
  routes: readonly ResponseRoute[],
  { orders }: RoutingRequest,
): PlanRoute[] {
  const hasStops = idsOfShipments(orders);
  return routes.map(({ vehicle_id, shift_id, date, stops }) => ({
    ...{ vehicle_id, shift_id, date },
    stops: stops
      .filter(({ type }) => type === 'order')
      .map(({ order_id = '', stop_id, visit, location_id, latitude, longitude }) => ({
        order_id,
        ...(hasStops.has(order_id) && stop_id !== undefined ? { stop_id } : {}),
        ...(visit === undefined ? {} : { visit }),
        ...(location_id === undefined ? { latitude, longitude } : { location_id }),
      })),
  }));
}

/** Returns all ways to merge the stops into others while both keep their order. */
function merged(others: readonly PlanStop[], own: readonly PlanStop[]): PlanStop[][] {
  const [first, ...rest] = own;
  if (first === undefined) return [[...others]];
  return [...others, undefined].flatMap((_, position) =>
    merged(others.slice(position), rest).map((tail) => [
      ...others.slice(0, position),
      first,
      ...tail,
    ]),
  );
}

/** Returns all ways to choose one item of each list. */
const choices = <Item>(lists: readonly Item[][]): Item[][] =>
  lists.reduce<Item[][]>(
    (chosen, list) => chosen.flatMap((before) => list.map((item) => [...before, item])),
    [[]],
  );

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, idx) =>
        permutations(items.toSpliced(idx, 1)).map((rest) => [item, ...rest]),
      );

const namedPlace = ({ locationId, latitude, longitude }: Place): Partial<PlanStop> =>
  locationId === undefined ? { latitude, longitude } : { location_id: locationId };

/** Returns the plan with the order at each position of each shift, at each of its places. */
export function insertions(
  plan: readonly PlanRoute[],
  { entry, tasks }: Order,
  { occurrences }: Problem,
): PlanRoute[][] {
  const waysOf = ({ stopId, places }: Task): PlanStop[] =>
    places.map(({ place }) => ({
      order_id: entry.order_id,
      ...(stopId === undefined ? {} : { stop_id: stopId }),
      ...namedPlace(place),
    }));
  const sequences = choices(tasks.map(waysOf)).flatMap((own) => permutations(own));
  return occurrences.flatMap(({ vehicle, shiftId, date }) => {
    const own = { vehicle_id: vehicle.vehicleId, shift_id: shiftId, date };
    const isHere = ({ vehicle_id, shift_id, date: day }: PlanRoute): boolean =>
      vehicle_id === own.vehicle_id && shift_id === own.shift_id && day === own.date;
    const given = plan.find(isHere)?.stops ?? [];
    const others = plan.filter((route) => !isHere(route));
    return sequences.flatMap((sequence) =>
      merged(given, sequence).map((stops) => [...others, { ...own, stops }]),
    );
  });
}
