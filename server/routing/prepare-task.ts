/**
 * Prepares a plan in an engine thread: from the bytes of a request to the bytes of the core's problem.
 *
 *     read, price (`read-task.ts`) ──► compile ──► travel tables ──► problem, tables, context for writing the answer
 *
 * The request of a job is read twice: when it is accepted, and again from the stored input when the job runs, because
 * maps may have changed in between.
 */
import { gunzipSync } from 'node:zlib';
import type { HandlerResult, TaskContext, TaskHandlers } from '../engine/index.js';
import { buffersToMove, usefulThreadsMax, type SearchInput } from '../search/index.js';
import type { SpeedsReader, ThreadMaps } from '../roads/index.js';
import { compileProblem } from './compile/index.js';
import type { CheckedRequest } from './read/index.js';
import {
  createReading,
  readOnlyTasks,
  type Priced,
  type ReadInput,
  type ReadOnlyTasks,
  type ReadSettings,
  type Refused,
} from './read-task.js';
import { ordersOfStops } from './outline-task.js';
import { columnsOf } from './respond/columns.js';
import type { WaitingContext } from './respond/context.js';
import { jsonBytes } from './respond/task.js';
import { fillTravelTables, type FillOptions } from './travel/index.js';

export type Prepared = Priced & {
  /** Input of the search thread, without the time by which it has to end. */
  plan: Omit<SearchInput, 'endsAtMs'>;
  /** If more than 1, several threads may read the tables at once. */
  usefulThreadsMax: number;
  /** JSON of the `WaitingContext`, in UTF-8. */
  context: Uint8Array<ArrayBuffer>;
  /** The order of each stop of the problem, for outlines. */
  stopOrders: Uint32Array<ArrayBuffer>;
};

export type PrepareOutput = ({ kind: 'prepared' } & Prepared) | Refused;

export type PrepareTasks = ReadOnlyTasks & {
  routing_prepare: { input: ReadInput; output: PrepareOutput };
  /** For a request that was valid when its job was accepted. */
  routing_job_prepare: {
    input: {
      input: Uint8Array;
      /** Number of search threads for jobs. */
      searchThreads: number;
    };
    output: PrepareOutput;
  };
};

export type PrepareTaskSettings = ReadSettings & {
  speeds: SpeedsReader;
  maps: ThreadMaps;
};

type Result = HandlerResult<PrepareOutput>;

/** The handlers of engine threads. Create them once per thread. */
export function createPrepareTasks(settings: PrepareTaskSettings): TaskHandlers<PrepareTasks> {
  const readRequest = createReading(settings);

  const prepareRequest = (input: ReadInput, context: TaskContext, searchThreads = 1): Result => {
    const outcome = readRequest(input, false);
    if (outcome.kind === 'refused') return { kind: 'done', output: outcome };
    const { checked, search, priced } = outcome.read;
    const isSearched = checked.request.options?.mode !== 'check';
    const { visits: visitCount } = priced.counts;
    const threads = isSearched ? usefulThreadsMax(searchThreads, { ...search, visitCount }) : 1;
    const prepared = prepare(checked, settings, {
      shouldStop: context.shouldStop,
      memory: threads > 1 ? 'shared' : 'own',
    });
    if (prepared === undefined) return { kind: 'stopped' };
    const plan = { ...search, problem: prepared.problem, tables: prepared.tables };
    const output: PrepareOutput = {
      ...{ kind: 'prepared', plan, context: prepared.context, stopOrders: prepared.stopOrders },
      ...{ usefulThreadsMax: threads, ...priced },
    };
    return {
      kind: 'done',
      output,
      transfer: [prepared.context.buffer, prepared.stopOrders.buffer, ...buffersToMove(plan)],
    };
  };

  return {
    ...readOnlyTasks(readRequest),
    routing_prepare: (input, context) => prepareRequest(input, context),
    routing_job_prepare: ({ input, searchThreads }, context) =>
      prepareRequest({ body: [gunzipSync(input)], operation: 'async' }, context, searchThreads),
  };
}

/** Compiles the problem and fills its travel tables. Undefined: the task was stopped. */
function prepare(
  checked: CheckedRequest,
  settings: PrepareTaskSettings,
  options: FillOptions,
):
  (Pick<Prepared, 'context' | 'stopOrders'> & Pick<SearchInput, 'problem' | 'tables'>) | undefined {
  const { request } = checked;
  const compiled = compileProblem(checked);
  const filled = fillTravelTables(settings, checked, compiled, options);
  if (filled === undefined) return undefined;
  const { time_format: timeFormat, geometry, explain } = request.options ?? {};
  const answer: WaitingContext = {
    problem: columnsOf(filled.problem),
    names: compiled.names,
    timeFormat: timeFormat ?? 'iso',
    geometry: geometry ?? 'polyline',
    explain: explain ?? true,
    roadLanes: filled.roadLanes,
    travelModel: filled.travelModel,
    ...(filled.liveSpeeds === undefined ? {} : { liveSpeeds: filled.liveSpeeds }),
    ...(filled.attributions.length === 0 ? {} : { attribution: filled.attributions.join('; ') }),
    warnings: filled.warnings,
  };
  return {
    problem: jsonBytes(filled.problem),
    tables: filled.tables,
    context: jsonBytes(answer),
    stopOrders: ordersOfStops(filled.problem),
  };
}
