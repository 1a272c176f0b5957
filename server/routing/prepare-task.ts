/**
 * The way in, in an engine thread: bytes of a request in, bytes of the core's problem out.
 *
 *     read, price (`read-task.ts`) ──► compile ──► travel tables ──► problem, tables, and what is kept for writing the answer
 *
 * A job comes this way twice: when it is accepted, as far as the price, and from its stored input, all the way.
 */
import { gunzipSync } from 'node:zlib';
import type { HandlerResult, TaskContext, TaskHandlers } from '../engine/index.js';
import { buffersToMove, usefulThreadsMax, type SearchInput } from '../search/index.js';
import type { SpeedsReader, ThreadMaps } from '../roads/index.js';
import { compileProblem } from './compile/index.js';
import type { CheckedRequest } from './read/index.js';
import {
  createReading,
  type Acceptable,
  type PrepareInput,
  type Priced,
  type ReadSettings,
  type Refused,
} from './read-task.js';
import type { AnswerContext } from './respond/context.js';
import { jsonBytes } from './respond/task.js';
import { fillTravelTables, type FillOptions } from './travel/index.js';

export type Prepared = Priced & {
  /** For the search thread, but for when it has to end. */
  plan: Omit<SearchInput, 'endsAtMs'>;
  /** More than one: several may read its tables at once. */
  usefulThreadsMax: number;
  /** JSON of the `AnswerContext`, in UTF-8. */
  context: Uint8Array<ArrayBuffer>;
};

export type PrepareOutput =
  | ({ kind: 'acceptable' } & Acceptable)
  | ({ kind: 'prepared' } & Prepared)
  | { kind: 'priced'; credits: number }
  | Refused;

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

export type PrepareTaskSettings = ReadSettings & {
  speeds: SpeedsReader;
  maps: ThreadMaps;
};

type Result = HandlerResult<PrepareOutput>;

/** The pool's handlers. Make them once a thread. */
export function createPrepareTasks(settings: PrepareTaskSettings): TaskHandlers<PrepareTask> {
  const readRequest = createReading(settings);

  const prepareRequest = (
    input: PrepareInput,
    context: TaskContext,
    planningThreads = 1,
  ): Result => {
    const outcome = readRequest(input);
    switch (outcome.kind) {
      case 'refused':
      case 'priced':
        return { kind: 'done', output: outcome };
      case 'acceptable':
        return { kind: 'done', output: outcome, transfer: [outcome.input.buffer] };
      case 'read':
    }
    const { checked, search, ...priced } = outcome.read;
    const isSearched = checked.request.options?.mode !== 'check';
    const { visits: visitCount } = priced.counts;
    const threads = isSearched ? usefulThreadsMax(planningThreads, { ...search, visitCount }) : 1;
    const made = prepare(checked, settings, {
      shouldStop: context.shouldStop,
      memory: threads > 1 ? 'shared' : 'own',
    });
    if (made === undefined) return { kind: 'stopped' };
    const plan = { ...search, problem: made.problem, tables: made.tables };
    const output: PrepareOutput = {
      ...{ kind: 'prepared', plan, context: made.context, usefulThreadsMax: threads, ...priced },
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

/** Undefined: it was stopped. */
function prepare(
  checked: CheckedRequest,
  settings: PrepareTaskSettings,
  options: FillOptions,
): (Pick<Prepared, 'context'> & Pick<SearchInput, 'problem' | 'tables'>) | undefined {
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
