/**
 * The visits that orders owe: one, or `count` in each ISO week or month that has a day of the planning period, or in all
 * of it. Days are those of the order's clock, and the period's last day is that of the second before its end.
 */
import {
  DAY_SECONDS,
  firstDayOfMonth,
  firstDayOfWeek,
  isoWeekOf,
  monthOf,
  weekdayIdxOf,
  type Clock,
} from '../../time/index.js';
import type { ReadOrder } from './orders.js';
import { dayPatternsOf } from './patterns.js';
import type { Report } from './report.js';
import type { Interval } from './windows.js';

/** When the visits of each week or month may start, in order; each owes `visitsPerSpan`. */
export function spansOf({ entry, clock }: ReadOrder, period: Interval): Interval[] {
  const firstDay = clock.dayOf(period.startAt);
  const lastDay = clock.dayOf(period.endAt - 1);
  switch (entry.visits?.per) {
    case undefined:
    case 'planning_period':
      return [period];
    case 'week':
      return spansBetween(isoWeekOf(firstDay), isoWeekOf(lastDay), firstDayOfWeek, clock, period);
    case 'month':
      return spansBetween(monthOf(firstDay), monthOf(lastDay), firstDayOfMonth, clock, period);
  }
}

export const visitsPerSpan = ({ entry }: ReadOrder): number => entry.visits?.count ?? 1;

export const visitCountOf = (order: ReadOrder, period: Interval): number =>
  spansOf(order, period).length * visitsPerSpan(order);

/** A pattern whose weekdays the planning period does not have can never be kept. */
export function reportMissingDays(order: ReadOrder, period: Interval, report: Report): void {
  const { entry, clock, pointer } = order;
  if (entry.visits === undefined) return;
  const patterns = dayPatternsOf(entry.visits);
  if (patterns.length === 0) return;
  const allowed = patterns.reduce((all, mask) => all | mask, 0);
  const lastDay = clock.dayOf(period.endAt);
  for (let day = clock.dayOf(period.startAt); day <= lastDay; day += 1) {
    if ((allowed & (1 << weekdayIdxOf(day))) !== 0) return;
  }
  report.problem(
    `${pointer}/visits/${entry.visits.weekdays === undefined ? 'day_patterns' : 'weekdays'}`,
    'visits_do_not_fit',
    'The planning period has none of these weekdays.',
  );
}

function spansBetween(
  first: number,
  last: number,
  firstDayOf: (number: number) => number,
  clock: Clock,
  period: Interval,
): Interval[] {
  const midnightOf = (number: number): number =>
    clock.instantOf(firstDayOf(number) * DAY_SECONDS).instant;
  return Array.from({ length: last - first + 1 }, (_, idx) => ({
    startAt: Math.max(period.startAt, midnightOf(first + idx)),
    endAt: Math.min(period.endAt, midnightOf(first + idx + 1) - 1),
  }));
}
