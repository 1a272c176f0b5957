/** The settings of a routing request: travel, the given plan, the objective and the options. */
import Type, { type Static } from 'typebox';
import { TIME_OF_DAY_PATTERN } from '../../time/index.js';
import { here, unit } from '../../validation/index.js';
import { count, flag, id, money, strictObject, time } from './basics.js';
import {
  ID_LENGTH_MAX,
  JOB_SECONDS_MAX,
  JOB_SECONDS_MIN,
  LOCATION_COUNT_MAX,
  ORDER_COUNT_MAX,
  SHIFT_COUNT_MAX,
  INSERT_SECONDS,
  SYNC_TIME_LIMIT_SECONDS_MAX,
  TIME_LIMIT_SECONDS_DEFAULT,
  TIME_LIMIT_SECONDS_MAX,
  VISIT_COUNT_MAX,
} from './limits.js';

/** Bounds the numbers of a travel matrix: divided by the smallest speed factor, 0.1, they still fit 32 bits. */
const TRAVEL_NUMBER_MAX = 100_000_000;
const TRAFFIC_WINDOW_COUNT_MAX = 96;
/** Longer than the waiting time of any route. */
const WAITING_SECONDS_MAX = 1_000_000_000;

const travelCosts = (description: string) =>
  Type.Record(
    Type.String(),
    Type.Record(
      Type.String(),
      Type.Array(Type.Number({ minimum: 0, maximum: TRAVEL_NUMBER_MAX }), {
        minItems: 2,
        maxItems: 1 + TRAFFIC_WINDOW_COUNT_MAX,
      }),
    ),
    { description },
  );

const timesOfDay = (description: string) =>
  Type.Array(Type.String({ pattern: TIME_OF_DAY_PATTERN }), {
    minItems: 1,
    maxItems: TRAFFIC_WINDOW_COUNT_MAX,
    description,
  });

const matrixLocationSchema = strictObject(
  'TravelMatrixLocation',
  {
    location_id: Type.String({
      minLength: 1,
      maxLength: ID_LENGTH_MAX,
      description: 'The id of the location, as in `travel_costs`.',
    }),
    time_zone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'IANA name; ignored.' }),
    ),
    snap_distance: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: 'Ignored.', ...unit('meters') }),
    ),
    snapped_position: Type.Optional(Type.Unknown({ description: 'Ignored.' })),
  },
  'A location of the matrix, as in a matrix response.',
);

const matrixWindowSchema = strictObject(
  'TravelMatrixWindow',
  {
    traffic_window_index: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The index of the window; ignored.' }),
    ),
    traffic_window_start_times: timesOfDay('The start of each interval.'),
    traffic_window_end_times: timesOfDay(
      'The end of each interval; the second itself is included.',
    ),
  },
  'Intervals of a weekday in which travel times are the same.',
);

const pairSchema = strictObject(
  'TravelMatrixPair',
  {
    source: Type.String({ description: 'The `location_id`.' }),
    destination: Type.String({ description: 'The `location_id`.' }),
  },
  'A pair without a road connection.',
);

const remarkSchema = strictObject(
  'TravelMatrixWarning',
  {
    code: Type.String({ description: 'Ignored.' }),
    pointer: Type.String({ description: 'Ignored.' }),
    comment: Type.String({ description: 'Ignored.' }),
  },
  'A warning of the matrix response.',
);

