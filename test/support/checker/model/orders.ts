/**
 * Orders as tasks: one task for a one-stop order, otherwise one for each entry of `pickups` and `dropoffs`.
 *
 * A stop takes from its order what it does not state itself: duration, windows, load. A stop without `stop_id` is named
 * by its position, `pickups/0` or `dropoffs/1`.
 */
import {
  type AlternativeEntry,
  type Kind,
  type Load,
  type LocationRef,
  type OrderEntry,
  type OrderStopEntry,
  type SoftTimeWindow,
  type TimeWindow,
} from '../contract.js';
import { instantOf } from '../time/instant.js';
import { intervalsOf, type Interval } from '../time/windows.js';
import { type Place, type PlaceOf } from './places.js';
import { type Vehicle } from './shifts.js';

export type SoftInterval = Interval & { costPerHourEarly: number; costPerHourLate: number };

/** A place where a task may be done. Without `windows`, it may be done at any time. */
export type TaskPlace = { place: Place; windows: Interval[] | undefined };

/**
 * How the load of a task moves: on board from the start or reload to the stop; on board from the stop to the end or
 * reload; to another stop of the same order; from another stop of the same order; not at all.
 */
export type Flow = 'delivered' | 'collected' | 'taken' | 'brought' | 'none';

export type Task = {
  order: Order;
  /** Undefined for a one-stop order. */
  stopId: string | undefined;
  kind: Kind;
  flow: Flow;
  places: TaskPlace[];
  softWindows: SoftInterval[];
  durationSeconds: number;
  setupSeconds: number;
  load: Load;
  /** The names of stops of the same order that must come before. */
  after: string[];
};

export type Order = {
  entry: OrderEntry;
  idx: number;
  /** In the order of the request, pickups first. */
  tasks: Task[];
  zone: string;
  releasedAt: number | undefined;
};

/** Returns the location whose time zone applies to an order's own times. */
export function firstReferenceOf(order: OrderEntry): LocationRef {
  const reference =
    order.location ??
    order.alternative_locations?.[0]?.location ??
    order.pickups?.[0]?.location ??
    order.dropoffs?.[0]?.location;
  if (reference === undefined) throw new Error(`order ${order.order_id} has no place`);
  return reference;
}

/** Returns how long a task takes a vehicle, in whole seconds, rounded half up (rule 9). */
export function taskSecondsOf({ durationSeconds }: Task, { entry }: Vehicle): number {
  const thousandths = Math.round((entry.service_factor ?? 1) * 1000);
  return Math.floor((durationSeconds * thousandths + 500) / 1000);
}

type Reading = { placeOf: PlaceOf; span: Interval };

const hardOf = (
  windows: TimeWindow[] | undefined,
  zone: string,
  span: Interval,
): Interval[] | undefined =>
  windows === undefined || windows.length === 0
    ? undefined
    : windows.flatMap((window) => intervalsOf(window, zone, span));

const softOf = (
  windows: SoftTimeWindow[] | undefined,
  zone: string,
  span: Interval,
): SoftInterval[] =>
  (windows ?? []).flatMap((window) =>
    intervalsOf(window, zone, span).map((interval) => ({
      ...interval,
      costPerHourEarly: window.cost_per_hour_early ?? 0,
      costPerHourLate: window.cost_per_hour_late ?? 0,
    })),
  );

/** Returns the alternatives with their own windows, or otherwise with those of the place that they replace. */
const alternativesTo = (
  entries: readonly AlternativeEntry[] | undefined,
  own: Interval[] | undefined,
  { placeOf, span }: Reading,
): TaskPlace[] =>
  (entries ?? []).map(({ location, time_windows }) => {
    const place = placeOf(location);
    const windows = time_windows === undefined ? own : hardOf(time_windows, place.zone, span);
    return { place, windows };
  });

function oneStopTask(order: Order, { placeOf, span }: Reading): Task {
  const { entry } = order;
  const main =
    entry.location === undefined
      ? []
      : [{ place: placeOf(entry.location), windows: hardOf(entry.time_windows, order.zone, span) }];
  const own = hardOf(entry.time_windows, order.zone, span);
  const alternatives = alternativesTo(entry.alternative_locations, own, { placeOf, span });
  const kind = entry.kind ?? 'dropoff';
  return {
    order,
    stopId: undefined,
    kind,
    flow: kind === 'dropoff' ? 'delivered' : kind === 'pickup' ? 'collected' : 'none',
    places: [...main, ...alternatives],
    softWindows: softOf(entry.soft_time_windows, order.zone, span),
    durationSeconds: entry.duration ?? 0,
    setupSeconds: entry.setup_duration ?? 0,
    load: entry.load ?? {},
    after: [],
  };
}

export const stopNameOf = (
  list: 'pickups' | 'dropoffs',
  stop: OrderStopEntry,
  idx: number,
): string => stop.stop_id ?? `${list}/${idx}`;

function manyStopTasks(order: Order, { placeOf, span }: Reading): Task[] {
  const { entry } = order;
  const pickups = entry.pickups ?? [];
  const dropoffs = entry.dropoffs ?? [];
  const pickupNames = pickups.map((stop, idx) => stopNameOf('pickups', stop, idx));
  const task = (
    stop: OrderStopEntry,
    kind: 'pickup' | 'dropoff',
    flow: Flow,
    stopId: string,
    after: string[],
  ): Task => {
    const place = placeOf(stop.location);
    const windows = hardOf(stop.time_windows ?? entry.time_windows, place.zone, span);
    return {
      order,
      stopId,
      kind,
      flow,
      places: [
        { place, windows },
        ...alternativesTo(stop.alternative_locations, windows, { placeOf, span }),
      ],
      softWindows: softOf(stop.soft_time_windows ?? entry.soft_time_windows, place.zone, span),
      durationSeconds: stop.duration ?? entry.duration ?? 0,
      setupSeconds: entry.setup_duration ?? 0,
      load: stop.load ?? entry.load ?? {},
      after,
    };
  };
  return [
    ...pickups.map((stop, idx) =>
      task(
        stop,
        'pickup',
        dropoffs.length > 0 ? 'taken' : 'collected',
        stopNameOf('pickups', stop, idx),
        stop.after ?? [],
      ),
    ),
    ...dropoffs.map((stop, idx) =>
      task(
        stop,
        'dropoff',
        pickups.length > 0 ? 'brought' : 'delivered',
        stopNameOf('dropoffs', stop, idx),
        stop.after ?? pickupNames,
      ),
    ),
  ];
}

export function readOrder(entry: OrderEntry, idx: number, reading: Reading): Order {
  const zone = reading.placeOf(firstReferenceOf(entry)).zone;
  const order: Order = {
    entry,
    idx,
    tasks: [],
    zone,
    releasedAt: entry.release_time === undefined ? undefined : instantOf(entry.release_time, zone),
  };
  const hasStops = (entry.pickups ?? []).length + (entry.dropoffs ?? []).length > 0;
  order.tasks = hasStops ? manyStopTasks(order, reading) : [oneStopTask(order, reading)];
  return order;
}
