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
      seconds(
        'Time spent once on each arrival, however many stops the vehicle makes there. Default: 0.',
      ),
    ),
    time_windows: Type.Optional(windows('When service may start here. Default: always.')),
    docks: Type.Optional(
      count(
        'The number of vehicles that can be served here at the same time, from setup to departure, at stops, reloads, `loading` and `unloading`. Default: unlimited.',
        SHIFT_COUNT_MAX,
        1,
      ),
    ),
  },
  'A named location.',
);
export type LocationEntry = Static<typeof locationSchema>;

const breakFields = {
  break_id: Type.Optional(id('The id of the break. Default: its position, such as `breaks/0`.')),
  duration: seconds('The length of the break.'),
  time_windows: Type.Optional(windows('When it may start. Default: any time.')),
  location: Type.Optional(place('Where the break is taken. Default: wherever the vehicle is.')),
};
const breakSchema = strictObject('Break', breakFields, 'A mandatory break.');
export type BreakEntry = Static<typeof breakSchema>;

const softBreakSchema = strictObject(
  'SoftBreak',
  {
    ...breakFields,
    cost_per_hour_late: Type.Optional(
      money('The cost per hour by which the break starts after its window. Default: 0.'),
    ),
    skip_cost: Type.Optional(money('The cost of skipping the break when it is due. Default: 0.')),
  },
  'A break that may be late or skipped, at a cost.',
);

const reloadSchema = strictObject(
  'Reload',
  {
    reload_id: Type.Optional(
      id('The id of the reload. Default: its position, such as `reloads/0`.'),
    ),
    location: place('Where the vehicle unloads collected goods and loads the next deliveries.'),
    duration: Type.Optional(seconds('The time that the reload takes. Default: 0.')),
    time_windows: Type.Optional(windows('When it may start. Default: any time.')),
    max_count: Type.Optional(
      count('How often a route may use it. Default: unlimited.', ORDER_COUNT_MAX, 1),
    ),
  },
  'An optional stop at which a vehicle unloads and reloads during its route.',
);

export const shiftSchema = strictObject(
  'Shift',
  {
    shift_id: Type.Optional(
      id(
        'The id of the shift, unique within the vehicle. Default: its position, such as `shifts/0`.',
      ),
    ),
    start_location: Type.Optional(
      placeOrNull('Where the route starts. If absent or null, it starts at the first stop.'),
    ),
    end_location: Type.Optional(
      placeOrNull(
        'Where the route ends. If absent or null, it ends at the last stop. With `stay` (unless a location has that id) it also ends at the last stop, and the next route of the vehicle starts there instead of at its own `start_location`.',
      ),
    ),
    start_time: time('The earliest start of the route.'),
    end_time: time('The end of the shift. Work after it is overtime.'),
    latest_start_time: Type.Optional(
      time('The latest start of the route. Default: any time within the shift.'),
    ),
    earliest_end_time: Type.Optional(
      time(
        'The earliest end of the route: a vehicle that returns before then waits at the end. Default: any time.',
      ),
    ),
    end_empty: Type.Optional(
      flag(
        'If true, the vehicle must end its route empty: it unloads what it collected at a reload. Default: false.',
      ),
    ),
    max_overtime: Type.Optional(
      seconds('How long after `end_time` the route may end. Default: 0.'),
    ),
    attributes: Type.Optional(
      ids('Attributes that the vehicle has in this shift, in addition to its own.'),
    ),
    repeat: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'The days on which the shift repeats, as an RFC 5545 rule with FREQ, INTERVAL, BYDAY, COUNT and UNTIL.',
        examples: ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
      }),
    ),
    breaks: Type.Optional(
      Type.Array(breakSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Mandatory breaks.',
      }),
    ),
    soft_breaks: Type.Optional(
      Type.Array(softBreakSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Breaks that may be late or skipped, at a cost.',
      }),
    ),
    reloads: Type.Optional(
      Type.Array(reloadSchema, {
        maxItems: BREAKS_OF_SHIFT_MAX,
        description: 'Places where the vehicle may unload and reload during its route.',
      }),
    ),
  },
  'A period in which the vehicle may make one route.',
);
export type ShiftEntry = Static<typeof shiftSchema>;

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

const limitsSchema = strictObject(
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

const softLimitsSchema = strictObject(
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

const handlingSchema = strictObject(
  'Handling',
  {
    duration: Type.Optional(seconds('The fixed time, whatever the load. Default: 0.')),
    per_unit: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: UNIT_SECONDS_MAX }), {
        maxProperties: DIMENSION_COUNT_MAX,
        description:
          'Seconds per unit of load, by dimension, read to three decimals. The sum over all dimensions is rounded to whole seconds. An absent dimension takes no time.',
        examples: [{ boxes: 20 }],
      }),
    ),
  },
  'The time that loading or unloading takes.',
);
export type HandlingEntry = Static<typeof handlingSchema>;

