/** The error body as the OpenAPI document describes it. */
import Type from 'typebox';
import { ERRORS, PROBLEM_COUNT_MAX } from '../errors.js';

export const ERROR_SCHEMA = Type.Object({
  code: Type.Enum(Object.keys(ERRORS), { description: 'What went wrong; see docs/errors.md.' }),
  message: Type.String({ description: 'The code in a sentence.' }),
  comment: Type.String({ description: 'What was wrong with this very request.' }),
  status: Type.Integer(),
  request_id: Type.String({ description: 'Also in the header x-request-id.' }),
  errors: Type.Array(
    Type.Object({
      pointer: Type.String({ description: 'JSON pointer into the request (RFC 6901).' }),
      code: Type.String(),
      comment: Type.String(),
    }),
    { description: `Every problem of the request, at most ${PROBLEM_COUNT_MAX}.` },
  ),
});
