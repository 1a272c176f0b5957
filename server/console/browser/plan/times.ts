/** Times of stops: drawn on the clock of the route's start, written on the clock of the stop's own place. */
import { clockOf, formatWeekday, localSeconds, offsetOf } from '../format.js';
import { TEXTS } from '../texts.js';
import type { Route } from './types.js';

type Timed = Pick<Route, 'date' | 'start_time'>;

/** Returns the seconds since midnight of the route's date, by the clock of the place where the route starts. */
export function dayTime({ date, start_time: start }: Timed, iso: string): number {
  // A time without an offset comes from the request and is local to its place: assume the clock of the route.
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(iso);
  const seconds = hasOffset ? Date.parse(iso) / 1000 + offsetOf(start) : localSeconds(iso);
  return seconds - localSeconds(`${date}T00:00`);
}

/** Returns `09:30`, with the weekday if it is not the route's date, and the offset if it differs from the start's. */
export function clockIn({ date, start_time: start }: Timed, iso: string): string {
  const day = iso.slice(0, 10) === date ? undefined : formatWeekday(iso);
  const offset = offsetOf(iso);
  const zone = offset === offsetOf(start) ? undefined : TEXTS.plan.offset(offset / 3600);
  return [day, clockOf(iso), zone].filter((part) => part !== undefined).join(' ');
}
