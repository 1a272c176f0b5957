/**
 * The schema of the matrix request, from which types, validation and the OpenAPI document are derived.
 */
import Type, { type Static } from 'typebox';
import { TIME_OF_DAY_PATTERN } from '../time/index.js';
import { ownProfileSchema, profileSchema, speedFactorSchema } from '../travel/index.js';
import { ADVICE, COORDINATES } from '../validation/index.js';

/** Requests with more locations than this run as jobs. */
export const LOCATION_COUNT_MAX = 200;
/** The maximum number of locations of a job. */
export const JOB_LOCATION_COUNT_MAX = 10_000;
/**
 * Limits sources × destinations. Pairs that classes leave out count, because they are computed too. With the eight
 * windows of a city, a matrix of this size takes 47 s of CPU time and has 1 GB compressed, 2.8 GB uncompressed.
 */
export const CANDIDATE_COUNT_MAX = 50_000_000;
/**
 * Limits the JSON of a body: an object and an array of classes for each location, with room to spare, so that mistakes
 * are reported as such. If all 10,000 locations have classes, there is room for 200 each.
 */
export const MATRIX_JSON_BOUNDS = {
  depth: 16,
  objects: 100_000,
  arrays: 100_000,
  names: 200_000,
  values: 2_500_000,
};
const LOCATION_ID_LENGTH_MAX = 256;
const LOCATION_CLASS_COUNT_MAX = 1000;
/**
 * Limits the number of candidate pairs times the number of distinct classes / 64 (rounded up), because the classes of a
 * pair are compared 64 at a time. A billion comparisons took 1.8 s and cannot be interrupted. Without the limit, 10,000
 * classes and 50 million pairs took 14 s, even for a free dry run.
 */
export const CLASS_COMPARISON_COUNT_MAX = 500_000_000;
export const WEBHOOK_URL_PATTERN = '^https?://[^\\s]+$';
const WEBHOOK_URL_LENGTH_MAX = 2000;

const locationSchema = Type.Object(
  {
    location_id: Type.String({
      minLength: 1,
      maxLength: LOCATION_ID_LENGTH_MAX,
      description: 'Your id of the location, unique within the request; the key in `travel_costs`.',
    }),
    ...COORDINATES,
    location_class: Type.Optional(
      Type.Array(
        Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
        {
          maxItems: LOCATION_CLASS_COUNT_MAX,
          description:
            'The classes of the location, any integers. A pair is returned only if its two locations share a class.',
        },
      ),
    ),
  },
  {
    additionalProperties: false,
    title: 'MatrixLocation',
    description: 'A location of the matrix.',
  },
);

const timeOfDay = (description: string) =>
  Type.String({
    pattern: TIME_OF_DAY_PATTERN,
    description,
    examples: ['08:00:00'],
    [ADVICE]: { pattern: 'Write a time such as 09:00:00.' },
  });

const indexes = (description: string) =>
  Type.Array(Type.Integer({ minimum: 0 }), {
    minItems: 1,
    uniqueItems: false,
    description,
    [ADVICE]: { minItems: 'Leave it out to use all locations.' },
  });

export const matrixRequestSchema = Type.Object(
  {
    locations: Type.Array(locationSchema, {
      minItems: 1,
      description: `The locations, at most ${JOB_LOCATION_COUNT_MAX}.`,
    }),
    vehicle: Type.Object(
      {
        type: Type.Optional(profileSchema),
        profile: Type.Optional(ownProfileSchema),
        speed_factor: Type.Optional(speedFactorSchema),
      },
      {
        ...{ additionalProperties: false, title: 'MatrixVehicle', description: 'The vehicle.' },
        [ADVICE]: { type: 'Write an object such as {"type": "car"}.' },
      },
    ),
    weekend: Type.Optional(
      Type.Boolean({ description: 'true: one window for the whole day. Default: false.' }),
    ),
    sources: Type.Optional(indexes('Indexes of `locations` to start from. Default: all.')),
    destinations: Type.Optional(indexes('Indexes of `locations` to reach. Default: all.')),
    force_containment: Type.Optional(
      Type.Boolean({
        description:
          'If true, return a pair only if the source has every class of the destination. Default: false.',
      }),
    ),
    start_local_time: Type.Optional(
      timeOfDay('Only windows that touch the range from here. Default: 00:00:00.'),
    ),
    end_local_time: Type.Optional(
      timeOfDay('End of the range; earlier than its start, it wraps midnight. Default: 23:59:59.'),
    ),
    strict: Type.Optional(
      Type.Boolean({
        description:
          'If true, refuse the request (422) if a location is on no road map, instead of estimating its costs. Default: false.',
      }),
    ),
    webhook_url: Type.Optional(
      Type.String({
        pattern: WEBHOOK_URL_PATTERN,
        maxLength: WEBHOOK_URL_LENGTH_MAX,
        description: `A public http or https URL that is notified when the job ends. Only with more than ${LOCATION_COUNT_MAX} locations.`,
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'MatrixRequest',
    description: 'A matrix request: locations, and the pairs to compute costs for.',
  },
);
export type MatrixRequest = Static<typeof matrixRequestSchema>;
