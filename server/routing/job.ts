/**
 * A plan as a job: the same steps as for a plan that is waited for, on threads that no request waits for.
 *
 *     stored input ──► batch lane: prepare ──► search threads: search, checkpoints ──► batch lane: write
 *                                               └─► batch lane: outline, for who watches
 *
 * Large plans are searched by several threads, shared with the other jobs that run.
 */
import { totalmem } from 'node:os';
import { collectShared, type EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import type { JobContext, JobHandler } from '../jobs/index.js';
import {
  createThreadAllocator,
  epochMs,
  numbersOf,
  searchInParallel,
  type SearchTask,
  type TravelTable,
} from '../search/index.js';
import type { OutlineTask } from './outline-task.js';
import type { PrepareTasks } from './prepare-task.js';
import type { RespondTask } from './respond/task.js';
import { writeAnswer } from './write.js';

export type RoutingJobOptions = {
  pool: EnginePool<PrepareTasks & OutlineTask & RespondTask>;
  /** Search threads for jobs, made when the first one comes. */
  searchPool: () => Promise<EnginePool<SearchTask>>;
  /** How many of them there are. */
  planningThreads: number;
};

/** A search ends by its time limit; one that waits for a thread begins when it gets it. */
const NEVER_MS = 24 * 3600_000;
const REPORT_MS = 1_000;
/**
 * What the second and further threads of large plans may take together. Each copies the travel tables into its own memory:
 * 1 GB for 5,000 places with nine travel times. Jobs have a first thread in any case, and the rest of the service its place.
 */
const MORE_THREADS_MEMORY_SHARE = 1 / 4;
/** Beside the tables, what a search thread holds of a problem: measured are 110 MB at 10,000 visits. */
const THREAD_BYTES = 32_000_000;
const VISIT_BYTES = 12_000;

export function routingJob({ pool, searchPool, planningThreads }: RoutingJobOptions): JobHandler {
  const threadAllocator = createThreadAllocator({
    threads: planningThreads,
    bytesMax: MORE_THREADS_MEMORY_SHARE * memoryBytes(),
  });

  /** A function of its own, so that nothing refers to the tables when it has ended. */
  async function search({ input, checkpoint, signal, report }: JobContext) {
    const task = { input, planningThreads };
    const outcome = await pool.run('routing_job_prepare', task, { signal, lane: 'batch' });
    if (outcome.kind === 'refused') {
      // Sound when it was accepted; the maps or the limits have changed since.
      throw new ApiError(outcome.code, outcome.comment || 'The request is no longer valid.', {
        problems: outcome.problems,
      });
    }
    const { plan, context, stopOrders, usefulThreadsMax } = outcome;
    const threads = await searchPool();
    const tableBytes = bytesOf(plan.tables);
    const allotment = threadAllocator.register({
      threadsMax: usefulThreadsMax,
      bytesPerThread: tableBytes + THREAD_BYTES + VISIT_BYTES * outcome.counts.visits,
    });
    const planned = await searchInParallel({
      run: (run, options) => threads.run('plan', run, options),
      plan: {
        ...plan,
        ...(checkpoint === undefined ? {} : readSpent(checkpoint)),
        endsAtMs: epochMs() + NEVER_MS,
      },
      allotment,
      signal,
      reports: {
        everyMs: REPORT_MS,
        onReport: ({ progress, best, checkpoint: bytes, elapsedMs, outline }) => {
          const draw = { best, outline, context, stopOrders };
          report({
            ...{ progress, best, checkpoint: withSpent(bytes, elapsedMs) },
            outline: async () =>
              (await pool.run('routing_outline', draw, { signal, lane: 'batch' })).body,
          });
        },
      },
    }).finally(() => {
      allotment.unregister();
    });
    return { planned, context, sharedBytes: usefulThreadsMax > 1 ? tableBytes : 0 };
  }

  return async (job: JobContext) => {
    const { planned, context, sharedBytes } = await search(job);
    collectShared(sharedBytes);
    job.report({ progress: 1, best: planned.best });
    const { signal } = job;
    return [await writeAnswer(pool, planned, context, { signal, lane: 'batch', gzip: true })];
  };
}

function bytesOf(tables: readonly TravelTable[]): number {
  return tables.flatMap(numbersOf).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The machine's, or what a container is held to. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const SPENT_BYTES = 8;

/** What is kept to go on from: the milliseconds that the search has had, then the plan. */
function withSpent(plan: Uint8Array, spentMs: number): Uint8Array {
  const bytes = new Uint8Array(SPENT_BYTES + plan.length);
  new DataView(bytes.buffer).setFloat64(0, spentMs);
  bytes.set(plan, SPENT_BYTES);
  return bytes;
}

function readSpent(bytes: Uint8Array): { checkpoint: Uint8Array<ArrayBuffer>; spentMs: number } {
  const own = new Uint8Array(bytes);
  return {
    checkpoint: own.slice(SPENT_BYTES),
    spentMs: new DataView(own.buffer).getFloat64(0),
  };
}
