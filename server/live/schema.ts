/** The schemas of live speeds in requests and answers, for validation and for the OpenAPI document. */
import Type, { type Static } from 'typebox';
import { instantSchema, speedsVersionSchema } from '../api/index.js';
import { OSM_ROAD_CLASSES } from '../travel/index.js';
import { here, unit } from '../validation/index.js';

/**
 * Lower than the limits of a speeds file, because all rules are applied again with every change, within two seconds.
 * `travel/speeds-file.ts` explains the cost of an area.
 */
export const LIVE_SPEEDS_LIMITS = {
  rules: 10_000,
  rulesWithArea: 500,
  cornersOfArea: 1_000,
  /** The sum over all areas. */
  corners: 5_000,
  /** Rules for all roads of a class, or for all roads. */
  rulesEverywhere: 50,
  /** Rules that hold for longer belong in the speeds file. */
  days: 366,
} as const;

/** What the largest set contains, with some reserve. */
export const LIVE_SPEEDS_JSON_BOUNDS = {
  depth: 16,
  objects: 25_000,
  arrays: 50_000,
  names: 100_000,
  values: 300_000,
};

const degreesOf = (description: string, degreesMax: number) =>
  Type.Number({ minimum: -degreesMax, maximum: degreesMax, description, ...unit('degrees') });

const areaSchema = Type.Object(
  {
    type: Type.Literal('Polygon', { description: 'The GeoJSON type.' }),
    coordinates: Type.Array(
      Type.Array(
        Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
          minItems: 2,
          maxItems: 2,
          description: 'A position: longitude, then latitude.',
        }),
        {
          minItems: 4,
          // The last position repeats the first.
          maxItems: LIVE_SPEEDS_LIMITS.cornersOfArea + 1,
          description: 'A closed ring: the last position equals the first.',
        },
      ),
      {
        minItems: 1,
        maxItems: 1,
        description: 'The outer ring. Holes are not supported.',
        examples: [
          [
            [
              [-8.619, 41.138],
              [-8.604, 41.138],
              [-8.604, 41.151],
              [-8.619, 41.138],
            ],
          ],
        ],
      },
    ),
  },
  {
    additionalProperties: false,
    title: 'SpeedArea',
    description: 'A GeoJSON polygon without holes.',
  },
);

const boxSchema = Type.Object(
  {
    south: degreesOf('Its lowest latitude.', 90),
    west: degreesOf('Its lowest longitude.', 180),
    north: degreesOf('Its highest latitude.', 90),
    east: degreesOf('Its highest longitude.', 180),
  },
  {
    additionalProperties: false,
    title: 'BoundingBox',
    description: 'A box between two latitudes and two longitudes.',
  },
);

const EXPIRES_AT = { ...instantSchema('2026-01-31T09:00:00Z'), format: 'date-time' };

const ruleSchema = Type.Object(
  {
    way: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The id of an OpenStreetMap way. An id that is on no map has no effect.',
      }),
    ),
    area: Type.Optional(here(areaSchema, 'Roads whose middle between two junctions is inside.')),
    bounding_box: Type.Optional(here(boxSchema, 'Roads as in an area.')),
    road_class: Type.Optional(
      Type.Enum([...OSM_ROAD_CLASSES], {
        description: 'Only roads of this class, a value of `highway`. Default: all roads.',
      }),
    ),
    windows: Type.Optional(
      Type.Array(
        Type.Union([
          // The traffic file determines how many there are: see `read.ts`.
          Type.Integer({ minimum: 0 }),
          Type.Literal('weekend'),
        ]),
        {
          minItems: 1,
          uniqueItems: true,
          description:
            'Indexes of weekday traffic windows, and `weekend`. Default: all of them, and free flow.',
        },
      ),
    ),
    speed_factor: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 10,
        description: 'The factor of the speed: 0.5 doubles the travel time.',
      }),
    ),
    kilometers_per_hour: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 500,
        description: 'The speed that replaces all others, including those of traffic.',
      }),
    ),
    expires_at: Type.Optional({
      ...EXPIRES_AT,
      description: 'When the rule expires. Default: the expiry of the request.',
    }),
  },
  {
    additionalProperties: false,
    title: 'LiveSpeedRule',
    description:
      'One of `speed_factor` and `kilometers_per_hour`, for a way, an area, a box or everywhere.',
  },
);

export const liveSpeedsSchema = Type.Object(
  {
    expires_at: {
      ...EXPIRES_AT,
      description: 'When the rules expire: ISO 8601 with offset.',
    },
    rules: Type.Array(ruleSchema, {
      maxItems: LIVE_SPEEDS_LIMITS.rules,
      description:
        'The rules, in the order in which they are applied. They replace all earlier rules.',
    }),
  },
  {
    additionalProperties: false,
    title: 'LiveSpeedsRequest',
    description: 'Live speeds: the current speeds of roads.',
  },
);

export type LiveSpeedRule = Static<typeof ruleSchema>;
export type LiveSpeedsRequest = Static<typeof liveSpeedsSchema>;

const stateFields = {
  speeds_version: speedsVersionSchema,
  in_force: Type.Boolean({
    description: 'Whether this process already applies the rules; the others do so within 2 s.',
  }),
  changed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the rules were set, UTC; `null`: never.',
  }),
  rule_count: Type.Integer({
    minimum: 0,
    description: 'The number of rules that have not expired.',
  }),
};

export const stateSchema = Type.Object(stateFields, {
  title: 'LiveSpeedsState',
  description: 'The state of the live speeds.',
});

export const liveSpeedsAnswerSchema = Type.Object(
  {
    ...stateFields,
    rules: Type.Array(ruleSchema, { description: 'The rules that have not expired.' }),
  },
  { title: 'LiveSpeeds', description: 'The state of the live speeds, with their rules.' },
);
