/**
 * Places by name: the `location_id`, or for an inline location `latitude,longitude` as JSON writes them.
 *
 * Places with different names are different places, even at the same coordinates. Only places that the request refers
 * to get an index, since travel costs are needed only between these.
 */
import { clockOf, isZone, type Clock } from '../../time/index.js';
import type { LocationEntry, LocationRef } from '../schema/index.js';
import { shown, type Report } from './report.js';
import type { ValidParts } from './salvage.js';
import { readWindows, type ReadWindow } from './windows.js';

export type Place = {
  name: string;
  /** JSON pointer to its location or, if it is inline, to the first reference. */
  pointer: string;
  locationId: string | undefined;
  latitude: number;
  longitude: number;
  clock: Clock;
  setupSeconds: number;
  /** How many vehicles can be served here at once; undefined: any number. */
  docks: number | undefined;
  /** When service may start here; undefined: always. */
  windows: readonly ReadWindow[] | undefined;
  /** Its position among the places of the problem. */
  idx: number;
};

export type Places = {
  /** Undefined: the reference is invalid, which is reported. */
  placeOf: (reference: LocationRef, pointer: string) => Place | undefined;
  /** Whether a location of the request has this id. */
  isLocation: (name: string) => boolean;
  /** The clock of a place, without marking the place as used. Reports nothing. */
  clockOf: (reference: LocationRef) => Clock | undefined;
  /** The places that were referred to so far, by index. */
  used: readonly Place[];
  /** Reports faults of locations that nothing refers to. Call it once, at the end. */
  readUnused: () => void;
};

/** The time zone at a position, for places that do not state one. */
export type ZoneOf = (latitude: number, longitude: number) => string;

/** For times whose place is unknown: they are only checked for their form. */
export const UTC = clockOf('Etc/UTC');

/** Returns the name of the place that a reference stands for. */
export const nameOf = (
  reference: string | { readonly latitude: number; readonly longitude: number },
): string =>
  typeof reference === 'string' ? reference : `${reference.latitude},${reference.longitude}`;

export function readPlaces(parts: ValidParts, zoneOf: ZoneOf, report: Report): Places {
  const known = new Map<string, { entry: LocationEntry; pointer: string }>();
  const places = new Map<string, Place>();
  const used: Place[] = [];
  const matrixZones = zonesOfMatrix(parts);

  const clockFor = (
    name: string,
    stated: string | undefined,
    { latitude, longitude }: { latitude: number; longitude: number },
    pointer: string,
  ): Clock => {
    if (stated !== undefined) {
      if (isZone(stated)) return clockOf(stated);
      reportZone(stated, `${pointer}/time_zone`, report);
      return UTC;
    }
    return clockOf(matrixZones.get(name) ?? zoneOf(latitude, longitude));
  };
  const use = (place: Place): Place => {
    place.idx = used.length;
    used.push(place);
    places.set(place.name, place);
    return place;
  };
  const newPlace = (entry: LocationEntry, pointer: string): Place => {
    const { location_id: name, latitude, longitude } = entry;
    const clock = clockFor(name, entry.time_zone, entry, pointer);
    const setupSeconds = entry.setup_duration ?? 0;
    const windows = readWindows(entry.time_windows, clock, `${pointer}/time_windows`, report);
    const [locationId, docks, idx] = [name, entry.docks, -1];
    return {
      name,
      pointer,
      locationId,
      latitude,
      longitude,
      clock,
      setupSeconds,
      docks,
      windows,
      idx,
    };
  };

  parts.locations.forEach((entry, idx) => {
    if (entry === undefined) return;
    const pointer = `/locations/${idx}`;
    const first = known.get(entry.location_id);
    if (first === undefined) known.set(entry.location_id, { entry, pointer });
    else reportDuplicate(`${pointer}/location_id`, first.pointer, report);
  });
  const unread = new Map(known);

  const placeOf = (reference: LocationRef, pointer: string): Place | undefined => {
    const name = nameOf(reference);
    const found = places.get(name);
    if (typeof reference === 'string') {
      if (found !== undefined) return found;
      const location = known.get(name);
      if (location !== undefined) {
        unread.delete(name);
        return use(newPlace(location.entry, location.pointer));
      }
      if (!parts.locationIds.has(name)) {
        report.problem(pointer, 'unknown_location', `locations has no location_id ${shown(name)}.`);
      }
      return undefined;
    }
    const { latitude, longitude, time_zone } = reference;
    if (found !== undefined) {
      if (time_zone !== undefined && time_zone !== found.clock.zone) {
        reportOtherZone(time_zone, found.clock.zone, `${pointer}/time_zone`, report);
      }
      return found;
    }
    const location = known.get(name);
    if (location !== undefined) {
      unread.delete(name);
      return use(newPlace(location.entry, location.pointer));
    }
    const clock = clockFor(name, time_zone, reference, pointer);
    return use({
      ...{ name, pointer, locationId: undefined, latitude, longitude, clock, idx: -1 },
      ...{ setupSeconds: 0, docks: undefined, windows: undefined },
    });
  };

  const zoneOfReference = (reference: LocationRef): string | undefined => {
    const isName = typeof reference === 'string';
    const name = nameOf(reference);
    const place = known.get(name)?.entry ?? (isName ? undefined : reference);
    if (place === undefined) return undefined;
    return place.time_zone ?? matrixZones.get(name) ?? zoneOf(place.latitude, place.longitude);
  };

  return {
    placeOf,
    isLocation: (name) => parts.locationIds.has(name),
    clockOf: (reference) => {
      const zone = zoneOfReference(reference);
      return zone !== undefined && isZone(zone) ? clockOf(zone) : undefined;
    },
    used,
    readUnused: () => {
      for (const { entry, pointer } of unread.values()) {
        const hasTimes = entry.time_windows !== undefined || entry.time_zone !== undefined;
        if (hasTimes) newPlace(entry, pointer);
      }
    },
  };
}

export function reportDuplicate(pointer: string, firstPointer: string, report: Report): void {
  report.problem(
    pointer,
    'duplicate_id',
    `${firstPointer} has the same id; each id must be unique.`,
  );
}

function reportZone(zone: string, pointer: string, report: Report): void {
  report.problem(
    pointer,
    'unknown_time_zone',
    `Expected an IANA name such as Europe/Berlin, got ${shown(zone)}.`,
  );
}

function reportOtherZone(zone: string, other: string, pointer: string, report: Report): void {
  if (!isZone(zone)) {
    reportZone(zone, pointer, report);
    return;
  }
  report.problem(
    pointer,
    'conflicting_time_zone',
    `Elsewhere in the request, the same place has the time zone ${other}. Use one time zone for it.`,
  );
}

/** The time zones that a matrix answer contains for its locations. */
function zonesOfMatrix({ travel }: ValidParts): Map<string, string> {
  const zones = new Map<string, string>();
  for (const { location_id, time_zone } of travel?.matrix?.locations ?? []) {
    if (time_zone !== undefined && isZone(time_zone)) zones.set(location_id, time_zone);
  }
  return zones;
}
