/**
 * Computes a plan as a job: the same steps as for a caller that waits, but on threads that no request waits for.
 *
 *     stored input ──► batch lane: prepare ──► search threads: search, checkpoints ──► batch lane: write
 *                                               └─► batch lane: outline, for clients that watch the job
 *
 * Large plans are searched by several threads, which running jobs share.
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
  /** The search threads for jobs, started when the first job needs them. */
  searchPool: () => Promise<EnginePool<SearchTask>>;
  /** Number of threads in `searchPool`. */
  searchThreads: number;
};

/** No deadline: the time limit ends a search, and it does not run while the search waits for a thread. */
const NEVER_MS = 24 * 3600_000;
const REPORT_MS = 1_000;
/**
 * The share of memory for the second and further threads of all searches. Each thread copies the travel tables into its
 * own memory: 1 GB for 5,000 places with nine travel times. Every search gets a first thread regardless of this limit;
 * the remaining memory is for these and for the rest of the service.
 */
const MORE_THREADS_MEMORY_SHARE = 1 / 4;
/** Memory of a search thread in addition to the tables; measured: 110 MB at 10,000 visits. */
const THREAD_BYTES = 32_000_000;
const VISIT_BYTES = 12_000;
/** A thread also copies distances and least times of up to four tables of up to 2,000 places, side by side. */
const COPIED_PAIRS_MAX = 2_000 ** 2;
const COPIED_TABLES_MAX = 4;
const COPIED_PAIR_BYTES = 8;

export function routingJob({ pool, searchPool, searchThreads }: RoutingJobOptions): JobHandler {
  const threadAllocator = createThreadAllocator({
    threads: searchThreads,
    bytesMax: MORE_THREADS_MEMORY_SHARE * memoryBytes(),
  });

  /** A separate function, so that nothing references the tables once it has returned. */
  async function search({ input, checkpoint, signal, report }: JobContext) {
    const task = { input, searchThreads };
    const outcome = await pool.run('routing_job_prepare', task, { signal, lane: 'batch' });
    if (outcome.kind === 'refused') {
      // The request was valid when it was accepted; the maps or the limits have changed since.
      throw new ApiError(outcome.code, outcome.comment || 'The request is no longer valid.', {
        problems: outcome.problems,
      });
    }
    const { plan, context, stopOrders, usefulThreadsMax } = outcome;
    const threads = await searchPool();
    const tableBytes = bytesOf(plan.tables);
    const allotment = threadAllocator.register({
      threadsMax: usefulThreadsMax,
      bytesPerThread:
        tableBytes + legBytesOf(plan.tables) + THREAD_BYTES + VISIT_BYTES * outcome.counts.visits,
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

function legBytesOf(tables: readonly TravelTable[]): number {
  const copied = tables.slice(0, COPIED_TABLES_MAX).filter(({ rows }) => rows === undefined);
  const pairs = copied.map(({ distanceMeters }) => distanceMeters.length);
  const isSmall = (count: number) => count <= COPIED_PAIRS_MAX;
  return pairs.filter(isSmall).reduce((sum, count) => sum + COPIED_PAIR_BYTES * count, 0);
}

/** The memory of the machine, or the limit of its container. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const SPENT_BYTES = 8;

/** A checkpoint: the milliseconds that the search has used, then the plan. */
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
