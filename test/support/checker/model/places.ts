/**
 * Places: what a location reference means, and in which zone its clock runs.
 *
 * A place is named by its `location_id`, an inline one by `latitude,longitude`: so travel tables name it too. Two
 * references are the same place when they have the same name.
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
  /** How many vehicles are served here at once. */
  docks: number;
  /** When service may start here; undefined: always. */
  windows: Interval[] | undefined;
};

export type PlaceOf = (reference: LocationRef) => Place;

/** Places without windows; their windows wait for the planning period, see `createPlaces`. */
export type ZoneOf = (reference: LocationRef) => string;

/** `tables` give the zones of places that state none. */
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
