/** Locations, vehicles and shifts of a routing request. */
import Type, { type Static } from 'typebox';
import {
  SPEED_FACTOR_MAX,
  SPEED_FACTOR_MIN,
  ownProfileSchema,
  profileSchema,
} from '../../travel/index.js';
import { here } from '../../validation/index.js';
import {
  amounts,
  coordinates,
  count,
  flag,
  id,
  ids,
  like,
  metadata,
  meters,
  money,
  place,
  placeOrNull,
  seconds,
  strictObject,
  time,
  windows,
} from './basics.js';
import {
  BREAKS_OF_SHIFT_MAX,
  DIMENSION_COUNT_MAX,
  LIST_LENGTH_MAX,
  ORDER_COUNT_MAX,
  RINGS_MAX,
  RING_POSITIONS_MAX,
  SHIFTS_OF_VEHICLE_MAX,
  SHIFT_COUNT_MAX,
  VEHICLE_COUNT_MAX,
} from './limits.js';

/** Of loading: a day for each piece is more than any takes. */
const UNIT_SECONDS_MAX = 86_400;

export const locationSchema = strictObject(
  'Location',
  {
    location_id: id('Your identifier of the location. Unique in the request.'),
    ...coordinates,
    setup_duration: Type.Optional(
      seconds('Paid once for each arrival, however many stops are made there. Default: 0.'),
    ),
    time_windows: Type.Optional(windows('When service may start here. Default: always.')),
    docks: Type.Optional(
      count(
        'How many vehicles are served here at once, from setup to departure: at stops, reloads, `loading` and `unloading`. Default: any number.',
        SHIFT_COUNT_MAX,
        1,
      ),
    ),
  },
  'A place that is named by an id.',
);
export type LocationEntry = Static<typeof locationSchema>;

const breakFields = {
  break_id: Type.Optional(id('Default: its position, such as `breaks/0`.')),
  duration: seconds('How long it takes.'),
  time_windows: Type.Optional(windows('When it may begin. Default: any time.')),
  location: Type.Optional(place('Where it is taken. Default: wherever the vehicle is.')),
};
const breakSchema = strictObject('Break', breakFields, 'A pause that has to be made.');
export type BreakEntry = Static<typeof breakSchema>;

const softBreakSchema = strictObject(
  'SoftBreak',
  {
    ...breakFields,
    cost_per_hour_late: Type.Optional(
      money('Of each hour that it begins after its window. Default: 0.'),
    ),
    skip_cost: Type.Optional(money('Of leaving it out while it is owed. Default: 0.')),
  },
  'A pause that may be late or left out, at a cost.',
);

const reloadSchema = strictObject(
  'Reload',
  {
    reload_id: Type.Optional(id('Default: its position, such as `reloads/0`.')),
    location: place('Where the vehicle unloads what it collected and loads what it delivers next.'),
    duration: Type.Optional(seconds('How long it takes. Default: 0.')),
    time_windows: Type.Optional(windows('When it may begin. Default: any time.')),
    max_count: Type.Optional(count('On one route. Default: any number.', ORDER_COUNT_MAX, 1)),
  },
  'A place at which a route may change its load, if that is of use.',
);

export const shiftSchema = strictObject(
  'Shift',
  {
    shift_id: Type.Optional(
      id('Unique in the vehicle. Default: its position, such as `shifts/0`.'),
    ),
    start_location: Type.Optional(
      placeOrNull('Where routes begin. Absent or null: with the first stop.'),
    ),
    end_location: Type.Optional(
      placeOrNull(
        'Where routes end. Absent or null: with the last stop. `stay`, unless a location is called so: there as well, and the next route of the vehicle begins there instead of at its `start_location`.',
      ),
    ),
    start_time: time('No route starts earlier.'),
    end_time: time('What lies after it is overtime.'),
    latest_start_time: Type.Optional(
      time('No route starts later. Default: any time within the shift.'),
    ),
    earliest_end_time: Type.Optional(
      time('Routes that are back earlier wait at their end. Default: any time.'),
    ),
    end_empty: Type.Optional(
      flag(
        'Routes end with nothing on board: what is collected is unloaded at a reload before. Default: false.',
      ),
    ),
    max_overtime: Type.Optional(seconds('How far a route may go beyond `end_time`. Default: 0.')),
    attributes: Type.Optional(ids("Beside the vehicle's.")),
    repeat: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'On which days the shift repeats: a rule of RFC 5545 with FREQ, INTERVAL, BYDAY, COUNT, UNTIL.',
        examples: ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
      }),
    ),
    breaks: Type.Optional(
      Type.Array(breakSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Pauses that have to be made.',
      }),
    ),
    soft_breaks: Type.Optional(
      Type.Array(softBreakSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Pauses that may be late or left out, at a cost.',
      }),
    ),
    reloads: Type.Optional(
      Type.Array(reloadSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Places at which the load may change, if that is of use.',
      }),
    ),
  },
  'A time in which the vehicle may make one route.',
);
export type ShiftEntry = Static<typeof shiftSchema>;

