/** Orders of a routing request, and relations between them. */
import Type, { type Static } from 'typebox';
import { WEEKDAYS } from '../../time/index.js';
import { unit } from '../../validation/index.js';
import {
  amounts,
  count,
  flag,
  id,
  ids,
  like,
  metadata,
  money,
  place,
  seconds,
  softWindows,
  strictObject,
  time,
  weekdaySchema,
  windows,
} from './basics.js';
import {
  ID_LENGTH_MAX,
  LIST_LENGTH_MAX,
  MONEY_MAX,
  ORDER_COUNT_MAX,
  PERIOD_DAYS_MAX,
  STOPS_OF_ORDER_MAX,
  VISITS_COUNT_MAX,
} from './limits.js';

const alternativeSchema = strictObject(
  'AlternativeLocation',
  {
    location: place('Instead of the first.'),
    time_windows: Type.Optional(windows("Instead of the order's.")),
  },
  'Another place at which the order, or one of its stops, may be served.',
);

const stopSchema = strictObject(
  'Stop',
  {
    stop_id: Type.Optional(id('Unique in the order. Default: its position, such as `pickups/0`.')),
    location: place('Where.'),
    duration: Type.Optional(seconds("Of the service. Default: the order's.")),
    alternative_locations: Type.Optional(
      Type.Array(alternativeSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description: 'Other places for the stop.',
      }),
    ),
    time_windows: Type.Optional(windows("When service may start. Default: the order's.")),
    soft_time_windows: Type.Optional(
      softWindows("When service should start. Default: the order's."),
    ),
    load: Type.Optional(amounts("What is taken on board or handed over. Default: the order's.")),
    after: Type.Optional(
      ids('Stops of the order that come earlier. Default: of a dropoff all pickups, else none.'),
    ),
  },
  'A stop of an order with several.',
);
export type StopEntry = Static<typeof stopSchema>;

const days = (description: string) =>
  Type.Array(weekdaySchema, { minItems: 1, maxItems: WEEKDAYS.length, description });

const visitsSchema = strictObject(
  'Visits',
  {
    count: count('How many visits.', VISITS_COUNT_MAX, 1),
    per: Type.Enum(['week', 'month', 'planning_period'], {
      description: 'Each ISO week or month of the planning period, or all of it.',
    }),
    min_days_between: Type.Optional(
      count('Between visits that follow one another, in days. Default: 1.', PERIOD_DAYS_MAX),
    ),
    max_days_between: Type.Optional(count('The same. Default: any number.', PERIOD_DAYS_MAX)),
    weekdays: Type.Optional(days('On these alone. Default: all.')),
    day_patterns: Type.Optional(
      Type.Array(days('Weekdays.'), {
        maxItems: 200,
        description: 'The weekdays used in a week are all of one of these.',
      }),
    ),
    prorate: Type.Optional(
      flag(
        'A week or month of which only some days lie in the planning period owes their share of the count, rounded. Default: false.',
      ),
    ),
    same_weekdays: Type.Optional(
      flag('All visits together fall on at most `count` weekdays. Default: false.'),
    ),
    same_vehicle: Type.Optional(
      Type.Enum(['required', 'preferred', 'free'], { description: 'Default: `free`.' }),
    ),
    other_vehicle_cost: Type.Optional(
      like(
        15,
        money(
          'Of each vehicle beyond the first, where one is preferred. Default: what a quarter of an hour and five kilometers cost at most with any vehicle.',
        ),
      ),
    ),
    same_time_tolerance: Type.Optional(
      like(3_600, seconds('Latest minus earliest time of day of all visits. Default: any.')),
    ),
    partial: Type.Optional(flag('Some visits may be served while others are not. Default: false.')),
  },
  'Makes the order periodic.',
);
export type VisitsEntry = Static<typeof visitsSchema>;

const preferredVehicleSchema = strictObject(
  'PreferredVehicle',
  {
    vehicle_id: id('A vehicle, or one copy of it.'),
    cost: Type.Number({
      minimum: -MONEY_MAX,
      maximum: MONEY_MAX,
      description: 'For each visit that it makes; below 0 it is sought, above 0 avoided.',
      ...unit('money'),
    }),
  },
  'A vehicle that is sought or avoided.',
);

