/** The building blocks of a routing request: ids, times, windows, places, loads, money. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { INSTANT_MAX, WEEKDAYS } from '../../time/index.js';
import { ADVICE, COORDINATES, here, unit } from '../../validation/index.js';
import {
  AMOUNT_MAX,
  DIMENSION_COUNT_MAX,
  ID_LENGTH_MAX,
  LIST_LENGTH_MAX,
  METERS_MAX,
  MONEY_MAX,
  SECONDS_MAX,
  WINDOWS_MAX,
} from './limits.js';

/** An object that allows no other fields. OpenAPI publishes it under its title. */
export const strictObject = <Fields extends TProperties>(
  title: string,
  fields: Fields,
  description: string,
) => Type.Object(fields, { additionalProperties: false, title, description });

/** Adds an example to a schema. Field names that several schemas share get theirs in `field-examples.ts`. */
export const like = <Schema extends TSchema>(example: Static<Schema>, schema: Schema) =>
  Type.With(schema, { examples: [example] });

export const id = (description: string) =>
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description });

export const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
    maxItems: LIST_LENGTH_MAX,
    description,
  });

export const seconds = (description: string, minimum = 0) =>
  Type.Integer({
    ...{ minimum, maximum: SECONDS_MAX, description, ...unit('seconds') },
    [ADVICE]: { type: 'Write seconds, as a whole number.' },
  });

export const meters = (description: string) =>
  Type.Integer({ minimum: 0, maximum: METERS_MAX, description, ...unit('meters') });

export const count = (description: string, maximum: number, minimum = 0) =>
  Type.Integer({ minimum, maximum, description });

export const money = (description: string) =>
  Type.Number({ minimum: 0, maximum: MONEY_MAX, description, ...unit('money') });

export const flag = (description: string) => Type.Boolean({ description });

/** The longest supported form of ISO 8601 has 35 characters. */
const TIME_LENGTH_MAX = 40;

const timeSchema = Type.Union(
  [
    Type.String({ maxLength: TIME_LENGTH_MAX }),
    Type.Integer({
      minimum: 0,
      maximum: INSTANT_MAX,
      [ADVICE]: { maximum: 'Write Unix seconds, not milliseconds.' },
    }),
  ],
  {
    title: 'GivenTime',
    description: 'A time: ISO 8601, in local time if it has no offset, or Unix seconds.',
    examples: ['2026-03-02T08:00:00'],
  },
);

export const time = (description: string) => here(timeSchema, description);

export const weekdaySchema = Type.Enum([...WEEKDAYS], {
  title: 'Weekday',
  description: 'A weekday, as in RFC 5545.',
});

const windowFields = {
  start_time: Type.Optional(
    time(
      'The start of the window. If absent, the window has no start. With `HH:MM`, the window recurs on every matching day.',
    ),
  ),
  end_time: Type.Optional(
    time(
      'The end of the window; the second itself is included. If absent, the window has no end. `24:00` is the end of the day.',
    ),
  ),
  weekdays: Type.Optional(
    Type.Array(weekdaySchema, {
      minItems: 1,
      maxItems: WEEKDAYS.length,
      description: 'The weekdays on which a recurring window opens. Default: every day.',
    }),
  ),
};

const WRITE_WINDOW = 'Write an object such as {"start_time": "09:00", "end_time": "12:00"}.';

const windowSchema = Type.With(
  strictObject(
    'TimeWindow',
    windowFields,
    'A time window, which recurs if its times are times of day.',
  ),
  { [ADVICE]: { type: WRITE_WINDOW } },
);
export type WindowEntry = Static<typeof windowSchema>;
export { windowSchema as timeWindowSchema };

export const windows = (description: string) =>
  Type.Array(windowSchema, { maxItems: WINDOWS_MAX, description });

const softWindowSchema = Type.With(
  strictObject(
    'SoftTimeWindow',
    {
      ...windowFields,
      cost_per_hour_early: Type.Optional(
        money('The cost per hour by which service starts before the window. Default: 0.'),
      ),
      cost_per_hour_late: Type.Optional(
        money('The cost per hour by which service starts after the window. Default: 0.'),
      ),
    },
    'A time window that may be missed, at a cost.',
  ),
  { [ADVICE]: { type: WRITE_WINDOW } },
);
export type SoftWindowEntry = Static<typeof softWindowSchema>;

export const softWindows = (description: string) =>
  Type.Array(softWindowSchema, { maxItems: WINDOWS_MAX, description });

export const coordinates = {
  ...COORDINATES,
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The IANA name of the time zone. Default: the time zone of the position.',
      examples: ['Europe/Berlin'],
    }),
  ),
};

const placeForms = [
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
  strictObject('Coordinates', coordinates, 'The coordinates of a place without an id.'),
] as const;
const placeMeaning = {
  description: 'A `location_id` of `locations`, or coordinates.',
  examples: ['depot'],
};
const WRITE_PLACE =
  'Write a location_id, or an object such as {"latitude": 41.15, "longitude": -8.61}.';
const locationRef = Type.Union([...placeForms], {
  title: 'Place',
  ...placeMeaning,
  [ADVICE]: { anyOf: WRITE_PLACE },
});
export type LocationRef = Static<typeof locationRef>;
const locationRefOrNull = Type.Union([...placeForms, Type.Null()], {
  title: 'PlaceOrNull',
  ...placeMeaning,
  [ADVICE]: { anyOf: WRITE_PLACE },
});

export const place = (description: string) => here(locationRef, description);

/** Null means the same as an absent field. */
export const placeOrNull = (description: string) => here(locationRefOrNull, description);

/** The metadata of an order or a vehicle. */
export const metadata = Type.Unsafe<Record<string, unknown>>({
  // No `additionalProperties`: openapi-generator would add arbitrary fields to every object that has metadata.
  type: 'object',
  description: 'Any data of yours; the response returns it unchanged.',
  examples: [{ invoice: '2026-0317' }],
});

export const amounts = (description: string) =>
  Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: AMOUNT_MAX }), {
    maxProperties: DIMENSION_COUNT_MAX,
    [ADVICE]: { type: 'Write an object such as {"weight": 100}.' },
    description: `${description} Any dimensions, at most six decimals.`,
    examples: [{ volume: 1.5, weight: 20 }],
  });
