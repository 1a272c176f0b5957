/** The routing endpoints as the OpenAPI document describes them. */
import Type from 'typebox';
import type { Operation } from '../api/index.js';
import { acceptedAnswer, jobEndedCallback } from '../jobs/index.js';
import { routingPriceSchema, routingResponseSchema } from './respond/schema.js';
import { ROUTING_EXAMPLE, routingRequestSchema } from './schema/index.js';
import { JOB_SECONDS_MAX, JOB_SECONDS_MIN, TIME_LIMIT_SECONDS_MAX } from './schema/limits.js';

/** Plans with fewer distinct places are searched while the caller waits. */
export const SYNC_PLACE_COUNT_END = 50;

export const ROUTING_SYNC_OPERATION: Operation = {
  operationId: 'planRoutes',
  tag: 'Routing',
  summary: 'Who serves which order, when, on which way',
  description:
    `Fewer than ${SYNC_PLACE_COUNT_END} distinct places are planned while you wait, within \`options.time_limit\`. ` +
    'Costs 1 credit per started 10 visits plus 1 per started 10 shifts, repeats and copies counted.',
  parameters: [
    {
      name: 'dry_run',
      description: 'true: validate and answer `{credits}` without planning or charging.',
      schema: Type.Enum(['true', 'false']),
    },
  ],
  requestBody: {
    schemaName: 'RoutingRequest',
    schema: routingRequestSchema,
    example: ROUTING_EXAMPLE,
  },
  answers: {
    200: {
      description: 'The plan; with `dry_run=true`, its price.',
      contentType: 'application/json',
      schemaName: 'RoutingResponse',
      schema: Type.Union([routingResponseSchema, routingPriceSchema]),
    },
  },
  errors: ['too_many_locations', 'insufficient_credits', 'quota_exceeded', 'idempotency_conflict'],
};

const descriptorSchema = Type.Object({
  JobId: Type.String({ description: 'For the query parameter `jobid`.' }),
  JobMessage: Type.String({ description: 'How to ask for the status.' }),
  JobStatus: Type.Literal('Accepted'),
});

export const ROUTING_ASYNC_OPERATION: Operation = {
  operationId: 'planRoutesAsync',
  tag: 'Routing',
  summary: 'The same, as a job: for plans of any size',
  description:
    'Checks the request, charges it and answers with a descriptor; ask for the job at `Location`. Request, price and result are those ' +
    'of `sync`, without its limit of places. ' +
    `Without \`options.time_limit\` the search takes 0.1 s a visit, ${JOB_SECONDS_MIN} to ${JOB_SECONDS_MAX} s; at most ${TIME_LIMIT_SECONDS_MAX} s.`,
  parameters: ROUTING_SYNC_OPERATION.parameters ?? [],
  requestBody: {
    schemaName: 'RoutingRequest',
    schema: routingRequestSchema,
    example: ROUTING_EXAMPLE,
  },
  answers: {
    200: {
      description: 'With `dry_run=true`: the price.',
      contentType: 'application/json',
      schema: routingPriceSchema,
    },
    202: acceptedAnswer('RoutingJobDescriptor', descriptorSchema),
  },
  callbacks: { jobEnded: jobEndedCallback('/options/webhook_url') },
  errors: ['too_many_jobs', 'insufficient_credits', 'quota_exceeded', 'idempotency_conflict'],
};
