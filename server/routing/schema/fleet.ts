/** The locations and vehicles of a routing request. */
import Type, { type Static } from 'typebox';
import { ownProfileSchema, profileSchema, speedFactorSchema } from '../../travel/index.js';
import { here } from '../../validation/index.js';
import {
  amounts,
  coordinates,
  count,
  id,
  ids,
  like,
  metadata,
  money,
  seconds,
  strictObject,
  windows,
} from './basics.js';
import {
  DIMENSION_COUNT_MAX,
  LIST_LENGTH_MAX,
  RINGS_MAX,
  RING_POSITIONS_MAX,
  SHIFTS_OF_VEHICLE_MAX,
  SHIFT_COUNT_MAX,
  VEHICLE_COUNT_MAX,
} from './limits.js';
import { shiftSchema } from './shifts.js';
import { drivingRulesSchema, limitsSchema, softLimitsSchema } from './vehicle-rules.js';

/** Bounds the time to load or unload one unit. No unit takes as long as a day. */
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

/** Bounds of `service_factor`, from the pace of a team to that of an apprentice. */
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
    speed_factor: Type.Optional(speedFactorSchema),
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
          'The shortest time from the end of a route to the start of the vehicle’s next route. With `driving_rules`, it is at least the daily rest if they limit days, or else a full break, and this is the default; otherwise there is none.',
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
