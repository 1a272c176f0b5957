/**
 * Decides which task gets a thread next: owners take turns, by the time that threads have worked for them.
 *
 *     enter ──► a place is free, no earlier task waits ──► runs ──► leave: the owner is charged for the time it took
 *        └────► waits in its owner's queue (first in, first out) ──┘
 *        └────► the queue is full: refused at once
 *
 * This is start-time fair queueing, as for jobs (`jobs/turns.ts`), except that the time of a task is known only when it
 * has ended. Until then it counts as `TASK_MS`, so that an owner who sends many tasks at once cannot start them all for
 * free. Owners come and go with their tasks: once no task runs or waits, only the latest owners are remembered.
 *
 * While several owners send tasks every few milliseconds, an owner that sends without pause leaves one place to the
 * others (`keptFreeMs`), so that they need not wait until one of its tasks ends. That was the longest wait that an
 * owner had beside a busy one, and the busy one still has all other places.
 */
import { abortReason } from '../waiting/index.js';
import { PoolFullError } from './pool-full.js';

const TASK_MS = 10;

export type GateOptions = {
  /** How many tasks may run at once. */
  places: number;
  /** How many tasks of one owner may run at once, even if more places are free. All places if left out. */
  placesOfOwnerMax?: number;
  waitingMax: number;
  /**
   * An owner that has all places but one does not take the last one for this long after a task of another owner came.
   * If left out, no place is kept free.
   */
  keptFreeMs?: number;
  /** Sent to callers that are refused because the queue is full. */
  retryAfterSeconds: number;
  /** Milliseconds. */
  clock?: () => number;
};

export type Gate = {
  /**
   * Resolves with a function to call once the task has released its thread. Rejects with `PoolFullError`, or with the
   * reason of the signal.
   */
  enter: (owner: string, signal: AbortSignal) => Promise<() => void>;
  waiting: () => number;
};

type Owner = { name: string; finishMs: number; runningCount: number; waiting: (() => void)[] };

export function createGate(options: GateOptions): Gate {
  const { places, placesOfOwnerMax = places, waitingMax, retryAfterSeconds } = options;
  const { keptFreeMs = 0 } = options;
  const clock = options.clock ?? (() => performance.now());
  const owners = new Map<string, Owner>();
  let nowMs = 0;
  let runningCount = 0;
  let waitingCount = 0;
  /** The owner that came last, and the last one before it with another name. */
  let latest = { name: '', atMs: -Infinity };
  let other = latest;
  let wakeUp: NodeJS.Timeout | undefined;

  function note(name: string): void {
    if (latest.name !== name) other = latest;
    latest = { name, atMs: clock() };
  }

  /** Whether the last place stays free for other owners. */
  function isKeptFree({ name, runningCount: own }: Owner): boolean {
    if (keptFreeMs === 0 || places === 1 || own < places - 1) return false;
    const { atMs } = latest.name === name ? other : latest;
    const isKept = clock() - atMs < keptFreeMs;
    // In case no other owner comes and this owner's tasks take long.
    if (isKept) {
      wakeUp ??= setTimeout(() => {
        wakeUp = undefined;
        letNextIn();
      }, keptFreeMs);
    }
    return isKept;
  }

  function ownerOf(name: string): Owner {
    const known = owners.get(name);
    if (known !== undefined) return known;
    const owner = { name, finishMs: nowMs, runningCount: 0, waiting: [] };
    owners.set(name, owner);
    return owner;
  }

  const mayStart = (owner: Owner): boolean =>
    runningCount < places && owner.runningCount < placesOfOwnerMax && !isKeptFree(owner);

  /** Takes a place. Returns a function that gives it back. */
  function start(owner: Owner): () => void {
    nowMs = Math.max(nowMs, owner.finishMs);
    owner.finishMs = nowMs + TASK_MS;
    owner.runningCount += 1;
    runningCount += 1;
    const startedAt = clock();
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      owner.finishMs += Math.max(0, clock() - startedAt - TASK_MS);
      owner.runningCount -= 1;
      runningCount -= 1;
      if (runningCount === 0 && waitingCount === 0) {
        owners.clear();
        nowMs = 0;
      } else letNextIn();
    };
  }

  function letNextIn(): void {
    for (;;) {
      let next: Owner | undefined;
      for (const owner of owners.values()) {
        if (owner.waiting.length === 0 || !mayStart(owner)) continue;
        if (next === undefined || owner.finishMs < next.finishMs) next = owner;
      }
      const letIn = next?.waiting.shift();
      if (letIn === undefined) return;
      letIn();
    }
  }

  return {
    async enter(name, signal) {
      signal.throwIfAborted();
      const owner = ownerOf(name);
      note(name);
      if (owner.waiting.length === 0 && mayStart(owner)) return start(owner);
      if (waitingCount >= waitingMax) throw new PoolFullError(waitingMax, retryAfterSeconds);
      return await new Promise((resolve, reject) => {
        const letIn = (): void => {
          signal.removeEventListener('abort', leave);
          waitingCount -= 1;
          resolve(start(owner));
        };
        const leave = (): void => {
          owner.waiting.splice(owner.waiting.indexOf(letIn), 1);
          waitingCount -= 1;
          reject(abortReason(signal));
        };
        signal.addEventListener('abort', leave, { once: true });
        waitingCount += 1;
        owner.waiting.push(letIn);
      });
    },
    waiting: () => waitingCount,
  };
}
