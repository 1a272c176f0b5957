/** How much a vehicle may work: limits, soft limits, and driving rules. */
import Type from 'typebox';
import { here } from '../../validation/index.js';
import { count, meters, money, seconds, strictObject } from './basics.js';
import { COMPENSATION_WEEK_COUNT_MAX, EXCEPTION_COUNT_MAX, SHIFT_COUNT_MAX } from './limits.js';

const spanLimitsSchema = strictObject(
  'SpanLimits',
  {
    duration: Type.Optional(seconds('The total duration of the routes.')),
    driving_duration: Type.Optional(seconds('The total driving time.')),
    distance: Type.Optional(meters('The distance driven.')),
    shifts: Type.Optional(count('The number of shifts used.', SHIFT_COUNT_MAX)),
  },
  'Limits on all routes of the vehicle in a span. An absent limit is unlimited.',
);

export const limitsSchema = strictObject(
  'VehicleLimits',
  {
    duration: Type.Optional(seconds('The time from the start of the route to its end.')),
    driving_duration: Type.Optional(seconds('The total driving time.')),
    distance: Type.Optional(meters('The distance driven.')),
    stops: Type.Optional(count('The number of stops that serve orders.', SHIFT_COUNT_MAX)),
    waiting_duration: Type.Optional(seconds('The total waiting time of the route.')),
    per_week: Type.Optional(here(spanLimitsSchema, 'Limits for each ISO week.')),
    per_period: Type.Optional(here(spanLimitsSchema, 'Limits for the planning period.')),
  },
  'Limits for each route. An absent limit is unlimited.',
);

export const softLimitsSchema = strictObject(
  'SoftLimits',
  {
    duration: Type.Optional(
      strictObject(
        'SoftDurationLimit',
        {
          limit: seconds('The time from the start of the route to its end.'),
          cost_per_hour: money('The cost per hour above the limit.'),
        },
        'A soft limit on the duration of a route.',
      ),
    ),
    distance: Type.Optional(
      strictObject(
        'SoftDistanceLimit',
        {
          limit: meters('The distance driven.'),
          cost_per_kilometer: money('The cost per kilometer above the limit.'),
        },
        'A soft limit on the distance of a route.',
      ),
    ),
    stops: Type.Optional(
      strictObject(
        'SoftStopsLimit',
        {
          limit: count('The number of stops that serve orders.', SHIFT_COUNT_MAX),
          cost_per_stop: money('The cost of each stop above the limit.'),
        },
        'A soft limit on the number of stops of a route.',
      ),
    ),
  },
  'Limits for each route that may be exceeded, at an additional cost.',
);

