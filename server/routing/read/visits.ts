/**
 * The visits that each order owes: one, or `count` in the whole planning period, or `count` in each ISO week or month
 * that contains a day of it. Days follow the order's clock; the last day is that of the second before the period's end.
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

/** A week, a month or the planning period, and the number of visits that it owes. */
export type VisitSpan = Interval & { visitCount: number };

/** Returns the spans in which the visits of an order may start, in order of time. */
export function spansOf({ entry, clock }: ReadOrder, period: Interval): VisitSpan[] {
  const { count = 1, per = 'planning_period', prorate = false } = entry.visits ?? {};
  if (per === 'planning_period') return [{ ...period, visitCount: count }];
  const days = { firstDay: clock.dayOf(period.startAt), lastDay: clock.dayOf(period.endAt - 1) };
  const owed: Owed = { count, prorate, days, clock, period };
  switch (per) {
    case 'week':
      return spansBetween(isoWeekOf, firstDayOfWeek, owed);
    case 'month':
      return spansBetween(monthOf, firstDayOfMonth, owed);
  }
}

export const visitCountOf = (order: ReadOrder, period: Interval): number =>
  spansOf(order, period).reduce((sum, { visitCount }) => sum + visitCount, 0);

/** Reports an order if none of its weekdays occurs in the planning period, since no visit could be made. */
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
    'None of these weekdays is in the planning period.',
  );
}

type Owed = {
  count: number;
  prorate: boolean;
  /** First and last day of the planning period, by the order's clock. */
  days: { firstDay: number; lastDay: number };
  clock: Clock;
  period: Interval;
};

function spansBetween(
  numberOf: (day: number) => number,
  firstDayOf: (number: number) => number,
  { count, prorate, days: { firstDay, lastDay }, clock, period }: Owed,
): VisitSpan[] {
  const midnightOf = (day: number): number => clock.instantOf(day * DAY_SECONDS).instant;
  const first = numberOf(firstDay);
  return Array.from({ length: numberOf(lastDay) - first + 1 }, (_, idx) => {
    const [from, to] = [firstDayOf(first + idx), firstDayOf(first + idx + 1)];
    const dayCount = Math.min(to, lastDay + 1) - Math.max(from, firstDay);
    // Rounded, halves up.
    const share = Math.floor((2 * count * dayCount + (to - from)) / (2 * (to - from)));
    return {
      startAt: Math.max(period.startAt, midnightOf(from)),
      endAt: Math.min(period.endAt, midnightOf(to) - 1),
      visitCount: prorate ? share : count,
    };
  });
}
