/**
 * Reads orders and their stops: one stop for an order with a `location`, else one for each of `pickups` and `dropoffs`.
 *
 * A stop inherits the fields that it does not state from its order. Times of an order are read by the clock of its
 * place or, without one, of its first stop; times of a stop, including inherited windows, are read by the stop's clock.
 */
import type { Clock } from '../../time/index.js';
import { pointerTo } from '../../validation/index.js';
import type { OrderEntry, SoftWindowEntry, StopEntry, WindowEntry } from '../schema/index.js';
import { UTC, type Place, type Places } from './places.js';
import { shown, type Report } from './report.js';
import type { ValidParts } from './salvage.js';
import { reportPatterns } from './patterns.js';
import { createStopOrder, type ListedStop } from './stop-order.js';
import type { NamedVehicle, VehicleNames } from './vehicle-names.js';
import { reportRepeatedIds } from './vehicles.js';
import { readTime, readWindow, readWindows, type ReadWindow } from './windows.js';

export type ReadSoftWindow = {
  window: ReadWindow;
  costPerHourEarly: number;
  costPerHourLate: number;
};

/** One way to make a stop. */
export type ReadOption = { place: Place; windows: readonly ReadWindow[] | undefined };

export type ReadStop = {
  /** Undefined for an order with one place. */
  stopId: string | undefined;
  kind: 'pickup' | 'dropoff' | 'service';
  serviceSeconds: number;
  load: Readonly<Record<string, number>>;
  loadPointer: string;
  /** Positions of the stops of the same order that must come before this one. */
  after: readonly number[];
  options: readonly ReadOption[];
  softWindows: readonly ReadSoftWindow[];
};

export type ReadOrder = {
  entry: OrderEntry;
  pointer: string;
  clock: Clock;
  stops: readonly ReadStop[];
  releaseAt: number | undefined;
  allowed: readonly NamedVehicle[];
  forbidden: readonly NamedVehicle[];
  preferred: readonly { vehicle: NamedVehicle; cost: number }[];
};

type Reading = { parts: ValidParts; places: Places; vehicleNames: VehicleNames; report: Report };

export function readOrders(reading: Reading): readonly ReadOrder[] {
  const { parts, report } = reading;
  reportRepeatedIds(
    parts.orders.map((order) => order?.order_id),
    (idx) => `/orders/${idx}/order_id`,
    report,
  );
  return parts.orders.flatMap((entry, idx) =>
    entry === undefined ? [] : [readOrder(entry, `/orders/${idx}`, reading)],
  );
}

function readOrder(entry: OrderEntry, pointer: string, reading: Reading): ReadOrder {
  const { parts, report } = reading;
  const hasStops = (entry.pickups ?? []).length + (entry.dropoffs ?? []).length > 0;
  if (!parts.cut.has(entry)) reportPlacesOf(entry, hasStops, pointer, report);
  const stops = hasStops
    ? readStops(entry, pointer, reading)
    : readOneStop(entry, pointer, reading);
  const clock = stops[0]?.options[0]?.place.clock ?? UTC;
  reportPatterns(entry.visits, `${pointer}/visits`, report);
  const releaseAt =
    entry.release_time === undefined
      ? undefined
      : readTime(entry.release_time, clock, `${pointer}/release_time`, report);
  const order = {
    entry,
    pointer,
    clock,
    stops,
    releaseAt,
    ...readVehicleLists(entry, pointer, reading),
  };
  reportRelease(order, report);
  reportUnused(entry, hasStops, pointer, report);
  return order;
}

function readOneStop(entry: OrderEntry, pointer: string, { places, report }: Reading): ReadStop[] {
  const main =
    entry.location === undefined
      ? undefined
      : places.placeOf(entry.location, `${pointer}/location`);
  const alternatives = alternativesOf(entry, pointer, places);
  const ownClock = (main ?? alternatives[0]?.place)?.clock ?? UTC;
  const own = readWindows(entry.time_windows, ownClock, `${pointer}/time_windows`, report);
  const options: ReadOption[] = [
    ...(main === undefined ? [] : [{ place: main, windows: own }]),
    ...readAlternatives(alternatives, own, report),
  ];
  return [
    {
      stopId: undefined,
      kind: entry.kind ?? 'dropoff',
      serviceSeconds: entry.duration ?? 0,
      load: entry.load ?? {},
      loadPointer: `${pointer}/load`,
      after: [],
      options,
      softWindows: readSoftWindows(entry, ownClock, pointer, report),
    },
  ];
}

type Alternative = {
  at: string;
  windows: readonly WindowEntry[] | undefined;
  place: Place | undefined;
};

