/**
 * The messages between the event loop and an engine thread.
 *
 * Tasks come in bundles, usually of one (`bundles.ts`). The state of a task is one shared integer (`control[idx]`):
 *
 *   QUEUED ──thread takes it──▶ RUNNING ──returns──▶ ENDED: it did not cause a later loss of the thread
 *      └──────── cancel ───────────┴──────▶ CANCELLED: a queued task returns when a thread takes it, a running one
 *                                           when it next checks the flag
 *
 * A thread is never terminated in the middle of a task while others use its memory, because it could hold the
 * allocator's lock. So tasks are stopped by this flag, not by the abort signal of Piscina.
 */

export const QUEUED = 0;
export const RUNNING = 1;
export const CANCELLED = 2;
export const ENDED = 3;

/** Task kinds of a pool: name → input and output, both structured-cloneable. */
export type TaskKinds = Record<string, { input: unknown; output: unknown }>;

export type Task = { kind: string; input: unknown };

/** Tasks that a thread runs one after the other. */
export type TaskBundle = {
  tasks: readonly Task[];
  /** One state per task. */
  control: Int32Array<SharedArrayBuffer>;
};

/**
 * How a task ended in its thread. `trapped`: the WASM instance is lost and with it the shared memory, or the program
 * that holds its roads is lost.
 */
export type TaskReport =
  | { kind: 'done'; output: unknown }
  | { kind: 'cancelled' }
  | { kind: 'trapped'; message: string }
  | { kind: 'failed'; message: string };

/** The data that every thread starts with. */
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
  /** One per task. If a task has trapped, its report is the last one, and the tasks after it have none. */
  reports: readonly TimedReport[];
  /** The thread should not take another task: its memory has grown beyond what it may keep. */
  spent: boolean;
};

/** Every thread answers this kind without a handler, which shows that the thread has started. */
export const READY_TASK = 'ready';