export const drivingRulesSchema = strictObject(
  'DrivingRules',
  {
    preset: Type.Optional(
      Type.Enum(['ec_561_2006'], {
        description:
          'The limits of a regulation; each field that you state replaces the limit of the preset. `ec_561_2006` is Regulation (EC) 561/2006: at most 4.5 hours of driving between breaks of 45 minutes (or 15 and then 30); at most 9 hours of driving, or 10 on two days of an ISO week, and 13 hours of duty before a daily rest of 11 hours, which is also the default of `rest_between_shifts`; a daily rest may also be taken as 3 and then 9 hours; up to three times between two weekly rests, a reduced daily rest of 9 hours after at most 15 hours of duty; a weekly rest of 45 hours after at most six days, of which every other one may be reduced to 24 hours and is made up for by the end of the third week after it, beside a rest of at least 9 hours; at most 56 hours of driving in a week and 90 in two weeks.',
      }),
    ),
    max_driving_duration: Type.Optional(
      seconds(
        'The longest driving time between full breaks. Required without a preset or `max_working_duration`.',
        1,
      ),
    ),
    break_duration: Type.Optional(
      seconds('The shortest rest that is a full break by itself. Required without a preset.', 1),
    ),
    break_parts: Type.Optional(
      Type.Array(seconds('The shortest length of this part.', 1), {
        maxItems: 10,
        description: 'Shorter rests that together make up a full break, in this order.',
      }),
    ),
    max_working_duration: Type.Optional(
      seconds(
        'The longest time between full breaks, including waiting and shorter rests. Default: unlimited.',
        1,
      ),
    ),
    max_daily_driving_duration: Type.Optional(
      seconds('The longest driving time between daily rests. Default: unlimited.', 1),
    ),
    max_daily_duration: Type.Optional(
      seconds(
        'The longest time between daily rests, including breaks and waiting. Default: unlimited.',
        1,
      ),
    ),
    daily_rest_duration: Type.Optional(
      seconds(
        'The shortest daily rest, which also counts as a full break. Required with a daily limit.',
        1,
      ),
    ),
    daily_rest_parts: Type.Optional(
      Type.Array(seconds('The shortest length of this part.', 1), {
        maxItems: 2,
        description:
          'Two rests that together stand for a daily rest: the first is within the day, the second ends it. A day with the first part may be longer than `max_daily_duration` by as much as the second part is shorter than `daily_rest_duration`. Together the parts are at least as long as `daily_rest_duration`, and the second is not longer than any daily rest that is allowed. Requires `max_daily_duration`.',
      }),
    ),
    reduced_daily_rest_duration: Type.Optional(
      seconds(
        'The shortest reduced daily rest, which is shorter than `daily_rest_duration`. The day before it may be longer than `max_daily_duration` by as much as a reduced rest may be shorter. Required with `max_reduced_daily_rests`.',
        1,
      ),
    ),
    max_reduced_daily_rests: Type.Optional(
      count(
        'The most reduced daily rests between two weekly rests. Required with `reduced_daily_rest_duration`.',
        EXCEPTION_COUNT_MAX,
      ),
    ),
    extended_daily_driving_duration: Type.Optional(
      seconds(
        'The longest driving time between daily rests on extended days, which is longer than `max_daily_driving_duration`. Required with `max_extended_days_per_week`.',
        1,
      ),
    ),
    max_extended_days_per_week: Type.Optional(
      count(
        'The most extended days on the routes of an ISO week. Required with `extended_daily_driving_duration`.',
        EXCEPTION_COUNT_MAX,
      ),
    ),
    weekly_rest_duration: Type.Optional(
      seconds(
        'The shortest weekly rest, which is always between two routes. Required with `max_weekly_duration`.',
        1,
      ),
    ),
    max_weekly_duration: Type.Optional(
      seconds(
        'The longest time from the start of the first route after a weekly rest to the end of the last route before the next weekly rest. Required with `weekly_rest_duration`.',
        1,
      ),
    ),
    reduced_weekly_rest_duration: Type.Optional(
      seconds(
        'The shortest reduced weekly rest, which is shorter than `weekly_rest_duration`. Of two successive weekly rests, at most one is reduced. Required with `weekly_rest_compensation_weeks`.',
        1,
      ),
    ),
    weekly_rest_compensation_weeks: Type.Optional(
      count(
        'A reduction is made up for by the end of this many ISO weeks after the one in which the reduced rest begins: another rest between two routes is longer by as much. Required with `reduced_weekly_rest_duration`.',
        COMPENSATION_WEEK_COUNT_MAX,
      ),
    ),
    compensation_rest_duration: Type.Optional(
      seconds(
        'The shortest rest that is lengthened to make up for a reduced weekly rest, without what it makes up for. Required with `reduced_weekly_rest_duration`.',
        1,
      ),
    ),
    max_weekly_driving_duration: Type.Optional(
      seconds('The longest driving time in an ISO week. Default: unlimited.', 0),
    ),
    max_two_week_driving_duration: Type.Optional(
      seconds('The longest driving time in two consecutive ISO weeks. Default: unlimited.', 0),
    ),
  },
  'Rules on driving time and rest. The driver starts each route rested.',
);