const alternativesOf = (
  { alternative_locations = [] }: Pick<OrderEntry, 'alternative_locations'>,
  pointer: string,
  places: Places,
): Alternative[] =>
  alternative_locations.map(({ location, time_windows }, idx) => {
    const at = `${pointer}/alternative_locations/${idx}`;
    return { at, windows: time_windows, place: places.placeOf(location, `${at}/location`) };
  });

/** An alternative without windows inherits those of the place that it replaces. */
const readAlternatives = (
  alternatives: readonly Alternative[],
  own: ReadOption['windows'],
  report: Report,
): ReadOption[] =>
  alternatives.flatMap(({ at, windows, place }): ReadOption[] => {
    const read =
      windows === undefined
        ? own
        : readWindows(windows, place?.clock ?? UTC, `${at}/time_windows`, report);
    return place === undefined ? [] : [{ place, windows: read }];
  });

function readStops(entry: OrderEntry, pointer: string, { places, report }: Reading): ReadStop[] {
  const listed = [
    ...listedStops(entry.pickups, 'pickup', `${pointer}/pickups`),
    ...listedStops(entry.dropoffs, 'dropoff', `${pointer}/dropoffs`),
  ];
  reportRepeatedIds(
    listed.map(({ stopId }) => stopId),
    (idx) => listed[idx]?.pointer ?? pointer,
    report,
  );
  const afterOf = createStopOrder(listed, report);
  // Windows of the order are read by the clock of each stop that inherits them. Reading them once per clock
  // avoids duplicate reports.
  const inherited = new Map<string, readonly ReadWindow[] | undefined>();
  const windowsOf = (stop: StopEntry, clock: Clock, at: string) => {
    if (stop.time_windows !== undefined) {
      return readWindows(stop.time_windows, clock, `${at}/time_windows`, report);
    }
    if (!inherited.has(clock.zone)) {
      const ofOrder: readonly WindowEntry[] | undefined = entry.time_windows;
      inherited.set(clock.zone, readWindows(ofOrder, clock, `${pointer}/time_windows`, report));
    }
    return inherited.get(clock.zone);
  };
  const softOf = new Map<string, readonly ReadSoftWindow[]>();
  const softWindowsOf = (stop: StopEntry, clock: Clock, at: string) => {
    if (stop.soft_time_windows !== undefined) return readSoftWindows(stop, clock, at, report);
    const known = softOf.get(clock.zone) ?? readSoftWindows(entry, clock, pointer, report);
    softOf.set(clock.zone, known);
    return known;
  };
  return listed.map(({ stop, kind, stopId, pointer: at }, position): ReadStop => {
    const place = places.placeOf(stop.location, `${at}/location`);
    const clock = place?.clock ?? UTC;
    const alternatives = alternativesOf(stop, at, places);
    const windows = windowsOf(stop, clock, at);
    const options: ReadOption[] = [
      ...(place === undefined ? [] : [{ place, windows }]),
      ...readAlternatives(alternatives, windows, report),
    ];
    return {
      stopId,
      kind,
      serviceSeconds: stop.duration ?? entry.duration ?? 0,
      load: stop.load ?? entry.load ?? {},
      loadPointer: stop.load === undefined ? `${pointer}/load` : `${at}/load`,
      after: afterOf(position),
      options,
      softWindows: softWindowsOf(stop, clock, at),
    };
  });
}

function listedStops(
  stops: readonly StopEntry[] | undefined,
  kind: ListedStop['kind'],
  pointer: string,
): ListedStop[] {
  return (stops ?? []).map((stop, idx) => ({
    ...{ stop, kind, pointer: `${pointer}/${idx}` },
    stopId: stop.stop_id ?? `${kind}s/${idx}`,
  }));
}

function readSoftWindows(
  { soft_time_windows }: Pick<OrderEntry, 'soft_time_windows'>,
  clock: Clock,
  pointer: string,
  report: Report,
): ReadSoftWindow[] {
  return (soft_time_windows ?? []).flatMap((entry: SoftWindowEntry, idx): ReadSoftWindow[] => {
    const window = readWindow(entry, clock, `${pointer}/soft_time_windows/${idx}`, report);
    if (window === undefined) return [];
    const costPerHourEarly = entry.cost_per_hour_early ?? 0;
    return [{ window, costPerHourEarly, costPerHourLate: entry.cost_per_hour_late ?? 0 }];
  });
}

type VehicleLists = Pick<ReadOrder, 'allowed' | 'forbidden' | 'preferred'>;

const NO_VEHICLE_LISTS: VehicleLists = { allowed: [], forbidden: [], preferred: [] };

