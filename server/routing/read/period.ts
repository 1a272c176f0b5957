/** The planning period: as the request states it; a side that is not stated comes from the shifts. */
import { DAY_SECONDS, isEndless } from '../../time/index.js';
import { PERIOD_DAYS_MAX, REPEAT_DAY_COUNT_MAX } from '../schema/limits.js';
import type { Report } from './report.js';
import type { ValidParts } from './salvage.js';
import {
  clockOfRequest,
  lastEndOf,
  searchedDaysForEnd,
  searchedDaysOf,
  type ReadVehicle,
} from './vehicles.js';
import { readTime, type Interval } from './windows.js';

/** `statedEndAt` is null if the end comes from the shifts. */
export type Period = Interval & { statedEndAt: number | null };

/** One day more than the longest period: a period that ends later is refused anyway. */
const SEARCHED_SECONDS = (PERIOD_DAYS_MAX + 1) * DAY_SECONDS;

/** Undefined: it is unknown or too expensive to compute, which is reported here or by the reading of its shifts. */
export function readPeriod(
  { period }: ValidParts,
  vehicles: readonly ReadVehicle[],
  report: Report,
): Period | undefined {
  const shifts = vehicles.flatMap((vehicle) => vehicle.shifts);
  const clock = clockOfRequest(vehicles);
  const stated = (field: 'start_time' | 'end_time'): number | undefined | null => {
    const time = period?.[field];
    const pointer = `/planning_period/${field}`;
    return time === undefined ? null : readTime(time, clock, pointer, report);
  };
  const statedStartAt = stated('start_time');
  const statedEndAt = stated('end_time');
  if (shifts.length === 0 || statedStartAt === undefined || statedEndAt === undefined) {
    return undefined;
  }
  if (statedEndAt === null) {
    const dayCount = shifts.reduce(
      (sum, shift) => sum + searchedDaysForEnd(shift, SEARCHED_SECONDS),
      0,
    );
    if (reportRepeatDays(dayCount, report)) return undefined;
  }
  let startAt = statedStartAt ?? Infinity;
  let endAt = statedEndAt ?? -Infinity;
  for (const shift of shifts) {
    if (statedStartAt === null) startAt = Math.min(startAt, shift.startAt);
    if (statedEndAt === null) endAt = Math.max(endAt, lastEndOf(shift, SEARCHED_SECONDS));
  }
  if (endAt <= startAt) {
    report.problem(
      '/planning_period',
      'ends_before_start',
      'The planning period ends before it starts; a missing start or end is taken from the shifts.',
    );
    return undefined;
  }
  if (statedEndAt === null) reportEndless(vehicles, report);
  if (endAt - startAt > PERIOD_DAYS_MAX * DAY_SECONDS) {
    report.problem(
      '/planning_period',
      'period_too_long',
      `The planning period has more than ${PERIOD_DAYS_MAX} days; a missing start or end is taken from the shifts.`,
    );
    return undefined;
  }
  const found = { startAt, endAt, statedEndAt };
  const dayCount = shifts.reduce((sum, shift) => sum + searchedDaysOf(shift, found), 0);
  return reportRepeatDays(dayCount, report) ? undefined : found;
}

/** Warns about endless rules without an end of the period: only the first day of such shifts is planned. */
function reportEndless(vehicles: readonly ReadVehicle[], report: Report): void {
  for (const { rule, pointer } of vehicles.flatMap(({ shifts }) => shifts)) {
    if (rule === undefined || !isEndless(rule)) continue;
    report.warning(
      `${pointer}/repeat`,
      'unbounded_repeat',
      'Neither the rule nor planning_period has an end, so only the days of the first shifts are planned. Add planning_period, or COUNT or UNTIL.',
    );
  }
}

/** Called before any day is examined: 10,000 rules that begin in 1970 would take 200 million days. */
function reportRepeatDays(dayCount: number, report: Report): boolean {
  if (dayCount <= REPEAT_DAY_COUNT_MAX) return false;
  report.problem(
    '/vehicles',
    'too_many_repeats',
    `The shifts' repeats go through ${dayCount} days; at most ${REPEAT_DAY_COUNT_MAX} are looked at. Let shifts start nearer to the planning period.`,
  );
  return true;
}
