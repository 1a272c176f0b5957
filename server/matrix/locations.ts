/** The locations of a request as the core wants them: coordinates in arrays, moved to roads where there are any. */
import type { Snapped, ThreadMaps } from '../roads/index.js';
import { roadProfileOf } from '../travel/index.js';
import type { MatrixRequest } from './schema.js';

export type PlacedLocations = {
  latitudes: Float64Array;
  longitudes: Float64Array;
  /** One per location: meters to the road used, not a number where costs are estimates. */
  snapMeters: Float64Array;
  /** Undefined where no location is near a road. Its `places` are to be freed. */
  onRoads: Snapped | undefined;
};

/** When `shouldStop` says so, locations may be left off the roads that are on them. */
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
