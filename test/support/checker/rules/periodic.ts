/**
 * Periodic visits: within their week or month, spaced apart, on their weekdays, by one vehicle, at one time of day; all
 * of them or none, unless `partial` allows some. Days are local to the order.
 */
import { type VisitsEntry } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Order } from '../model/orders.js';
import { hasBegun, type Served } from '../model/served.js';
import { cycleOf, visitsOwed } from '../model/visits.js';
import { isoWeekOf, weekdayOf } from '../time/calendar.js';
import { DAY_SECONDS, localSecondsAt } from '../time/zone.js';

type Visit = {
  number: number;
  pointer: string;
  day: number;
  secondOfDay: number;
  vehicleId: string;
  /** What has begun may be on any day. */
  hasBegun: boolean;
};
type Report = (
  visit: Visit,
  expected: unknown,
  got: unknown,
  comment: string,
  amount?: number,
) => void;

function readVisit(served: Served): Visit {
  const { visit, stops, start, route, order } = served;
  const local = localSecondsAt(order.zone, start);
  const day = Math.floor(local / DAY_SECONDS);
  return {
    number: visit,
    pointer: stops[0]?.stop.pointer ?? route.pointer,
    day,
    secondOfDay: local - day * DAY_SECONDS,
    vehicleId: route.occurrence.vehicle.vehicleId,
    hasBegun: hasBegun(served),
  };
}

/** Gaps are counted from day to day: Monday to Wednesday is 2. Two visits on one day need `min_days_between: 0`. */
function checkSpacing(visits: readonly Visit[], rules: VisitsEntry, report: Report): void {
  const { min_days_between: min = 1, max_days_between: max = Infinity } = rules;
  visits.forEach((visit, idx) => {
    const before = visits[idx - 1];
    if (before === undefined) return;
    const days = visit.day - before.day;
    if (days < min)
      report(visit, `at least ${min}`, days, 'days since the visit before', min - days);
    // An unserved visit leaves a gap that is not an error of its neighbors.
    const isNext = Math.abs(visit.number - before.number) === 1;
    if (days > max && isNext)
      report(visit, `at most ${max}`, days, 'days since the visit before', days - max);
  });
}

function checkDays(visits: readonly Visit[], rules: VisitsEntry, report: Report): void {
  const { weekdays = [], day_patterns = [] } = rules;
  for (const visit of visits) {
    const weekday = weekdayOf(visit.day);
    if (weekdays.length > 0 && !weekdays.includes(weekday) && !visit.hasBegun)
      report(visit, weekdays, weekday, 'weekdays');
  }
  if (rules.same_weekdays === true) {
    const used = new Set<string>();
    const extra = visits.find(({ day }) => used.add(weekdayOf(day)).size > rules.count);
    if (extra !== undefined)
      report(extra, rules.count, [...used], 'weekdays of all visits together', 1);
  }
  if (day_patterns.length === 0) return;
  for (const week of new Set(visits.map(({ day }) => isoWeekOf(day)))) {
    const inWeek = visits.filter(({ day }) => isoWeekOf(day) === week);
    const days = inWeek.map(({ day }) => weekdayOf(day));
    const fits = day_patterns.some((pattern) => days.every((day) => pattern.includes(day)));
    const [first] = inWeek;
    if (!fits && first !== undefined)
      report(first, day_patterns, days, 'day_patterns, in this week');
  }
}

function checkSameness(visits: readonly Visit[], rules: VisitsEntry, report: Report): void {
  const [first] = visits;
  if (first === undefined) return;
  if (rules.same_vehicle === 'required') {
    const other = visits.find(({ vehicleId }) => vehicleId !== first.vehicleId);
    if (other !== undefined) report(other, first.vehicleId, other.vehicleId, 'same_vehicle');
  }
  const byTime = [...visits].sort((left, right) => left.secondOfDay - right.secondOfDay);
  const earliest = byTime[0] ?? first;
  const latest = byTime.at(-1) ?? first;
  const spread = latest.secondOfDay - earliest.secondOfDay;
  const tolerance = rules.same_time_tolerance ?? Infinity;
  if (spread > tolerance) {
    report(latest, tolerance, spread, 'seconds between times of day', spread - tolerance);
  }
}

function checkOrder(order: Order, rules: VisitsEntry, { served, problem }: Checked): Finding[] {
  const findings: Finding[] = [];
  const report: Report = (visit, expected, got, comment, amount) => {
    const { pointer } = visit;
    const extra = amount === undefined ? {} : { amount };
    findings.push({ code: 'visit_spacing', pointer, expected, got, comment, ...extra });
  };
  const own = served.filter((each) => each.order === order);
  const visits = own
    .map(readVisit)
    .sort((left, right) => left.day - right.day || left.secondOfDay - right.secondOfDay);
  const owed = visitsOwed(order, problem.period);
  for (const visit of visits) {
    const cycle = owed.find((each) => each.visit === visit.number)?.cycle;
    const got = cycleOf(rules.per, visit.day);
    if (cycle !== undefined && got !== cycle && !visit.hasBegun)
      report(visit, cycle, got, `first day of its ${rules.per}`);
  }
  checkSpacing(visits, rules, report);
  checkDays(visits, rules, report);
  checkSameness(visits, rules, report);
  const [first] = visits;
  const isPartial = first !== undefined && visits.length < owed.length;
  if (rules.partial !== true && isPartial && !own.some(hasBegun)) {
    report(first, owed.length, visits.length, 'all visits or none, unless partial');
  }
  return findings;
}

export function checkPeriodic(checked: Checked): Finding[] {
  return [...checked.problem.orders.values()].flatMap((order) =>
    order.entry.visits === undefined ? [] : checkOrder(order, order.entry.visits, checked),
  );
}