const matrixSchema = strictObject(
  'TravelMatrix',
  {
    locations: Type.Optional(
      Type.Array(matrixLocationSchema, {
        maxItems: LOCATION_COUNT_MAX,
        description: 'The locations of the matrix; ignored.',
      }),
    ),
    traffic_windows: Type.Array(matrixWindowSchema, {
      minItems: 1,
      maxItems: TRAFFIC_WINDOW_COUNT_MAX,
      description: 'Traffic windows, which together cover every second of a weekday exactly once.',
    }),
    travel_costs: travelCosts(
      'Costs as `costs[source][destination] = [meters, seconds in window 0, seconds in window 1, …]`. An absent pair is unreachable. The id of an inline place is `latitude,longitude`.',
    ),
    weekend_travel_costs: Type.Optional(
      travelCosts('Costs on weekends, as `[meters, seconds]`. Default: the costs of weekdays.'),
    ),
    free_flow_travel_costs: Type.Optional(
      travelCosts('Costs without traffic, as `[meters, seconds]`, for `use_traffic: false`.'),
    ),
    // The other fields of a matrix response, which are ignored.
    status: Type.Optional(Type.Literal('Ok', { description: 'Ignored.' })),
    travel_model: Type.Optional(
      Type.Enum(['road', 'estimate', 'mixed'], { description: 'Ignored.' }),
    ),
    attribution: Type.Optional(Type.String({ description: 'Ignored.' })),
    speeds_version: Type.Optional(Type.String({ description: 'Ignored.' })),
    unreachable: Type.Optional(Type.Array(pairSchema, { description: 'Ignored.' })),
    warnings: Type.Optional(Type.Array(remarkSchema, { description: 'Ignored.' })),
  },
  'Your own travel costs for all vehicles, in the form of a matrix response.',
);
export type MatrixEntry = Static<typeof matrixSchema>;

export const travelSchema = strictObject(
  'Travel',
  {
    use_traffic: Type.Optional(flag('false: times of empty roads. Default: true.')),
    matrix: Type.Optional(
      here(matrixSchema, 'Your own travel costs, instead of those of the service.'),
    ),
  },
  'The source of travel costs.',
);

/** Optional fields that a caller may copy from an answer. Their values are ignored. */
const readOver = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Ignored.' }))]),
  );

const plannedStopSchema = strictObject(
  'PlannedStop',
  {
    type: Type.Optional(
      Type.Enum(['start', 'order', 'break', 'soft_break', 'reload', 'end'], {
        description:
          'The type of the stop, as in a response. Default: `order`. The start and breaks count in mode `check`, and if they began before `now`; otherwise, like the end, they follow from the other stops.',
      }),
    ),
    order_id: Type.Optional(id('The id of the order.')),
    stop_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ID_LENGTH_MAX,
        description: 'The id of the stop, required if the order has several; for a reload, its id.',
      }),
    ),
    visit: Type.Optional(
      count('The number of the visit, required for a periodic order.', VISIT_COUNT_MAX, 1),
    ),
    lock: Type.Optional(
      Type.Enum(['none', 'vehicle', 'sequence', 'time'], {
        description: 'What the search may not change about the stop. Default: `none`.',
      }),
    ),
    location_id: Type.Optional(
      id('The chosen location, if the stop has alternatives. Default: the cheapest.'),
    ),
    latitude: Type.Optional(
      Type.Number({ description: 'The position of the chosen place.', ...unit('degrees') }),
    ),
    longitude: Type.Optional(
      Type.Number({ description: 'The position of the chosen place.', ...unit('degrees') }),
    ),
    arrival_time: Type.Optional(
      time('The arrival. Service starts after `waiting_duration` and `setup_duration`.'),
    ),
    waiting_duration: Type.Optional(count('The waiting time before setup.', WAITING_SECONDS_MAX)),
    setup_duration: Type.Optional(count('The setup time before service.', WAITING_SECONDS_MAX)),
    duration: Type.Optional(
      count('The service duration of a stop that began before `now`.', WAITING_SECONDS_MAX),
    ),
    departure_time: Type.Optional(time('The departure from a stop that began before `now`.')),
    // The other fields of a stop in an answer.
    ...readOver(['sequence', 'kind', 'travel_duration', 'travel_distance', 'drawn_distance']),
    ...readOver(['load_after', 'earliness', 'lateness', 'slack', 'metadata']),
    ...readOver(['service_start_time', 'snap_distance', 'snapped_position']),
  },
  'A stop of the given plan. Other fields of a stop in a response are accepted and ignored.',
);

export const plannedRouteSchema = strictObject(
  'PlannedRoute',
  {
    vehicle_id: id('The id of a vehicle, or of one copy.'),
    shift_id: Type.Optional(id('The id of the shift. Optional if the vehicle has one shift.')),
    date: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'The local date on which the shift starts. Required if the shift repeats.',
        examples: ['2026-03-02'],
      }),
    ),
    stops: Type.Array(plannedStopSchema, {
      maxItems: ORDER_COUNT_MAX,
      description: 'The stops, in order.',
    }),
    // The other fields of a route in an answer. They are ignored, so that a caller can send the route back unchanged.
    ...readOver(['polyline', 'start_time', 'end_time', 'statistics', 'violations', 'metadata']),
    ...readOver(['skipped_soft_breaks']),
  },
  'A route of the given plan. Other fields of a route in a response are accepted and ignored.',
);
export type PlannedRouteEntry = Static<typeof plannedRouteSchema>;

