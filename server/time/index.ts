/** Time zones of places and their clocks, calendar days, times of day, and repeat rules. */
export {
  WEEKDAYS,
  firstDayOfMonth,
  firstDayOfWeek,
  formatDay,
  isoWeekOf,
  monthOf,
  parseDay,
  weekdayIdxOf,
  type Weekday,
} from './calendar.js';
export { clockOf, isZone, type Clock } from './clock.js';
export { INSTANT_MAX, instantOf, parseInstantMs, parseTime } from './local-time.js';
export {
  isEndless,
  occurrenceDays,
  parseRepeat,
  searchedDayCount,
  type DayRange,
  type RepeatRule,
} from './repeat.js';
export {
  DAY_MS,
  DAY_SECONDS,
  LAST_SECOND,
  TIME_OF_DAY_PATTERN,
  formatTimeOfDay,
  parseTimeOfDay,
} from './time-of-day.js';
export { createZoneLookup } from './zones.js';
