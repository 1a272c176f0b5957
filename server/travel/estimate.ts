/**
 * Estimates: the costs of travel between locations that no road map covers.
 *
 * The distance by road is the great-circle distance × the detour factor. Its first meters are driven on residential
 * streets, the next ones on larger roads, and so on (speed bands, like tax brackets), each at its free-flow speed × the
 * traffic window's factor for the road class. The WASM core computes estimates; this file converts the traffic file to
 * the parameters of the core.
 */
import type { Profile } from './profiles.js';
import type { TrafficFile } from './traffic-file.js';
import type { TrafficWindow } from './windows.js';

/** Parameters of the core's `EstimateModel`. */
export type EstimateParameters = {
  detourFactor: number;
  /** Ascending; the last one is `Infinity`. */
  bandEndMeters: Float64Array;
  bandMetersPerSecond: Float64Array;
  /** One row per window, one column per band. */
  laneFactors: Float64Array;
};

export function estimateParameters(
  file: TrafficFile,
  profileName: Profile,
  windows: readonly TrafficWindow[],
  speedFactor: number,
): EstimateParameters {
  const profile = file.profiles[profileName];
  const bands = profile.speed_bands;
  return {
    detourFactor: profile.detour_factor,
    bandEndMeters: Float64Array.from(bands, (band) => band.until_meters ?? Infinity),
    bandMetersPerSecond: Float64Array.from(
      bands,
      (band) => (band.kilometers_per_hour / 3.6) * speedFactor,
    ),
    laneFactors: Float64Array.from(
      windows.flatMap((window) =>
        bands.map((band) => (profile.follows_traffic ? window.speedFactors[band.road_class] : 1)),
      ),
    ),
  };
}
