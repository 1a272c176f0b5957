/** The schemas of jobs in the OpenAPI document: status, events, list, and the message that a webhook receives. */
import Type, { type TSchema } from 'typebox';
import {
  ERROR_SCHEMA,
  timeOrNullSchema,
  type Callback,
  type DescribedAnswer,
} from '../api/index.js';
import type { JobKind } from '../storage/index.js';
import { here, unit } from '../validation/index.js';

export const statusSchema = Type.Enum(['Running', 'Completed', 'Failed', 'Cancelled', 'Expired'], {
  title: 'JobState',
  description:
    '`Running` from the moment it is accepted, while it waits as well; `Expired` 24 hours after its end, whichever that was.',
});
export const kindSchema = Type.Enum(['routing', 'matrix'], {
  description: 'The kind of job.',
});
const urlSchema = Type.String({
  description:
    'The link to the result of a completed job, until it expires. The link needs no API key: anyone who has it can download the result.',
});
const errorSchema = here(
  ERROR_SCHEMA,
  'The error of a failed job; `request_id` is that of the request that submitted the job. Its credits have been refunded.',
);
const bestSchema = Type.Object(
  {
    cost: Type.Number({ description: 'The cost of the plan.', ...unit('money') }),
    unserved: Type.Integer({ description: 'The number of unserved visits.' }),
    vehicles: Type.Integer({ description: 'The number of vehicles used.' }),
  },
  { title: 'BestPlan', description: 'Totals of the best plan so far.' },
);
const time = (description: string) => Type.String({ format: 'date-time', description });
const creditsSchema = Type.Integer({
  minimum: 0,
  description: 'The credits that the job cost; 0 after a refund.',
  ...unit('credits'),
});
const expiresSchema = timeOrNullSchema(
  'Until when its result is kept, UTC. `null`: it has not ended.',
);

const webhookSchema = Type.Object(
  {
    status: Type.Enum(['waiting', 'retrying', 'delivered', 'given_up'], {
      description: '`waiting`: for the end of the job, or for the first attempt.',
    }),
    attempts: Type.Integer({ description: 'The number of attempts so far, at most nine.' }),
    last_attempt_time: timeOrNullSchema('UTC.'),
    next_attempt_time: timeOrNullSchema('UTC. `null`: none is due.'),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the last attempt failed.',
    }),
  },
  { title: 'WebhookCourse', description: 'The delivery of the webhook of a job.' },
);
const progressSchema = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'The share of the work that is done, from 0 to 1.',
});
const WITH_DETAILS = 'With `details=true`:';
const detailsSchema = {
  progress: Type.Optional(
    Type.Number({
      description: `${WITH_DETAILS} the share of the work that is done, from 0 to 1.`,
    }),
  ),
  elapsed: Type.Optional(
    Type.Number({
      description: `${WITH_DETAILS} the time since the job was accepted, until now or its end.`,
      ...unit('seconds'),
    }),
  ),
  queue_position: Type.Optional(
    Type.Integer({
      description: `${WITH_DETAILS} the place in the queue, from 1; 0 if the job is running or has ended.`,
    }),
  ),
  best: Type.Optional(
    Type.Union([bestSchema, Type.Null()], {
      description: `${WITH_DETAILS} the totals of the best plan so far; \`null\` before the first plan, and for a matrix.`,
    }),
  ),
  credits: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `${WITH_DETAILS} the credits that the job cost; 0 after a refund.`,
      ...unit('credits'),
    }),
  ),
  expires_time: Type.Optional(
    timeOrNullSchema(
      `${WITH_DETAILS} the time until which the result is kept, UTC; \`null\` until the job has ended.`,
    ),
  ),
  webhook: Type.Optional(
    here(webhookSchema, `${WITH_DETAILS} the delivery of the webhook, if the request has one.`),
  ),
};
export const jobStatusSchema = Type.Object(
  {
    status: statusSchema,
    url: Type.Optional(urlSchema),
    error: Type.Optional(errorSchema),
    ...detailsSchema,
  },
  { title: 'JobStatus', description: 'The status of a job.' },
);
const eventSchema = Type.Object(
  {
    id: Type.String({ description: 'The number of the event, counted from 1 in each response.' }),
    event: Type.Enum(['progress', 'end'], { description: 'The type of the event.' }),
    data: Type.String({
      description: 'A `JobStatus` with all details.',
      contentMediaType: 'application/json',
      contentSchema: jobStatusSchema,
    }),
  },
  { title: 'JobEvent', description: 'A server-sent event.' },
);
const outlineStopSchema = Type.Object(
  {
    order_id: Type.Optional(
      Type.String({
        description: 'The order that the stop serves. Absent for a start, an end or a reload.',
      }),
    ),
    stop_id: Type.Optional(
      Type.String({ description: 'The id of the stop, if the request gives it one.' }),
    ),
    latitude: Type.Number({ description: 'WGS 84.', ...unit('degrees') }),
    longitude: Type.Number({ description: 'WGS 84.', ...unit('degrees') }),
  },
  { title: 'OutlineStop', description: 'A stop in the outline of a route.' },
);
const outlineRouteSchema = Type.Object(
  {
    vehicle_id: Type.String({ description: 'The vehicle.' }),
    shift_id: Type.String({ description: 'The shift.' }),
    date: Type.String({ format: 'date', description: 'The local date on which the shift starts.' }),
    stops: Type.Array(outlineStopSchema, { description: 'The stops, in order.' }),
  },
  { title: 'OutlineRoute', description: 'A route without times.' },
);
export const outlineSchema = Type.Object(
  {
    best: Type.Union([bestSchema, Type.Null()], {
      description: 'The totals of the plan; `null`: there is no plan to show now.',
    }),
    routes: Type.Array(outlineRouteSchema, { description: 'The routes of all vehicles in use.' }),
  },
  { title: 'PlanOutline', description: 'The outline of the best plan so far, for drawing it.' },
);
/** The schema of the whole answer, which is not JSON. */
export const eventsSchema = Type.String({
  description: 'Server-sent events; each has the fields of a `JobEvent`.',
  contentMediaType: 'text/event-stream',
  contentSchema: eventSchema,
});
const jobEntrySchema = Type.Object(
  {
    jobid: Type.String({ description: 'The job id, for the query parameter `jobid`.' }),
    kind: kindSchema,
    status: statusSchema,
    progress: progressSchema,
    credits: creditsSchema,
    created_time: time('When the job was accepted, UTC.'),
    ended_time: timeOrNullSchema('UTC. `null`: it has not ended.'),
    expires_time: expiresSchema,
  },
  { title: 'JobEntry', description: 'A job in the list.' },
);
export const jobPageSchema = Type.Object(
  {
    jobs: Type.Array(jobEntrySchema, { description: 'The jobs, newest first.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'The cursor of the next page; `null` on the last page.',
    }),
  },
  { title: 'JobPage', description: 'A page of the list of jobs.' },
);

