/** The routing endpoints as the OpenAPI document describes them. */
import Type from 'typebox';
import type { Operation } from '../api/index.js';
import { routingPriceSchema, routingResponseSchema } from './respond/schema.js';
import { ROUTING_EXAMPLE, routingRequestSchema } from './schema/index.js';

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
