/**
 * Compiles a request in the thread that has read it: everything that a plan needs and that does not depend on roads.
 *
 *     read, price (`read-task.ts`) ──► compile ──► JSON of the problem and of the context, and which costs are needed
 *                                                    │
 *     in a thread with roads (`prepare-task.ts`)     └──► travel tables ──► both texts with what is known of travel
 *
 * A large body is read and compiled in a reading thread, which may be terminated at any time. Only texts and arrays go
 * on to the engine thread, which therefore never reads it. Once an engine thread read such bodies a second time, which
 * took a quarter of the processor time of a check of 1,000 stops.
 */
import type { HandlerResult, TaskContext, TaskHandlers } from '../engine/index.js';
import { buffersToMove, usefulThreadsMax, type SearchInput } from '../search/index.js';
import { compileProblem } from './compile/index.js';
import type { ProblemMessage } from './problem.js';
import type { Warning } from './read/index.js';
import {
  createReading,
  readOnlyTasks,
  type Priced,
  type Read,
  type ReadInput,
  type ReadOnlyTasks,
  type ReadSettings,
  type Refused,
} from './read-task.js';
import { ordersOfStops } from './outline-task.js';
import { packedColumns } from './respond/columns.js';
import type { TravelContext, WaitingContext } from './respond/context.js';
import { packedNames } from './respond/packed-names.js';
import { jsonBytes } from './respond/task.js';
import { travelOf, type FilledTravel, type Travel } from './travel/index.js';

/** Everything of a plan but its travel costs. It can be moved to another thread. */
export type Compiled = Priced & {
  search: Read['search'];
  /** Whether there is a plan to search for, instead of one to check or to find slots in. */
  isSearched: boolean;
  /** If more than 1, several threads may read the tables at once. */
  usefulThreadsMax: number;
  /** JSON of the core's problem without `TravelFields`, in UTF-8. */
  problem: Uint8Array<ArrayBuffer>;
  /** JSON of the `WaitingContext` without its `TravelContext`, in UTF-8. */
  context: Uint8Array<ArrayBuffer>;
  /** The order of each stop of the problem, for outlines. */
  stopOrders: Uint32Array<ArrayBuffer>;
  warnings: readonly Warning[];
  travel: Travel;
};

export type Prepared = Priced & {
  /** Input of the search thread, without the time by which it has to end. */
  plan: Omit<SearchInput, 'endsAtMs'>;
  /** Whether there is a plan to search for, instead of one to check or to find slots in. */
  isSearched: boolean;
  /** If more than 1, several threads may read the tables at once. */
  usefulThreadsMax: number;
  /** JSON of the `WaitingContext`, in UTF-8. */
  context: Uint8Array<ArrayBuffer>;
  /** The order of each stop of the problem, for outlines. */
  stopOrders: Uint32Array<ArrayBuffer>;
};

export type CompileOutput = ({ kind: 'compiled' } & Compiled) | Refused;

export type RoutingReadTasks = ReadOnlyTasks & {
  routing_read: { input: ReadInput; output: CompileOutput };
};

type TravelFields = Pick<ProblemMessage, 'traffic' | 'travel'>;

/** The handlers of reading threads. Create them once per thread. */
export function createRoutingReadTasks(settings: ReadSettings): TaskHandlers<RoutingReadTasks> {
  const readRequest = createReading(settings);
  return {
    ...readOnlyTasks(readRequest),
    routing_read: (input, taskContext): HandlerResult<CompileOutput> => {
      const outcome = readRequest(input, false);
      if (outcome.kind === 'refused') return { kind: 'done', output: outcome };
      const compiled = compileRead(outcome.read, taskContext, { searchThreads: 1 });
      if (compiled === undefined) return { kind: 'stopped' };
      const output = { kind: 'compiled', ...compiled } as const;
      return { kind: 'done', output, transfer: buffersOf(compiled) };
    },
  };
}

/** Compiles the problem. Returns undefined if the task was stopped. */
export function compileRead(
  { checked, search, priced }: Read,
  { shouldStop }: TaskContext,
  { searchThreads }: { searchThreads: number },
): Compiled | undefined {
  const { options = {} } = checked.request;
  const { visits: visitCount } = priced.counts;
  const isSearched = options.mode !== 'check' && checked.read.slots === undefined;
  const threads = isSearched ? usefulThreadsMax(searchThreads, { ...search, visitCount }) : 1;
  const compiled = compileProblem(checked);
  const memory = memoryFor(threads);
  const travel = travelOf(checked, compiled, { memory, shouldStop });
  if (travel === undefined) return undefined;
  const { problem, names, warnings } = compiled;
  const context: Omit<WaitingContext, keyof TravelContext> = {
    problem: packedColumns(problem),
    names: packedNames(names),
    timeFormat: options.time_format ?? 'iso',
    geometry: options.geometry ?? 'polyline',
    explain: options.explain ?? true,
  };
  return {
    ...priced,
    search,
    isSearched,
    usefulThreadsMax: threads,
    problem: jsonBytes(problem),
    context: jsonBytes(context),
    stopOrders: ordersOfStops(problem),
    warnings,
    travel,
  };
}

/** Tables that several threads read are shared. */
export const memoryFor = (threads: number): 'shared' | 'own' => (threads > 1 ? 'shared' : 'own');

/** Returns the buffers that can be moved to the thread that fills the travel tables. */
export function buffersOf({ problem, context, stopOrders, travel }: Compiled): ArrayBuffer[] {
  const own = [context.buffer, stopOrders.buffer];
  if (travel.kind === 'filled') {
    return [...own, ...buffersToMove({ problem, tables: travel.filled.tables })];
  }
  const { latitudes, longitudes, pairs = [] } = travel.needs;
  const numbers = [latitudes, longitudes, ...pairs.flatMap(({ rowEnds, to }) => [rowEnds, to])];
  return [...own, problem.buffer, ...numbers.map(({ buffer }) => buffer)];
}

/** Adds what is known of travel to a compiled request. */
export function withTravel(compiled: Compiled, filled: FilledTravel): Prepared {
  const { search, problem, context, warnings, credits, counts, idempotency, ...rest } = compiled;
  const { traffic, laneCount, tables, travelModel, roadLanes, attributions, liveSpeeds } = filled;
  const ofProblem: TravelFields = {
    traffic,
    travel: tables.map(() => ({ lane_count: laneCount })),
  };
  const ofContext: TravelContext = {
    ...{ traffic, roadLanes, travelModel },
    ...(liveSpeeds === undefined ? {} : { liveSpeeds }),
    ...(attributions.length === 0 ? {} : { attribution: attributions.join('; ') }),
    warnings: [...warnings, ...filled.warnings],
  };
  return {
    ...{ credits, counts, ...(idempotency === undefined ? {} : { idempotency }) },
    plan: { ...search, problem: withFields(problem, ofProblem), tables },
    isSearched: rest.isSearched,
    usefulThreadsMax: rest.usefulThreadsMax,
    context: withFields(context, ofContext),
    stopOrders: rest.stopOrders,
  };
}

/** Adds fields to the JSON text of an object. Neither may be empty. */
function withFields(json: Uint8Array, fields: object): Uint8Array<ArrayBuffer> {
  // {"a":1} and {"b":2} become {"a":1,"b":2}.
  const added = jsonBytes(fields);
  const joined = new Uint8Array(added.length + json.length - 1);
  joined.set(added);
  joined.set(json, added.length - 1);
  joined[added.length - 1] = COMMA;
  return joined;
}

const COMMA = 0x2c;
