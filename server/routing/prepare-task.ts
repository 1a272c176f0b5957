/**
 * The way in, in an engine thread: bytes of a request in, bytes of the core's problem out.
 *
 *     read ──► price ──► compile ──► travel tables ──► problem, tables, and what is kept for writing the answer
 *
 * A job comes this way twice: when it is accepted, as far as the price, and from its stored input, all the way.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { HandlerResult, TaskContext, TaskHandlers } from '../engine/index.js';
import type { ErrorCode, Problem, Refusal } from '../errors.js';
import { buffersToMove, threadsOfUse, type PlanInput } from '../planning/index.js';
import type { SpeedsReader, ThreadMaps } from '../roads/index.js';
import { hashBody, parseBody, type BodyBlocks } from '../validation/index.js';
import { compileProblem } from './compile/index.js';
import { SYNC_PLACE_COUNT_END } from './operation.js';
import { jobSeconds, routingCredits, searchSeconds, secondsCredits } from './price.js';
import { createRequestCheck, type CheckedRequest, type Way } from './read/index.js';
import type { AnswerContext } from './respond/context.js';
import { jsonBytes } from './respond/task.js';
import {
  JSON_BOUNDS,
  SYNC_COUNTS_MAX,
  SYNC_TIME_LIMIT_SECONDS_MAX,
  TIME_LIMIT_SECONDS_DEFAULT,
} from './schema/limits.js';
import { fillTravelTables, type FillOptions } from './travel/index.js';

const SEED_DEFAULT = 1;

export type PrepareInput = {
  body: BodyBlocks;
  way: Way;
  /** `price` only validates and says what the request would cost; `accept` keeps the body for a job. */
  mode: 'prepare' | 'price' | 'accept';
  /** The body is hashed for it alone. */
  idempotencyKey?: string;
};

export type Prepared = {
  /** For the planning thread, but for when it has to end. */
  plan: Omit<PlanInput, 'endsAtMs'>;
  /** More than one: several may read its tables at once. */
  threadsOfUse: number;
  /** JSON of the `AnswerContext`, in UTF-8. */
  context: Uint8Array<ArrayBuffer>;
  credits: number;
  figures: { places: number; visits: number; shifts: number };
  /** The request's key, and what it stands for: the SHA-256 of the body, hexadecimal. */
  idempotency?: { key: string; bodyHash: string };
};

/** What a job is made of. */
export type Acceptable = Pick<Prepared, 'credits' | 'figures' | 'idempotency'> & {
  /** The body, gzip. */
  input: Uint8Array<ArrayBuffer>;
  /** Of search, at most. */
  workSeconds: number;
  webhookUrl?: string;
};

export type PrepareOutput =
  | ({ kind: 'acceptable' } & Acceptable)
  | ({ kind: 'prepared' } & Prepared)
  | { kind: 'priced'; credits: number }
  | ({ kind: 'refused' } & Refusal);

export type PrepareTask = {
  routing_prepare: { input: PrepareInput; output: PrepareOutput };
  /** Of a request that was found sound when its job was accepted. */
  routing_job_prepare: {
    input: {
      input: Uint8Array;
      /** What there are to plan with. */
      planningThreads: number;
    };
    output: PrepareOutput;
  };
};

export type PrepareTaskSettings = {
  speeds: SpeedsReader;
  maps: ThreadMaps;
  zoneOf: (latitude: number, longitude: number) => string;
  /** What a job may search for at most. */
  jobSecondsMax: number;
};

type Result = HandlerResult<PrepareOutput>;

/** Bodies are JSON, which shrinks well at any level; the fastest leaves most of the thread's time to others. */
const GZIP = { level: 1 };

