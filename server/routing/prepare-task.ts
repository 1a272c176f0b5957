/**
 * Prepares a plan in an engine thread: from the bytes of a request to the bytes of the core's problem.
 *
 *     small body ──► read, compile ─┐
 *     reading thread: compiled ─────┴──► travel tables ──► problem, tables, context for writing the answer
 *
 * The request of a job is read twice: when it is accepted, and again from the stored input when the job runs, because
 * maps may have changed in between.
 */
import { gunzipSync } from 'node:zlib';
import type { HandlerResult, TaskContext, TaskHandlers } from '../engine/index.js';
import { buffersToMove } from '../search/index.js';
import {
  compileRead,
  memoryFor,
  withTravel,
  type Compiled,
  type Prepared,
} from './compile-task.js';
import {
  createReading,
  readOnlyTasks,
  type ReadInput,
  type ReadOnlyTasks,
  type ReadSettings,
  type Refused,
} from './read-task.js';
import { fillTravel, type TravelSources } from './travel/index.js';

export type PrepareOutput = ({ kind: 'prepared' } & Prepared) | Refused;

export type PrepareTasks = ReadOnlyTasks & {
  routing_prepare: { input: ReadInput; output: PrepareOutput };
  /** For a request that a reading thread has compiled. */
  routing_fill: { input: Compiled; output: PrepareOutput };
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

export type PrepareTaskSettings = ReadSettings & TravelSources;

type Result = HandlerResult<PrepareOutput>;

/** The handlers of engine threads. Create them once per thread. */
export function createPrepareTasks(settings: PrepareTaskSettings): TaskHandlers<PrepareTasks> {
  const readRequest = createReading(settings);

  const prepareRequest = (input: ReadInput, context: TaskContext, searchThreads = 1): Result => {
    const outcome = readRequest(input, false);
    if (outcome.kind === 'refused') return { kind: 'done', output: outcome };
    const compiled = compileRead(outcome.read, context, { searchThreads });
    return compiled === undefined ? { kind: 'stopped' } : fill(compiled, context);
  };

  const fill = (compiled: Compiled, { shouldStop }: TaskContext): Result => {
    const memory = memoryFor(compiled.usefulThreadsMax);
    const filled = fillTravel(settings, compiled.travel, { memory, shouldStop });
    if (filled === undefined) return { kind: 'stopped' };
    const prepared = withTravel(compiled, filled);
    const { plan, context, stopOrders } = prepared;
    return {
      kind: 'done',
      output: { kind: 'prepared', ...prepared },
      transfer: [context.buffer, stopOrders.buffer, ...buffersToMove(plan)],
    };
  };

  return {
    ...readOnlyTasks(readRequest),
    routing_prepare: (input, context) => prepareRequest(input, context),
    routing_fill: fill,
    routing_job_prepare: ({ input, searchThreads }, context) =>
      prepareRequest({ body: [gunzipSync(input)], operation: 'async' }, context, searchThreads),
  };
}
