/** What a pool is asked, told and made of. */
import type { Transferable } from 'node:worker_threads';
import type { TaskKinds } from './protocol.js';

/** Work that somebody waits for, and work that may take its time: threads of their own, over the same memory. */
export type Lane = 'interactive' | 'batch';

export type PoolOptions = {
  module: WebAssembly.Module;
  /** File that exports `runTask`, made by `createTaskRunner`. */
  workerFile: URL;
  threads: number;
  /** Threads that start when tasks of their lane come, and stay. */
  batchThreads?: number;
  queueLengthMax: number;
  /** Nobody waits for any of its tasks: all of its threads go last. */
  isInBackground?: boolean;
  /** JavaScript heap of one thread. */
  threadHeapMebibytes: number;
  /** Of that, for what has just been made; enough to parse bodies if it is left out. */
  youngHeapMebibytes?: number;
  /** How long a cancelled task may go on before its group is given up; one that nobody waits for, much longer. */
  cancelGraceMs: number;
  /** What each thread of a group gets at its start, structured-cloneable: asked for again when a group is replaced. */
  settings: () => unknown;
  /** Starts a process that a group has for itself, as it has its memory; called before `settings`. */
  startCompanion?: () => GroupCompanion;
  /** A minute, if it is left out. */
  startDeadlineMs?: number;
  onCrash: (error: Error) => void;
};

/** A process beside a group of threads: when it is gone, the group is replaced; when the group is, it is ended. */
export type GroupCompanion = {
  /** Once it is gone: why. */
  ended: Promise<Error>;
  /** Threads that wait for it are woken by that. */
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
  /** Milliseconds since the pool was made that threads have been busy, all threads together. */
  busyMs: number;
};

export type RunOptions = {
  signal: AbortSignal;
  lane?: Lane;
  /** Of a small task nothing is moved: it may have to run again, where the one beside it has ended their thread. */
  transfer?: readonly Transferable[];
  /** Told how long a thread has worked on it, at its end, which may be after this has given up waiting. */
  onBusy?: (ms: number) => void;
  /** Whose turn it takes, among those that wait for a thread. */
  owner?: string;
  /** It takes less than a millisecond, so it may share a place and a message with others of its owner. */
  isSmall?: boolean;
  /** Called when the task is taken on; what it returns, when neither queue nor thread has the input any more. */
  holdInput?: () => () => void;
};

export type EnginePool<Kinds extends TaskKinds> = {
  // A method and not a property, so that a pool of more kinds is a pool of each.
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
