/** Threads that share one WASM memory, in two lanes, and are discarded together when it is no longer trusted. */
import { Piscina } from 'piscina';
import type { GroupCompanion, Lane, PoolOptions } from './pool-types.js';
import type { BundleReport, EngineThreadData, TaskBundle } from './protocol.js';
import { createSharedMemory } from './wasm.js';

/**
 * Semi-spaces of 4 MiB. With 2 MiB, scavenges are so frequent that scanning a parser's stack dominates: a body of
 * 8 million empty arrays took 9.0 s, and one of 2.5 million 1.0 s. With 4 MiB it is 5.7 and 0.75 s, with 8 MiB 3.4 and
 * 0.45 s, with 16 MiB (the default) 2.0 and 0.35 s. Two threads after 10,000 requests took 235, 247 and 272 MiB in all
 * with the first three sizes. The number of values in a body is limited, so 4 MiB is enough. This limit applies only if
 * no flag overrides it (`heaps.ts`).
 */
const YOUNG_HEAP_OF_PARSERS_MEBIBYTES = 12;
/** Applies on Linux if the platform's binding is installed; elsewhere threads run at the priority of the process. */
const THREAD_NICENESS = 10;
/** The lowest priority, so that tasks with a waiting caller go first. */
const BATCH_NICENESS = 19;

type Threads = Piscina<TaskBundle, BundleReport>;

export type Group = {
  memory: WebAssembly.Memory;
  companion: GroupCompanion | undefined;
  lanes: Readonly<Record<Lane, Threads>>;
  retired: boolean;
  /** It has finished a task, which proves that its threads can start. */
  proven: boolean;
  unsettledTasks: number;
  /** How many of the unsettled tasks have been cancelled but did not stop within the grace time. */
  stuckTasks: number;
  /** Functions that give back the places of its tasks. They are called when the group is retired. */
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
    // The pool enforces the limit, because tasks of retired groups count as well.
    maxQueue: Infinity,
    concurrentTasksPerWorker: 1,
    workerData,
    // Piscina first tries to `require` the file. A thread that is terminated while it requires an ECMAScript module
    // takes the whole process down (Node 20.20: "IsGraphAsync must be used on an instantiated module"); an import does
    // not.
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
      // The event loop must get a core at once while threads compute. This halved its longest delay under load.
      niceIncrement: isInBackground ? BATCH_NICENESS : THREAD_NICENESS,
    }),
    batch: new Piscina<TaskBundle, BundleReport>({
      ...common,
      minThreads: 0,
      maxThreads: Math.max(1, batchThreads),
      // A thread that ends leaves its stack of 1 MiB in the shared memory: with occasional jobs, the stacks would fill
      // the 4 GiB within a week.
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
  // The companion ends first, because a thread that waits for it cannot be terminated.
  await companion?.end();
  await Promise.all(Object.values(lanes).map((threads) => threads.destroy()));
}
