/**
 * Threads with a memory each, behind one bounded queue: what goes wrong in one harms nobody else's task.
 *
 *     run ──► a member is idle ──────────────────────────► it gets the task
 *        └──► all are busy ──► the queue, first in first out ──┘      └──► the queue is full: `PoolFullError` at once
 *
 * A member is a pool of one thread (`pool.ts`), which replaces itself after a trap, a thread lost, a task that does not
 * stop when it is cancelled, or when its memory has grown too large. It is idle again when its thread has let go of the
 * task, which may be later than the caller's answer. A task that is cancelled while it waits leaves the queue.
 */
import {
  PoolFullError,
  createPool,
  type EnginePool,
  type PoolFigures,
  type PoolOptions,
} from './pool.js';
import type { TaskKinds } from './protocol.js';

/** What a caller that finds the queue full is told to wait: these tasks take seconds. */
const RETRY_AFTER_SECONDS = 5;

/** These threads parse no bodies; what they compute is in the core's memory. */
const YOUNG_HEAP_MEBIBYTES = 6;

/** Starts the threads and waits until all of them answer. */
export async function createSoloPool<Kinds extends TaskKinds>(
  options: PoolOptions,
): Promise<EnginePool<Kinds>> {
  type Member = EnginePool<Kinds>;
  const started = await Promise.allSettled(
    Array.from({ length: options.threads }, () =>
      createPool<Kinds>({
        ...options,
        threads: 1,
        queueLengthMax: 0,
        youngHeapMebibytes: YOUNG_HEAP_MEBIBYTES,
      }),
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
  const waiting: ((member: Member) => void)[] = [];
  const totals = { rejected: 0, cancelled: 0 };

  function giveBack(member: Member): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(member);
    else next(member);
  }

  async function take(signal: AbortSignal): Promise<Member> {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (waiting.length >= options.queueLengthMax) {
      totals.rejected += 1;
      throw new PoolFullError(options.queueLengthMax, RETRY_AFTER_SECONDS);
    }
    return await new Promise((resolve, reject) => {
      const receive = (member: Member): void => {
        signal.removeEventListener('abort', leave);
        resolve(member);
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(receive), 1);
        totals.cancelled += 1;
        const reason: unknown = signal.reason;
        reject(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(receive);
    });
  }

  const sumOf = (figure: keyof PoolFigures): number =>
    members.reduce((sum, member) => sum + member.figures()[figure], 0);

  return {
    run: async (kind, input, runOptions) => {
      runOptions.signal.throwIfAborted();
      const letGo = runOptions.holdInput?.();
      let member: Member;
      try {
        member = await take(runOptions.signal);
        if (runOptions.signal.aborted) giveBack(member);
        runOptions.signal.throwIfAborted();
      } catch (error) {
        letGo?.();
        throw error;
      }
      const holdInput = () => () => {
        letGo?.();
        giveBack(member);
      };
      return await member.run(kind, input, { ...runOptions, holdInput });
    },
    close,
    ready: () => members.some((member) => member.ready()),
    figures: () => ({
      threads: sumOf('threads'),
      runningTasks: sumOf('runningTasks'),
      queuedTasks: waiting.length,
      completedTasks: sumOf('completedTasks'),
      cancelledTasks: sumOf('cancelledTasks') + totals.cancelled,
      failedTasks: sumOf('failedTasks'),
      rejectedTasks: totals.rejected,
      restarts: sumOf('restarts'),
      busyMs: sumOf('busyMs'),
    }),
  };
}
