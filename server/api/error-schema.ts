/** The error body as the OpenAPI document describes it. */
import Type from 'typebox';
import { ERRORS, PROBLEMS, PROBLEM_COUNT_MAX } from '../errors.js';

const problemSchema = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer into the request (RFC 6901).' }),
    code: Type.Enum(Object.keys(PROBLEMS), {
      description: 'What is wrong with a field; see docs/errors.md.',
    }),
    comment: Type.String({ description: 'What to write instead.' }),
  },
  { title: 'Problem', description: 'One fault of a request.' },
);

export const ERROR_SCHEMA = Type.Object(
  {
    code: Type.Enum(Object.keys(ERRORS), {
      title: 'ErrorCode',
      description: 'What went wrong; see docs/errors.md.',
    }),
    message: Type.String({ description: 'The code in a sentence.' }),
    comment: Type.String({ description: 'What was wrong with this very request.' }),
    status: Type.Integer({ description: 'The status of the answer.' }),
    request_id: Type.String({ description: 'Also in the header x-request-id.' }),
    errors: Type.Array(problemSchema, {
      description: `Every problem of the request, at most ${PROBLEM_COUNT_MAX}.`,
    }),
  },
  { title: 'ApiError', description: 'Why a request was refused, or a job failed.' },
);
