/**
 * Calendar days as numbers, counted from 1970-01-01: dates, weekdays, ISO weeks, months.
 *
 * This file knows no time zones: a day is the date that a local clock shows.
 */
import { DAY_MS } from './time-of-day.js';

/** The names of weekdays in requests. Monday is first, so that positions are weekday indexes. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export type CalendarDate = { year: number; month: number; dayOfMonth: number };

/** 0 is Monday. 1970-01-01 was a Thursday. */
export const weekdayIdxOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Returns the number of an ISO week, which starts on Monday. Weeks are numbered consecutively across years. */
export const isoWeekOf = (day: number): number => Math.floor((day + 3) / 7);

/** Returns the Monday of a week, as numbered by `isoWeekOf`. */
export const firstDayOfWeek = (week: number): number => week * 7 - 3;

export function dateOf(day: number): CalendarDate {
  const date = new Date(day * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
  };
}

/** Returns the day of a date; undefined if the calendar has no such date (February 30). */
export function dayOf({ year, month, dayOfMonth }: CalendarDate): number | undefined {
  // `Date.UTC` would interpret a year below 100 as one of the 20th century.
  const day = new Date(0).setUTCFullYear(year, month - 1, dayOfMonth) / DAY_MS;
  const found = dateOf(day);
  return found.year === year && found.month === month && found.dayOfMonth === dayOfMonth
    ? day
    : undefined;
}

/** Returns the number of a month. Months are numbered consecutively across years. */
export function monthOf(day: number): number {
  const { year, month } = dateOf(day);
  return year * 12 + month - 1;
}

/** Returns the first day of a month, as numbered by `monthOf`. */
export const firstDayOfMonth = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;

/** Formats a day as YYYY-MM-DD. */
export const formatDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Parses a day as YYYY-MM-DD; undefined if the text is not a date. */
export function parseDay(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0] = match.slice(1).map(Number);
  return dayOf({ year, month, dayOfMonth });
}
