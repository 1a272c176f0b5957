/** Periodic orders: weekdays as bit sets, and checks for rules that no week can satisfy. */
import { WEEKDAYS, type Weekday } from '../../time/index.js';
import type { VisitsEntry } from '../schema/index.js';
import type { Report } from './report.js';

/** Returns weekdays as a bit set; bit 0 is Monday. */
export const maskOf = (weekdays: readonly Weekday[]): number =>
  weekdays.reduce((mask, name) => mask | (1 << WEEKDAYS.indexOf(name)), 0);

const ALL_DAYS = 0b111_1111;

/** Returns the sets of weekdays of which each week uses one; empty: any days. */
export function dayPatternsOf({ weekdays, day_patterns = [] }: VisitsEntry): number[] {
  const allowed = weekdays === undefined ? ALL_DAYS : maskOf(weekdays);
  if (day_patterns.length > 0) return day_patterns.map((pattern) => maskOf(pattern) & allowed);
  return weekdays === undefined ? [] : [allowed];
}

export function reportPatterns(
  visits: VisitsEntry | undefined,
  pointer: string,
  report: Report,
): void {
  if (visits === undefined) return;
  const min = visits.min_days_between ?? 1;
  const { max_days_between } = visits;
  if (max_days_between !== undefined && max_days_between < min) {
    report.problem(
      `${pointer}/max_days_between`,
      'max_below_min',
      `It is less than min_days_between, ${min}${visits.min_days_between === undefined ? ' by default' : ''}.`,
    );
  }
  if (visits.per !== 'week' || min === 0) return;
  const patterns = dayPatternsOf(visits);
  const fits = (patterns.length > 0 ? patterns : [ALL_DAYS]).map((mask) => daysApart(mask, min));
  const most = Math.max(...fits);
  if (most < visits.count) {
    const named = visits.day_patterns !== undefined && visits.day_patterns.length > 0;
    const field = named ? 'day_patterns' : visits.weekdays === undefined ? 'count' : 'weekdays';
    report.problem(
      `${pointer}/${field}`,
      'visits_do_not_fit',
      `On these weekdays, at most ${most} of the ${visits.count} visits fit into a week if they are at least ${min} days apart.`,
    );
  }
}

/** The largest number of days of the set that are `daysBetween` days apart. Greedy from the earliest day is optimal. */
function daysApart(mask: number, daysBetween: number): number {
  let count = 0;
  let next = 0;
  for (let weekday = 0; weekday < WEEKDAYS.length; weekday += 1) {
    if (weekday < next || (mask & (1 << weekday)) === 0) continue;
    count += 1;
    next = weekday + daysBetween;
  }
  return count;
}
