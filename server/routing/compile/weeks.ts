/** Weekly rests of a vehicle, with the deadlines by which reductions of them are made up for. */
import { DAY_SECONDS, firstDayOfWeek, isoWeekOf, type Clock } from '../../time/index.js';
import type { WeekMessage } from '../problem.js';
import type { Interval, ReadVehicle } from '../read/index.js';

type Week = NonNullable<NonNullable<ReadVehicle['drivingRules']>['week']>;

export const weekMessage = (
  { restSeconds, spanSecondsMax, reduced }: Week,
  clock: Clock | undefined,
  period: Interval,
): WeekMessage => ({
  rest_seconds: restSeconds,
  span_seconds_max: spanSecondsMax,
  ...(reduced === undefined || clock === undefined
    ? {}
    : {
        reduced: {
          rest_seconds: reduced.restSeconds,
          compensated_rest_seconds: reduced.compensatedRestSeconds,
          weeks: compensationWeeks(reduced.compensationWeekCount, clock, period),
        },
      }),
});

/** Returns the ISO weeks in which a rest may begin. All routes lie in the period, so all rests between them do. */
function compensationWeeks(
  weekCount: number,
  clock: Clock,
  { startAt, endAt }: Interval,
): { start_at: number; compensated_by_at: number }[] {
  const startOf = (week: number): number =>
    clock.instantOf(firstDayOfWeek(week) * DAY_SECONDS).instant;
  const first = isoWeekOf(clock.dayOf(startAt));
  const last = isoWeekOf(clock.dayOf(endAt));
  return Array.from({ length: last - first + 1 }, (_, idx) => ({
    start_at: startOf(first + idx),
    compensated_by_at: startOf(first + idx + 1 + weekCount),
  }));
}
