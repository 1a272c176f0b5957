/**
 * A routing request read, checked and priced: all of the way in that needs no roads.
 *
 *     bytes ──► JSON ──► checked ──► price ─┬─► `routing_price`: that is all
 *                                           ├─► `routing_accept`: what a job is made of
 *                                           └─► `routing_prepare`: on to the core's problem (`prepare-task.ts`)
 *
 * Engine threads do it for each request. A large body is read by a thread of its own first, which holds no roads and may
 * be ended at any time: that answers what is priced or accepted. What is to be planned at once and was found sound
 * (`routing_read`) is read again beside the roads, which then takes as long.
 */
import { gzipSync } from 'node:zlib';
import type { TaskHandlers } from '../engine/index.js';
import type { ErrorCode, ApiProblem, Refusal } from '../errors.js';
import type { OwnProfiles } from '../travel/index.js';
import { hashBody, moved, parseBody, type BodyBlocks } from '../validation/index.js';
import { CHECK_PLACE_COUNT_MAX, SLOTS_PLACE_COUNT_MAX, SYNC_PLACE_COUNT_END } from './operation.js';
import { jobSeconds, routingCredits, searchSeconds, secondsCredits } from './price.js';
import { createRequestCheck, type CheckedRequest, type OperationName } from './read/index.js';
import {
  JSON_BOUNDS,
  SYNC_COUNTS_MAX,
  INSERT_SECONDS,
  SYNC_TIME_LIMIT_SECONDS_MAX,
  TIME_LIMIT_SECONDS_DEFAULT,
} from './schema/limits.js';

const SEED_DEFAULT = 1;

export type ReadInput = {
  body: BodyBlocks;
  operation: OperationName;
  /** The body is hashed for it alone. */
  idempotencyKey?: string;
};

export type Priced = {
  credits: number;
  counts: { places: number; visits: number; shifts: number };
  /** The request's key, and what it stands for: the SHA-256 of the body, hexadecimal. */
  idempotency?: { key: string; bodyHash: string };
};

/** What a job is made of. */
export type Acceptable = Priced & {
  /** The body, gzip. */
  input: Uint8Array<ArrayBuffer>;
  /** Of search, at most. */
  workSeconds: number;
  webhookUrl?: string;
};

export type Refused = { kind: 'refused' } & Refusal;

/** What engine and reading threads do alike. */
export type ReadOnlyTasks = {
  routing_price: {
    input: Pick<ReadInput, 'body' | 'operation'>;
    output: Refused | { kind: 'priced'; credits: number };
  };
  routing_accept: {
    input: Omit<ReadInput, 'operation'>;
    output: Refused | ({ kind: 'acceptable' } & Acceptable);
  };
};

export type RoutingReadTasks = ReadOnlyTasks & {
  /** The body comes back, for the thread that prepares it. */
  routing_read: { input: ReadInput; output: Refused | { kind: 'sound'; body: BodyBlocks } };
};

export type ReadSettings = {
  zoneOf: (latitude: number, longitude: number) => string;
  ownProfiles: OwnProfiles;
  /** What a job may search for at most. */
  jobSecondsMax: number;
};

type Read = {
  priced: Priced;
  checked: CheckedRequest;
  search: ReturnType<typeof searchOf>;
  /** Of search, at most. */
  workSeconds: number;
};

/** Bodies are JSON, which shrinks well at any level; the fastest leaves most of the thread's time to others. */
const GZIP = { level: 1 };

export type Reading = (
  input: ReadInput,
  /** Whether it is held to what the operator lets jobs search for: one that has been accepted is not any more. */
  isNew: boolean,
) => Refused | { kind: 'read'; read: Read };

/** Compiles schemas, so call it once a thread. */
export function createReading(settings: ReadSettings): Reading {
  const checkRequest = createRequestCheck(settings);
  return ({ body, operation, idempotencyKey }, isNew) => {
    const parsed = parseBody(body, JSON_BOUNDS[operation]);
    if (parsed.kind === 'bad') return refused(parsed.code, parsed.comment);
    const outcome = checkRequest(
      parsed.value,
      operation,
      isNew ? settings.jobSecondsMax : undefined,
    );
    if (outcome.kind === 'bad') {
      return refused('invalid_request', '', outcome.problems, outcome.problemCount);
    }
    const { checked } = outcome;
    const { visitCount, shiftCount } = checked.read;
    const places = checked.read.places.length;
    const isChecked = checked.request.options?.mode === 'check';
    const tooMany = tooManyPlaces(places, operation, isChecked);
    if (tooMany !== undefined) return refused('too_many_locations', tooMany);
    const excess = operation === 'async' ? undefined : excessOf(checked.read, operation);
    if (excess !== undefined) return refused('request_too_complex', excess);
    const search = searchOf(checked, operation, settings.jobSecondsMax);
    const workSeconds = searchSeconds(visitCount, search);
    const credits =
      routingCredits(checked.read.slots?.windows.length ?? visitCount, shiftCount) +
      (operation === 'async' ? secondsCredits(visitCount, workSeconds) : 0);
    const priced: Priced = {
      credits,
      counts: { places, visits: visitCount, shifts: shiftCount },
      ...(idempotencyKey === undefined
        ? {}
        : { idempotency: { key: idempotencyKey, bodyHash: hashBody(body) } }),
    };
    return { kind: 'read', read: { priced, checked, search, workSeconds } };
  };
}

