/** The matrix endpoint as the OpenAPI document describes it. */
import Type from 'typebox';
import type { Operation } from '../api/index.js';
import { acceptedAnswer, jobEndedCallback } from '../jobs/index.js';
import {
  LOCATION_COUNT_MAX,
  matrixPriceSchema,
  matrixRequestSchema,
  matrixResponseSchema,
} from './schema.js';

export const MATRIX_EXAMPLE = {
  locations: [
    { location_id: 'depot', latitude: 41.1496, longitude: -8.611 },
    { location_id: 'airport', latitude: 41.2421, longitude: -8.6786 },
    { location_id: 'matosinhos', latitude: 41.1844, longitude: -8.6963 },
  ],
  vehicle: { type: 'car' },
  weekend: false,
};

const descriptorSchema = Type.Object({
  jobid: Type.String({ description: 'For the query parameter `jobid`.' }),
  message: Type.String({ description: 'How to ask for the status.' }),
  status: Type.Literal('Accepted'),
});

export const MATRIX_OPERATION: Operation = {
  operationId: 'computeMatrix',
  tag: 'Matrix',
  summary: 'Distance and travel time between locations, for each traffic window of the day',
  description:
    `Up to ${LOCATION_COUNT_MAX} locations are answered at once; more become a job, whose result is the same. ` +
    'Costs 1 credit per started 1,000 returned costs (pairs × traffic windows).',
  parameters: [
    {
      name: 'dry_run',
      description: 'true: validate and answer `{credits}` without computing or charging.',
      schema: Type.Enum(['true', 'false']),
    },
  ],
  requestBody: {
    schemaName: 'MatrixRequest',
    schema: matrixRequestSchema,
    example: MATRIX_EXAMPLE,
  },
  answers: {
    200: {
      description: 'The matrix; with `dry_run=true`, its price.',
      contentType: 'application/json',
      schemaName: 'MatrixResponse',
      schema: Type.Union([matrixResponseSchema, matrixPriceSchema]),
    },
    202: acceptedAnswer('MatrixJobDescriptor', descriptorSchema),
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
