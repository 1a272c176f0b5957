/** Jobs over HTTP: the status of a job, its events, the list of an account's jobs, and cancellation. */
import Type from 'typebox';
import {
  jsonAnswer,
  readFlag,
  readInteger,
  readOneOf,
  timeOrNull,
  type Route,
} from '../api/index.js';
import { ApiError } from '../errors.js';
import type { JobKind } from '../storage/index.js';
import { contentRoutes } from './content-routes.js';
import { jobEvents, createStreamLimit, onStreamEnd } from './events.js';
import { JOBID, findJob, unknownJob } from './find-job.js';
import type { Jobs } from './jobs.js';
import { STATUS_WORDS } from './status.js';
import {
  eventsSchema,
  jobPageSchema,
  jobStatusSchema,
  kindSchema,
  statusSchema,
} from './schema.js';
import type { JobView, WebhookView } from './job-views.js';

const PAGE_LENGTH_DEFAULT = 50;
const PAGE_LENGTH_MAX = 500;
/** The value of `Retry-After` for a job that has not ended. */
export const POLL_SECONDS = 2;

const DETAILS = {
  name: 'details',
  description: 'true: also return the progress, time, place in the queue and best plan so far.',
  schema: Type.Enum(['true', 'false']),
};

/** A cursor is the id of the last job of a page. */
const CURSOR = /^[0-9a-f-]{36}$/;

type Paths = Route['paths'];

const KINDS: readonly { kind: JobKind; name: string; tag: 'Routing' | 'Matrix'; paths: Paths }[] = [
  {
    kind: 'routing',
    name: 'Routing',
    tag: 'Routing',
    paths: ['/engine/routing/v1', '/engine/routing'],
  },
  { kind: 'matrix', name: 'Matrix', tag: 'Matrix', paths: ['/engine/matrix/v1', '/engine/matrix'] },
];

export function jobRoutes(jobs: Jobs): Route[] {
  return [
    ...KINDS.flatMap((of) => [pollRoute(jobs, of), cancelRoute(jobs, of)]),
    listRoute(jobs),
    eventsRoute(jobs),
    ...contentRoutes(jobs),
  ];
}

/** Returns the path that answers with the status of a job. */
export function pollPath(kind: JobKind, jobId: string): string {
  return `/engine/${kind}/v1/?jobid=${jobId}`;
}

function pollRoute(jobs: Jobs, { kind, name, tag, paths }: (typeof KINDS)[number]): Route {
  return {
    method: 'get',
    paths,
    access: 'key',
    operation: {
      operationId: `get${name}Job`,
      tag,
      summary: 'Get the status and the result of a job',
      description:
        'Free of charge. A job that waits for its turn is `Running`, too. Ask again after `Retry-After` seconds, or watch its events, ' +
        'or use a webhook.',
      parameters: [JOBID, DETAILS],
      answers: {
        200: {
          description: 'The state of the job.',
          headers: ['retry-after'],
          contentType: 'application/json',
          schema: jobStatusSchema,
        },
      },
      errors: ['unknown_job'],
    },
    handle: async (request) => {
      const view = await findJob(jobs, request, kind);
      const details = readFlag(request.query, 'details');
      const headers = isUnderWay(view) ? { 'retry-after': String(POLL_SECONDS) } : {};
      const plain = await plainAnswer(jobs, view, request.origin);
      const body = details ? { ...plain, ...(await detailsOf(jobs, view)) } : plain;
      return { ...jsonAnswer(200, body), headers };
    },
  };
}

function cancelRoute(jobs: Jobs, { kind, name, tag, paths }: (typeof KINDS)[number]): Route {
  return {
    method: 'delete',
    paths,
    access: 'key',
    operation: {
      operationId: `cancel${name}Job`,
      tag,
      summary: 'Cancel a job',
      description:
        'Free of charge. The credits are refunded if no worker has started the job; a job that a worker has started is paid for. There is no result.',
      parameters: [JOBID],
      answers: {
        200: {
          description: 'The job is cancelled.',
          contentType: 'application/json',
          schema: jobStatusSchema,
        },
      },
      errors: ['unknown_job', 'job_already_finished'],
    },
    handle: async (request) => {
      const { id } = await findJob(jobs, request, kind);
      const outcome = await jobs.cancel(id, request.caller.accountId);
      switch (outcome.kind) {
        case 'unknown':
          throw unknownJob();
        case 'ended':
          throw new ApiError('job_already_finished', 'A job that has ended cannot be cancelled.');
        case 'cancelled':
          return {
            ...jsonAnswer(200, { status: 'Cancelled' }),
            ...creditsAfter(outcome.creditsRemaining),
          };
      }
    },
  };
}

/** Puts the balance after a refund into the headers of the same answer. */
const creditsAfter = (remaining: number | undefined) =>
  remaining === undefined ? {} : { credits: { charged: 0, remaining } };

