/**
 * Times of day as seconds since local midnight, 0 to 86,399.
 *
 * Intervals of the day include their last second, so `00:00:00` to `23:59:59` is the whole day.
 */

export const DAY_SECONDS = 86_400;
export const DAY_MS = DAY_SECONDS * 1000;
export const LAST_SECOND = DAY_SECONDS - 1;

/** `HH:MM:SS`, 00:00:00 to 23:59:59. The JSON schemas contain this pattern unchanged. */
export const TIME_OF_DAY_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$';

const timeOfDay = new RegExp(TIME_OF_DAY_PATTERN);

/** Parses `HH:MM:SS` to seconds since midnight; undefined if the text is not a time of day. */
export function parseTimeOfDay(text: string): number | undefined {
  if (!timeOfDay.test(text)) return undefined;
  return Number(text.slice(0, 2)) * 3600 + Number(text.slice(3, 5)) * 60 + Number(text.slice(6, 8));
}

/** 00 to 99. An answer with 1,000 stops formats 3,000 times. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));

/** Formats seconds since midnight as `HH:MM:SS`. */
export function formatTimeOfDay(daySeconds: number): string {
  const two = (value: number): string => TWO_DIGITS[value] ?? String(value);
  return `${two(Math.floor(daySeconds / 3600))}:${two(Math.floor(daySeconds / 60) % 60)}:${two(daySeconds % 60)}`;
}
