/**
 * A group of threads over one WASM memory, behind a bounded queue.
 *
 * What may happen to a task, and what the caller sees:
 *
 *   queue full          → `PoolFullError` at once, nothing was started
 *   its signal aborts   → rejects with the signal's reason at once; the thread stops at its next look at the flag
 *   its handler throws  → `TaskFailedError`; the group goes on
 *   the WASM traps, the thread dies, or a cancelled task does not stop within the grace time
 *                       → `EngineCrashError`; the memory may be damaged or locked for good, so a fresh group over a
 *                         fresh memory takes the new tasks at once, and the old one is drained, then ended
 *
 *   the thread says that it is spent
 *                       → the task ends as it does, and the next one finds a fresh group
 *
 * A pool may have a second lane of threads for work that nobody waits for: interactive work never stands behind it. The
 * lanes share the memory, and so the maps in it; what damages it ends both.
 *
 * A queued task that is cancelled keeps its place in the queue until a thread reaches it and finds the flag set. Road
 * tasks are short, so the place is soon free; in return no thread is ever ended while it holds the allocator's lock.
 */
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { abortReason } from '../waiting/index.js';
import {
  CANCELLED,
  READY_TASK,
  RUNNING,
  type EngineThreadData,
  type TaskEnvelope,
  type TaskKinds,
  type TimedReport,
} from './protocol.js';
import { createGate } from './gate.js';
import { PoolFullError } from './pool-full.js';
import { collectShared } from './shared-memory.js';
import { createSharedMemory } from './wasm.js';

/** What a caller that finds the queue full is told to wait: a full queue of short tasks empties within a second. */
const RETRY_AFTER_SECONDS = 1;
/** Threads that have not answered by then will not. Starting takes about 0.2 s. */
const START_DEADLINE_MS = 60_000;
const DRAIN_STEP_MS = 20;
/** Tasks beside one that is stuck: above the time that an answer may take, and the block of a job. */
const NEIGHBORS_GRACE_MS = 30_000;
const RESTART_PAUSE_MS = 1_000;
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
/**
 * Where others compute, a thread of that priority reads the body of a large job for many seconds, and nobody waits for it: it is no reason
 * to give up the group of those that are waited for.
 */
const BATCH_GRACE_TIMES = 12;

/** The task's handler threw: a fault in our code that harmed nothing but the task. */
export class TaskFailedError extends Error {
  override readonly name = 'TaskFailedError';
}

/** The thread or its WASM instance is lost. `outOfMemory`: the task needed more than a thread may have. */
export class EngineCrashError extends Error {
  readonly outOfMemory: boolean;

  constructor(message: string, outOfMemory: boolean) {
    super(message);
    this.name = 'EngineCrashError';
    this.outOfMemory = outOfMemory;
  }
}

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
  /** JavaScript heap of one thread. */
  threadHeapMebibytes: number;
  /** Of that, for what has just been made; enough to parse bodies if it is left out. */
  youngHeapMebibytes?: number;
  /** How long a cancelled task may go on before its group is given up; one that nobody waits for, much longer. */
  cancelGraceMs: number;
  /** What each thread of a group gets at its start, structured-cloneable: asked for anew when a group is replaced. */
  settings: () => unknown;
  onCrash: (error: Error) => void;
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
  transfer?: readonly Transferable[];
  /** Told how long a thread has worked on it, at its end, which may be after this has given up waiting. */
  onBusy?: (ms: number) => void;
  /** Whose turn it takes, among those that wait for a thread. */
  owner?: string;
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

type Threads = Piscina<TaskEnvelope, TimedReport>;