export const planFields = {
  routes: Type.Array(plannedRouteSchema, {
    maxItems: SHIFT_COUNT_MAX,
    description: 'The routes, at most one for each shift.',
  }),
};

export const objectiveSchema = strictObject(
  'Objective',
  {
    minimize: Type.Optional(
      Type.Array(
        Type.Enum(
          [
            ...(['unserved', 'vehicles', 'shifts', 'cost', 'distance'] as const),
            ...(['duration', 'lateness', 'imbalance'] as const),
          ],
          { description: 'A term to minimize.' },
        ),
        {
          minItems: 1,
          maxItems: 8,
          uniqueItems: true,
          description:
            'The terms to minimize, in order of priority. Unserved mandatory orders come first, then `vehicles` and `shifts`, wherever they are listed. ' +
            'Default: unserved, cost. Ties are broken by duration, then by distance.',
        },
      ),
    ),
    priorities: Type.Optional(
      Type.Enum(['strict', 'weighted'], {
        description:
          '`strict`: an order is never left out for others of lower `priority`, however many. `weighted`: each weighs 1 + `priority`, and ' +
          'what is left out weighs as little as possible. Default: `strict`.',
      }),
    ),
    balance: Type.Optional(
      Type.Enum(['duration', 'stops', 'load'], {
        description: 'The quantity that `imbalance` compares. Default: `duration`.',
      }),
    ),
    stability: Type.Optional(
      strictObject(
        'Stability',
        {
          vehicle_change_cost: Type.Optional(
            money(
              'The cost of each visit of `plan` that is assigned to another vehicle. Default: 0.',
            ),
          ),
          time_change_cost_per_minute: Type.Optional(
            money(
              'The cost per minute by which service starts earlier or later than in `plan`, at stops that have a time there. Default: 0.',
            ),
          ),
        },
        'The cost of changing `plan`: the plan changes only where the benefit is greater.',
      ),
    ),
  },
  'The objective: what makes a plan better than another.',
);

export const optionsSchema = strictObject(
  'Options',
  {
    mode: Type.Optional(
      Type.Enum(['optimize', 'check', 'insert'], {
        description:
          '`check` judges `plan` as it stands, `insert` keeps it and places what is not in it. Default: `optimize`.',
      }),
    ),
    time_limit: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: TIME_LIMIT_SECONDS_MAX,
        description:
          `Seconds to search. Where the answer is waited for ${TIME_LIMIT_SECONDS_DEFAULT} by default, and at most ${SYNC_TIME_LIMIT_SECONDS_MAX}; the default of mode \`insert\` is ${INSERT_SECONDS.least} and ${INSERT_SECONDS.perVisit} for each visit that is not planned yet, up to ${TIME_LIMIT_SECONDS_DEFAULT}. ` +
          `For a job 0.1 a visit by default, from ${JOB_SECONDS_MIN} to ${JOB_SECONDS_MAX}.`,
        ...unit('seconds'),
      }),
    ),
    max_iterations: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
        description:
          'The most iterations of the search. Default: as many as the time limit allows.',
      }),
    ),
    now: Type.Optional(
      time(
        'The current time. Nothing new is planned before it, and stops of `plan` that began before it keep their times. Default: everything may be planned.',
      ),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'The seed of the random generator: the same request with the same `seed` and `max_iterations` gets the same plan.',
      }),
    ),
    time_format: Type.Optional(
      Type.Enum(['iso', 'unix'], {
        description: 'The format of times in the response. Default: `iso`.',
      }),
    ),
    geometry: Type.Optional(
      Type.Enum(['polyline', 'polyline6', 'geojson', 'none'], {
        description: 'The format of route geometry. Default: `polyline`.',
      }),
    ),
    explain: Type.Optional(
      flag('If true, the response gives reasons for unserved orders. Default: true.'),
    ),
    webhook_url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'For jobs: a public http or https URL that is notified when the job ends.',
      }),
    ),
  },
  'Options of the search and of the response.',
);
