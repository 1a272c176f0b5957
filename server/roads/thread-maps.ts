/**
 * Maps inside an engine thread: known to all threads of the group once, each profile loaded when it is first asked for.
 *
 * The core keeps them in the memory that the threads share; the thread that finds a profile missing reads and customizes
 * it while those that need it wait.
 */
import { RoadPlaces, ensureProfile, registerMap } from '#wasm';
import { openMapFile, type MapFile } from './map-file.js';

export type RoadSettings = {
  mapPaths: readonly string[];
  /** Locations farther from any road are off the map. */
  snapRadiusMeters: number;
};

/** Locations of a request on the roads of one map. Free `places` after use. */
export type Snapped = {
  places: RoadPlaces;
  /** One a location, in meters; not a number where it is off the map. */
  snapMeters: Float64Array;
  attribution: string;
};

export type ThreadMaps = {
  /** Moves locations to the roads of the map that holds most of them; undefined when none holds any. */
  snap: (profile: string, latitudes: Float64Array, longitudes: Float64Array) => Snapped | undefined;
};

/** About the length of a degree of latitude; how far a map's edge reaches is not a matter of meters. */
const METERS_PER_DEGREE = 111_000;

/** Makes the maps known and loads a first profile of each, so that no request waits for that. Speeds must have been set. */
export function createThreadMaps(
  { mapPaths, snapRadiusMeters }: RoadSettings,
  firstProfile: string,
): ThreadMaps {
  const maps = mapPaths.map((path, number) => {
    const file = openMapFile(path);
    registerMap(number, file.headerBytes);
    return { number, file };
  });
  const load = (number: number, file: MapFile, profile: string): void => {
    ensureProfile(number, profile, () => file.readSection(profile));
  };
  for (const { number, file } of maps) {
    if (file.profiles.includes(firstProfile)) load(number, file, firstProfile);
  }

  return {
    snap: (profile, latitudes, longitudes) => {
      let best: { snapped: Snapped; onRoad: number } | undefined;
      for (const { number, file } of maps) {
        const mayHold = file.profiles.includes(profile);
        if (!mayHold || !isNear(file, latitudes, longitudes, snapRadiusMeters)) continue;
        load(number, file, profile);
        const places = new RoadPlaces(number, profile, latitudes, longitudes, snapRadiusMeters);
        const snapMeters = places.snapMeters();
        const onRoad = snapMeters.filter((meters) => !Number.isNaN(meters)).length;
        if (onRoad <= (best?.onRoad ?? 0)) {
          places.free();
          continue;
        }
        best?.snapped.places.free();
        best = { snapped: { places, snapMeters, attribution: file.attribution }, onRoad };
      }
      return best?.snapped;
    },
  };
}

/** Whether any location lies within reach of the map's bounds: cheap, and wrong only by looking once too often. */
function isNear(
  { bounds }: MapFile,
  latitudes: Float64Array,
  longitudes: Float64Array,
  radiusMeters: number,
): boolean {
  const margin = radiusMeters / METERS_PER_DEGREE;
  const reach = Math.max(Math.abs(bounds.south), Math.abs(bounds.north)) + margin;
  // Meridians come together towards the poles; close to one, every longitude is near.
  const marginOfLongitude = reach >= 89 ? 360 : margin / Math.cos((reach * Math.PI) / 180);
  return latitudes.some((latitude, locationIdx) => {
    const longitude = longitudes[locationIdx] ?? 0;
    const isWithin =
      latitude >= bounds.south - margin &&
      latitude <= bounds.north + margin &&
      [longitude - 360, longitude, longitude + 360].some(
        (each) =>
          each >= bounds.west - marginOfLongitude && each <= bounds.east + marginOfLongitude,
      );
    return isWithin;
  });
}
