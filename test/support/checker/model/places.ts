/**
 * Places: the meaning of a location reference, and the time zone of the place.
 *
 * A place is named by its `location_id`, or an inline location by `latitude,longitude`; travel tables use the same
 * names. Two references mean the same place if they have the same name.
 */
import { type LocationRef, type RoutingRequest, type TravelTable } from '../contract.js';
import { intervalsOf, type Interval } from '../time/windows.js';

export type Place = {
  name: string;
  locationId: string | undefined;
  latitude: number;
  longitude: number;
  zone: string;
  setupSeconds: number;
  /** The number of vehicles that can be served here at the same time. */
  docks: number;
  /** When service may start here. Undefined: at any time. */
  windows: Interval[] | undefined;
};

export type PlaceOf = (reference: LocationRef) => Place;

/** Returns the time zone of a location. It is known before the planning period, which windows depend on. */
export type ZoneOf = (reference: LocationRef) => string;

/** Returns a function for time zones. `tables` has the zones of locations that state none. */
export function createZones(request: RoutingRequest, tables: readonly TravelTable[]): ZoneOf {
  const zones = new Map<string, string>();
  for (const { locations = [] } of tables) {
    for (const { location_id, time_zone } of locations) {
      if (time_zone !== undefined) zones.set(location_id, time_zone);
    }
  }
  for (const { location_id, time_zone } of request.locations ?? []) {
    if (time_zone !== undefined) zones.set(location_id, time_zone);
  }
  return (reference) => {
    const stated = typeof reference === 'string' ? undefined : reference.time_zone;
    const zone = stated ?? zones.get(nameOf(reference));
    if (zone === undefined) {
      throw new Error(`the checker is given no time zone for the place ${nameOf(reference)}`);
    }
    return zone;
  };
}

const nameOf = (reference: LocationRef): string =>
  typeof reference === 'string' ? reference : `${reference.latitude},${reference.longitude}`;

export function createPlaces(request: RoutingRequest, zoneOf: ZoneOf, span: Interval): PlaceOf {
  const places = new Map<string, Place>();
  for (const entry of request.locations ?? []) {
    const zone = zoneOf(entry.location_id);
    places.set(entry.location_id, {
      name: entry.location_id,
      locationId: entry.location_id,
      latitude: entry.latitude,
      longitude: entry.longitude,
      zone,
      setupSeconds: entry.setup_duration ?? 0,
      docks: entry.docks ?? Infinity,
      windows:
        entry.time_windows === undefined || entry.time_windows.length === 0
          ? undefined
          : entry.time_windows.flatMap((window) => intervalsOf(window, zone, span)),
    });
  }
  return (reference) => {
    const name = nameOf(reference);
    const known = places.get(name);
    if (known !== undefined) return known;
    if (typeof reference === 'string') throw new Error(`unknown location_id ${reference}`);
    const place: Place = {
      name,
      locationId: undefined,
      latitude: reference.latitude,
      longitude: reference.longitude,
      zone: zoneOf(reference),
      setupSeconds: 0,
      docks: Infinity,
      windows: undefined,
    };
    places.set(name, place);
    return place;
  };
}