const spanLimitsSchema = strictObject(
  'SpanLimits',
  {
    duration: Type.Optional(seconds('Sum of the durations of routes.')),
    driving_duration: Type.Optional(seconds('On the road.')),
    distance: Type.Optional(meters('On the road.')),
    shifts: Type.Optional(count('Shifts that are used.', SHIFT_COUNT_MAX)),
  },
  'Limits over several shifts. What is absent is unlimited.',
);

const limitsSchema = strictObject(
  'VehicleLimits',
  {
    duration: Type.Optional(seconds("From a route's start to its end.")),
    driving_duration: Type.Optional(seconds('On the road.')),
    distance: Type.Optional(meters('On the road.')),
    stops: Type.Optional(count('Stops of orders.', SHIFT_COUNT_MAX)),
    waiting_duration: Type.Optional(seconds('All waiting of a route.')),
    per_week: Type.Optional(here(spanLimitsSchema, 'Of each ISO week.')),
    per_period: Type.Optional(here(spanLimitsSchema, 'Of the planning period.')),
  },
  'Of each shift. What is absent is unlimited.',
);

const softLimitsSchema = strictObject(
  'SoftLimits',
  {
    duration: Type.Optional(
      strictObject(
        'SoftDurationLimit',
        {
          limit: seconds("From a route's start to its end."),
          cost_per_hour: money('Of what lies beyond.'),
        },
        'How long a route should be at most.',
      ),
    ),
    distance: Type.Optional(
      strictObject(
        'SoftDistanceLimit',
        {
          limit: meters('On the road.'),
          cost_per_kilometer: money('Of what lies beyond.'),
        },
        'How far a route should go at most.',
      ),
    ),
    stops: Type.Optional(
      strictObject(
        'SoftStopsLimit',
        {
          limit: count('Stops of orders.', SHIFT_COUNT_MAX),
          cost_per_stop: money('Of each beyond.'),
        },
        'How many stops a route should have at most.',
      ),
    ),
  },
  'Limits of each shift that may be exceeded, at a cost beside all others.',
);

const handlingSchema = strictObject(
  'Handling',
  {
    duration: Type.Optional(seconds('However much there is. Default: 0.')),
    per_unit: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: UNIT_SECONDS_MAX }), {
        maxProperties: DIMENSION_COUNT_MAX,
        description:
          'Seconds of each unit, to the thousandth, by dimension; their sum is rounded to seconds. What is absent takes none.',
        examples: [{ boxes: 20 }],
      }),
    ),
  },
  'How long it takes to load or unload.',
);
export type HandlingEntry = Static<typeof handlingSchema>;

const costsSchema = strictObject(
  'VehicleCosts',
  {
    fixed: Type.Optional(money('Of each shift that is used.')),
    per_hour: Type.Optional(money('From start to end, breaks and waiting included.')),
    per_kilometer: Type.Optional(money('Of the distance.')),
    per_stop: Type.Optional(money('Of each stop of an order.')),
    per_waiting_hour: Type.Optional(money('Beside `per_hour`.')),
    per_overtime_hour: Type.Optional(money('Beside `per_hour`.')),
    per_night: Type.Optional(
      money(
        'Of each night on the road: from the day of a shift with `end_location: "stay"` to that of the next route; one where there is none.',
      ),
    ),
  },
  'What it costs to use the vehicle. What is absent costs nothing.',
);

