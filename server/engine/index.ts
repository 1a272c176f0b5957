/** Threads over the WASM core: pools on the event loop's side, the task runner on the thread's. */
export { letThreadsHaveHeapsOfTheirOwn } from './heaps.js';
export {
  EngineCrashError,
  YOUNG_HEAP_OF_PARSERS_MEBIBYTES,
  createPool,
  type EnginePool,
  type Lane,
  type PoolStats,
  type PoolOptions,
  type RunOptions,
} from './pool.js';
export { createGate, type Gate } from './gate.js';
export { PoolFullError } from './pool-full.js';
export { collectShared } from './shared-memory.js';
export { createIsolatedPool } from './isolated-pool.js';
export { type EngineThreadData, type TaskKinds } from './protocol.js';
export {
  createTaskRunner,
  type HandlerResult,
  type TaskContext,
  type TaskHandlers,
} from './thread.js';
export { compileModule, createSharedMemory, instantiate } from './wasm.js';
