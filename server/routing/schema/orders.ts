/** The orders of a routing request, and the relations between them. */
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
    location: place('The alternative location.'),
    time_windows: Type.Optional(
      windows('When service may start there. Default: the windows of the order or stop.'),
    ),
  },
  'An alternative location at which an order or a stop may be served.',
);

const stopSchema = strictObject(
  'Stop',
  {
    stop_id: Type.Optional(
      id(
        'The id of the stop, unique within the order. Default: its position, such as `pickups/0`.',
      ),
    ),
    location: place('The location of the stop.'),
    duration: Type.Optional(seconds('The service duration. Default: that of the order.')),
    alternative_locations: Type.Optional(
      Type.Array(alternativeSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description: 'Alternative locations of the stop.',
      }),
    ),
    time_windows: Type.Optional(
      windows('When service may start. Default: the windows of the order.'),
    ),
    soft_time_windows: Type.Optional(
      softWindows('When service should start. Default: the soft windows of the order.'),
    ),
    load: Type.Optional(
      amounts('The load that is picked up or delivered. Default: that of the order.'),
    ),
    after: Type.Optional(
      ids(
        'The ids of stops of the order that must come before this one. Default: all pickups for a dropoff, none for a pickup.',
      ),
    ),
  },
  'One of the stops of an order.',
);
export type StopEntry = Static<typeof stopSchema>;

const days = (description: string) =>
  Type.Array(weekdaySchema, { minItems: 1, maxItems: WEEKDAYS.length, description });

const visitsSchema = strictObject(
  'Visits',
  {
    count: count('The number of visits in each `per`.', VISITS_COUNT_MAX, 1),
    per: Type.Enum(['week', 'month', 'planning_period'], {
      description:
        'The span that `count` refers to: each ISO week or each month in the planning period, or the whole planning period.',
    }),
    min_days_between: Type.Optional(
      count('The fewest days between consecutive visits. Default: 1.', PERIOD_DAYS_MAX),
    ),
    max_days_between: Type.Optional(
      count('The most days between consecutive visits. Default: unlimited.', PERIOD_DAYS_MAX),
    ),
    weekdays: Type.Optional(days('The weekdays on which visits may take place. Default: all.')),
    day_patterns: Type.Optional(
      Type.Array(days('A combination of weekdays.'), {
        maxItems: 200,
        description:
          'Combinations of weekdays: all visits of a week fall on weekdays of one of them.',
      }),
    ),
    prorate: Type.Optional(
      flag(
        'If true, a week or month that lies only partly in the planning period requires a proportional share of `count`, rounded. Default: false.',
      ),
    ),
    same_weekdays: Type.Optional(
      flag('If true, all visits together use at most `count` different weekdays. Default: false.'),
    ),
    same_vehicle: Type.Optional(
      Type.Enum(['required', 'preferred', 'free'], {
        description: 'Whether one vehicle has to make all visits. Default: `free`.',
      }),
    ),
    other_vehicle_cost: Type.Optional(
      like(
        15,
        money(
          'With `same_vehicle: "preferred"`, the cost of each vehicle after the first. The default is the most that a quarter of an hour and five kilometers cost with any vehicle.',
        ),
      ),
    ),
    same_time_tolerance: Type.Optional(
      like(
        3_600,
        seconds(
          'The longest difference between the earliest and the latest time of day of the visits. Default: unlimited.',
        ),
      ),
    ),
    partial: Type.Optional(
      flag('If true, some visits may be served while others are not. Default: false.'),
    ),
  },
  'Makes the order periodic: it is visited several times.',
);
export type VisitsEntry = Static<typeof visitsSchema>;

const preferredVehicleSchema = strictObject(
  'PreferredVehicle',
  {
    vehicle_id: id('The id of a vehicle, or of one copy.'),
    cost: Type.Number({
      minimum: -MONEY_MAX,
      maximum: MONEY_MAX,
      description:
        'The cost of each visit by this vehicle. A negative cost attracts the vehicle, a positive one deters it.',
      ...unit('money'),
    }),
  },
  'A preference for or against a vehicle.',
);

