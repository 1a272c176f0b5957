/** The locations of a request as the core expects them: coordinates in arrays, snapped to roads where there are any. */
import type { Snapped, ThreadMaps } from '../roads/index.js';
import { roadProfileOf } from '../travel/index.js';
import type { MatrixRequest } from './schema.js';

export type PlacedLocations = {
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** One entry per location: meters to the road used, NaN if costs are estimates. */
  snapMeters: Float64Array;
  /** Undefined if no location is near a road. Its `places` must be freed. */
  onRoads: Snapped | undefined;
};

/** Snaps locations to roads. If `shouldStop` returns true meanwhile, locations near roads may remain without one. */
export function placeLocations(
  maps: ThreadMaps,
  request: MatrixRequest,
  shouldStop: () => boolean,
): PlacedLocations {
  const latitudes = Float64Array.from(request.locations, (location) => location.latitude);
  const longitudes = Float64Array.from(request.locations, (location) => location.longitude);
  const profile = roadProfileOf(request.vehicle);
  const onRoads = maps.snap(profile, latitudes, longitudes, shouldStop);
  const snapMeters = onRoads?.snapMeters ?? new Float64Array(latitudes.length).fill(Number.NaN);
  return { latitudes, longitudes, snapMeters, onRoads };
}
