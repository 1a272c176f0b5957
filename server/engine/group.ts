/** Threads over one WASM memory, in two lanes: what is given up together when the memory is no longer trusted. */
import { Piscina } from 'piscina';
import type { GroupCompanion, Lane, PoolOptions } from './pool-types.js';
import type { BundleReport, EngineThreadData, TaskBundle } from './protocol.js';
import { createSharedMemory } from './wasm.js';

/**
 * Halves of 4 MiB. With 2, small collections come so often that each of them walks what a parser has on its stack: a body of
 * 8 million empty arrays took 9.0 s, one of 2.5 million 1.0 s; with 4 it is 5.7 and 0.75 s, with 8 3.4 and 0.45 s, with 16
 * (the default) 2.0 and 0.35 s. Two threads after 10,000 requests: 235, 247, 272 MiB in all. Bodies are bounded by what
 * they hold, so the second is enough. It holds only where no flag says otherwise (`heaps.ts`).
 */
export const YOUNG_HEAP_OF_PARSERS_MEBIBYTES = 12;
/** On Linux, where the platform's binding is installed; elsewhere threads run at the process's own priority. */
const THREAD_NICENESS = 10;
/** The least: who waits goes first. */
const BATCH_NICENESS = 19;

type Threads = Piscina<TaskBundle, BundleReport>;

export type Group = {
  memory: WebAssembly.Memory;
  companion: GroupCompanion | undefined;
  lanes: Readonly<Record<Lane, Threads>>;
  retired: boolean;
  /** It has finished a task, so its threads do start. */
  proven: boolean;
  unsettledTasks: number;
  /** Of those, the ones that do not look at their flag. */
  stuckTasks: number;
  /** Places of its tasks, which others get once it is given up. */
  leaves: Set<() => void>;
};

export function startGroup(options: PoolOptions): Group {
  const memory = createSharedMemory();
  const companion = options.startCompanion?.();
  const workerData: EngineThreadData = {
    module: options.module,
    memory,
    settings: options.settings(),
  };
  const common = {
    filename: options.workerFile.href,
    name: 'runTask',
    // The bound is kept by the pool, where tasks of a retired group count as well.
    maxQueue: Infinity,
    concurrentTasksPerWorker: 1,
    workerData,
    // Piscina requires the file first. A thread that is ended while it requires a module in ECMAScript's format takes the
    // whole process with it (Node 20.20: "IsGraphAsync must be used on an instantiated module"); importing it does not.
    execArgv: ['--no-experimental-require-module'],
    resourceLimits: {
      maxOldGenerationSizeMb: options.threadHeapMebibytes,
      maxYoungGenerationSizeMb: options.youngHeapMebibytes ?? YOUNG_HEAP_OF_PARSERS_MEBIBYTES,
    },
    recordTiming: false,
  };
  const { threads, batchThreads = 0, isInBackground = false } = options;
  const lanes = {
    interactive: new Piscina<TaskBundle, BundleReport>({
      ...common,
      minThreads: threads,
      maxThreads: threads,
      // The event loop must get a core at once while threads compute: with it, the longest block under load halved.
      niceIncrement: isInBackground ? BATCH_NICENESS : THREAD_NICENESS,
    }),
    batch: new Piscina<TaskBundle, BundleReport>({
      ...common,
      minThreads: 0,
      maxThreads: Math.max(1, batchThreads),
      // A thread that ends leaves its stack in the memory that it shared, 1 MiB for each: 4 GiB of them within a week of jobs now and then.
      idleTimeout: Infinity,
      niceIncrement: BATCH_NICENESS,
    }),
  };
  return {
    ...{ memory, companion, lanes, retired: false, proven: false },
    ...{ unsettledTasks: 0, stuckTasks: 0, leaves: new Set() },
  };
}

export async function destroyGroup({ lanes, companion }: Group): Promise<void> {
  // First: a thread that waits for it cannot be ended.
  await companion?.end();
  await Promise.all(Object.values(lanes).map((threads) => threads.destroy()));
}
