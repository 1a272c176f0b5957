/** What all parts of a drawn request share: the features in use, the days, the places and their names. */
import type { LocationRef, TimeWindow } from '../checker/contract.js';
import type { Random } from './random.js';

/** The features that a request may have. A request with a feature uses it in random places. */
export const FEATURES = [
  ...['open_start', 'open_end', 'several_shifts', 'repeat', 'count', 'speed_factor', 'overnight'],
  ...['capacity', 'decimals', 'two_dimensions', 'attributes', 'costs', 'shift_limits'],
  ...['span_limits', 'overtime', 'hard_breaks', 'break_places', 'soft_breaks', 'driving_rules'],
  ...['reloads', 'windows', 'recurring_windows', 'soft_windows', 'location_windows', 'setups'],
  ...['alternatives', 'kinds', 'shipments', 'many_stops', 'ride_duration', 'load_order'],
  ...['load_types', 'periodic', 'vehicle_lists', 'preferred_vehicles', 'release', 'optional'],
  ...['priorities', 'relations', 'gaps', 'objective', 'zones', 'clock_change', 'period'],
  ...['traffic', 'weekend_costs', 'free_flow', 'unreachable', 'inline_places', 'unix'],
  ...['tight', 'weekend_days', 'limited_iterations', 'service_factor'],
] as const;
export type Feature = (typeof FEATURES)[number];

export type Scene = {
  random: Random;
  has: (feature: Feature) => boolean;
  /** Whether the feature is in use, and is also drawn here with this probability. */
  here: (feature: Feature, share: number) => boolean;
  /** Dates on which shifts may start, in order. */
  days: readonly string[];
  /** References to places as requests have them. Vehicles start at the first two. */
  places: readonly LocationRef[];
  zone: string;
};

const pad = (number: number): string => String(number).padStart(2, '0');

export const timeOfDay = (second: number): string =>
  `${pad(Math.floor(second / 3600))}:${pad(Math.floor((second % 3600) / 60))}`;

/** Returns the local time that is `second` seconds after midnight of a date, ignoring clock changes. */
export const localTime = (date: string, second: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + second * 1000).toISOString().slice(0, 19);

export const dateAfter = (date: string, days: number): string =>
  localTime(date, days * 86_400).slice(0, 10);

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

export const weekdayOf = (date: string): string =>
  WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO';

/** Draws one or two windows in which service may start, dated or recurring, on the days of the scene. */
export function drawWindows(scene: Scene, hours: readonly [number, number]): TimeWindow[] {
  const { random } = scene;
  const count = random.chance(0.3) ? 2 : 1;
  return Array.from({ length: count }, () => drawWindow(scene, hours));
}

export function drawWindow(scene: Scene, hours: readonly [number, number]): TimeWindow {
  const { random, days } = scene;
  const start = random.step(hours[0] * 3600, hours[1] * 3600, 900);
  const end = start + random.step(900, scene.has('tight') ? 7200 : 6 * 3600, 900);
  if (scene.here('recurring_windows', 0.6)) {
    const times = { start_time: timeOfDay(start % 86_400), end_time: timeOfDay(end % 86_400) };
    if (random.chance(0.5)) return times;
    const weekdays = random.draw(WEEKDAYS, random.between(2, 6));
    return random.chance(0.2) ? { weekdays } : { ...times, weekdays };
  }
  const date = random.pick(days);
  const window = { start_time: localTime(date, start), end_time: localTime(date, end) };
  if (random.chance(0.1)) return { start_time: window.start_time };
  return random.chance(0.1) ? { end_time: window.end_time } : window;
}
