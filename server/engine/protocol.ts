/**
 * What passes between the event loop and an engine thread.
 *
 * Tasks come in bundles, of one as a rule (`bundles.ts`). Life of a task, kept in one shared integer (`control[idx]`):
 *
 *   QUEUED ──thread takes it──▶ RUNNING ──returns──▶ ENDED: a thread that is lost later was not lost by it
 *      └──────── cancel ───────────┴──────▶ CANCELLED: a queued task returns at once when its turn comes, a running one
 *                                           at its next look at the flag
 *
 * A thread that shares the road memory is never ended from outside in the middle of a task, since it could hold the
 * allocator's lock. So this flag, and not the abort signal of the pool, is how a task is stopped.
 */

export const QUEUED = 0;
export const RUNNING = 1;
export const CANCELLED = 2;
export const ENDED = 3;

/** Task kinds of a pool: name → input and output, both structured-cloneable. */
export type TaskKinds = Record<string, { input: unknown; output: unknown }>;

export type Task = { kind: string; input: unknown };

/** A thread runs one after the other. */
export type TaskBundle = {
  tasks: readonly Task[];
  /** One each. */
  control: Int32Array<SharedArrayBuffer>;
};

/** How a task ended in its thread. `trapped`: the WASM instance is lost, and with it the memory that it shares, or the program that has its roads. */
export type TaskReport =
  | { kind: 'done'; output: unknown }
  | { kind: 'cancelled' }
  | { kind: 'trapped'; message: string }
  | { kind: 'failed'; message: string };

/** Given to every thread when it starts. */
export type EngineThreadData<Settings = unknown> = {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  settings: Settings;
};

export type TimedReport = {
  report: TaskReport;
  /** How long the thread worked on the task. */
  busyMs: number;
};

export type BundleReport = {
  /** As many as there are tasks; fewer where one has trapped, which is the last then. */
  reports: readonly TimedReport[];
  /** The thread should not take another task: its memory has grown beyond what it may keep. */
  spent: boolean;
};

/** Every thread answers this kind by itself: it shows that it has started. */
export const READY_TASK = 'ready';