const costsSchema = strictObject(
  'VehicleCosts',
  {
    fixed: Type.Optional(money('The cost of each used shift.')),
    per_hour: Type.Optional(
      money(
        'The cost per hour from the start of a route to its end, including breaks and waiting.',
      ),
    ),
    per_kilometer: Type.Optional(money('The cost per kilometer driven.')),
    per_stop: Type.Optional(money('The cost of each stop that serves an order.')),
    per_waiting_hour: Type.Optional(
      money('An additional cost per hour of waiting, on top of `per_hour`.'),
    ),
    per_overtime_hour: Type.Optional(
      money('An additional cost per hour of overtime, on top of `per_hour`.'),
    ),
    per_night: Type.Optional(
      money(
        'The cost of each night between a route that ends with `end_location: "stay"` and the next route of the vehicle; one night if there is no next route.',
      ),
    ),
  },
  'The costs of using the vehicle. An absent cost is 0.',
);

const drivingRulesSchema = strictObject(
  'DrivingRules',
  {
    preset: Type.Optional(
      Type.Enum(['ec_561_2006'], {
        description:
          'The limits of a regulation; each field that you state replaces the limit of the preset. `ec_561_2006` is Regulation (EC) 561/2006: at most 4.5 hours of driving between breaks of 45 minutes (or 15 and then 30); at most 9 hours of driving and 13 hours of duty before a daily rest of 11 hours, which is also the default of `rest_between_shifts`; a weekly rest of 45 hours after at most six days; at most 56 hours of driving in a week and 90 in two weeks.',
      }),
    ),
    max_driving_duration: Type.Optional(
      seconds('The longest driving time between full breaks. Required without a preset.', 1),
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
    max_weekly_driving_duration: Type.Optional(
      seconds('The longest driving time in an ISO week. Default: unlimited.', 0),
    ),
    max_two_week_driving_duration: Type.Optional(
      seconds('The longest driving time in two consecutive ISO weeks. Default: unlimited.', 0),
    ),
  },
  'Rules on driving time and rest. The driver starts each route rested.',
);

const ringSchema = Type.Array(
  Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
    minItems: 2,
    maxItems: 2,
    description: 'A position: longitude, then latitude.',
  }),
  {
    minItems: 4,
    maxItems: RING_POSITIONS_MAX,
    description: 'A closed ring: the last position equals the first.',
  },
);
const polygonSchema = strictObject(
  'Polygon',
  {
    type: Type.Literal('Polygon', { description: 'The GeoJSON type.' }),
    coordinates: Type.Array(ringSchema, {
      minItems: 1,
      maxItems: RINGS_MAX,
      description: 'The outer ring, then the rings of holes.',
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
  'A GeoJSON polygon.',
);
export type PolygonEntry = Static<typeof polygonSchema>;

const territorySchema = strictObject(
  'Territory',
  {
    area: here(polygonSchema, 'The area of the territory.'),
    outside_cost: money(
      'The cost of each visit that the vehicle makes to an order with a place outside the area. Of alternative locations, only the first counts.',
    ),
  },
  'An area that the vehicle should stay in.',
);

/** Of how fast vehicles work: from an apprentice's to a team's. */
const SERVICE_FACTOR_MIN = 0.1;
const SERVICE_FACTOR_MAX = 10;

export const vehicleSchema = strictObject(
  'Vehicle',
  {
    vehicle_id: id('Unique in the request.'),
    count: Type.Optional(
      count(
        'The number of identical vehicles; the copies are named `v1#1`, `v1#2` and so on. Default: 1.',
        VEHICLE_COUNT_MAX,
        1,
      ),
    ),
    type: Type.Optional(profileSchema),
    profile: Type.Optional(ownProfileSchema),
    speed_factor: Type.Optional(
      Type.Number({
        minimum: SPEED_FACTOR_MIN,
        maximum: SPEED_FACTOR_MAX,
        description: 'A factor for all speeds of the vehicle. Default: 1.',
      }),
    ),
    service_factor: Type.Optional(
      Type.Number({
        minimum: SERVICE_FACTOR_MIN,
        maximum: SERVICE_FACTOR_MAX,
        description:
          'A factor for the service durations of orders, read to three decimals; results are rounded to whole seconds. It does not apply to setup, breaks and reloads. Default: 1.',
      }),
    ),
    metadata: Type.Optional(metadata),
    capacity: Type.Optional(
      amounts('The capacity in each dimension. An absent dimension is unlimited.'),
    ),
    attributes: Type.Optional(ids('Attributes of the vehicle, such as equipment and skills.')),
    costs: Type.Optional(costsSchema),
    limits: Type.Optional(limitsSchema),
    soft_limits: Type.Optional(softLimitsSchema),
    driving_rules: Type.Optional(drivingRulesSchema),
    rest_between_shifts: Type.Optional(
      like(
        39_600,
        seconds(
          'The shortest time from the end of a route to the start of the vehicle’s next route. Default: none.',
          1,
        ),
      ),
    ),
    loading: Type.Optional(
      here(handlingSchema, 'Loading at the start of a route, for the load on board at departure.'),
    ),
    unloading: Type.Optional(
      here(handlingSchema, 'Unloading at the end of a route, for the load on board at arrival.'),
    ),
    territory: Type.Optional(territorySchema),
    shifts: Type.Array(shiftSchema, {
      minItems: 1,
      maxItems: Math.min(SHIFTS_OF_VEHICLE_MAX, LIST_LENGTH_MAX),
      description: 'The shifts of the vehicle: it makes at most one route in each.',
    }),
  },
  'A vehicle, or several identical ones.',
);
export type VehicleEntry = Static<typeof vehicleSchema>;
