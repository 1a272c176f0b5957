/** Zones of places and times of day. */
export {
  DAY_SECONDS,
  LAST_SECOND,
  TIME_OF_DAY_PATTERN,
  formatTimeOfDay,
  parseTimeOfDay,
} from './time-of-day.js';
export { createZoneLookup } from './zones.js';