type Group = {
  memory: WebAssembly.Memory;
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

/** Starts the threads and waits until they answer. */
export async function createPool<Kinds extends TaskKinds>(
  options: PoolOptions,
): Promise<EnginePool<Kinds>> {
  const threadCounts = { interactive: options.threads, batch: options.batchThreads ?? 0 };
  const totalsOf = () => ({ completed: 0, cancelled: 0, failed: 0, rejected: 0, busyMs: 0 });
  const totals = { interactive: totalsOf(), batch: totalsOf() };
  const unsettled = { interactive: 0, batch: 0 };
  const gate = createGate({
    places: options.threads,
    waitingMax: options.queueLengthMax,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  let restarts = 0;
  const groups = new Set<Group>();
  let group = startGroup();
  let closed = false;

  function startGroup(): Group {
    const started: Group = {
      ...startThreads(options),
      retired: false,
      proven: false,
      unsettledTasks: 0,
      stuckTasks: 0,
      leaves: new Set(),
    };
    // A thread that dies while it has no task: whatever it was doing, its memory is no longer trusted. Threads that die
    // before they have done anything would die again; the pause keeps that from becoming a loop at full speed.
    for (const threads of Object.values(started.lanes)) {
      threads.on('error', (error: unknown) => {
        setTimeout(
          () => retire(started, crashOf(error)),
          started.proven ? 0 : RESTART_PAUSE_MS,
        ).unref();
      });
    }
    groups.add(started);
    return started;
  }

  /** Gives a group up: a fresh one takes new tasks, the old one may end its tasks, but not for longer than the grace. */
  function retire(damaged: Group, error: Error): void {
    if (damaged.retired || closed) return;
    restarts += 1;
    replace(damaged);
    options.onCrash(error);
  }

  function replace(old: Group): void {
    if (old.retired || closed) return;
    old.retired = true;
    group = startGroup();
    for (const leave of old.leaves) leave();
    // Once nothing refers to it any more.
    void drain(old).then(collectShared);
  }

  /**
   * Gives how much memory it had. Beside a task that is stuck its neighbors go on until they end, for as long as anybody
   * waits for an answer: there is nothing wrong with their memory. After a trap there may be.
   */
  async function drain(old: Group): Promise<number> {
    const graceMs = old.stuckTasks > 0 ? NEIGHBORS_GRACE_MS : options.cancelGraceMs;
    const giveUpAt = performance.now() + graceMs;
    while (old.unsettledTasks > old.stuckTasks && performance.now() < giveUpAt) {
      await delay(DRAIN_STEP_MS);
    }
    await destroy(old);
    groups.delete(old);
    return old.memory.buffer.byteLength;
  }

  /** Runs a task to its end in the given group, whether or not anybody still waits for it. */
  async function runToEnd(
    home: Group,
    lane: Lane,
    task: TaskEnvelope,
    { transfer = [], onBusy }: Pick<RunOptions, 'transfer' | 'onBusy'>,
  ) {
    const startedAt = performance.now();
    unsettled[lane] += 1;
    home.unsettledTasks += 1;
    try {
      const { report, busyMs, spent } = await home.lanes[lane].run(task, {
        transferList: [...transfer],
      });
      totals[lane].busyMs += busyMs;
      onBusy?.(busyMs);
      home.proven = true;
      if (report.kind === 'trapped') throw new EngineCrashError(report.message, false);
      if (spent) replace(home);
      return report;
    } catch (error) {
      const crash = crashOf(error);
      // Nobody has counted.
      if (!(error instanceof EngineCrashError)) onBusy?.(performance.now() - startedAt);
      retire(home, crash);
      throw crash;
    } finally {
      unsettled[lane] -= 1;
      home.unsettledTasks -= 1;
    }
  }

  /** Waits until a thread is free for the owner, and counts whoever does not get one. */
  async function enter(owner: string, signal: AbortSignal): Promise<() => void> {
    const total = totals.interactive;
    try {
      // Tasks of a group that was given up have no places any more, but memory.
      if (unsettled.interactive + gate.waiting() >= options.threads + options.queueLengthMax) {
        throw new PoolFullError(options.queueLengthMax, RETRY_AFTER_SECONDS);
      }
      return await gate.enter(owner, signal);
    } catch (error) {
      if (error instanceof PoolFullError) total.rejected += 1;
      else total.cancelled += 1;
      throw error;
    }
  }

  async function run<Kind extends keyof Kinds & string>(
    kind: Kind,
    input: Kinds[Kind]['input'],
    { signal, lane = 'interactive', transfer = [], holdInput, owner = '', onBusy }: RunOptions,
  ): Promise<Kinds[Kind]['output']> {
    signal.throwIfAborted();
    // Whoever works on jobs bounds how many are worked on; nobody waits for them.
    const letGo = holdInput?.();
    let leave = (): void => undefined;
    try {
      if (lane === 'interactive') leave = await enter(owner, signal);
    } catch (error) {
      letGo?.();
      throw error;
    }
    const home = group;
    const control = new Int32Array(new SharedArrayBuffer(4));
    home.leaves.add(leave);
    const spending = { transfer, ...(onBusy === undefined ? {} : { onBusy }) };
    const ended = runToEnd(home, lane, { kind, input, control }, spending).finally(() => {
      home.leaves.delete(leave);
      leave();
      letGo?.();
    });
    const graceMs = options.cancelGraceMs * (lane === 'batch' ? BATCH_GRACE_TIMES : 1);
    const aborted = cancelOnAbort(signal, control, ended, graceMs, () => {
      home.stuckTasks += 1;
      const unstick = (): void => {
        home.stuckTasks -= 1;
      };
      ended.then(unstick, unstick);
      retire(home, new Error(`task ${kind} went on for too long after it was cancelled`));
    });
    try {
      const report = await Promise.race([ended, aborted.promise]);
      switch (report.kind) {
        case 'done':
          totals[lane].completed += 1;
          return report.output;
        case 'cancelled':
          signal.throwIfAborted();
          throw new TaskFailedError(`task ${kind} stopped though nobody cancelled it`);
        case 'failed':
          throw new TaskFailedError(report.message);
      }
    } catch (error) {
      if (signal.aborted) totals[lane].cancelled += 1;
      else totals[lane].failed += 1;
      throw error;
    } finally {
      aborted.forget();
    }
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.all([...groups].map(destroy));
  }

  try {
    await run(READY_TASK, undefined, { signal: AbortSignal.timeout(START_DEADLINE_MS) });
  } catch (error) {
    await close();
    throw new Error('the engine threads do not start', { cause: error });
  }

  return {
    run,
    close,
    ready: () => !closed && group.lanes.interactive.threads.length > 0,
    stats: (lane = 'interactive') => ({
      threads: group.lanes[lane].threads.length,
      runningTasks: Math.min(unsettled[lane], threadCounts[lane]),
      queuedTasks:
        Math.max(0, unsettled[lane] - threadCounts[lane]) +
        (lane === 'interactive' ? gate.waiting() : 0),
      completedTasks: totals[lane].completed,
      cancelledTasks: totals[lane].cancelled,
      failedTasks: totals[lane].failed,
      rejectedTasks: totals[lane].rejected,
      restarts,
      busyMs: totals[lane].busyMs,
    }),
  };
}

async function destroy({ lanes }: Group): Promise<void> {
  await Promise.all(Object.values(lanes).map((threads) => threads.destroy()));
}

function startThreads(options: PoolOptions): Pick<Group, 'memory' | 'lanes'> {
  const memory = createSharedMemory();
  const workerData: EngineThreadData = {
    module: options.module,
    memory,
    settings: options.settings(),
  };
  const common = {
    filename: options.workerFile.href,
    name: 'runTask',
    // The bound is kept in `run`, where tasks of a retired group count as well.
    maxQueue: Infinity,
    concurrentTasksPerWorker: 1,
    workerData,
    resourceLimits: {
      maxOldGenerationSizeMb: options.threadHeapMebibytes,
      maxYoungGenerationSizeMb: options.youngHeapMebibytes ?? YOUNG_HEAP_OF_PARSERS_MEBIBYTES,
    },
    recordTiming: false,
  };
  const { threads, batchThreads = 0 } = options;
  const lanes = {
    interactive: new Piscina<TaskEnvelope, TimedReport>({
      ...common,
      minThreads: threads,
      maxThreads: threads,
      // The event loop must get a core at once while threads compute: with it, the longest block under load halved.
      niceIncrement: THREAD_NICENESS,
    }),
    batch: new Piscina<TaskEnvelope, TimedReport>({
      ...common,
      minThreads: 0,
      maxThreads: Math.max(1, batchThreads),
      // A thread that ends leaves its stack in the memory that it shared, 1 MiB for each: 4 GiB of them within a week of jobs now and then.
      idleTimeout: Infinity,
      niceIncrement: BATCH_NICENESS,
    }),
  };
  return { memory, lanes };
}

/**
 * Rejects as soon as the signal aborts, and sets the task's flag. A running task that does not end within the grace
 * time never looks at its flag, or hangs: `onStuck` is called.
 */
function cancelOnAbort(
  signal: AbortSignal,
  control: Int32Array<SharedArrayBuffer>,
  ended: Promise<unknown>,
  graceMs: number,
  onStuck: () => void,
): { promise: Promise<never>; forget: () => void } {
  let onAbort = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => {
      const wasRunning = Atomics.exchange(control, 0, CANCELLED) === RUNNING;
      const stuck = wasRunning ? setTimeout(onStuck, graceMs) : undefined;
      const settle = (): void => {
        clearTimeout(stuck);
      };
      ended.then(settle, settle);
      reject(abortReason(signal));
    };
  });
  signal.addEventListener('abort', onAbort, { once: true });
  return {
    promise,
    forget: () => {
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function crashOf(error: unknown): EngineCrashError {
  if (error instanceof EngineCrashError) return error;
  // By its shape and not its class: the error comes from the platform, whose `Error` need not be this realm's.
  const shape = typeof error === 'object' && error !== null ? error : {};
  const message = 'message' in shape ? String(shape.message) : String(error);
  const outOfMemory = 'code' in shape && shape.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new EngineCrashError(message, outOfMemory);
}

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