/** The pool's handlers. Make them once a thread. */
export function createPrepareTasks(settings: PrepareTaskSettings): TaskHandlers<PrepareTask> {
  const checkRequest = createRequestCheck(settings);

  const prepareRequest = (
    input: PrepareInput,
    context: TaskContext,
    planningThreads = 1,
  ): Result => {
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
    if (input.way === 'sync' && places >= SYNC_PLACE_COUNT_END) {
      return refused(
        'too_many_locations',
        `The request has ${places} distinct places; fewer than ${SYNC_PLACE_COUNT_END} are planned while you wait. Send it to /engine/routing/v1/async.`,
      );
    }
    const excess = input.way === 'sync' ? syncExcess(checked.read) : undefined;
    if (excess !== undefined) return refused('request_too_complex', excess);
    const search = searchOf(checked, input.way, settings.jobSecondsMax);
    const seconds = searchSeconds(visitCount, search);
    const credits =
      routingCredits(visitCount, shiftCount) +
      (input.way === 'async' ? secondsCredits(visitCount, seconds) : 0);
    if (input.mode === 'price') return { kind: 'done', output: { kind: 'priced', credits } };
    const common = {
      credits,
      figures: { places, visits: visitCount, shifts: shiftCount },
      ...(input.idempotencyKey === undefined
        ? {}
        : { idempotency: { key: input.idempotencyKey, bodyHash: hashBody(input.body) } }),
    };
    if (input.mode === 'accept') {
      const { webhook_url: webhookUrl } = checked.request.options ?? {};
      const bytes = new Uint8Array(gzipSync(Buffer.concat(input.body), GZIP));
      const output: PrepareOutput = {
        ...{ kind: 'acceptable', ...common, input: bytes },
        workSeconds: seconds,
        ...(webhookUrl === undefined ? {} : { webhookUrl }),
      };
      return { kind: 'done', output, transfer: [bytes.buffer] };
    }
    const isSearched = checked.request.options?.mode !== 'check';
    const threads = isSearched ? threadsOfUse(planningThreads, { ...search, visitCount }) : 1;
    const made = prepare(checked, settings, {
      shouldStop: context.shouldStop,
      memory: threads > 1 ? 'shared' : 'own',
    });
    if (made === undefined) return { kind: 'stopped' };
    const plan = { ...search, problem: made.problem, tables: made.tables };
    const output: PrepareOutput = {
      ...{ kind: 'prepared', plan, context: made.context, threadsOfUse: threads, ...common },
    };
    return { kind: 'done', output, transfer: [made.context.buffer, ...buffersToMove(plan)] };
  };

  return {
    routing_prepare: prepareRequest,
    routing_job_prepare: ({ input, planningThreads }, context) => {
      const request = { body: [gunzipSync(input)], way: 'async', mode: 'prepare' } as const;
      return prepareRequest(request, context, planningThreads);
    },
  };
}

function refused(
  code: ErrorCode,
  comment: string,
  problems: readonly Problem[] = [],
  problemCount = problems.length,
): Result {
  return { kind: 'done', output: { kind: 'refused', code, comment, problems, problemCount } };
}

/** What there is too much of for a caller who waits, as a sentence. */
function syncExcess({ visitCount, shiftCount, windowCount }: CheckedRequest['read']) {
  const counts = { visits: visitCount, shifts: shiftCount, windows: windowCount };
  for (const kind of ['visits', 'shifts', 'windows'] as const) {
    if (counts[kind] <= SYNC_COUNTS_MAX[kind]) continue;
    return `The request has ${counts[kind]} ${kind}, repeats and copies spelled out; at most ${SYNC_COUNTS_MAX[kind]} are planned while you wait. Send it to /engine/routing/v1/async.`;
  }
  return undefined;
}

/** Undefined: it was stopped. */
function prepare(
  checked: CheckedRequest,
  settings: PrepareTaskSettings,
  options: FillOptions,
): (Pick<Prepared, 'context'> & Pick<PlanInput, 'problem' | 'tables'>) | undefined {
  const { request } = checked;
  const compiled = compileProblem(checked);
  const filled = fillTravelTables(settings, checked, compiled, options);
  if (filled === undefined) return undefined;
  const { time_format: timeFormat, geometry, explain } = request.options ?? {};
  const answer: AnswerContext = {
    names: compiled.names,
    timeFormat: timeFormat ?? 'iso',
    geometry: geometry ?? 'polyline',
    explain: explain ?? true,
    roadLanes: filled.roadLanes,
    travelModel: filled.travelModel,
    ...(filled.attributions.length === 0 ? {} : { attribution: filled.attributions.join('; ') }),
    warnings: filled.warnings,
  };
  return {
    problem: jsonBytes(filled.problem),
    tables: filled.tables,
    context: jsonBytes(answer),
  };
}

/** Where only iterations are asked for, time is not to come before them. */
function searchOf({ request, read }: CheckedRequest, way: Way, jobSecondsMax: number) {
  const { options = {} } = request;
  const maxIterations = options.max_iterations ?? null;
  const limits = {
    sync: { unasked: TIME_LIMIT_SECONDS_DEFAULT, most: SYNC_TIME_LIMIT_SECONDS_MAX },
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
