/** The day by which an account's spending is counted: UTC, so that it is the same day for the service and every client. */
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** Of a day: YYYY-MM-DD. */
export const isoDayOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Days since 1970. */
export function utcDayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
