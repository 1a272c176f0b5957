/**
 * The names of a request in the form in which they wait for an answer: lists of texts and numbers instead of thousands
 * of small objects. See `columns.ts` for why.
 */
import type { Metadata, Names } from '../names.js';

type Stop = Names['stops'][number];

/** `null` stands for a value that is absent. */
export type PackedNames = Omit<Names, 'places' | 'orders' | 'stops'> & {
  places: {
    locationIds: readonly (string | null)[];
    /** Latitude and longitude of each place, side by side. */
    degrees: readonly number[];
    /** The distinct time zones, and for each place the position of its own among them. */
    zones: readonly string[];
    zoneOf: readonly number[];
  };
  orders: {
    orderIds: readonly string[];
    unservedCosts: readonly number[];
    /** Positions of the orders that are not mandatory, and of those with several visits. */
    optional: readonly number[];
    periodic: readonly number[];
    metadata: readonly (readonly [order: number, metadata: Metadata])[];
  };
  stops: {
    stopIds: readonly (string | null)[];
    kinds: readonly Stop['kind'][];
    closed: readonly (readonly [stop: number, windows: NonNullable<Stop['closed']>])[];
  };
};

export function packedNames({ places, orders, stops, ...rest }: Names): PackedNames {
  const zones = [...new Set(places.map(({ timeZone }) => timeZone))];
  return {
    ...rest,
    places: {
      locationIds: places.map(({ locationId }) => locationId ?? null),
      degrees: degreesOf(places),
      zones,
      zoneOf: places.map(({ timeZone }) => zones.indexOf(timeZone)),
    },
    orders: {
      orderIds: orders.map(({ orderId }) => orderId),
      unservedCosts: orders.map(({ unservedCost }) => unservedCost),
      optional: positionsWhere(orders, ({ mandatory }) => !mandatory),
      periodic: positionsWhere(orders, ({ periodic }) => periodic),
      metadata: presentOnes(orders, ({ metadata }) => metadata),
    },
    stops: {
      stopIds: stops.map(({ stopId }) => stopId ?? null),
      kinds: stops.map(({ kind }) => kind),
      closed: presentOnes(stops, ({ closed }) => closed),
    },
  };
}

// Loops, because `flatMap` takes several times as long.

function degreesOf(places: Names['places']): number[] {
  const degrees: number[] = [];
  for (const { latitude, longitude } of places) degrees.push(latitude, longitude);
  return degrees;
}

function positionsWhere<Each>(list: readonly Each[], is: (each: Each) => boolean): number[] {
  const positions: number[] = [];
  for (const [idx, each] of list.entries()) if (is(each)) positions.push(idx);
  return positions;
}

function presentOnes<Each, Value>(list: readonly Each[], read: (each: Each) => Value | undefined) {
  const present: (readonly [idx: number, value: Value])[] = [];
  for (const [idx, each] of list.entries()) {
    const value = read(each);
    if (value !== undefined) present.push([idx, value]);
  }
  return present;
}

export function unpackedNames({ places, orders, stops, ...rest }: PackedNames): Names {
  const { degrees, zones, zoneOf } = places;
  const [optional, periodic] = [new Set(orders.optional), new Set(orders.periodic)];
  const metadataOf = new Map(orders.metadata);
  const closedOf = new Map(stops.closed);
  return {
    ...rest,
    places: places.locationIds.map((locationId, idx) => {
      const [latitude, longitude] = [degrees[2 * idx] ?? 0, degrees[2 * idx + 1] ?? 0];
      const timeZone = zones[zoneOf[idx] ?? 0] ?? '';
      return locationId === null
        ? { latitude, longitude, timeZone }
        : { locationId, latitude, longitude, timeZone };
    }),
    orders: orders.orderIds.map((orderId, idx) => {
      const names = {
        orderId,
        unservedCost: orders.unservedCosts[idx] ?? 0,
        mandatory: !optional.has(idx),
        periodic: periodic.has(idx),
      };
      const metadata = metadataOf.get(idx);
      return metadata === undefined ? names : { ...names, metadata };
    }),
    stops: stops.stopIds.map((stopId, idx) => {
      const kind = stops.kinds[idx] ?? 'service';
      const names = stopId === null ? { kind } : { stopId, kind };
      const closed = closedOf.get(idx);
      return closed === undefined ? names : { ...names, closed };
    }),
  };
}
