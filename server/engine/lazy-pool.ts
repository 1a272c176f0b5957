/**
 * A pool that starts with its first task and ends once it has had none for a while, so that rarely used threads cost no
 * memory in between.
 *
 *     none ──first task──► starting ──► there ──no task for `idleMs`──► none
 *             ▲               └─ fails: its tasks fail, and the next task tries again
 */
import type { EnginePool, PoolStats } from './pool-types.js';
import type { TaskKinds } from './protocol.js';

export function createLazyPool<Kinds extends TaskKinds>(
  start: () => Promise<EnginePool<Kinds>>,
  idleMs: number,
): EnginePool<Kinds> {
  let starting: Promise<EnginePool<Kinds>> | undefined;
  let pool: EnginePool<Kinds> | undefined;
  /** The sum over the pools that have ended. */
  let past: PoolStats | undefined;
  let taskCount = 0;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  async function startOnce(): Promise<EnginePool<Kinds>> {
    try {
      pool = await start();
      return pool;
    } catch (error) {
      starting = undefined;
      throw error;
    }
  }

  async function end(): Promise<void> {
    const ending = starting;
    starting = undefined;
    const ended = await ending?.catch(() => undefined);
    if (ended === undefined) return;
    past = sumOf(past, ended.stats());
    if (pool === ended) pool = undefined;
    await ended.close();
  }

  return {
    run: async (kind, input, options) => {
      let release = options.holdInput?.();
      clearTimeout(idle);
      taskCount += 1;
      try {
        if (closed) throw new Error('the pool is closed');
        const started = await (starting ??= startOnce());
        const holdInput = () => {
          const releaseThere = release;
          release = undefined;
          return () => releaseThere?.();
        };
        return await started.run(kind, input, { ...options, holdInput });
      } finally {
        release?.();
        taskCount -= 1;
        if (taskCount === 0 && !closed) {
          idle = setTimeout(() => void end(), idleMs).unref();
        }
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await end();
    },
    ready: () => !closed,
    stats: (lane) => sumOf(past, pool?.stats(lane)),
  };
}

const NONE: PoolStats = {
  ...{ threads: 0, runningTasks: 0, queuedTasks: 0, completedTasks: 0, cancelledTasks: 0 },
  ...{ failedTasks: 0, rejectedTasks: 0, restarts: 0, busyMs: 0 },
};

/** Current values (threads, running and queued tasks) are those of `now`; totals are the sums of both. */
function sumOf(past: PoolStats = NONE, now: PoolStats = NONE): PoolStats {
  return {
    ...now,
    completedTasks: past.completedTasks + now.completedTasks,
    cancelledTasks: past.cancelledTasks + now.cancelledTasks,
    failedTasks: past.failedTasks + now.failedTasks,
    rejectedTasks: past.rejectedTasks + now.rejectedTasks,
    restarts: past.restarts + now.restarts,
    busyMs: past.busyMs + now.busyMs,
  };
}
