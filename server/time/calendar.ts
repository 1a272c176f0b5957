/**
 * Days of the calendar as numbers, counted from 1970-01-01: dates, weekdays, ISO weeks, months.
 *
 * No zone is known here: a day is what a local clock shows.
 */
import { DAY_MS } from './time-of-day.js';

/** As requests name them, Monday first, so that a position is a weekday's index. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export type CalendarDate = { year: number; month: number; dayOfMonth: number };

/** 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayIdxOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** ISO weeks, numbered without gaps or meaning: each begins on a Monday. */
export const isoWeekOf = (day: number): number => Math.floor((day + 3) / 7);

/** The Monday of a week of `isoWeekOf`. */
export const firstDayOfWeek = (week: number): number => week * 7 - 3;

export function dateOf(day: number): CalendarDate {
  const date = new Date(day * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
  };
}

/** The day of a date; undefined where the calendar has none (February 30). */
export function dayOf({ year, month, dayOfMonth }: CalendarDate): number | undefined {
  // `Date.UTC` would take a year below 100 for one of the last century.
  const day = new Date(0).setUTCFullYear(year, month - 1, dayOfMonth) / DAY_MS;
  const found = dateOf(day);
  return found.year === year && found.month === month && found.dayOfMonth === dayOfMonth
    ? day
    : undefined;
}

/** Months, numbered without gaps. */
export function monthOf(day: number): number {
  const { year, month } = dateOf(day);
  return year * 12 + month - 1;
}

/** The first day of a month of `monthOf`. */
export const firstDayOfMonth = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;

/** YYYY-MM-DD. */
export const formatDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The day of YYYY-MM-DD; undefined when the text is no date. */
export function parseDay(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0] = match.slice(1).map(Number);
  return dayOf({ year, month, dayOfMonth });
}
