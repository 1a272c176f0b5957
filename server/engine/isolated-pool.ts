/**
 * Threads with one memory each, behind one bounded queue, so that a fault in one thread harms no other task.
 *
 *     run ──► a member is idle ──────────────────────────► it gets the task
 *        └──► all are busy ──► the gate, owners in turn (`gate.ts`) ──┘
 *                                └──► the queue is full: `PoolFullError` at once
 *
 * The member that became idle last gets the next task, so that no more lazily started threads exist than are needed.
 *
 * A member is a pool of one thread (`pool.ts`), which replaces itself after a trap, the loss of its thread or a task
 * that does not stop when it is cancelled, or when its memory has grown too large. It is idle again when its thread has
 * released the task, which may be later than the caller's answer. A task that is cancelled while it waits leaves the
 * queue.
 */
import { createGate } from './gate.js';
import { createLazyPool } from './lazy-pool.js';
import { PoolFullError } from './pool-full.js';
import { createPool } from './pool.js';
import type { EnginePool, PoolOptions, PoolStats, RunOptions } from './pool-types.js';
import type { TaskKinds } from './protocol.js';

/** How long a caller is told to wait if the queue is full: these tasks take seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Enough for threads that parse no bodies, since the core keeps its data in its own memory. */
const YOUNG_HEAP_MEBIBYTES = 6;

export type IsolatedPoolOptions = PoolOptions & {
  /** How many of the threads may work for one owner at once; all if left out. */
  threadsOfOwnerMax?: number;
  /** If given, a thread starts when a task finds no idle one, and ends after this many milliseconds without a task. */
  idleMs?: number;
};

/** Starts the threads and waits until all of them answer. With `idleMs`, threads start only when they are needed. */
export async function createIsolatedPool<Kinds extends TaskKinds>(
  options: IsolatedPoolOptions,
): Promise<EnginePool<Kinds>> {
  type Member = EnginePool<Kinds>;
  const { idleMs } = options;
  const startMember = (): Promise<Member> =>
    createPool<Kinds>({
      youngHeapMebibytes: YOUNG_HEAP_MEBIBYTES,
      ...options,
      threads: 1,
      queueLengthMax: 0,
    });
  const started = await Promise.allSettled(
    Array.from({ length: options.threads }, async () =>
      idleMs === undefined ? await startMember() : createLazyPool(startMember, idleMs),
    ),
  );
  const members = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.close()));
  };
  const failed = started.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }

  const idle = [...members];
  const gate = createGate({
    places: members.length,
    waitingMax: options.queueLengthMax,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    ...(options.threadsOfOwnerMax === undefined
      ? {}
      : { placesOfOwnerMax: options.threadsOfOwnerMax }),
  });
  const totals = { rejected: 0, cancelled: 0 };

  async function enter({ owner = '', signal }: RunOptions): Promise<() => void> {
    try {
      return await gate.enter(owner, signal);
    } catch (error) {
      if (error instanceof PoolFullError) totals.rejected += 1;
      else totals.cancelled += 1;
      throw error;
    }
  }

  /** Takes an idle member. There is one for every task that has a place. */
  function takeIdle(): Member {
    const member = idle.pop();
    if (member === undefined) throw new Error('there are more places than threads');
    return member;
  }

  const sumOf = (stat: keyof PoolStats): number =>
    members.reduce((sum, member) => sum + member.stats()[stat], 0);

  return {
    run: async (kind, input, runOptions) => {
      runOptions.signal.throwIfAborted();
      const release = runOptions.holdInput?.();
      let leave: (() => void) | undefined;
      try {
        leave = await enter(runOptions);
        runOptions.signal.throwIfAborted();
      } catch (error) {
        leave?.();
        release?.();
        throw error;
      }
      const member = takeIdle();
      const holdInput = () => () => {
        release?.();
        idle.push(member);
        leave();
      };
      return await member.run(kind, input, { ...runOptions, holdInput });
    },
    close,
    ready: () => members.some((member) => member.ready()),
    stats: () => ({
      threads: sumOf('threads'),
      runningTasks: sumOf('runningTasks'),
      queuedTasks: gate.waiting(),
      completedTasks: sumOf('completedTasks'),
      cancelledTasks: sumOf('cancelledTasks') + totals.cancelled,
      failedTasks: sumOf('failedTasks'),
      rejectedTasks: totals.rejected,
      restarts: sumOf('restarts'),
      busyMs: sumOf('busyMs'),
    }),
  };
}
