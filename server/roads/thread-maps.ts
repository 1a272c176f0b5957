/**
 * Maps inside an engine thread: known to all threads of the group once, each profile loaded when it is first asked for.
 *
 * The core keeps them once for all threads, in the memory that these share or in a program beside them; the thread that finds a profile missing reads and customizes
 * it while those that need it wait. When there is no room, the core drops profiles that were not used for the longest time,
 * to be loaded again; what a request uses stays until it ends, and who needs its room waits here, looking at its own flag.
 */
import { openMapFile, type MapFile } from './map-file.js';
import { moduleRoads } from './module-roads.js';
import type { KnownMap, RoadCore, RoadPlaces, Tile } from './road-core.js';

export type RoadSettings = {
  mapPaths: readonly string[];
  /** Locations farther from any road are off the map. */
  snapRadiusMeters: number;
  /** All profiles that are loaded take so much at most, together. */
  memoryBytesMax: number;
};

/** Locations of a request on the roads of one map. Free `places` after use. */
export type Snapped = {
  places: RoadPlaces;
  /** One per location, in meters; not a number where it is off the map. */
  snapMeters: Float64Array;
  attribution: string;
};

export type ThreadMaps = {
  /**
   * Moves locations to the roads of the map that holds most of them; undefined when none holds any, or when `shouldStop`
   * said so while it waited for room for a profile. Hold no other `Snapped` meanwhile: its profile may be what takes the
   * room, and two threads that wait so, each for what the other holds, wait for good.
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
   * The roads of a tile as a vector tile, of all maps that it shows part of; without any byte where it shows no road. Undefined
   * when `shouldStop` said so while it waited for room. Hold no `Snapped` meanwhile.
   */
  cutTile: (tile: Tile, shouldStop: () => boolean) => Uint8Array | undefined;
};

/** About the length of a degree of latitude; how far a map's edge reaches is not a matter of meters. */
const METERS_PER_DEGREE = 111_000;

/** In widths of a tile: more than the core goes on with lines beyond a tile's edge. */
const TILE_MARGIN = 0.05;

/** A thread that finds no room for a profile looks again so often. */
const WAIT_STEP_MS = 20;

/**
 * Makes the maps known and loads a first profile of each for which there is room, so that no request waits for that. Speeds
 * must have been set.
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
        // Two that waited for room, each holding what the other waits for, would wait for good.
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
        // Streets for cars are all that have traffic; a map that was built without them is drawn as whatever it has.
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

/** Undefined when `shouldStop` said so while there was no room. */
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

/** Whether any of a map's bounds is within a tile, or so near that a line's width reaches into it. */
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
