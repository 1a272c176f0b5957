/** Jobs as the OpenAPI document shows them: their status, their events, their list, and the message at their end. */
import Type, { type TSchema } from 'typebox';
import { ERROR_SCHEMA, type Callback, type DescribedAnswer } from '../api/index.js';
import type { JobKind } from '../storage/index.js';
import { here, unit } from '../validation/index.js';

export const statusSchema = Type.Enum(['Running', 'Completed', 'Failed', 'Cancelled', 'Expired'], {
  title: 'JobState',
  description:
    '`Running` from the moment it is accepted, while it waits as well; `Expired` 24 hours after its end, whichever that was.',
});
export const kindSchema = Type.Enum(['routing', 'matrix'], {
  description: 'What is computed.',
});
const urlSchema = Type.String({
  description:
    'When it is completed: where the result is, until it expires. Needs no key: anyone who has the link has the result.',
});
const errorSchema = here(
  ERROR_SCHEMA,
  'When it has failed: why, as a refusal is told; `request_id` is of the request that it was accepted with. Its credits are back.',
);
const bestSchema = Type.Object(
  {
    cost: Type.Number({ description: 'Of the plan.', ...unit('money') }),
    unserved: Type.Integer({ description: 'Visits that are not served.' }),
    vehicles: Type.Integer({ description: 'Vehicles in use.' }),
  },
  { title: 'BestPlan', description: 'What is known of the best plan so far.' },
);
const time = (description: string) => Type.String({ format: 'date-time', description });
const timeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });
const creditsSchema = Type.Integer({
  minimum: 0,
  description: 'What it cost; 0 once its credits have been given back.',
  ...unit('credits'),
});
const expiresSchema = timeOrNull('Until when its result is kept, UTC. `null`: it has not ended.');

const webhookSchema = Type.Object(
  {
    status: Type.Enum(['waiting', 'retrying', 'delivered', 'given_up'], {
      description: '`waiting`: for the end of the job, or for the first attempt.',
    }),
    attempts: Type.Integer({ description: 'Made so far, nine at most.' }),
    last_attempt_time: timeOrNull('UTC.'),
    next_attempt_time: timeOrNull('UTC. `null`: none is due.'),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the last attempt did not count as delivered.',
    }),
  },
  { title: 'WebhookCourse', description: 'What became of telling the end of a job.' },
);
const progressSchema = Type.Number({
  minimum: 0,
  maximum: 1,
  description: 'The share that is done, 0 to 1.',
});
const WITH_DETAILS = 'With `details=true`:';
const detailsSchema = {
  progress: Type.Optional(
    Type.Number({ description: `${WITH_DETAILS} the share that is done, 0 to 1.` }),
  ),
  elapsed: Type.Optional(
    Type.Number({
      description: `${WITH_DETAILS} from acceptance until now, or the end.`,
      ...unit('seconds'),
    }),
  ),
  queue_position: Type.Optional(
    Type.Integer({
      description: `${WITH_DETAILS} its place among the jobs that wait, 1 is next; 0: it runs, or has ended.`,
    }),
  ),
  best: Type.Optional(
    Type.Union([bestSchema, Type.Null()], {
      description: `${WITH_DETAILS} the best plan so far. \`null\` before the first, and for a matrix.`,
    }),
  ),
  credits: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `${WITH_DETAILS} what it cost; 0 once its credits have been given back.`,
      ...unit('credits'),
    }),
  ),
  expires_time: Type.Optional(
    timeOrNull(`${WITH_DETAILS} until when its result is kept, UTC. \`null\`: it has not ended.`),
  ),
  webhook: Type.Optional(
    here(webhookSchema, `${WITH_DETAILS} where the request asked to be told, how that went.`),
  ),
};
export const jobStatusSchema = Type.Object(
  {
    status: statusSchema,
    url: Type.Optional(urlSchema),
    error: Type.Optional(errorSchema),
    ...detailsSchema,
  },
  { title: 'JobStatus', description: 'How a job is.' },
);
const eventSchema = Type.Object(
  {
    id: Type.String({ description: 'Counted from 1 in each answer.' }),
    event: Type.Enum(['progress', 'end'], { description: 'Of the event.' }),
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
      Type.String({ description: 'Whose it is. Absent: a start, an end or a reload.' }),
    ),
    stop_id: Type.Optional(Type.String({ description: 'Of a stop that the request names.' })),
    latitude: Type.Number({ description: 'WGS 84.', ...unit('degrees') }),
    longitude: Type.Number({ description: 'WGS 84.', ...unit('degrees') }),
  },
  { title: 'OutlineStop', description: 'Where a route goes.' },
);
const outlineRouteSchema = Type.Object(
  {
    vehicle_id: Type.String({ description: 'Who drives it.' }),
    shift_id: Type.String({ description: 'In which shift.' }),
    date: Type.String({ format: 'date', description: 'Local date on which the shift starts.' }),
    stops: Type.Array(outlineStopSchema, { description: 'In the order of the route.' }),
  },
  { title: 'OutlineRoute', description: 'A route without times.' },
);
export const outlineSchema = Type.Object(
  {
    best: Type.Union([bestSchema, Type.Null()], {
      description: 'Its figures. `null`: there is no plan to show now.',
    }),
    routes: Type.Array(outlineRouteSchema, { description: 'Of all vehicles that are in use.' }),
  },
  { title: 'PlanOutline', description: 'The best plan so far, to be drawn.' },
);
/** Of the whole answer: it is no JSON. */
export const eventsSchema = Type.String({
  description: 'Server-sent events; each has the fields of a `JobEvent`.',
  contentMediaType: 'text/event-stream',
  contentSchema: eventSchema,
});
const jobEntrySchema = Type.Object(
  {
    jobid: Type.String({ description: 'For the query parameter `jobid`.' }),
    kind: kindSchema,
    status: statusSchema,
    progress: progressSchema,
    credits: creditsSchema,
    created_time: time('When it was accepted, UTC.'),
    ended_time: timeOrNull('UTC. `null`: it has not ended.'),
    expires_time: expiresSchema,
  },
  { title: 'JobEntry', description: 'A job of the list.' },
);
export const jobPageSchema = Type.Object(
  {
    jobs: Type.Array(jobEntrySchema, { description: 'Newest first.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'For the next page; `null`: this is the last one.',
    }),
  },
  { title: 'JobPage', description: 'A page of the list of jobs.' },
);

