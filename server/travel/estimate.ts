/**
 * The estimate: what travel costs where no road map holds the locations.
 *
 * Great circle × detour factor gives the road distance. Its first meters are driven on residential streets, the next on
 * larger roads and so on (speed bands, like tax brackets), each at its free-flow speed × the traffic window's factor for
 * that road class. The arithmetic is done in the WASM core; this file turns the traffic file into its parameters.
 */
import type { Profile } from './profiles.js';
import type { TrafficFile } from './traffic-file.js';
import type { TrafficWindow } from './windows.js';

/** Parameters of the core's `EstimateModel`. */
export type EstimateParameters = {
  detourFactor: number;
  /** Ascending, the last is `Infinity`. */
  bandEndMeters: Float64Array;
  bandMetersPerSecond: Float64Array;
  /** One row a window, one column a band. */
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