export function readOnlyTasks(readRequest: Reading): TaskHandlers<ReadOnlyTasks> {
  return {
    routing_price: (input) => {
      const outcome = readRequest(input, true);
      if (outcome.kind === 'refused') return { kind: 'done', output: outcome };
      return { kind: 'done', output: { kind: 'priced', credits: outcome.read.priced.credits } };
    },
    routing_accept: (input) => {
      const outcome = readRequest({ ...input, operation: 'async' }, true);
      if (outcome.kind === 'refused') return { kind: 'done', output: outcome };
      const { priced, checked, workSeconds } = outcome.read;
      const { webhook_url: webhookUrl } = checked.request.options ?? {};
      const output = {
        ...({ kind: 'acceptable', ...priced, workSeconds } as const),
        // Into a buffer of its own, so that it can be moved.
        input: new Uint8Array(gzipSync(Buffer.concat(input.body), GZIP)),
        ...(webhookUrl === undefined ? {} : { webhookUrl }),
      };
      return { kind: 'done', output, transfer: [output.input.buffer] };
    },
  };
}

/** The handlers of threads that read and nothing else. Make them once a thread. */
export function createRoutingReadTasks(settings: ReadSettings): TaskHandlers<RoutingReadTasks> {
  const readRequest = createReading(settings);
  return {
    ...readOnlyTasks(readRequest),
    routing_read: (input) => {
      const outcome = readRequest(input, false);
      if (outcome.kind === 'refused') return { kind: 'done', output: outcome };
      const { body } = input;
      return { kind: 'done', output: { kind: 'sound', body }, transfer: moved(body) };
    },
  };
}

function refused(
  code: ErrorCode,
  comment: string,
  problems: readonly ApiProblem[] = [],
  problemCount = problems.length,
): Refused {
  return { kind: 'refused', code, comment, problems, problemCount };
}

/** As a sentence. */
function tooManyPlaces(
  count: number,
  operation: OperationName,
  isChecked: boolean,
): string | undefined {
  if (operation === 'sync' && isChecked) {
    if (count <= CHECK_PLACE_COUNT_MAX) return undefined;
    return `The request has ${count} distinct places; plans of at most ${CHECK_PLACE_COUNT_MAX} are checked while you wait. Send it to /engine/routing/v1/async.`;
  }
  if (operation === 'sync' && count >= SYNC_PLACE_COUNT_END) {
    return `The request has ${count} distinct places; fewer than ${SYNC_PLACE_COUNT_END} are planned while you wait. Send it to /engine/routing/v1/async.`;
  }
  if (operation === 'slots' && count > SLOTS_PLACE_COUNT_MAX) {
    return `The request has ${count} distinct places; slots are found beside a plan of at most ${SLOTS_PLACE_COUNT_MAX}.`;
  }
  return undefined;
}

/** What there is too much of for a caller who waits, as a sentence. */
function excessOf(
  { visitCount, shiftCount, windowCount }: CheckedRequest['read'],
  operation: OperationName,
) {
  const counts = { visits: visitCount, shifts: shiftCount, windows: windowCount };
  for (const kind of ['visits', 'shifts', 'windows'] as const) {
    if (counts[kind] <= SYNC_COUNTS_MAX[kind]) continue;
    return `The request has ${counts[kind]} ${kind}, repeats and copies spelled out; at most ${SYNC_COUNTS_MAX[kind]} are planned while you wait.${operation === 'sync' ? ' Send it to /engine/routing/v1/async.' : ''}`;
  }
  return undefined;
}

/** Where only iterations are asked for, time is not to come before them. */
function searchOf(
  { request, read }: CheckedRequest,
  operation: OperationName,
  jobSecondsMax: number,
) {
  const { options = {} } = request;
  const maxIterations = options.max_iterations ?? null;
  const ofSync = {
    unasked:
      options.mode === 'insert'
        ? Math.min(insertSeconds(request, read.visitCount), TIME_LIMIT_SECONDS_DEFAULT)
        : TIME_LIMIT_SECONDS_DEFAULT,
    most: SYNC_TIME_LIMIT_SECONDS_MAX,
  };
  const limits = {
    sync: ofSync,
    slots: ofSync,
    async: {
      unasked: Math.min(jobSeconds(read.visitCount), jobSecondsMax),
      most: jobSecondsMax,
    },
  }[operation];
  const limit = maxIterations === null ? limits.unasked : limits.most;
  return {
    seed: options.seed ?? SEED_DEFAULT,
    maxIterations,
    timeLimitMs: Math.min(options.time_limit ?? limit, limits.most) * 1000,
  };
}

/** By how many visits the plan does not have yet. */
function insertSeconds({ plan }: CheckedRequest['request'], visitCount: number): number {
  const stops = plan?.routes.flatMap((route) => route.stops) ?? [];
  const planned = new Set(
    stops.flatMap(({ order_id, visit = 1 }) =>
      order_id === undefined ? [] : [JSON.stringify([order_id, visit])],
    ),
  );
  return INSERT_SECONDS.least + INSERT_SECONDS.perVisit * Math.max(visitCount - planned.size, 0);
}
