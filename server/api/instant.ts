/**
 * Instants in query parameters: a date (its first second in UTC), or a date and time with an offset. The pattern in the
 * OpenAPI document is also the one that validates, including the days of each month, so that the two cannot differ.
 * `server/time` parses the texts that match.
 */
import Type, { type TNull, type TString, type TUnion } from 'typebox';
import { parseInstantMs } from '../time/index.js';

const DAY_OF_LONG_MONTH = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])';
const DAY_OF_SHORT_MONTH = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)';
const DAY_OF_FEBRUARY = '02-(?:0[1-9]|1\\d|2[0-8])';
/** Years divisible by 4, except centuries that are not divisible by 400. */
const LEAP_YEAR = '(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const DATE = `(?:\\d{4}-(?:${DAY_OF_LONG_MONTH}|${DAY_OF_SHORT_MONTH}|${DAY_OF_FEBRUARY})|${LEAP_YEAR}-02-29)`;
const HOUR_MINUTE = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const TIME = `${HOUR_MINUTE}(?::[0-5]\\d(?:\\.\\d{1,3})?)?`;

const INSTANT_PATTERN = `^${DATE}(?:T${TIME}(?:Z|[+-]${HOUR_MINUTE}))?$`;
const INSTANT = new RegExp(INSTANT_PATTERN);

export function instantSchema(example: string): TString {
  return Type.String({ pattern: INSTANT_PATTERN, examples: [example] });
}

/** Returns epoch milliseconds, or undefined if the text does not match the schema. */
export function parseInstant(text: string): number | undefined {
  return INSTANT.test(text) ? parseInstantMs(text) : undefined;
}

/** The schema of what `timeOrNull` returns. */
export const timeOrNullSchema = (description: string): TUnion<[TString, TNull]> =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

/** Writes an instant in answers; null if there is none. */
export const timeOrNull = (atMs: number | null | undefined): string | null =>
  atMs === null || atMs === undefined ? null : new Date(atMs).toISOString();
