/**
 * The way in, in an engine thread: bytes of a request in, bytes of the core's problem out.
 *
 *     read ──► price ──► compile ──► travel tables ──► problem, tables, and what is kept for writing the answer
 */
import type { HandlerResult, TaskContext } from '../engine/index.js';
import type { ErrorCode, Problem } from '../errors.js';
import type { PlanInput, TravelTable } from '../planning/index.js';
import type { SpeedsReader, ThreadMaps } from '../roads/index.js';
import { hashBody, parseBody, type BodyBlocks } from '../validation/index.js';
import { compileProblem } from './compile/index.js';
import { SYNC_PLACE_COUNT_END } from './operation.js';
import { routingCredits } from './price.js';
import { createRequestCheck, type CheckedRequest } from './read/index.js';
import type { AnswerContext } from './respond/context.js';
import { jsonBytes } from './respond/task.js';
import type { RoutingRequest } from './schema/index.js';
import { SYNC_TIME_LIMIT_SECONDS_MAX, TIME_LIMIT_SECONDS_DEFAULT } from './schema/limits.js';
import { fillTravelTables } from './travel/index.js';

const SEED_DEFAULT = 1;

export type PrepareInput = {
  body: BodyBlocks;
  /** `price` only validates and says what the request would cost. */
  mode: 'prepare' | 'price';
  /** The body is hashed for it alone. */
  idempotencyKey?: string;
};

export type Prepared = {
  /** For the planning thread, but for when it has to end. */
  plan: Omit<PlanInput, 'endsAtMs' | 'tables'> & { tables: readonly TravelTable<ArrayBuffer>[] };
  /** JSON of the `AnswerContext`, in UTF-8. */
  context: Uint8Array<ArrayBuffer>;
  credits: number;
  figures: { places: number; visits: number; shifts: number };
  /** The request's key, and what it stands for: the SHA-256 of the body, hexadecimal. */
  idempotency?: { key: string; bodyHash: string };
};

export type PrepareOutput =
  | ({ kind: 'prepared' } & Prepared)
  | { kind: 'priced'; credits: number }
  | {
      kind: 'refused';
      code: ErrorCode;
      comment: string;
      problems: readonly Problem[];
      problemCount: number;
    };

export type PrepareTask = { routing_prepare: { input: PrepareInput; output: PrepareOutput } };

export type PrepareTaskSettings = {
  speeds: SpeedsReader;
  maps: ThreadMaps;
  zoneOf: (latitude: number, longitude: number) => string;
};

type Result = HandlerResult<PrepareOutput>;

/** The pool's handler. Make it once a thread. */
export function createPrepareTask(
  settings: PrepareTaskSettings,
): (input: PrepareInput, context: TaskContext) => Result {
  const checkRequest = createRequestCheck(settings);

  return (input, context) => {
    const parsed = parseBody(input.body);
    if (parsed.kind === 'bad') return refused('invalid_json', parsed.comment);
    const outcome = checkRequest(parsed.value, 'sync');
    if (outcome.kind === 'bad') {
      return refused('invalid_request', '', outcome.problems, outcome.problemCount);
    }
    const { checked } = outcome;
    const { visitCount, shiftCount } = checked.read;
    const places = checked.read.places.length;
    if (places >= SYNC_PLACE_COUNT_END) {
      return refused(
        'too_many_locations',
        `The request has ${places} distinct places; fewer than ${SYNC_PLACE_COUNT_END} are planned while you wait. Send it to /engine/routing/v1/async.`,
      );
    }
    const credits = routingCredits(visitCount, shiftCount);
    if (input.mode === 'price') return { kind: 'done', output: { kind: 'priced', credits } };
    const made = prepare(checked, settings, context);
    if (made === undefined) return { kind: 'stopped' };
    const { plan } = made;
    const output: PrepareOutput = {
      kind: 'prepared',
      ...made,
      credits,
      figures: { places, visits: visitCount, shifts: shiftCount },
      ...(input.idempotencyKey === undefined
        ? {}
        : { idempotency: { key: input.idempotencyKey, bodyHash: hashBody(input.body) } }),
    };
    const tables = plan.tables.flatMap((table) => [
      table.distanceMeters.buffer,
      table.travelSeconds.buffer,
    ]);
    return {
      kind: 'done',
      output,
      transfer: [plan.problem.buffer, made.context.buffer, ...tables],
    };
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

/** Undefined: it was stopped. */
function prepare(
  checked: CheckedRequest,
  settings: PrepareTaskSettings,
  { shouldStop }: TaskContext,
): Pick<Prepared, 'plan' | 'context'> | undefined {
  const { request } = checked;
  const compiled = compileProblem(checked);
  const filled = fillTravelTables(settings, checked, compiled, shouldStop);
  if (filled === undefined) return undefined;
  const { options = {} } = request;
  const answer: AnswerContext = {
    names: compiled.names,
    timeFormat: options.time_format ?? 'iso',
    geometry: options.geometry ?? 'polyline',
    explain: options.explain ?? true,
    roadLanes: filled.roadLanes,
    travelModel: filled.travelModel,
    ...(filled.attributions.length === 0 ? {} : { attribution: filled.attributions.join('; ') }),
    warnings: filled.warnings,
  };
  return {
    plan: { ...searchOf(options), problem: jsonBytes(filled.problem), tables: filled.tables },
    context: jsonBytes(answer),
  };
}

/** Where only iterations are asked for, time is not to come before them. */
function searchOf(options: NonNullable<RoutingRequest['options']>) {
  const maxIterations = options.max_iterations ?? null;
  const limit = maxIterations === null ? TIME_LIMIT_SECONDS_DEFAULT : SYNC_TIME_LIMIT_SECONDS_MAX;
  return {
    seed: options.seed ?? SEED_DEFAULT,
    maxIterations,
    timeLimitMs: (options.time_limit ?? limit) * 1000,
  };
}
