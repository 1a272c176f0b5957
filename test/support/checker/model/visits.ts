/**
 * The visits that an order owes: one, or `count` in each week, month or in the whole planning period.
 *
 * Every ISO week or calendar month with at least one day of the planning period owes the full count, or with `prorate` the
 * share of its days that lie there. Visits are numbered from 1 through all of them: with four a week, the second week's
 * are 5 to 8.
 */
import { isoWeekOf, monthOf, weekdayOf } from '../time/calendar.js';
import { type Interval } from '../time/windows.js';
import { DAY_SECONDS, instantOfLocal, localDayAt } from '../time/zone.js';
import { type Order } from './orders.js';

/** The name of the week or month of a day: its first day. The planning period is one. */
export function cycleOf(per: 'week' | 'month' | 'planning_period', day: number): number {
  switch (per) {
    case 'week':
      return isoWeekOf(day);
    case 'month':
      return monthOf(day);
    case 'planning_period':
      return 0;
  }
}

/** Weeks or months of the planning period, in order. Its last second is the one before its end. */
export function cyclesOf(order: Order, period: Interval): number[] {
  const per = order.entry.visits?.per ?? 'planning_period';
  const cycles = new Set<number>();
  const lastDay = localDayAt(order.zone, period.end - 1);
  for (let day = localDayAt(order.zone, period.start); day <= lastDay; day += 1) {
    cycles.add(cycleOf(per, day));
  }
  return [...cycles];
}

/** Visits that one of the cycles owes: all, or its days' share, halves up (decision 43). */
function countOf(order: Order, cycle: number, period: Interval): number {
  const { visits } = order.entry;
  if (visits === undefined) return 1;
  const { count, per, prorate = false } = visits;
  if (!prorate || per === 'planning_period') return count;
  let [inside, whole] = [0, 0];
  const first = localDayAt(order.zone, period.start);
  const last = localDayAt(order.zone, period.end - 1);
  for (let day = cycle; cycleOf(per, day) === cycle; day += 1) {
    whole += 1;
    if (day >= first && day <= last) inside += 1;
  }
  return Math.round((count * inside) / whole);
}

/** Numbers of the visits owed, with the cycle that each belongs to. */
export function visitsOwed(order: Order, period: Interval): { visit: number; cycle: number }[] {
  if (order.entry.visits === undefined) return [{ visit: 1, cycle: 0 }];
  const cycles = cyclesOf(order, period).flatMap((cycle) =>
    Array.from({ length: countOf(order, cycle, period) }, () => cycle),
  );
  return cycles.map((cycle, idx) => ({ visit: idx + 1, cycle }));
}

/** The days of its week or month, and of its weekdays, on which a visit may start. */
export function daysOfVisit(order: Order, visit: number | undefined, period: Interval): Interval[] {
  const { visits } = order.entry;
  if (visits === undefined) return [period];
  const cycle = visitsOwed(order, period).find((each) => each.visit === visit)?.cycle;
  const midnight = (day: number): number => instantOfLocal(order.zone, day * DAY_SECONDS).instant;
  const first = localDayAt(order.zone, period.start);
  const last = localDayAt(order.zone, period.end);
  return Array.from({ length: last - first + 1 }, (_, idx) => first + idx)
    .filter((day) => cycleOf(visits.per, day) === cycle)
    .filter((day) => visits.weekdays?.includes(weekdayOf(day)) ?? true)
    .map((day) => ({ start: midnight(day), end: midnight(day + 1) - 1 }));
}
