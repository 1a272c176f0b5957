/** Times of a route's stops: on its own clock where they are drawn, on the clock of their place where they are written. */
import { clockOf, formatWeekday, localSeconds, offsetOf } from '../format.js';
import { TEXTS } from '../texts.js';
import type { Route } from './types.js';

type Timed = Pick<Route, 'date' | 'start_time'>;

/** Seconds since the midnight at which the route's day begins, by the clock of where it starts. */
export function dayTime({ date, start_time: start }: Timed, iso: string): number {
  // What says no offset is of a place of the request: its clock is taken for the route's.
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(iso);
  const seconds = hasOffset ? Date.parse(iso) / 1000 + offsetOf(start) : localSeconds(iso);
  return seconds - localSeconds(`${date}T00:00`);
}

/** `09:30`, with its day where that is not the route's, and with its offset where clocks differ from those at the start. */
export function clockIn({ date, start_time: start }: Timed, iso: string): string {
  const day = iso.slice(0, 10) === date ? undefined : formatWeekday(iso);
  const offset = offsetOf(iso);
  const zone = offset === offsetOf(start) ? undefined : TEXTS.plan.offset(offset / 3600);
  return [day, clockOf(iso), zone].filter((part) => part !== undefined).join(' ');
}
