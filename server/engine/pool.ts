/**
 * A group of threads over one WASM memory, behind a bounded queue.
 *
 * What may happen to a task, and what the caller sees:
 *
 *   queue full          → `PoolFullError` at once; nothing was started
 *   its signal aborts   → rejects with the signal's reason at once; the thread stops the next time it checks the flag
 *   its handler throws  → `TaskFailedError`; the group goes on
 *   the WASM traps, the thread dies, or a cancelled task does not stop within the grace time
 *                       → `EngineCrashError`; the memory may be damaged or locked forever, so a new group with a new
 *                         memory takes new tasks at once, and the old group is drained and then ended
 *
 *   the thread reports that it is spent
 *                       → the task ends normally, and the next one runs in a new group
 *   another task of its bundle loses the thread
 *                       → it runs again, alone: it had not started, or its answer was lost
 *
 * A pool may have a second lane of threads for work without a waiting caller, so that interactive work never queues
 * behind it. The lanes share the memory, and thus the maps in it; damage to the memory ends both.
 *
 * A batch task that is cancelled in Piscina's queue stays there until a thread takes it and finds the flag set. Tasks
 * are stopped only by this flag: a thread that is terminated could hold the allocator's lock of a memory still in use.
 */
import type { Transferable } from 'node:worker_threads';
import { abortReason } from '../waiting/index.js';
import { createBundles } from './bundles.js';
import { createGate } from './gate.js';
import { destroyGroup, startGroup, type Group } from './group.js';
import { PoolFullError } from './pool-full.js';
import type { EnginePool, Lane, PoolOptions, PoolStats, RunOptions } from './pool-types.js';
import {
  CANCELLED,
  READY_TASK,
  RUNNING,
  type BundleReport,
  type Task,
  type TaskKinds,
  type TaskReport,
} from './protocol.js';
import { collectShared } from './shared-memory.js';

/** How long a caller is told to wait if the queue is full: a full queue of short tasks empties within a second. */
const RETRY_AFTER_SECONDS = 1;
/** Threads that have not answered by then never will. Starting takes about 0.2 s. */
const START_DEADLINE_MS = 60_000;
/** A caller that sends ten requests per second finds a free thread. */
const KEPT_FREE_MS = 100;
const DRAIN_STEP_MS = 20;
/** For tasks beside a stuck one: longer than an answer, or one block of a job, may take. */
const NEIGHBORS_GRACE_MS = 30_000;
const RESTART_PAUSE_MS = 1_000;
/**
 * While other threads compute, a thread of batch priority may need many seconds to read the body of a large job. No
 * caller waits for it, so it is no reason to retire the group that interactive tasks run in.
 */
const BATCH_GRACE_TIMES = 12;

/** The task's handler threw: a bug in our code that affected only this task. */
export class TaskFailedError extends Error {
  override readonly name = 'TaskFailedError';
}

/** The thread or its WASM instance is lost. `outOfMemory`: the task needed more memory than a thread may have. */
export class EngineCrashError extends Error {
  readonly outOfMemory: boolean;

  constructor(message: string, outOfMemory: boolean) {
    super(message);
    this.name = 'EngineCrashError';
    this.outOfMemory = outOfMemory;
  }
}

/** A task as the pool tracks it, from the call of `run` to its end. */
type Member = {
  task: Task;
  lane: Lane;
  owner: string;
  isSmall: boolean;
  transfer: readonly Transferable[];
  /** Nobody waits for its answer any more. */
  isCancelled: boolean;
  /** It was cancelled, and its thread has not stopped within the grace time. */
  isStuck: boolean;
  /** Removes it from the queue. */
  takeBack: () => void;
  /** Set once a thread has it: its group, and its flag `control[idx]`. */
  sent?: { home: Group; control: Int32Array<SharedArrayBuffer>; idx: number };
  onBusy: ((ms: number) => void) | undefined;
  /** Called once, when neither queue nor thread has it any more. */
  end: (ending: { report: TaskReport } | { error: unknown }) => void;
};

