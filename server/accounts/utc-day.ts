/** The day by which an account's spending is counted: UTC, so that it is the same day for the service and every client. */
import { DAY_MS } from '../time/index.js';

/** Days since 1970. */
export function utcDayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
