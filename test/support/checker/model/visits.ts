/**
 * The visits that an order owes: one, or `count` in each week, in each month or in the whole planning period.
 *
 * Every ISO week or calendar month with at least one day in the planning period owes the full count, or, with
 * `prorate`, a share proportional to its days in the period. Visits are numbered consecutively from 1: with four per
 * week, those of the second week are 5 to 8.
 */
import { isoWeekOf, monthOf, weekdayOf } from '../time/calendar.js';
import { type Interval } from '../time/windows.js';
import { DAY_SECONDS, instantOfLocal, localDayAt } from '../time/zone.js';
import { type Order } from './orders.js';

/** Returns the name of the week or month of a day, which is its first day. The planning period is one cycle. */
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

/** Returns the weeks or months of the planning period, in order. The end of the period is exclusive. */
export function cyclesOf(order: Order, period: Interval): number[] {
  const per = order.entry.visits?.per ?? 'planning_period';
  const cycles = new Set<number>();
  const lastDay = localDayAt(order.zone, period.end - 1);
  for (let day = localDayAt(order.zone, period.start); day <= lastDay; day += 1) {
    cycles.add(cycleOf(per, day));
  }
  return [...cycles];
}

/** Returns how many visits a cycle owes: all, or its prorated share, rounded half up (rule 43). */
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

/** Returns the numbers of the owed visits, with the cycle that each belongs to. */
export function visitsOwed(order: Order, period: Interval): { visit: number; cycle: number }[] {
  if (order.entry.visits === undefined) return [{ visit: 1, cycle: 0 }];
  const cycles = cyclesOf(order, period).flatMap((cycle) =>
    Array.from({ length: countOf(order, cycle, period) }, () => cycle),
  );
  return cycles.map((cycle, idx) => ({ visit: idx + 1, cycle }));
}

/** Returns the days on which a visit may start: those of its week or month that are among its weekdays. */
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
