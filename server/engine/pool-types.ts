/** The options, calls and statistics of a pool. */
import type { Transferable } from 'node:worker_threads';
import type { TaskKinds } from './protocol.js';

/** Work with a waiting caller, and work without. Each lane has its own threads; both share one memory. */
export type Lane = 'interactive' | 'batch';

export type PoolOptions = {
  module: WebAssembly.Module;
  /** File that exports `runTask`, made by `createTaskRunner`. */
  workerFile: URL;
  threads: number;
  /** Threads of the batch lane. They start when its tasks come, and stay. */
  batchThreads?: number;
  queueLengthMax: number;
  /** No caller waits for any of its tasks: all of its threads have the lowest priority. */
  isInBackground?: boolean;
  /** JavaScript heap of one thread. */
  threadHeapMebibytes: number;
  /** The part of it for the young generation; if left out, enough to parse bodies. */
  youngHeapMebibytes?: number;
  /** How long a cancelled task may go on before its group is retired. Batch tasks have much longer. */
  cancelGraceMs: number;
  /** The settings that each thread of a group starts with, structured-cloneable. Called again for each new group. */
  settings: () => unknown;
  /** Starts a process that belongs to one group, as its memory does. Called before `settings`. */
  startCompanion?: () => GroupCompanion;
  /** One minute if left out. */
  startDeadlineMs?: number;
  onCrash: (error: Error) => void;
};

/** A process beside a group of threads. When it ends, the group is replaced; when the group ends, it is ended. */
export type GroupCompanion = {
  /** Resolves when the process has ended, with the reason. */
  ended: Promise<Error>;
  /** Ends the process, which also wakes the threads that wait for it. */
  end: () => Promise<void>;
};

export type PoolStats = {
  threads: number;
  runningTasks: number;
  queuedTasks: number;
  completedTasks: number;
  cancelledTasks: number;
  failedTasks: number;
  rejectedTasks: number;
  restarts: number;
  /** Milliseconds that threads have been busy since the pool was made, summed over all threads. */
  busyMs: number;
};

export type RunOptions = {
  signal: AbortSignal;
  lane?: Lane;
  /** Buffers to move. Those of a small task are copied: it runs again if another task of its bundle ends the thread. */
  transfer?: readonly Transferable[];
  /** Called at the end of the task with the time that a thread worked on it, possibly after `run` has rejected. */
  onBusy?: (ms: number) => void;
  /** The owner whose turn the task takes while it waits for a thread. */
  owner?: string;
  /** The task takes less than a millisecond, so it may share a place and a message with others of its owner. */
  isSmall?: boolean;
  /** Called when the task is accepted. Returns a function to call once neither queue nor thread needs the input. */
  holdInput?: () => () => void;
};

export type EnginePool<Kinds extends TaskKinds> = {
  // A method rather than a property, so that a pool of several kinds can be passed as a pool of one of them.
  run<Kind extends keyof Kinds & string>(
    kind: Kind,
    input: Kinds[Kind]['input'],
    options: RunOptions,
  ): Promise<Kinds[Kind]['output']>;
  stats: (lane?: Lane) => PoolStats;
  /** True when a thread can take a task. */
  ready: () => boolean;
  close: () => Promise<void>;
};