export const orderSchema = strictObject(
  'Order',
  {
    order_id: id('Unique in the request.'),
    kind: Type.Optional(
      Type.Enum(['dropoff', 'pickup', 'service'], {
        description: 'Of an order with one stop. Default: `dropoff`.',
      }),
    ),
    location: Type.Optional(place('Where its one stop is.')),
    duration: Type.Optional(seconds('Of the service. Default: 0.')),
    setup_duration: Type.Optional(
      seconds("Beside the location's: paid by the first stop after an arrival. Default: 0."),
    ),
    alternative_locations: Type.Optional(
      Type.Array(alternativeSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description: 'Other places for its one stop.',
      }),
    ),
    time_windows: Type.Optional(windows('When service may start. Default: any time.')),
    soft_time_windows: Type.Optional(softWindows('When service should start.')),
    load: Type.Optional(amounts('What is taken on board or handed over.')),
    pickups: Type.Optional(
      Type.Array(stopSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description: 'Instead of `location`: stops that load. All stops are made on one route.',
      }),
    ),
    dropoffs: Type.Optional(
      Type.Array(stopSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description: 'Instead of `location`: stops that unload.',
      }),
    ),
    max_ride_duration: Type.Optional(
      like(5_400, seconds('From leaving the first pickup to reaching the last dropoff.')),
    ),
    load_order: Type.Optional(
      Type.Enum(['any', 'lifo', 'fifo'], { description: 'Order of unloading. Default: `any`.' }),
    ),
    route_position: Type.Optional(
      Type.Enum(['any', 'first', 'last'], {
        description:
          'Its stops come before those of all orders that are not `first`, or after those of all that are not `last`. Default: `any`.',
      }),
    ),
    load_type: Type.Optional(like('food', id('What is carried.'))),
    incompatible_load_types: Type.Optional(
      like(['chemicals'], ids('May not be on board together with it.')),
    ),
    visits: Type.Optional(visitsSchema),
    required_attributes: Type.Optional(ids('All of them have to be there.')),
    any_of_attributes: Type.Optional(
      Type.Array(
        Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
          minItems: 1,
          maxItems: LIST_LENGTH_MAX,
        }),
        { maxItems: 100, description: 'Of each list one has to be there.' },
      ),
    ),
    forbidden_attributes: Type.Optional(ids('None of them may be there.')),
    allowed_vehicles: Type.Optional(ids('None but these. Absent or empty: all.')),
    forbidden_vehicles: Type.Optional(ids('Never these.')),
    preferred_vehicles: Type.Optional(
      Type.Array(preferredVehicleSchema, {
        maxItems: LIST_LENGTH_MAX,
        description: 'Vehicles that are sought or avoided.',
      }),
    ),
    metadata: Type.Optional(metadata),
    release_time: Type.Optional(
      time('Deliveries leave no earlier; other services start no earlier.'),
    ),
    mandatory: Type.Optional(flag('Unserved only if nothing else is possible. Default: true.')),
    priority: Type.Optional(count('What is more important is dropped later. Default: 0.', 100)),
    unserved_cost: Type.Optional(money('Of each visit that is left out. Default: 0.')),
  },
  'What is to be served: one stop, or pickups and dropoffs that belong together.',
);
export type OrderEntry = Static<typeof orderSchema>;

export const relationSchema = strictObject(
  'Relation',
  {
    type: Type.Enum(
      [
        ...(['same_route', 'same_vehicle', 'different_vehicles', 'sequence'] as const),
        ...(['consecutive', 'before', 'simultaneous'] as const),
      ],
      { description: 'What binds the orders.' },
    ),
    orders: Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
      minItems: 2,
      maxItems: ORDER_COUNT_MAX,
      description: 'Ids of orders; their order matters for sequences.',
    }),
    vehicle_id: Type.Optional(id('All of them by this vehicle, or one of its copies.')),
    min_gap: Type.Optional(seconds('From the end of one to the start of the next.')),
    max_gap: Type.Optional(seconds('The same. Of `simultaneous`: between starts, 0 by default.')),
  },
  'A rule between orders.',
);
export type RelationEntry = Static<typeof relationSchema>;
