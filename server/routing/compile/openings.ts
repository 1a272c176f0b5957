/** When stops may be made: their windows, those of their places, and the days of the week, as instants. */
import { DAY_SECONDS, type Clock } from '../../time/index.js';
import { cut, intervalsOf, maskOf, merge, type Interval, type Place } from '../read/index.js';

export const ALWAYS: Interval = { startAt: -Infinity, endAt: Infinity };

/** Returns when windows are open, not cut to the period: a dated window outside it may be the nearest one. */
export function openAround(windows: Place['windows'], period: Interval): Interval[] {
  if (windows === undefined) return [ALWAYS];
  return merge(windows.flatMap((window) => intervalsOf(window, period)));
}

/**
 * Returns when windows that open in the period are open from its start on. They are not cut to its end: routes end
 * within it anyway, and otherwise a route that is too long would seem to miss a window that is still open.
 */
export function openFromStart(windows: Place['windows'], period: Interval): Interval[] {
  const { startAt, endAt } = period;
  return cut(openAround(windows, period), [{ startAt, endAt: Infinity }]).filter(
    (interval) => interval.startAt <= endAt,
  );
}

/** Returns the whole days of the period that fall on these weekdays. */
export function daysOf(
  names: Parameters<typeof maskOf>[0] | undefined,
  clock: Clock,
  period: Interval,
): Interval[] {
  if (names === undefined) return [ALWAYS];
  const mask = maskOf(names);
  const weekdays = new Set([0, 1, 2, 3, 4, 5, 6].filter((idx) => (mask & (1 << idx)) !== 0));
  const opens = 0;
  // The midnight at the end of a day belongs to the next day.
  const closes = DAY_SECONDS - 1;
  return openFromStart([{ kind: 'recurring', opens, closes, weekdays, clock }], period);
}

export type Opening = {
  openOf: (windows: Place['windows']) => Interval[];
  openAtPlace: (place: Place) => Interval[];
  /** Whether windows are not cut to the period. */
  isWhole: boolean;
};

/** Returns the openings of stops and places, by one of the two functions above. */
export function openings(
  open: (windows: Place['windows'], period: Interval) => Interval[],
  period: Interval,
): Omit<Opening, 'isWhole'> {
  const openOf = (windows: Place['windows']): Interval[] => open(windows, period);
  const openPlaces = new Map<Place, Interval[]>();
  const openAtPlace = (place: Place): Interval[] => {
    const known = openPlaces.get(place) ?? openOf(place.windows);
    openPlaces.set(place, known);
    return known;
  };
  return { openOf, openAtPlace };
}
