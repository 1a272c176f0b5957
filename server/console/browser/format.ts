/** Formats numbers, distances, times of day and durations for the user's locale. */

const METERS_PER_MILE = 1609.344;

const number = new Intl.NumberFormat();
const money = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const distance = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: usesMiles(navigator.language) ? 'mile' : 'kilometer',
  maximumFractionDigits: 1,
});
const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

export const formatNumber = (value: number): string => number.format(value);
export const formatMoney = (value: number): string => money.format(value);
export const formatDistance = (meters: number): string =>
  distance.format(meters / (usesMiles(navigator.language) ? METERS_PER_MILE : 1000));
export const formatPercent = (share: number): string => percent.format(share);

/** Whether road signs in the locale's region show miles. */
export function usesMiles(locale: string): boolean {
  return ['US', 'GB', 'LR', 'MM'].includes(new Intl.Locale(locale).maximize().region ?? '');
}

/** Formats a duration, such as `2 h 05`, `12 min` or `40 s`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (Math.abs(seconds) < 60) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns the time of day of an ISO time as written, which is local to its place and not to the browser. */
export const clockOf = (iso: string): string => iso.slice(11, 16);

/** Returns the local time as seconds since 1970 as if it were UTC, so that clocks of one place fit on one axis. */
export function localSeconds(iso: string): number {
  return Date.parse(`${iso.slice(0, 19).padEnd(19, ':00')}Z`) / 1000;
}

/** Returns the offset of an ISO time from UTC in seconds, positive to the east. */
export function offsetOf(iso: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d{2}):(\d{2})$/.exec(iso) ?? [];
  const seconds = Number(hours) * 3600 + Number(minutes) * 60;
  return sign === '-' ? -seconds : seconds;
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
export const formatWeekday = (isoDate: string): string =>
  weekday.format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`));

const dateFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
export const formatDate = (isoDate: string): string =>
  dateFormat.format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`));

const instant = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const formatInstant = (iso: string): string => instant.format(new Date(iso));