const drivingRulesSchema = strictObject(
  'DrivingRules',
  {
    preset: Type.Optional(
      Type.Enum(['ec_561_2006'], {
        description:
          'Numbers of a law, which those that are given go before: of Regulation (EC) 561/2006 4.5 hours of driving, 45 minutes of break or 15 and 30, 9 hours of driving and 13 hours in all before a rest of 11 hours, which `rest_between_shifts` is as well unless it is given; 45 hours of rest after six days, 56 hours of driving a week, 90 in two.',
      }),
    ),
    max_driving_duration: Type.Optional(
      seconds(
        'Driven time between full breaks. Needed without a preset or `max_working_duration`.',
        1,
      ),
    ),
    break_duration: Type.Optional(
      seconds('Of a rest that is a full break by itself. Needed without a preset.', 1),
    ),
    break_parts: Type.Optional(
      Type.Array(seconds('At least.', 1), {
        maxItems: 10,
        description: 'Rests that together are a full break, in this order.',
      }),
    ),
    max_working_duration: Type.Optional(
      seconds('All time between full breaks, waiting and shorter rests included. Default: any.', 1),
    ),
    max_daily_driving_duration: Type.Optional(
      seconds('Driven time between daily rests. Default: any.', 1),
    ),
    max_daily_duration: Type.Optional(
      seconds('All time between daily rests, breaks and waiting included. Default: any.', 1),
    ),
    daily_rest_duration: Type.Optional(
      seconds('Of a daily rest, which is a full break as well. Needed with limits of days.', 1),
    ),
    weekly_rest_duration: Type.Optional(
      seconds(
        'Of a weekly rest, which lies between two routes. Needed with `max_weekly_duration`.',
        1,
      ),
    ),
    max_weekly_duration: Type.Optional(
      seconds(
        'From the start of the first route after a weekly rest to the end of the last before the next. Needed with `weekly_rest_duration`.',
        1,
      ),
    ),
    max_weekly_driving_duration: Type.Optional(
      seconds('Driven time of the routes of an ISO week. Default: any.', 0),
    ),
    max_two_week_driving_duration: Type.Optional(
      seconds(
        'Driven time of the routes of two ISO weeks that follow one another. Default: any.',
        0,
      ),
    ),
  },
  'Rests that driving and working ask for. Each route starts rested.',
);

const ringSchema = Type.Array(
  Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
    minItems: 2,
    maxItems: 2,
    description: 'Longitude and latitude.',
  }),
  { minItems: 4, maxItems: RING_POSITIONS_MAX, description: 'A closed line.' },
);
const polygonSchema = strictObject(
  'Polygon',
  {
    type: Type.Literal('Polygon', { description: 'As GeoJSON has it.' }),
    coordinates: Type.Array(ringSchema, {
      minItems: 1,
      maxItems: RINGS_MAX,
      description: 'The line around it, then those around its holes.',
      examples: [
        [
          [
            [13.3, 52.5],
            [13.4, 52.5],
            [13.4, 52.6],
            [13.3, 52.5],
          ],
        ],
      ],
    }),
  },
  'An area of GeoJSON.',
);
export type PolygonEntry = Static<typeof polygonSchema>;

const territorySchema = strictObject(
  'Territory',
  {
    area: here(polygonSchema, 'Where the vehicle is at home.'),
    outside_cost: money(
      'Of each visit that it makes of an order with a place outside; of alternative places the first counts.',
    ),
  },
  'An area that the vehicle should keep to.',
);

/** Of how fast vehicles work: from an apprentice's to a team's. */
const SERVICE_FACTOR_MIN = 0.1;
const SERVICE_FACTOR_MAX = 10;

export const vehicleSchema = strictObject(
  'Vehicle',
  {
    vehicle_id: id('Unique in the request.'),
    count: Type.Optional(
      count('Identical copies: `v1#1`, `v1#2`, … Default: 1.', VEHICLE_COUNT_MAX, 1),
    ),
    type: Type.Optional(profileSchema),
    profile: Type.Optional(ownProfileSchema),
    speed_factor: Type.Optional(
      Type.Number({
        minimum: SPEED_FACTOR_MIN,
        maximum: SPEED_FACTOR_MAX,
        description: 'Every speed is multiplied by this. Default: 1.',
      }),
    ),
    service_factor: Type.Optional(
      Type.Number({
        minimum: SERVICE_FACTOR_MIN,
        maximum: SERVICE_FACTOR_MAX,
        description:
          'Durations of orders are multiplied by this, to the thousandth, and rounded to seconds; setup, breaks and reloads are not. Default: 1.',
      }),
    ),
    metadata: Type.Optional(metadata),
    capacity: Type.Optional(amounts('A dimension that is absent is unlimited.')),
    attributes: Type.Optional(ids('What it has or can.')),
    costs: Type.Optional(costsSchema),
    limits: Type.Optional(limitsSchema),
    soft_limits: Type.Optional(softLimitsSchema),
    driving_rules: Type.Optional(drivingRulesSchema),
    rest_between_shifts: Type.Optional(
      like(
        39_600,
        seconds('At least, from the end of a route to the start of its next. Default: any.', 1),
      ),
    ),
    loading: Type.Optional(
      here(handlingSchema, 'At the start of a route: what it has on board on leaving.'),
    ),
    unloading: Type.Optional(
      here(handlingSchema, 'At the end of a route: what it has on board on arriving.'),
    ),
    territory: Type.Optional(territorySchema),
    shifts: Type.Array(shiftSchema, {
      minItems: 1,
      maxItems: Math.min(SHIFTS_OF_VEHICLE_MAX, LIST_LENGTH_MAX),
      description: 'Times in which it may make one route each.',
    }),
  },
  'Who travels: one vehicle, or several that are alike.',
);
export type VehicleEntry = Static<typeof vehicleSchema>;