function listRoute(jobs: Jobs): Route {
  return {
    method: 'get',
    paths: ['/engine/jobs/v1'],
    access: 'key',
    operation: {
      operationId: 'listJobs',
      tag: 'Jobs',
      summary: "List the account's jobs, newest first",
      description: 'Free of charge. The list includes expired jobs.',
      parameters: [
        {
          name: 'limit',
          description: `The number of jobs per page. Default: ${PAGE_LENGTH_DEFAULT}.`,
          schema: Type.Integer({ minimum: 1, maximum: PAGE_LENGTH_MAX }),
        },
        {
          name: 'cursor',
          description: '`next_cursor` of the page before.',
          schema: Type.String({ pattern: CURSOR.source }),
        },
        { name: 'kind', description: 'Only jobs of this kind.', schema: kindSchema },
        {
          name: 'status',
          description: 'Only jobs with this status.',
          schema: statusSchema,
        },
      ],
      answers: {
        200: {
          description: 'A page of jobs.',
          contentType: 'application/json',
          schema: jobPageSchema,
        },
      },
      errors: [],
    },
    handle: async ({ caller, query }) => {
      const limit = readInteger(query, 'limit', 1, PAGE_LENGTH_MAX) ?? PAGE_LENGTH_DEFAULT;
      const page = await jobs.page(caller.accountId, {
        ...{ before: readCursor(query), limit },
        kind: readOneOf(query, 'kind', ['routing', 'matrix']),
        status: readOneOf(query, 'status', Object.values(STATUS_WORDS)),
      });
      return jsonAnswer(200, {
        jobs: page.jobs.map((view) => ({
          jobid: view.id,
          kind: view.kind,
          status: STATUS_WORDS[view.state],
          progress: view.progress,
          credits: view.credits,
          created_time: new Date(view.createdAtMs).toISOString(),
          ended_time: timeOrNull(view.endedAtMs),
          expires_time: timeOrNull(view.expiresAtMs),
        })),
        next_cursor: page.next ?? null,
      });
    },
  };
}

function readCursor(query: Readonly<Record<string, string>>): string | undefined {
  const cursor = query['cursor'];
  if (cursor === undefined || CURSOR.test(cursor)) return cursor;
  const comment = 'Expected `next_cursor` of the page before.';
  throw new ApiError('invalid_request', '', {
    problems: [{ pointer: '/query/cursor', code: 'invalid_format', comment }],
  });
}

function eventsRoute(jobs: Jobs): Route {
  const streams = createStreamLimit(STREAMS_OF_ACCOUNT_MAX);
  return {
    method: 'get',
    paths: ['/engine/jobs/v1/events'],
    access: 'key',
    operation: {
      operationId: 'watchJob',
      tag: 'Jobs',
      summary: 'Stream the progress of a job as server-sent events',
      description:
        'Free of charge. `progress` events carry what `details=true` answers, within a second of its change; `end` is the last one. ' +
        'Comments keep an idle connection open. If the connection drops, reconnect: the first event has the current status of the job.',
      parameters: [JOBID],
      answers: {
        200: {
          description: 'The events, until the job ends.',
          contentType: 'text/event-stream',
          schema: eventsSchema,
        },
      },
      errors: ['unknown_job'],
    },
    handle: async (request) => {
      const { id } = await findJob(jobs, request);
      const { origin, caller } = request;
      const leave = streams.enter(caller.accountId);
      const readJob = async () => {
        const view = await jobs.find(id, caller.accountId);
        if (view === undefined) return undefined;
        const plain = await plainAnswer(jobs, view, origin);
        const details = { ...plain, ...(await detailsOf(jobs, view)) };
        return { details, hasEnded: !isUnderWay(view) };
      };
      const body = onStreamEnd(jobEvents(readJob), leave);
      return { status: 200, contentType: 'text/event-stream', body };
    },
  };
}

/** A bound on the load of the store, because each stream reads its job once a second. */
const STREAMS_OF_ACCOUNT_MAX = 50;

const isUnderWay = ({ state }: JobView): boolean => state === 'accepted' || state === 'running';

async function plainAnswer(jobs: Jobs, view: JobView, origin: string) {
  const url = view.state === 'completed' ? await jobs.link(view, origin) : undefined;
  return {
    status: STATUS_WORDS[view.state],
    ...(url === undefined ? {} : { url }),
    ...(view.state === 'failed' && view.error !== undefined ? { error: view.error } : {}),
  };
}

async function detailsOf(jobs: Jobs, view: JobView) {
  const elapsedMs = (view.endedAtMs ?? jobs.now()) - view.createdAtMs;
  return {
    progress: view.progress,
    elapsed: Math.max(0, elapsedMs / 1000),
    queue_position: await jobs.queuePosition(view),
    best: view.best === undefined ? null : { ...view.best, cost: inMillionths(view.best.cost) },
    credits: view.credits,
    expires_time: timeOrNull(view.expiresAtMs),
    ...(view.webhook === undefined ? {} : { webhook: webhookAnswer(view.webhook) }),
  };
}

function webhookAnswer({ state, attempts, triedAtMs, nextAtMs, reason }: WebhookView) {
  return {
    ...{ status: state, attempts },
    last_attempt_time: timeOrNull(triedAtMs),
    next_attempt_time: timeOrNull(nextAtMs),
    reason: reason ?? null,
  };
}

/** Rounds a cost as in results. */
const inMillionths = (cost: number): number => Math.round(cost * 1e6) / 1e6;

/** Returns the headers of the 202 answer that accepts a job. */
export function acceptedHeaders(kind: JobKind, jobId: string): Record<string, string> {
  return { location: pollPath(kind, jobId), 'retry-after': String(POLL_SECONDS) };
}
