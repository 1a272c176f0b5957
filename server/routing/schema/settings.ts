/** What a routing request says of travel, of the plan given, of the objective and of how to go about it. */
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

/** Of numbers in a travel matrix: by the least speed factor, 0.1, they still fit 32 bits. */
const TRAVEL_NUMBER_MAX = 100_000_000;
const TRAFFIC_WINDOW_COUNT_MAX = 96;
/** More than any route waits. */
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
      description: 'As in `travel_costs`.',
    }),
    time_zone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'IANA name; read over.' }),
    ),
    snap_distance: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: 'Read over.', ...unit('meters') }),
    ),
    snapped_position: Type.Optional(Type.Unknown({ description: 'Read over.' })),
  },
  'A place of the matrix, as a matrix response has it.',
);

const matrixWindowSchema = strictObject(
  'TravelMatrixWindow',
  {
    traffic_window_index: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Its position; read over.' }),
    ),
    traffic_window_start_times: timesOfDay('When its intervals begin.'),
    traffic_window_end_times: timesOfDay('When they end, these seconds included.'),
  },
  'Times of a weekday at which travel takes equally long.',
);

const pairSchema = strictObject(
  'TravelMatrixPair',
  {
    source: Type.String({ description: 'Its `location_id`.' }),
    destination: Type.String({ description: 'Its `location_id`.' }),
  },
  'A pair that no road joins.',
);

const remarkSchema = strictObject(
  'TravelMatrixWarning',
  {
    code: Type.String({ description: 'Read over.' }),
    pointer: Type.String({ description: 'Read over.' }),
    comment: Type.String({ description: 'Read over.' }),
  },
  'A remark of the matrix response.',
);

const matrixSchema = strictObject(
  'TravelMatrix',
  {
    locations: Type.Optional(
      Type.Array(matrixLocationSchema, {
        maxItems: LOCATION_COUNT_MAX,
        description: 'Its places; read over.',
      }),
    ),
    traffic_windows: Type.Array(matrixWindowSchema, {
      minItems: 1,
      maxItems: TRAFFIC_WINDOW_COUNT_MAX,
      description: 'Together they cover a weekday once; end seconds included.',
    }),
    travel_costs: travelCosts(
      'From → to → [meters, seconds in window 0, seconds in window 1, …]. A pair that is not here cannot be traveled. An inline place is named `latitude,longitude`.',
    ),
    weekend_travel_costs: Type.Optional(
      travelCosts('From → to → [meters, seconds]. Default: weekends are as weekdays.'),
    ),
    free_flow_travel_costs: Type.Optional(
      travelCosts('From → to → [meters, seconds], for `use_traffic: false`.'),
    ),
    // What else a matrix response has; it is read over.
    status: Type.Optional(Type.Literal('Ok', { description: 'Read over.' })),
    travel_model: Type.Optional(
      Type.Enum(['road', 'estimate', 'mixed'], { description: 'Read over.' }),
    ),
    attribution: Type.Optional(Type.String({ description: 'Read over.' })),
    speeds_version: Type.Optional(Type.String({ description: 'Read over.' })),
    unreachable: Type.Optional(Type.Array(pairSchema, { description: 'Read over.' })),
    warnings: Type.Optional(Type.Array(remarkSchema, { description: 'Read over.' })),
  },
  'Your own travel costs, for all vehicles; as a matrix response has them.',
);
export type MatrixEntry = Static<typeof matrixSchema>;

export const travelSchema = strictObject(
  'Travel',
  {
    use_traffic: Type.Optional(flag('false: times of empty roads. Default: true.')),
    matrix: Type.Optional(here(matrixSchema, 'Instead of those of the service.')),
  },
  'Where travel costs come from.',
);

/** Of an answer; whatever it holds. */
const readOver = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Read over.' }))]),
  );

