/** Warnings about requests that are answered nevertheless: the codes of `warnings[]`, in one table. */
import Type from 'typebox';

export const WARNINGS = {
  travel_estimated: 'No road map holds the places; all travel costs are estimates.',
  location_off_road: 'No road of the map is near the place; its travel costs are estimates.',
  local_time_in_gap: 'The clock skips this local time; the time after the gap is meant.',
  local_time_twice: 'The clock shows this local time twice; the first is meant.',
  swapped_coordinates:
    'The place lies far from all others, and would not with latitude and longitude swapped.',
  unlimited_dimension:
    'No vehicle has a capacity of this dimension of loads, so that it is unlimited.',
  unbounded_repeat:
    'The rule of repetition has no end and there is no planning period, so that only its first days are planned.',
  ignored_field: 'The field has no use beside the others, and was not used.',
  shift_outside_period: 'The shift has no time within the planning period, and is not used.',
  plan_without_times:
    'With `now`, a planned route of a shift that is under way has no times, so that nothing of it counts as begun.',
  place_closed: 'The place of a break or reload is closed in all of its windows on a day.',
} as const;

export type WarningCode = keyof typeof WARNINGS;

/** `pointer` is a JSON pointer into the request (RFC 6901). */
export type Warning = { code: WarningCode; pointer: string; comment: string };

export const warningSchema = Type.Object(
  {
    code: Type.Enum(Object.keys(WARNINGS), {
      title: 'WarningCode',
      description: 'The code of the warning; see docs/errors.md.',
    }),
    pointer: Type.String({
      description: 'The JSON pointer (RFC 6901) of the field in the request.',
    }),
    comment: Type.String({ description: 'The warning as a sentence about this request.' }),
  },
  { title: 'Warning', description: 'A warning about a request that was accepted.' },
);
