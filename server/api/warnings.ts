/** Warnings about requests that are answered nevertheless: the codes of `warnings[]`, in one table. */
import Type from 'typebox';

export const WARNINGS = {
  travel_estimated: 'The places are outside all road maps; all travel costs are estimates.',
  location_off_road: 'No road of the map is near the place; its travel costs are estimates.',
  local_time_in_gap: 'The clock skips this local time; the time after the gap is used.',
  local_time_twice: 'The clock shows this local time twice; the first one is used.',
  swapped_coordinates:
    'The place is far from all others; with latitude and longitude swapped, it would be near them.',
  unlimited_dimension:
    'No vehicle has a capacity in this dimension, so the dimension is unlimited.',
  unbounded_repeat:
    'The recurrence rule has no end and there is no planning period, so only its first days are planned.',
  ignored_field: 'The field has no effect in combination with the others, and was ignored.',
  shift_outside_period: 'The shift is outside the planning period, and is not used.',
  plan_without_times:
    'With `now`, the planned route of a shift in progress has no times, so none of its stops count as begun.',
  locked_outside_windows:
    'The given plan locks the stop at a time outside its time windows; it keeps this time.',
  place_closed: 'The place of a break or reload is closed all day on one of the days.',
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