/** Returns the 202 answer of operations that may accept a job. */
export function acceptedAnswer(kind: JobKind, schema: TSchema): DescribedAnswer {
  const jobid = kind === 'routing' ? '$response.body#/JobId' : '$response.body#/jobid';
  const name = kind === 'routing' ? 'Routing' : 'Matrix';
  return {
    description: 'The request runs as a job; get its status at `Location`.',
    headers: [
      ...(['location', 'retry-after', 'idempotency-replayed', 'x-jobs-waiting'] as const),
      ...(['x-jobs-waiting-max', 'x-job-seconds-waiting', 'x-job-seconds-waiting-max'] as const),
    ],
    contentType: 'application/json',
    schema,
    links: {
      getJob: {
        operationId: `get${name}Job`,
        description: 'The status of the job, and the link to its result.',
        parameters: { jobid },
      },
      watchJob: {
        operationId: 'watchJob',
        description: 'The progress of the job.',
        parameters: { jobid },
      },
      cancelJob: {
        operationId: `cancel${name}Job`,
        description: 'Cancels the job.',
        parameters: { jobid },
      },
    },
  };
}

const endedSchema = Type.Object(
  {
    jobid: Type.String({ description: 'The job id, for the query parameter `jobid`.' }),
    kind: kindSchema,
    status: Type.Enum(['Completed', 'Failed', 'Cancelled', 'Expired'], {
      description: 'The final status of the job.',
    }),
    url: Type.Optional(urlSchema),
    error: Type.Optional(errorSchema),
  },
  { title: 'EndedJob', description: 'A job that has ended.' },
);

const messageSchema = Type.Object(
  {
    type: Type.Enum(['job.completed', 'job.failed', 'job.cancelled', 'job.expired'], {
      description:
        'The event: how the job ended. `job.expired` means that the result was deleted before this message was delivered.',
    }),
    timestamp: time('When the job ended, UTC.'),
    data: endedSchema,
  },
  { title: 'JobEnded', description: 'The message that a webhook receives.' },
);

/** Returns the callback of operations whose request may have a webhook; `field` is a JSON pointer into its body. */
export function jobEndedCallback(field: string): Callback {
  return {
    url: `{$request.body#${field}}`,
    summary: 'A job has ended',
    description:
      'Signed as Standard Webhooks has it, by `webhook-id`, `webhook-timestamp` and `webhook-signature`, with the secret of ' +
      '`/engine/account/v1/webhook-secret`. Sent again, with growing pauses, until it is answered with 2xx.',
    schema: messageSchema,
  };
}
