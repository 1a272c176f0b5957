/** The schema of the error body in the OpenAPI document. */
import Type from 'typebox';
import { ERRORS, PROBLEMS, PROBLEM_COUNT_MAX } from '../errors.js';

const problemSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'The JSON pointer (RFC 6901) of the field in the request.',
    }),
    code: Type.Enum(Object.keys(PROBLEMS), {
      description: 'The code of the problem; see docs/errors.md.',
    }),
    comment: Type.String({ description: 'How to correct it.' }),
  },
  { title: 'Problem', description: 'A problem of the request.' },
);

export const ERROR_SCHEMA = Type.Object(
  {
    code: Type.Enum(Object.keys(ERRORS), {
      title: 'ErrorCode',
      description: 'The error code; see docs/errors.md.',
    }),
    message: Type.String({ description: 'The error as a sentence.' }),
    comment: Type.String({ description: 'Details about this request.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
    request_id: Type.String({ description: 'The request id, also in the header `x-request-id`.' }),
    errors: Type.Array(problemSchema, {
      description: `Every problem of the request, at most ${PROBLEM_COUNT_MAX}.`,
    }),
  },
  { title: 'ApiError', description: 'An error: why a request was refused, or why a job failed.' },
);
