/**
 * Tasks that wait for a place at the gate: large ones each for one, small ones of an owner together.
 *
 *     task ──► small, and others of its owner wait ──► joins them, up to `TASKS_MAX` ──┐
 *       └────► begins a bundle, which enters the gate ─────────────────────────────────┴──► a place: all go to one thread
 *
 * To hand a matrix of two points to a thread and to take its answer costs more than to compute it: two messages, two threads that
 * wake up, and a pause of the thread until the event loop has its next task. A bundle pays that once. Where places are free
 * nobody waits, and a bundle has one task. Of one owner, so that an owner that makes a thread wait for a map makes no other wait.
 */
import type { Gate } from './gate.js';

/** 8 of them are three quarters of a millisecond of a thread; with 32, threads wait for one another's at the end of a burst. */
const TASKS_MAX = 8;

export type BundlesOptions<Task> = {
  gate: Gate;
  /** With one task at least, as below. `leave` gives the place back. */
  onPlace: (tasks: readonly Task[], leave: () => void) => void;
  onRefused: (tasks: readonly Task[], error: unknown) => void;
};

export type Bundles<Task> = {
  /** Returns how to take it back, which does nothing once it has a place. */
  add: (owner: string, task: Task, isSmall: boolean) => () => void;
  waiting: () => number;
};

type Bundle<Task> = { owner: string; tasks: Task[]; empty: AbortController };

export function createBundles<Task>(options: BundlesOptions<Task>): Bundles<Task> {
  const { gate, onPlace, onRefused } = options;
  /** By owner: the one that small tasks may join. */
  const open = new Map<string, Bundle<Task>>();
  let waitingCount = 0;

  function close(bundle: Bundle<Task>): void {
    if (open.get(bundle.owner) === bundle) open.delete(bundle.owner);
  }

  function begin(owner: string): Bundle<Task> {
    const bundle: Bundle<Task> = { owner, tasks: [], empty: new AbortController() };
    const takeTasks = (): readonly Task[] => {
      const { tasks } = bundle;
      close(bundle);
      bundle.tasks = [];
      waitingCount -= tasks.length;
      return tasks;
    };
    gate.enter(owner, bundle.empty.signal).then(
      (leave) => {
        const tasks = takeTasks();
        if (tasks.length === 0) leave();
        else onPlace(tasks, leave);
      },
      (error: unknown) => {
        const tasks = takeTasks();
        if (tasks.length > 0) onRefused(tasks, error);
      },
    );
    return bundle;
  }

  return {
    waiting: () => waitingCount,
    add: (owner, task, isSmall) => {
      const bundle = (isSmall ? open.get(owner) : undefined) ?? begin(owner);
      bundle.tasks.push(task);
      waitingCount += 1;
      if (isSmall && bundle.tasks.length < TASKS_MAX) open.set(owner, bundle);
      else close(bundle);
      return () => {
        const idx = bundle.tasks.indexOf(task);
        if (idx < 0) return;
        bundle.tasks.splice(idx, 1);
        waitingCount -= 1;
        if (bundle.tasks.length > 0) return;
        close(bundle);
        bundle.empty.abort();
      };
    },
  };
}
