/** What the parts of a routing request are made of: ids, times, windows, places, loads, money. */
import Type, { type Static, type TProperties } from 'typebox';
import { INSTANT_MAX, WEEKDAYS } from '../../time/index.js';
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

/** An object without other fields. */
export const strictObject = <Fields extends TProperties>(fields: Fields, description?: string) =>
  Type.Object(fields, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });

export const id = (description: string) =>
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description });

export const ids = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
    maxItems: LIST_LENGTH_MAX,
    description,
  });

export const seconds = (description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum: SECONDS_MAX, description });

export const meters = (description: string) =>
  Type.Integer({ minimum: 0, maximum: METERS_MAX, description });

export const count = (description: string, maximum: number, minimum = 0) =>
  Type.Integer({ minimum, maximum, description });

export const money = (description: string) =>
  Type.Number({ minimum: 0, maximum: MONEY_MAX, description });

export const flag = (description: string) => Type.Boolean({ description });

/** The longest form of ISO 8601 that is read has 35 characters. */
const TIME_LENGTH_MAX = 40;

export const time = (description: string) =>
  Type.Union(
    [
      Type.String({ maxLength: TIME_LENGTH_MAX }),
      Type.Integer({ minimum: 0, maximum: INSTANT_MAX }),
    ],
    {
      description: `${description} ISO 8601, local to the place where it has no offset, or Unix seconds.`,
      examples: ['2026-03-02T08:00:00'],
    },
  );

export const weekdaySchema = Type.Enum([...WEEKDAYS]);

const windowFields = {
  start_time: Type.Optional(
    time('Opens; absent: open before. `HH:MM` makes the window hold on every matching day.'),
  ),
  end_time: Type.Optional(
    time('Closes, this second included; absent: open after. `24:00` is the end of the day.'),
  ),
  weekdays: Type.Optional(
    Type.Array(weekdaySchema, {
      minItems: 1,
      maxItems: WEEKDAYS.length,
      description: 'Of a window with times of day: days on which it opens. Default: every day.',
    }),
  ),
};

const windowSchema = strictObject(windowFields);
export type WindowEntry = Static<typeof windowSchema>;

export const windows = (description: string) =>
  Type.Array(windowSchema, { maxItems: WINDOWS_MAX, description });

const softWindowSchema = strictObject({
  ...windowFields,
  cost_per_hour_early: Type.Optional(money('Of each hour before the window. Default: 0.')),
  cost_per_hour_late: Type.Optional(money('Of each hour after the window. Default: 0.')),
});
export type SoftWindowEntry = Static<typeof softWindowSchema>;

export const softWindows = (description: string) =>
  Type.Array(softWindowSchema, { maxItems: WINDOWS_MAX, description });

export const coordinates = {
  latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Decimal degrees, WGS84.' }),
  longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Decimal degrees, WGS84.' }),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA name. Default: the zone in which the place lies.',
      examples: ['Europe/Berlin'],
    }),
  ),
};

const locationRef = Type.Union([
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
  strictObject(coordinates),
]);
export type LocationRef = Static<typeof locationRef>;

const placeDescription = 'A `location_id` of `locations`, or coordinates.';

export const place = (description: string) =>
  Type.Union([...locationRef.anyOf], { description: `${description} ${placeDescription}` });

/** Null stands for absent. */
export const placeOrNull = (description: string) =>
  Type.Union([...locationRef.anyOf, Type.Null()], {
    description: `${description} ${placeDescription}`,
  });

export const amounts = (description: string) =>
  Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: AMOUNT_MAX }), {
    maxProperties: DIMENSION_COUNT_MAX,
    description: `${description} Any dimensions, at most six decimals.`,
    examples: [{ volume: 1.5, weight: 20 }],
  });