function readVehicleLists(
  entry: OrderEntry,
  pointer: string,
  { vehicleNames, report }: Reading,
): VehicleLists {
  const listOf = (names: readonly string[] | undefined, field: string): NamedVehicle[] =>
    (names ?? []).flatMap((name, idx) => vehicleNames(name, `${pointer}/${field}/${idx}`) ?? []);
  const { allowed_vehicles, forbidden_vehicles, preferred_vehicles: preferred = [] } = entry;
  if (
    (allowed_vehicles ?? []).length + (forbidden_vehicles ?? []).length + preferred.length ===
    0
  ) {
    return NO_VEHICLE_LISTS;
  }
  reportRepeatedIds(
    preferred.map(({ vehicle_id }) => vehicle_id),
    (idx) => `${pointer}/preferred_vehicles/${idx}/vehicle_id`,
    report,
  );
  return {
    allowed: listOf(allowed_vehicles, 'allowed_vehicles'),
    forbidden: listOf(forbidden_vehicles, 'forbidden_vehicles'),
    preferred: preferred.flatMap(({ vehicle_id, cost }, idx) => {
      const vehicle = vehicleNames(vehicle_id, `${pointer}/preferred_vehicles/${idx}/vehicle_id`);
      return vehicle === undefined ? [] : [{ vehicle, cost }];
    }),
  };
}

function reportPlacesOf(
  entry: OrderEntry,
  hasStops: boolean,
  pointer: string,
  report: Report,
): void {
  const isAnywhere = entry.location !== undefined || (entry.alternative_locations ?? []).length > 0;
  if (!isAnywhere && !hasStops) {
    const comment = `The order ${shown(entry.order_id)} requires a location, or pickups and dropoffs.`;
    report.problem(pointer, 'no_place', comment);
  }
  if (isAnywhere && hasStops) {
    const field = entry.location === undefined ? 'alternative_locations' : 'location';
    report.problem(
      pointerTo(pointer, field),
      'place_and_stops',
      'An order has either a location, optionally with alternatives, or pickups and dropoffs.',
    );
  }
}

/** An order that is released after all of its windows have closed can never be served. */
function reportRelease({ pointer, stops, releaseAt }: ReadOrder, report: Report): void {
  if (releaseAt === undefined) return;
  const windows = stops.flatMap(({ options }) => options.map((option) => option.windows));
  const lastEndAt = Math.max(
    -Infinity,
    ...windows.map((ofOption) =>
      ofOption === undefined
        ? Infinity
        : Math.max(
            ...ofOption.map((each) => (each.kind === 'dated' ? each.interval.endAt : Infinity)),
          ),
    ),
  );
  const hasWindows = windows.some((ofOption) => (ofOption ?? []).length > 0);
  if (hasWindows && lastEndAt < releaseAt) {
    report.problem(
      `${pointer}/release_time`,
      'release_after_windows',
      'All time windows of the order close before then.',
    );
  }
}

/** Warns about fields that have no effect on an order of this form. They do no harm, so they are not errors. */
function reportUnused(
  { kind, max_ride_duration, load_order, pickups, dropoffs }: OrderEntry,
  hasStops: boolean,
  pointer: string,
  report: Report,
): void {
  const unused = (field: string, why: string): void => {
    report.warning(`${pointer}/${field}`, 'ignored_field', why);
  };
  // No warning for the default, which some clients always send.
  if (kind !== undefined && kind !== 'dropoff' && hasStops) {
    unused('kind', 'kind has no effect on an order with pickups and dropoffs, and was ignored.');
  }
  const isCarried = (pickups ?? []).length > 0 && (dropoffs ?? []).length > 0;
  if (isCarried) return;
  if (max_ride_duration !== undefined) {
    unused(
      'max_ride_duration',
      'It applies only to orders with pickups and dropoffs, and was ignored.',
    );
  }
  if (load_order !== undefined && load_order !== 'any') {
    unused('load_order', 'It applies only to orders with pickups and dropoffs, and was ignored.');
  }
}

/** Finds the position of a named stop; an order with one stop needs no name. Undefined: not found, and reported. */
export function findStop(
  { stops }: ReadOrder,
  named: string | undefined,
  pointer: string,
  report: Report,
): number | undefined {
  if (named === undefined && stops.length === 1) return 0;
  const idx = named === undefined ? -1 : stops.findIndex(({ stopId }) => stopId === named);
  if (idx !== -1) return idx;
  report.problem(
    `${pointer}/stop_id`,
    'unknown_stop',
    named === undefined
      ? 'The order has several stops; stop_id is required.'
      : `The order has no stop ${shown(named)}.`,
  );
  return undefined;
}
