/** The day by which spending is counted: in UTC, so that it is the same day for the service and every client. */
import { DAY_MS } from '../time/index.js';

/** Returns the number of days since 1970. */
export function utcDayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
