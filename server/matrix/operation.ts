/** The description of the matrix endpoint in the OpenAPI document. */
import Type from 'typebox';
import { DRY_RUN, DRY_RUN_IN_WORDS, PRICE_ANSWER, type Operation } from '../api/index.js';
import { acceptedAnswer, jobEndedCallback } from '../jobs/index.js';
import { matrixResponseSchema } from './answer-schema.js';
import { LOCATION_COUNT_MAX, matrixRequestSchema } from './schema.js';

export const MATRIX_EXAMPLE = {
  locations: [
    { location_id: 'depot', latitude: 41.1496, longitude: -8.611 },
    { location_id: 'airport', latitude: 41.2421, longitude: -8.6786 },
    { location_id: 'matosinhos', latitude: 41.1844, longitude: -8.6963 },
  ],
  vehicle: { type: 'car' },
  weekend: false,
};

const descriptorSchema = Type.Object(
  {
    jobid: Type.String({ description: 'The job id, for the query parameter `jobid`.' }),
    message: Type.String({ description: 'How to get the status.' }),
    status: Type.Literal('Accepted', { description: 'The current status.' }),
  },
  { title: 'MatrixJobDescriptor', description: 'A matrix that runs as a job.' },
);

const PRICE_IN_WORDS = 'Costs 1 credit per started 1,000 returned costs (pairs × traffic windows).';
const REQUEST_BODY = { schema: matrixRequestSchema, example: MATRIX_EXAMPLE };

export const MATRIX_OPERATION: Operation = {
  operationId: 'computeMatrix',
  tag: 'Matrix',
  summary: 'Compute distances and travel times between locations, for each traffic window',
  description:
    `Requests with up to ${LOCATION_COUNT_MAX} locations return the matrix; larger ones run as a job with the same result. ` +
    `${PRICE_IN_WORDS} ${DRY_RUN_IN_WORDS}`,
  parameters: [DRY_RUN],
  requestBody: REQUEST_BODY,
  answers: {
    200: {
      description: 'The matrix.',
      contentType: 'application/json',
      headers: ['idempotency-replayed'],
      schema: matrixResponseSchema,
    },
    202: acceptedAnswer('matrix', descriptorSchema),
  },
  callbacks: { jobEnded: jobEndedCallback('/webhook_url') },
  errors: [
    'too_many_jobs',
    'too_many_locations',
    'insufficient_credits',
    'quota_exceeded',
    'idempotency_conflict',
    'location_unreachable',
  ],
};

export const MATRIX_PRICE_OPERATION: Operation = {
  operationId: 'priceMatrix',
  tag: 'Matrix',
  summary: 'Get the price of a matrix',
  description: `Validates a request of any size and returns its price. Free of charge. ${PRICE_IN_WORDS}`,
  requestBody: REQUEST_BODY,
  isFree: true,
  answers: { 200: PRICE_ANSWER },
  errors: ['too_many_locations', 'location_unreachable'],
};
