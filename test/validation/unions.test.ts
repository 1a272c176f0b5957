/** A value that may have several JSON types: one fault per mistake, about the member that was meant. */
import { expect, test } from '@jest/globals';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { schemaProblems } from '../../server/validation/index.js';

const place = Type.Object(
  { latitude: Type.Number({ minimum: -90 }) },
  { additionalProperties: false },
);
const validator = Compile(
  Type.Object({
    at: Type.Union([Type.String({ minLength: 1 }), place]),
    seed: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  }),
);

test.each([
  [{ at: 5 }, [['/at', 'invalid_type', 'Expected a string or an object, got 5.']]],
  [{ at: 'x', seed: 'y' }, [['/seed', 'invalid_type', 'Expected an integer or null, got "y".']]],
  [{ at: '' }, [['/at', 'out_of_range', 'Expected at least 1 character, got 0.']]],
  [
    { at: { latitude: -91 } },
    [['/at/latitude', 'out_of_range', 'The number must be >= -90, got -91.']],
  ],
  [{ at: {} }, [['/at/latitude', 'missing_field', 'The field "latitude" is required.']]],
  [
    { at: { latitude: 1, x: 1 } },
    [['/at/x', 'unknown_field', 'This field is unknown; remove it or correct its name.']],
  ],
])('%j', (value, expected) => {
  const problems = schemaProblems(validator, value);
  expect(problems.map(({ pointer, code, comment }) => [pointer, code, comment])).toEqual(expected);
});