/** Starts the threads and waits until they answer. */
export async function createPool<Kinds extends TaskKinds>(
  options: PoolOptions,
): Promise<EnginePool<Kinds>> {
  const threadCounts = { interactive: options.threads, batch: options.batchThreads ?? 0 };
  const totalsOf = () => ({ completed: 0, cancelled: 0, failed: 0, rejected: 0, busyMs: 0 });
  const totals = { interactive: totalsOf(), batch: totalsOf() };
  const unsettled = { interactive: 0, batch: 0 };
  const bundles = createBundles<Member>({
    gate: createGate({
      places: options.threads,
      waitingMax: options.queueLengthMax,
      keptFreeMs: KEPT_FREE_MS,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    }),
    onPlace: (members, leave) => {
      send('interactive', members, leave);
    },
    onRefused: (members, error) => {
      for (const member of members) member.end({ error });
    },
  });
  let restarts = 0;
  const groups = new Set<Group>();
  let group = start();
  let closed = false;

  function start(): Group {
    const started = startGroup(options);
    // A thread may die while it has no task. Whatever it was doing, its memory is no longer trusted. Threads that die
    // before they have finished a task would die again; the pause prevents a restart loop at full speed.
    for (const threads of Object.values(started.lanes)) {
      threads.on('error', (error: unknown) => {
        setTimeout(
          () => retire(started, crashOf(error)),
          started.proven ? 0 : RESTART_PAUSE_MS,
        ).unref();
      });
    }
    groups.add(started);
    void started.companion?.ended.then((error) => {
      setTimeout(() => retire(started, error), started.proven ? 0 : RESTART_PAUSE_MS).unref();
    });
    return started;
  }

  /** Retires a group: a new one takes new tasks, and the old one may finish its tasks within the grace time. */
  function retire(damaged: Group, error: Error): void {
    if (damaged.retired || closed) return;
    restarts += 1;
    replace(damaged);
    options.onCrash(error);
  }

  function replace(old: Group): void {
    if (old.retired || closed) return;
    old.retired = true;
    group = start();
    for (const leave of old.leaves) leave();
    // Collected only after draining, when nothing refers to the memory any more.
    void drain(old).then(collectShared);
  }

  /**
   * Waits for the tasks of a retired group, ends it, and returns the bytes of its memory. If a task is stuck, the
   * others get as long as an answer may take, because nothing is wrong with their memory. After a trap it may be
   * damaged, so they get only the grace time.
   */
  async function drain(old: Group): Promise<number> {
    const graceMs = old.stuckTasks > 0 ? NEIGHBORS_GRACE_MS : options.cancelGraceMs;
    const giveUpAt = performance.now() + graceMs;
    while (old.unsettledTasks > old.stuckTasks && performance.now() < giveUpAt) {
      await delay(DRAIN_STEP_MS);
    }
    await destroyGroup(old);
    groups.delete(old);
    return old.memory.buffer.byteLength;
  }

  /** Hands tasks to one thread, which runs them to their end, whether or not a caller still waits for them. */
  function send(lane: Lane, members: readonly Member[], leave: () => void = () => undefined): void {
    const home = group;
    const control = new Int32Array(new SharedArrayBuffer(4 * members.length));
    for (const [idx, member] of members.entries()) member.sent = { home, control, idx };
    unsettled[lane] += members.length;
    home.unsettledTasks += members.length;
    home.leaves.add(leave);
    const startedAt = performance.now();
    const settle = (): void => {
      unsettled[lane] -= members.length;
      home.unsettledTasks -= members.length;
      home.leaves.delete(leave);
      leave();
    };
    const transferList = members.flatMap(({ isSmall, transfer }) => (isSmall ? [] : transfer));
    home.lanes[lane]
      .run({ tasks: members.map(({ task }) => task), control }, { transferList })
      .then(
        (bundleReport) => {
          settle();
          endReported(home, members, bundleReport);
        },
        (error: unknown) => {
          settle();
          endLost(home, members, { control, error, ms: performance.now() - startedAt });
        },
      );
  }

  function endReported(
    home: Group,
    members: readonly Member[],
    { reports, spent }: BundleReport,
  ): void {
    home.proven = true;
    let crash: EngineCrashError | undefined;
    for (const [idx, member] of members.entries()) {
      const timed = reports[idx];
      if (timed === undefined) {
        runAgain(member);
        continue;
      }
      const { report, busyMs } = timed;
      totals[member.lane].busyMs += busyMs;
      member.onBusy?.(busyMs);
      if (report.kind === 'trapped') {
        crash = new EngineCrashError(report.message, false);
        // Retired before the rest of the bundle runs again, so that it runs in the new group.
        retire(home, crash);
        member.end({ error: crash });
      } else member.end({ report });
    }
    if (crash === undefined && spent) replace(home);
  }

  /** Ends tasks whose thread has died, or whose outputs could not be sent. */
  function endLost(
    home: Group,
    members: readonly Member[],
    { control, error, ms }: { control: Int32Array<SharedArrayBuffer>; error: unknown; ms: number },
  ): void {
    const crash = crashOf(error);
    retire(home, crash);
    for (const [idx, member] of members.entries()) {
      if (members.length === 1 || Atomics.load(control, idx) === RUNNING) {
        // No report counted its time.
        member.onBusy?.(ms);
        member.end({ error: crash });
      } else runAgain(member);
    }
  }

  /** Queues a task again whose thread was lost by another task of its bundle. */
  function runAgain(member: Member): void {
    if (member.isCancelled) {
      member.end({ report: { kind: 'cancelled' } });
      return;
    }
    delete member.sent;
    member.takeBack = bundles.add(member.owner, member, false);
  }

  /** Tells a task on a thread to stop. Returns the timer that retires the group if it does not stop in time. */
  function stop(member: Member, sent: NonNullable<Member['sent']>): NodeJS.Timeout | undefined {
    const { home, control, idx } = sent;
    if (Atomics.exchange(control, idx, CANCELLED) !== RUNNING) return undefined;
    const graceMs = options.cancelGraceMs * (member.lane === 'batch' ? BATCH_GRACE_TIMES : 1);
    return setTimeout(() => {
      const { kind } = member.task;
      member.isStuck = true;
      home.stuckTasks += 1;
      retire(home, new Error(`task ${kind} went on for too long after it was cancelled`));
    }, graceMs);
  }

  async function run<Kind extends keyof Kinds & string>(
    kind: Kind,
    input: Kinds[Kind]['input'],
    { signal, lane = 'interactive', holdInput, ...wishes }: RunOptions,
  ): Promise<Kinds[Kind]['output']> {
    signal.throwIfAborted();
    const total = totals[lane];
    // Tasks of a retired group have no places any more, but still use memory, so they count. Batch tasks are not
    // limited here: the runner of jobs limits how many run.
    const isFull =
      unsettled.interactive + bundles.waiting() >= options.threads + options.queueLengthMax;
    if (lane === 'interactive' && isFull) {
      total.rejected += 1;
      throw new PoolFullError(options.queueLengthMax, RETRY_AFTER_SECONDS);
    }
    const release = holdInput?.();
    return await new Promise((resolve, reject) => {
      let stuckTimer: NodeJS.Timeout | undefined;
      const onAbort = (): void => {
        total.cancelled += 1;
        member.isCancelled = true;
        if (member.sent === undefined) {
          member.takeBack();
          release?.();
        } else stuckTimer = stop(member, member.sent);
        reject(abortReason(signal));
      };
      const fail = (error: unknown): void => {
        if (error instanceof PoolFullError) total.rejected += 1;
        else total.failed += 1;
        reject(error instanceof Error ? error : new TaskFailedError(String(error)));
      };
      const member: Member = {
        ...{ task: { kind, input }, lane, owner: wishes.owner ?? '' },
        ...{ isSmall: wishes.isSmall ?? false, transfer: wishes.transfer ?? [] },
        ...{ isCancelled: false, isStuck: false, takeBack: () => undefined },
        onBusy: wishes.onBusy,
        end: (ending) => {
          signal.removeEventListener('abort', onAbort);
          clearTimeout(stuckTimer);
          if (member.isStuck && member.sent !== undefined) member.sent.home.stuckTasks -= 1;
          release?.();
          if (member.isCancelled) return;
          if ('error' in ending) {
            fail(ending.error);
            return;
          }
          const { report } = ending;
          switch (report.kind) {
            case 'done':
              total.completed += 1;
              resolve(report.output);
              return;
            case 'cancelled':
              fail(new TaskFailedError(`task ${kind} stopped though it was not cancelled`));
              return;
            case 'failed':
            case 'trapped':
              fail(new TaskFailedError(report.message));
          }
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (lane === 'batch') send(lane, [member]);
      else member.takeBack = bundles.add(member.owner, member, member.isSmall);
    });
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.all([...groups].map(destroyGroup));
  }

  try {
    await run(READY_TASK, undefined, {
      signal: AbortSignal.timeout(options.startDeadlineMs ?? START_DEADLINE_MS),
    });
  } catch (error) {
    await close();
    throw new Error('the engine threads do not start', { cause: error });
  }

  return {
    run,
    close,
    ready: () => !closed && group.lanes.interactive.threads.length > 0,
    stats: (lane = 'interactive'): PoolStats => ({
      threads: group.lanes[lane].threads.length,
      runningTasks: Math.min(unsettled[lane], threadCounts[lane]),
      queuedTasks:
        Math.max(0, unsettled[lane] - threadCounts[lane]) +
        (lane === 'interactive' ? bundles.waiting() : 0),
      completedTasks: totals[lane].completed,
      cancelledTasks: totals[lane].cancelled,
      failedTasks: totals[lane].failed,
      rejectedTasks: totals[lane].rejected,
      restarts,
      busyMs: totals[lane].busyMs,
    }),
  };
}

function crashOf(error: unknown): EngineCrashError {
  if (error instanceof EngineCrashError) return error;
  // By its shape and not its class: the error comes from the platform, whose `Error` may be that of another realm.
  const shape = typeof error === 'object' && error !== null ? error : {};
  const message = 'message' in shape ? String(shape.message) : String(error);
  const outOfMemory = 'code' in shape && shape.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new EngineCrashError(message, outOfMemory);
}

async function delay(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
