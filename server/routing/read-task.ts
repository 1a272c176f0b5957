/**
 * A routing request read, checked and priced: all of the way in that needs no roads.
 *
 *     bytes ──► JSON ──► checked ──► price ─┬─► `price`: that is all
 *                                           ├─► `accept`: what a job is made of
 *                                           └─► `prepare`: on to the core's problem (`prepare-task.ts`)
 *
 * Engine threads do it for each request. A large body is read by a thread of its own first (`routing_read`), which holds no
 * roads and may be ended at any time; what is to be planned at once and was found sound is read again beside the roads,
 * which then takes as long.
 */
import { gzipSync } from 'node:zlib';
import type { HandlerResult } from '../engine/index.js';
import type { ErrorCode, ApiProblem, Refusal } from '../errors.js';
import { hashBody, moved, parseBody, type BodyBlocks } from '../validation/index.js';
import { SLOTS_PLACE_COUNT_MAX, SYNC_PLACE_COUNT_END } from './operation.js';
import { jobSeconds, routingCredits, searchSeconds, secondsCredits } from './price.js';
import { createRequestCheck, type CheckedRequest, type Way } from './read/index.js';
import {
  JSON_BOUNDS,
  SYNC_COUNTS_MAX,
  SYNC_TIME_LIMIT_SECONDS_MAX,
  TIME_LIMIT_SECONDS_DEFAULT,
} from './schema/limits.js';

const SEED_DEFAULT = 1;

export type PrepareInput = {
  body: BodyBlocks;
  way: Way;
  /** `price` only validates and says what the request would cost; `accept` keeps the body for a job. */
  mode: 'prepare' | 'price' | 'accept';
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

/** What is wrong with it, or all that it asked for. */
type Settled =
  Refused | { kind: 'priced'; credits: number } | ({ kind: 'acceptable' } & Acceptable);

export type RoutingReadTask = {
  routing_read: {
    input: PrepareInput;
    /** What is sound and to be planned at once: the body comes back, for whoever prepares it. */
    output: Settled | { kind: 'sound'; body: BodyBlocks };
  };
};

export type ReadSettings = {
  zoneOf: (latitude: number, longitude: number) => string;
  /** What a job may search for at most. */
  jobSecondsMax: number;
};

type Read = Priced & { checked: CheckedRequest; search: ReturnType<typeof searchOf> };

/** Bodies are JSON, which shrinks well at any level; the fastest leaves most of the thread's time to others. */
const GZIP = { level: 1 };

/** Compiles schemas, so call it once a thread. */
export function createReading(
  settings: ReadSettings,
): (input: PrepareInput) => Settled | { kind: 'read'; read: Read } {
  const checkRequest = createRequestCheck(settings);
  return (input) => {
    const parsed = parseBody(input.body, JSON_BOUNDS[input.way]);
    if (parsed.kind === 'bad') return refused(parsed.code, parsed.comment);
    // A job that has been accepted is not refused any more, whatever the operator has changed since.
    const jobSecondsMax = input.mode === 'prepare' ? undefined : settings.jobSecondsMax;
    const outcome = checkRequest(parsed.value, input.way, jobSecondsMax);
    if (outcome.kind === 'bad') {
      return refused('invalid_request', '', outcome.problems, outcome.problemCount);
    }
    const { checked } = outcome;
    const { visitCount, shiftCount } = checked.read;
    const places = checked.read.places.length;
    const tooMany = tooManyPlaces(places, input.way);
    if (tooMany !== undefined) return refused('too_many_locations', tooMany);
    const excess = input.way === 'async' ? undefined : excessOf(checked.read, input.way);
    if (excess !== undefined) return refused('request_too_complex', excess);
    const search = searchOf(checked, input.way, settings.jobSecondsMax);
    const seconds = searchSeconds(visitCount, search);
    const credits =
      routingCredits(checked.read.slots?.windows.length ?? visitCount, shiftCount) +
      (input.way === 'async' ? secondsCredits(visitCount, seconds) : 0);
    if (input.mode === 'price') return { kind: 'priced', credits };
    const priced: Priced = {
      credits,
      counts: { places, visits: visitCount, shifts: shiftCount },
      ...(input.idempotencyKey === undefined
        ? {}
        : { idempotency: { key: input.idempotencyKey, bodyHash: hashBody(input.body) } }),
    };
    if (input.mode === 'prepare') return { kind: 'read', read: { checked, search, ...priced } };
    const { webhook_url: webhookUrl } = checked.request.options ?? {};
    return {
      ...{ kind: 'acceptable', ...priced, workSeconds: seconds },
      // Into a buffer of its own, so that it can be moved.
      input: new Uint8Array(gzipSync(Buffer.concat(input.body), GZIP)),
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
    };
  };
}

/** The handler of threads that read and nothing else. Make it once a thread. */
export function createRoutingReadTask(
  settings: ReadSettings,
): (input: PrepareInput) => HandlerResult<RoutingReadTask['routing_read']['output']> {
  const readRequest = createReading(settings);
  return (input) => {
    const outcome = readRequest(input);
    if (outcome.kind === 'read') {
      const { body } = input;
      return { kind: 'done', output: { kind: 'sound', body }, transfer: moved(body) };
    }
    const transfer = outcome.kind === 'acceptable' ? [outcome.input.buffer] : [];
    return { kind: 'done', output: outcome, transfer };
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
function tooManyPlaces(count: number, way: Way): string | undefined {
  if (way === 'sync' && count >= SYNC_PLACE_COUNT_END) {
    return `The request has ${count} distinct places; fewer than ${SYNC_PLACE_COUNT_END} are planned while you wait. Send it to /engine/routing/v1/async.`;
  }
  if (way === 'slots' && count > SLOTS_PLACE_COUNT_MAX) {
    return `The request has ${count} distinct places; slots are found beside a plan of at most ${SLOTS_PLACE_COUNT_MAX}.`;
  }
  return undefined;
}

/** What there is too much of for a caller who waits, as a sentence. */
function excessOf({ visitCount, shiftCount, windowCount }: CheckedRequest['read'], way: Way) {
  const counts = { visits: visitCount, shifts: shiftCount, windows: windowCount };
  for (const kind of ['visits', 'shifts', 'windows'] as const) {
    if (counts[kind] <= SYNC_COUNTS_MAX[kind]) continue;
    return `The request has ${counts[kind]} ${kind}, repeats and copies spelled out; at most ${SYNC_COUNTS_MAX[kind]} are planned while you wait.${way === 'sync' ? ' Send it to /engine/routing/v1/async.' : ''}`;
  }
  return undefined;
}

/** Where only iterations are asked for, time is not to come before them. */
function searchOf({ request, read }: CheckedRequest, way: Way, jobSecondsMax: number) {
  const { options = {} } = request;
  const maxIterations = options.max_iterations ?? null;
  const ofSync = { unasked: TIME_LIMIT_SECONDS_DEFAULT, most: SYNC_TIME_LIMIT_SECONDS_MAX };
  const limits = {
    sync: ofSync,
    slots: ofSync,
    async: {
      unasked: Math.min(jobSeconds(read.visitCount), jobSecondsMax),
      most: jobSecondsMax,
    },
  }[way];
  const limit = maxIterations === null ? limits.unasked : limits.most;
  return {
    seed: options.seed ?? SEED_DEFAULT,
    maxIterations,
    timeLimitMs: Math.min(options.time_limit ?? limit, limits.most) * 1000,
  };
}
