/**
 * Reads, checks and prices a routing request: the steps of request processing that need no roads.
 *
 *     bytes ──► JSON ──► checked ──► price ─┬─► `routing_price`: ends here
 *                                           ├─► `routing_accept`: the parts of a job
 *                                           └─► on to the core's problem (`compile-task.ts`)
 *
 * Engine threads do this for small bodies. A large body is read in a separate thread that holds no roads and may be
 * terminated at any time.
 */
import { gzipSync } from 'node:zlib';
import type { TaskHandlers } from '../engine/index.js';
import type { ErrorCode, ApiProblem, Refusal } from '../errors.js';
import type { OwnProfiles } from '../travel/index.js';
import { hashBody, parseBody, type BodyBlocks } from '../validation/index.js';
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
  /** The body is hashed only if there is a key. */
  idempotencyKey?: string;
};

export type Priced = {
  credits: number;
  counts: { places: number; visits: number; shifts: number };
  /** The idempotency key of the request, and the SHA-256 of the body that it stands for, hexadecimal. */
  idempotency?: { key: string; bodyHash: string };
};

/** The parts of a job. */
export type Acceptable = Priced & {
  /** The body, gzip. */
  input: Uint8Array<ArrayBuffer>;
  /** The maximum search time. */
  workSeconds: number;
  webhookUrl?: string;
};

export type Refused = { kind: 'refused' } & Refusal;

/** The tasks that both engine threads and reading threads run. */
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

export type ReadSettings = {
  zoneOf: (latitude: number, longitude: number) => string;
  ownProfiles: OwnProfiles;
  /** The maximum search time of a job. */
  jobSecondsMax: number;
};

export type Read = {
  priced: Priced;
  checked: CheckedRequest;
  search: ReturnType<typeof searchOf>;
  /** The maximum search time. */
  workSeconds: number;
};

/** JSON compresses well at any level; the fastest level leaves the thread the most time for other work. */
const GZIP = { level: 1 };

export type Reading = (
  input: ReadInput,
  /** Whether the operator's limit on the search time of jobs applies: not to a job that is already accepted. */
  isNew: boolean,
) => Refused | { kind: 'read'; read: Read };

/** Creates the reading function. Compiles schemas, so call it once per thread. */
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
        // Copied into its own buffer, so that it can be transferred.
        input: new Uint8Array(gzipSync(Buffer.concat(input.body), GZIP)),
        ...(webhookUrl === undefined ? {} : { webhookUrl }),
      };
      return { kind: 'done', output, transfer: [output.input.buffer] };
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

/** Returns the error comment if the request has too many places. */
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

/** Returns the error comment if a count is too large for a caller that waits. */
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

/** If only `max_iterations` is set, the time limit is the maximum, so that the iterations end the search. */
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

/** The default search time of mode `insert`: it grows with the number of visits that are not in the plan yet. */
function insertSeconds({ plan }: CheckedRequest['request'], visitCount: number): number {
  const stops = plan?.routes.flatMap((route) => route.stops) ?? [];
  const planned = new Set(
    stops.flatMap(({ order_id, visit = 1 }) =>
      order_id === undefined ? [] : [JSON.stringify([order_id, visit])],
    ),
  );
  return INSERT_SECONDS.least + INSERT_SECONDS.perVisit * Math.max(visitCount - planned.size, 0);
}
