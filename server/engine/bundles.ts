/**
 * Tasks that wait for a place at the gate: each large task waits alone, small tasks of one owner wait together.
 *
 *     task ──► small, and others of its owner wait ──► joins them, up to `TASKS_MAX` ─┐
 *       └────► starts a bundle, which enters the gate ────────────────────────────────┴─► a place: all go to one thread
 *
 * Handing a matrix of two points to a thread and taking its answer back costs more than computing it: two messages, two
 * threads that wake up, and an idle thread until the event loop sends its next task. A bundle pays this cost once.
 * While places are free nothing waits, and a bundle has one task. All tasks of a bundle have the same owner, so that an
 * owner whose tasks make a thread wait for a map delays no other owner.
 */
import type { Gate } from './gate.js';

/** 8 tasks take a thread 0.75 ms. With 32, some threads are idle at the end of a burst while others still work. */
const TASKS_MAX = 8;

export type BundlesOptions<Task> = {
  gate: Gate;
  /** Called with at least one task, as is `onRefused`. `leave` gives the place back. */
  onPlace: (tasks: readonly Task[], leave: () => void) => void;
  onRefused: (tasks: readonly Task[], error: unknown) => void;
};

export type Bundles<Task> = {
  /** Adds a task. Returns a function that takes it back, which does nothing once the task has a place. */
  add: (owner: string, task: Task, isSmall: boolean) => () => void;
  waiting: () => number;
};

type Bundle<Task> = { owner: string; tasks: Task[]; empty: AbortController };

export function createBundles<Task>(options: BundlesOptions<Task>): Bundles<Task> {
  const { gate, onPlace, onRefused } = options;
  /** The bundle that small tasks may join, by owner. */
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