const plannedStopSchema = strictObject(
  'PlannedStop',
  {
    type: Type.Optional(
      Type.Enum(['start', 'order', 'break', 'soft_break', 'reload', 'end'], {
        description:
          'As answers have it. Default: `order`. Start, end and breaks are read over: they follow from the rest.',
      }),
    ),
    order_id: Type.Optional(id('Whose stop it is.')),
    stop_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ID_LENGTH_MAX,
        description: 'Needed where the order has several stops; of a reload its id.',
      }),
    ),
    visit: Type.Optional(count('Needed where the order is periodic.', VISIT_COUNT_MAX, 1)),
    lock: Type.Optional(
      Type.Enum(['none', 'vehicle', 'sequence', 'time'], {
        description: 'What may not change about it. Default: `none`.',
      }),
    ),
    location_id: Type.Optional(id('Which of several places was chosen. Default: the cheapest.')),
    latitude: Type.Optional(
      Type.Number({ description: 'Of the place that was chosen.', ...unit('degrees') }),
    ),
    longitude: Type.Optional(
      Type.Number({ description: 'Of the place that was chosen.', ...unit('degrees') }),
    ),
    arrival_time: Type.Optional(time('With waiting and setup: when service starts.')),
    waiting_duration: Type.Optional(count('Seconds before setup.', WAITING_SECONDS_MAX)),
    setup_duration: Type.Optional(count('Seconds before service.', WAITING_SECONDS_MAX)),
    duration: Type.Optional(
      count('Of a stop that has begun at `now`: seconds of service.', WAITING_SECONDS_MAX),
    ),
    departure_time: Type.Optional(
      time('Of a stop that has begun at `now`: when it was left, or will be.'),
    ),
    // What else a stop of an answer has.
    ...readOver(['sequence', 'kind', 'travel_duration', 'travel_distance', 'drawn_distance']),
    ...readOver(['load_after', 'earliness', 'lateness', 'slack', 'metadata']),
    ...readOver(['service_start_time', 'snap_distance', 'snapped_position']),
  },
  'A stop of the plan that is given. What an answer says of a stop may stay in it.',
);

export const plannedRouteSchema = strictObject(
  'PlannedRoute',
  {
    vehicle_id: id('A vehicle, or one copy of it.'),
    shift_id: Type.Optional(id('May be left out where the vehicle has one shift.')),
    date: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'Local date on which the shift starts; needed where it repeats.',
        examples: ['2026-03-02'],
      }),
    ),
    stops: Type.Array(plannedStopSchema, {
      maxItems: ORDER_COUNT_MAX,
      description: 'In the order in which they are made.',
    }),
    // What else a route of an answer has, so that it can be sent back as it is; it is read over.
    ...readOver(['polyline', 'start_time', 'end_time', 'statistics', 'violations', 'metadata']),
    ...readOver(['skipped_soft_breaks']),
  },
  'A route of the plan that is given. What an answer says of a route may stay in it.',
);
export type PlannedRouteEntry = Static<typeof plannedRouteSchema>;

export const planFields = {
  routes: Type.Array(plannedRouteSchema, {
    maxItems: SHIFT_COUNT_MAX,
    description: 'At most one for each shift.',
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
          { description: 'What is to be small.' },
        ),
        {
          minItems: 1,
          maxItems: 8,
          uniqueItems: true,
          description:
            'The first before all others. Default: unserved, cost. Short duration, then short distance break ties.',
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
        description: 'What `imbalance` compares. Default: `duration`.',
      }),
    ),
    stability: Type.Optional(
      strictObject(
        'Stability',
        {
          vehicle_change_cost: Type.Optional(
            money('For each visit of `plan` that another vehicle makes. Default: 0.'),
          ),
          time_change_cost_per_minute: Type.Optional(
            money(
              'For each minute by which service starts earlier or later than in `plan`, of stops that have a time there. Default: 0.',
            ),
          ),
        },
        'What it costs to change `plan`, so that it changes only where that is worth it.',
      ),
    ),
  },
  'What makes one plan better than another.',
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
          `Seconds to search. Where the answer is waited for ${TIME_LIMIT_SECONDS_DEFAULT} by default, in mode \`insert\` ${INSERT_SECONDS.least} and ${INSERT_SECONDS.perVisit} for each visit that is not planned yet, at most ${SYNC_TIME_LIMIT_SECONDS_MAX}; ` +
          `for a job 0.1 a visit by default, from ${JOB_SECONDS_MIN} to ${JOB_SECONDS_MAX}.`,
        ...unit('seconds'),
      }),
    ),
    max_iterations: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()], {
        description: 'Default: as many as the time allows.',
      }),
    ),
    now: Type.Optional(
      time(
        'Nothing is planned before it: vehicles wait, and what of `plan` has begun by then stays as it is, at its times. Default: all may be planned.',
      ),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Equal requests with equal `seed` and `max_iterations` get equal plans.',
      }),
    ),
    time_format: Type.Optional(Type.Enum(['iso', 'unix'], { description: 'Default: `iso`.' })),
    geometry: Type.Optional(
      Type.Enum(['polyline', 'polyline6', 'geojson', 'none'], {
        description: 'Default: `polyline`.',
      }),
    ),
    explain: Type.Optional(flag('Reasons of what is unserved. Default: true.')),
    webhook_url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description: 'Of a job: a public http or https URL that is told when the job has ended.',
      }),
    ),
  },
  'How to go about it, and how to answer.',
);
