/** The sources of travel costs: traffic windows, profiles, speeds and estimates. */
export { estimateParameters, type EstimateParameters } from './estimate.js';
export {
  OWN_PROFILE_PATTERN_NAME,
  ownProfileFault,
  ownProfileSchema,
  parseOwnProfiles,
  profileTypeOf,
  roadProfileOf,
  type OwnProfiles,
  type OwnProfilesOutcome,
} from './own-profiles.js';
export {
  DEFAULT_PROFILE,
  PROFILES,
  profileSchema,
  speedFactorSchema,
  type Profile,
} from './profiles.js';
export {
  OSM_ROAD_CLASSES,
  SPEEDS_FILE_LIMITS,
  parseSpeedsFile,
  type SpeedRule,
  type SpeedsFileRule,
} from './speeds-file.js';
export { parseTrafficFile, type TrafficFile, type TrafficFileOutcome } from './traffic-file.js';
export {
  parseTravelSpeeds,
  type LiveSpeeds,
  type SpeedsFiles,
  type TravelSpeeds,
} from './travel-speeds.js';
export {
  FREE_FLOW_LANE,
  selectWindows,
  trafficWindows,
  windowIntervals,
  windowViews,
  type TrafficWindow,
  type TrafficWindows,
} from './windows.js';
export { SWAPPED_COMMENT, swappedPlaces } from './swapped.js';
