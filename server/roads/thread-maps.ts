/**
 * Maps inside an engine thread. Maps are registered once per group of threads; each profile is loaded on first use.
 *
 * The core keeps each profile once for all threads, in their shared memory or in the native program. The thread that
 * finds a profile missing reads and customizes it; other threads that need the profile wait. If there is no room, the
 * core drops the least recently used profiles, which can be loaded again later. A profile that a request uses stays
 * until the request ends; a thread that needs its room waits here and checks its own flag meanwhile.
 */
import { openMapFile, type MapFile } from './map-file.js';
import { moduleRoads } from './module-roads.js';
import type { KnownMap, RoadCore, RoadPlaces, Tile } from './road-core.js';

export type RoadSettings = {
  mapPaths: readonly string[];
  /** Locations farther from any road are off the map. */
  snapRadiusMeters: number;
  /** The maximum size of all loaded profiles together. */
  memoryBytesMax: number;
};

/** The locations of a request on the roads of one map. Free `places` after use. */
export type Snapped = {
  places: RoadPlaces;
  /** One entry per location, in meters; NaN if the location is off the map. */
  snapMeters: Float64Array;
  attribution: string;
};

export type ThreadMaps = {
  /**
   * Snaps locations to the roads of the map that covers most of them. Returns undefined if no map covers any, or if
   * `shouldStop` returned true while it waited for room for a profile. The caller must not hold another `Snapped`
   * meanwhile: two threads that each hold the profile whose room the other needs would deadlock.
   */
  snap: (
    profile: string,
    latitudes: Float64Array,
    longitudes: Float64Array,
    shouldStop: () => boolean,
  ) => Snapped | undefined;
};

export type TileMaps = {
  /**
   * Returns the roads of all maps in a tile as a vector tile, or no bytes if there are no roads in it. Returns
   * undefined if `shouldStop` returned true while it waited for room. The caller must not hold a `Snapped` meanwhile.
   */
  cutTile: (tile: Tile, shouldStop: () => boolean) => Uint8Array | undefined;
};

/** The approximate length of a degree of latitude; the reach of a map's edge need not be exact to the meter. */
const METERS_PER_DEGREE = 111_000;

/** In tile widths: more than the core extends lines beyond the edge of a tile. */
const TILE_MARGIN = 0.05;

/** How often a thread that finds no room for a profile tries again. */
const WAIT_STEP_MS = 20;

/**
 * Registers the maps and, as far as there is room, loads `firstProfile` of each, so that no request waits for it.
 * Speeds must have been set before.
 */
export function createThreadMaps(
  { mapPaths, snapRadiusMeters, memoryBytesMax }: RoadSettings,
  firstProfile: string,
  core: RoadCore = moduleRoads,
): ThreadMaps & TileMaps {
  core.setMemory(memoryBytesMax);
  const maps = mapPaths.map((path, number): KnownMap => {
    const map = { number, file: openMapFile(path) };
    core.register(map);
    return map;
  });
  for (const map of maps) {
    if (map.file.profiles.includes(firstProfile)) core.preload(map, firstProfile);
  }

  return {
    snap: (profile, latitudes, longitudes, shouldStop) => {
      const near = maps.filter(
        ({ file }) =>
          file.profiles.includes(profile) && isNear(file, latitudes, longitudes, snapRadiusMeters),
      );
      const snapTo = (map: KnownMap): Snapped | undefined => {
        const snap = () => core.snap(map, profile, { latitudes, longitudes }, snapRadiusMeters);
        const places = waitForRoom(snap, shouldStop);
        if (places === undefined) return undefined;
        return { places, snapMeters: places.snapMeters(), attribution: map.file.attribution };
      };
      let best: { map: KnownMap; snapped: Snapped | undefined; onRoad: number } | undefined;
      for (const map of near) {
        // Two threads that wait for room while each holds the profile that the other waits for would deadlock.
        best?.snapped?.places.free();
        if (best !== undefined) best.snapped = undefined;
        const snapped = snapTo(map);
        if (snapped === undefined) return undefined;
        const onRoad = snapped.snapMeters.filter((meters) => !Number.isNaN(meters)).length;
        if (onRoad > (best?.onRoad ?? 0)) best = { map, snapped, onRoad };
        else snapped.places.free();
      }
      return best === undefined ? undefined : (best.snapped ?? snapTo(best.map));
    },

    cutTile: (tile, shouldStop) => {
      const cut = core.beginTile(tile);
      for (const map of maps.filter(({ file: { bounds } }) => shows(tile, bounds))) {
        // Only roads for cars have traffic. A map without that profile is drawn with the first one that it has.
        const { profiles } = map.file;
        const profile = profiles.includes(firstProfile) ? firstProfile : profiles[0];
        if (profile === undefined) continue;
        const add = () => (cut.add(map, profile) ? true : undefined);
        if (waitForRoom(add, shouldStop) === undefined) {
          cut.free();
          return undefined;
        }
      }
      return cut.finish();
    },
  };
}

/** Calls `find` until it finds something. Returns undefined if `shouldStop` returned true while there was no room. */
function waitForRoom<Found>(
  find: () => Found | undefined,
  shouldStop: () => boolean,
): Found | undefined {
  const nobodyWakes = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  for (;;) {
    const found = find();
    if (found !== undefined || shouldStop()) return found;
    Atomics.wait(nobodyWakes, 0, 0, WAIT_STEP_MS);
  }
}

/** Whether any location may be within reach of the map's bounds. Cheap; it may err only by returning true. */
function isNear(
  { bounds }: MapFile,
  latitudes: Float64Array,
  longitudes: Float64Array,
  radiusMeters: number,
): boolean {
  const margin = radiusMeters / METERS_PER_DEGREE;
  const reach = Math.max(Math.abs(bounds.south), Math.abs(bounds.north)) + margin;
  // Meridians converge towards the poles; close to a pole, every longitude is near.
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

/** Whether a map's bounds overlap a tile, or are so near that the width of a line reaches into it. */
function shows({ zoom, x, y }: Tile, { south, west, north, east }: MapFile['bounds']): boolean {
  const count = 2 ** zoom;
  const column = (longitude: number): number => ((longitude + 180) / 360) * count;
  const row = (latitude: number): number => {
    const radians = (latitude * Math.PI) / 180;
    return ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count;
  };
  return (
    column(west) < x + 1 + TILE_MARGIN &&
    column(east) > x - TILE_MARGIN &&
    row(north) < y + 1 + TILE_MARGIN &&
    row(south) > y - TILE_MARGIN
  );
}