/** For operations that may answer with a job's descriptor. */
export function acceptedAnswer(kind: JobKind, schema: TSchema): DescribedAnswer {
  const jobid = kind === 'routing' ? '$response.body#/JobId' : '$response.body#/jobid';
  const name = kind === 'routing' ? 'Routing' : 'Matrix';
  return {
    description: 'It has become a job: ask for it at `Location`.',
    headers: [
      ...(['location', 'retry-after', 'idempotency-replayed', 'x-jobs-waiting'] as const),
      ...(['x-jobs-waiting-max', 'x-job-seconds-waiting', 'x-job-seconds-waiting-max'] as const),
    ],
    contentType: 'application/json',
    schema,
    links: {
      getJob: {
        operationId: `get${name}Job`,
        description: 'How the job is, and where its result is.',
        parameters: { jobid },
      },
      watchJob: {
        operationId: 'watchJob',
        description: 'How the job goes.',
        parameters: { jobid },
      },
      cancelJob: {
        operationId: `cancel${name}Job`,
        description: 'An end before its end.',
        parameters: { jobid },
      },
    },
  };
}

const endedSchema = Type.Object(
  {
    jobid: Type.String({ description: 'For the query parameter `jobid`.' }),
    kind: kindSchema,
    status: Type.Enum(['Completed', 'Failed', 'Cancelled', 'Expired'], {
      description: 'How it is now that it has ended.',
    }),
    url: Type.Optional(urlSchema),
    error: Type.Optional(errorSchema),
  },
  { title: 'EndedJob', description: 'A job at its end.' },
);

const messageSchema = Type.Object(
  {
    type: Type.Enum(['job.completed', 'job.failed', 'job.cancelled', 'job.expired'], {
      description: 'How it ended; `job.expired` is told so late that the result has gone.',
    }),
    timestamp: time('When the job ended, UTC.'),
    data: endedSchema,
  },
  { title: 'JobEnded', description: 'What a webhook is told.' },
);

/** For operations whose request may say whom to tell; `field` is a JSON pointer into its body. */
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
