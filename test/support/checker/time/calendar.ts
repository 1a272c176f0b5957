/** Calendar days, counted from 1970-01-01 as day 0: names, weeks, months. */
import { DAY_SECONDS } from './zone.js';

/** Monday first, as in ISO weeks. */
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** Returns the weekday of a day, where 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayIdxOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

export const weekdayOf = (day: number): string => WEEKDAYS[weekdayIdxOf(day)] ?? '';

export function weekdayIdxOfName(name: string): number {
  const idx = WEEKDAYS.findIndex((weekday) => weekday === name);
  if (idx < 0) throw new Error(`not a weekday: ${name}`);
  return idx;
}

export const isWeekend = (day: number): boolean => weekdayIdxOf(day) >= 5;

/** Returns the Monday that starts the ISO week of a day. */
export const isoWeekOf = (day: number): number => day - weekdayIdxOf(day);

export type YearMonthDay = { year: number; month: number; dayOfMonth: number };

/** Returns the parts of a day. `month` is 1 to 12. */
export function partsOfDay(day: number): YearMonthDay {
  const date = new Date(day * DAY_SECONDS * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
  };
}

export const dayOfParts = ({ year, month, dayOfMonth }: YearMonthDay): number =>
  Date.UTC(year, month - 1, dayOfMonth) / 1000 / DAY_SECONDS;

/** Returns the first day of the month of a day, which names that month. */
export const monthOf = (day: number): number => dayOfParts({ ...partsOfDay(day), dayOfMonth: 1 });

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns a date such as `2026-05-04`. */
export const dateOfDay = (day: number): string =>
  new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
