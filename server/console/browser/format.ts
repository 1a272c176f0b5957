/** Numbers, distances, times of day and durations as the user's locale writes them. */

const number = new Intl.NumberFormat();
const money = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const kilometers = new Intl.NumberFormat(undefined, {
  style: 'unit',
  unit: 'kilometer',
  maximumFractionDigits: 1,
});
const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

export const formatNumber = (value: number): string => number.format(value);
export const formatMoney = (value: number): string => money.format(value);
export const formatDistance = (meters: number): string => kilometers.format(meters / 1000);
export const formatPercent = (share: number): string => percent.format(share);

/** `2 h 05`, `12 min`, `40 s`. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (Math.abs(seconds) < 60) return `${Math.round(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

/** The time of day that stands in an ISO time: local to its place, wherever the browser is. */
export const clockOf = (iso: string): string => iso.slice(11, 16);

/** Seconds since 1970 as if local time were UTC: to draw clocks of one place on one axis. */
export function localSeconds(iso: string): number {
  return Date.parse(`${iso.slice(0, 19).padEnd(19, ':00')}Z`) / 1000;
}

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
