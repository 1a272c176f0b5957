/** The routing operations for the OpenAPI document. */
import Type from 'typebox';
import { DRY_RUN, DRY_RUN_IN_WORDS, PRICE_ANSWER, type Operation } from '../api/index.js';
import { acceptedAnswer, jobEndedCallback } from '../jobs/index.js';
import { routingResponseSchema } from './respond/schema.js';
import { slotsResponseSchema } from './respond/slots-schema.js';
import {
  ROUTING_EXAMPLE,
  SLOTS_EXAMPLE,
  routingRequestSchema,
  slotsRequestSchema,
} from './schema/index.js';
import { JOB_SECONDS_MAX, JOB_SECONDS_MIN, TIME_LIMIT_SECONDS_MAX } from './schema/limits.js';

/** Plans with fewer distinct places are searched while the caller waits. */
export const SYNC_PLACE_COUNT_END = 50;

/** Most places in mode `check` while the caller waits: it searches nothing, and people edit plans of a day by hand. */
export const CHECK_PLACE_COUNT_MAX = 1_500;

/** Most places of a request for time slots. */
export const SLOTS_PLACE_COUNT_MAX = 1_500;

const PRICE_IN_WORDS =
  'Costs 1 credit per started 10 visits plus 1 per started 10 shifts, counting repeats and copies.';
const REQUEST_BODY = { schema: routingRequestSchema, example: ROUTING_EXAMPLE };

export const ROUTING_SYNC_OPERATION: Operation = {
  operationId: 'solveRouting',
  tag: 'Routing',
  summary: 'Plan routes and wait for the answer',
  description: `Fewer than ${SYNC_PLACE_COUNT_END} distinct places are planned while you wait, within \`options.time_limit\`; mode \`check\` takes at most ${CHECK_PLACE_COUNT_MAX}. ${PRICE_IN_WORDS} ${DRY_RUN_IN_WORDS}`,
  parameters: [DRY_RUN],
  requestBody: REQUEST_BODY,
  answers: {
    200: {
      description: 'The plan.',
      contentType: 'application/json',
      headers: ['idempotency-replayed'],
      schema: routingResponseSchema,
    },
  },
  errors: ['too_many_locations', 'insufficient_credits', 'quota_exceeded', 'idempotency_conflict'],
};

const descriptorSchema = Type.Object(
  {
    JobId: Type.String({ description: 'The job id, for the query parameter `jobid`.' }),
    JobMessage: Type.String({ description: 'How to get the status.' }),
    JobStatus: Type.Literal('Accepted', { description: 'The current status.' }),
  },
  { title: 'RoutingJobDescriptor', description: 'A plan that runs as a job.' },
);

export const ROUTING_ASYNC_OPERATION: Operation = {
  operationId: 'submitRouting',
  tag: 'Routing',
  summary: 'Plan routes as a job, of any size',
  description:
    'Checks the request, charges it and answers with a descriptor; ask for the job at `Location`. Request, price and result are those ' +
    'of `sync`, without its limit of places. ' +
    `Without \`options.time_limit\` the search takes 0.1 s a visit, ${JOB_SECONDS_MIN} to ${JOB_SECONDS_MAX} s; at most ${TIME_LIMIT_SECONDS_MAX} s. ` +
    DRY_RUN_IN_WORDS,
  parameters: [DRY_RUN],
  requestBody: REQUEST_BODY,
  answers: { 202: acceptedAnswer('routing', descriptorSchema) },
  callbacks: { jobEnded: jobEndedCallback('/options/webhook_url') },
  errors: ['too_many_jobs', 'insufficient_credits', 'quota_exceeded', 'idempotency_conflict'],
};

export const ROUTING_PRICE_OPERATION: Operation = {
  operationId: 'priceRouting',
  tag: 'Routing',
  summary: 'Get the price of a plan',
  description: `Validates a request of any size and returns its price. Free of charge. ${PRICE_IN_WORDS}`,
  requestBody: REQUEST_BODY,
  isFree: true,
  answers: { 200: PRICE_ANSWER },
  errors: ['too_many_locations'],
};

export const SLOTS_OPERATION: Operation = {
  operationId: 'findSlots',
  tag: 'Routing',
  summary: 'Find time slots for a new order, with the cost of each',
  description:
    'Keeps the plan unchanged and returns, for each window, the cheapest way to serve one more order in it: the vehicle, the time, and the increase in cost, ' +
    `distance and duration. The plan is not changed. At most ${SLOTS_PLACE_COUNT_MAX} distinct places. Costs 1 credit per started 10 windows plus 1 per started 10 shifts. ${DRY_RUN_IN_WORDS}`,
  parameters: [DRY_RUN],
  requestBody: { schema: slotsRequestSchema, example: SLOTS_EXAMPLE },
  answers: {
    200: {
      description: 'The feasible windows, cheapest first.',
      contentType: 'application/json',
      headers: ['idempotency-replayed'],
      schema: slotsResponseSchema,
    },
  },
  errors: ['too_many_locations', 'insufficient_credits', 'quota_exceeded', 'idempotency_conflict'],
};