export const orderSchema = strictObject(
  'Order',
  {
    order_id: id('Unique in the request.'),
    kind: Type.Optional(
      Type.Enum(['dropoff', 'pickup', 'service'], {
        description: 'The kind of an order with one stop. Default: `dropoff`.',
      }),
    ),
    location: Type.Optional(place('The location of an order with one stop.')),
    duration: Type.Optional(seconds('The service duration. Default: 0.')),
    setup_duration: Type.Optional(
      seconds(
        'Setup time in addition to that of the location, spent at the first stop after an arrival. Default: 0.',
      ),
    ),
    alternative_locations: Type.Optional(
      Type.Array(alternativeSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description: 'Alternative locations of an order with one stop.',
      }),
    ),
    time_windows: Type.Optional(windows('When service may start. Default: any time.')),
    soft_time_windows: Type.Optional(softWindows('When service should start.')),
    load: Type.Optional(amounts('The load that is picked up or delivered.')),
    pickups: Type.Optional(
      Type.Array(stopSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description:
          'The stops that pick up, instead of `location`. One route makes all stops of an order.',
      }),
    ),
    dropoffs: Type.Optional(
      Type.Array(stopSchema, {
        maxItems: STOPS_OF_ORDER_MAX,
        description: 'The stops that deliver, instead of `location`.',
      }),
    ),
    max_ride_duration: Type.Optional(
      like(
        5_400,
        seconds(
          'The longest time from departure at the first pickup to arrival at the last dropoff.',
        ),
      ),
    ),
    load_order: Type.Optional(
      Type.Enum(['any', 'lifo', 'fifo'], {
        description: 'The order in which loads are unloaded. Default: `any`.',
      }),
    ),
    route_position: Type.Optional(
      Type.Enum(['any', 'first', 'last'], {
        description:
          'The position in the route: `first` before all orders that are not `first`, `last` after all orders that are not `last`. Default: `any`.',
      }),
    ),
    load_type: Type.Optional(like('food', id('The type of the load.'))),
    incompatible_load_types: Type.Optional(
      like(['chemicals'], ids('Load types that may not be on board at the same time.')),
    ),
    visits: Type.Optional(visitsSchema),
    required_attributes: Type.Optional(ids('Attributes that the vehicle must have, all of them.')),
    any_of_attributes: Type.Optional(
      Type.Array(
        Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
          minItems: 1,
          maxItems: LIST_LENGTH_MAX,
        }),
        {
          maxItems: 100,
          description: 'Lists of attributes: the vehicle must have at least one of each list.',
        },
      ),
    ),
    forbidden_attributes: Type.Optional(ids('Attributes that the vehicle must not have.')),
    allowed_vehicles: Type.Optional(
      ids('The vehicles that may serve the order. If absent or empty, all may.'),
    ),
    forbidden_vehicles: Type.Optional(ids('Vehicles that may not serve the order.')),
    preferred_vehicles: Type.Optional(
      Type.Array(preferredVehicleSchema, {
        maxItems: LIST_LENGTH_MAX,
        description: 'Preferences for or against vehicles.',
      }),
    ),
    metadata: Type.Optional(metadata),
    release_time: Type.Optional(
      time(
        'The earliest time at which a delivery leaves the depot, or at which any other service starts.',
      ),
    ),
    mandatory: Type.Optional(
      flag('If true, the order is left unserved only if it cannot be served. Default: true.'),
    ),
    priority: Type.Optional(
      count('Orders of lower priority are left unserved first. Default: 0.', 100),
    ),
    unserved_cost: Type.Optional(money('The cost of each unserved visit. Default: 0.')),
  },
  'An order: one stop, or pickups and dropoffs that belong together.',
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
      { description: 'The kind of relation.' },
    ),
    orders: Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
      minItems: 2,
      maxItems: ORDER_COUNT_MAX,
      description:
        'The ids of the orders. For `sequence`, `consecutive` and `before` their order matters.',
    }),
    vehicle_id: Type.Optional(
      id('The vehicle, or a vehicle one of whose copies, has to serve all of them.'),
    ),
    min_gap: Type.Optional(
      seconds('The shortest time from the end of an order to the start of the next.'),
    ),
    max_gap: Type.Optional(
      seconds(
        'The longest time from the end of an order to the start of the next; for `simultaneous`, the longest time between the starts, by default 0.',
      ),
    ),
  },
  'A rule that binds several orders.',
);
export type RelationEntry = Static<typeof relationSchema>;
