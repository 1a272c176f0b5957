/**
 * Who gets a thread next: owners of tasks in turn, by the time that threads have worked for them.
 *
 *     enter ──► a place is free and none waits before ──► runs ──► leave: the owner is charged for the time that it took
 *        └────► waits among its owner's, first in first out ──┘
 *        └────► as many wait as may: refused at once
 *
 * Start-time fair queueing as for jobs (`jobs/turns.ts`), but what a task takes is known only when it has ended. Until
 * then it counts as `TASK_MS`, so that an owner who sends many at once does not start them all for the price of none.
 * Owners come and go with their tasks: nothing is remembered once no task runs or waits, but who came last.
 *
 * Where owners come every few milliseconds, one that sends without end leaves a place to the others (`keptFreeMs`): they need not
 * wait until one of its tasks ends. That was the longest of B's waits beside A, and A has the other places.
 */
import { abortReason } from '../waiting/index.js';
import { PoolFullError } from './pool-full.js';

const TASK_MS = 10;

export type GateOptions = {
  /** Tasks at once. */
  places: number;
  /** Of one owner at once, though places be free. */
  placesOfOwnerMax?: number;
  waitingMax: number;
  /** For so long after another one was here, an owner does not take the last place where it has all others; never if left out. */
  keptFreeMs?: number;
  /** Told to callers that find no room to wait. */
  retryAfterSeconds: number;
  /** Milliseconds. */
  clock?: () => number;
};

export type Gate = {
  /** What it gives is called once, when the task has let its thread go. Rejects with `PoolFullError`, or as the signal does. */
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
  /** Who was here last, and the last of all others. */
  let latest = { name: '', atMs: -Infinity };
  let other = latest;
  let wakeUp: NodeJS.Timeout | undefined;

  function note(name: string): void {
    if (latest.name !== name) other = latest;
    latest = { name, atMs: clock() };
  }

  /** Whether a place stays free for those who come after this owner. */
  function isKeptFree({ name, runningCount: own }: Owner): boolean {
    if (keptFreeMs === 0 || places === 1 || own < places - 1) return false;
    const { atMs } = latest.name === name ? other : latest;
    const isKept = clock() - atMs < keptFreeMs;
    // Should none come, and the owner's tasks take long.
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

  /** Returns what ends it. */
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
