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

/** A week or month, or the period, and how many visits it owes. */
export type VisitSpan = Interval & { visitCount: number };

/** When the visits of each week or month may start, in order. */
export function spansOf({ entry, clock }: ReadOrder, period: Interval): VisitSpan[] {
  const { count = 1, per, prorate = false } = entry.visits ?? {};
  const days = { firstDay: clock.dayOf(period.startAt), lastDay: clock.dayOf(period.endAt - 1) };
  const owed: Owed = { count, prorate, days, clock, period };
  switch (per) {
    case undefined:
    case 'planning_period':
      return [{ ...period, visitCount: count }];
    case 'week':
      return spansBetween(isoWeekOf, firstDayOfWeek, owed);
    case 'month':
      return spansBetween(monthOf, firstDayOfMonth, owed);
  }
}

export const visitCountOf = (order: ReadOrder, period: Interval): number =>
  spansOf(order, period).reduce((sum, { visitCount }) => sum + visitCount, 0);

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

type Owed = {
  count: number;
  prorate: boolean;
  /** Of the planning period, by the order's clock. */
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
    // Halves up.
    const share = Math.floor((2 * count * dayCount + (to - from)) / (2 * (to - from)));
    return {
      startAt: Math.max(period.startAt, midnightOf(from)),
      endAt: Math.min(period.endAt, midnightOf(to) - 1),
      visitCount: prorate ? share : count,
    };
  });
}
