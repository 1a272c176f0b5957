/** Threads that run the WASM core: pools on the event loop's side, the task runner on the thread's side. */
export { letThreadsHaveHeapsOfTheirOwn } from './heaps.js';
export { EngineCrashError, createPool } from './pool.js';
export {
  type EnginePool,
  type GroupCompanion,
  type Lane,
  type PoolStats,
  type PoolOptions,
  type RunOptions,
} from './pool-types.js';
export { CoreLostError } from './core-lost.js';
export { createGate, type Gate } from './gate.js';
export { PoolFullError } from './pool-full.js';
export { collectShared } from './shared-memory.js';
export { createIsolatedPool, type IsolatedPoolOptions } from './isolated-pool.js';
export { type EngineThreadData, type TaskKinds } from './protocol.js';
export {
  createTaskRunner,
  type HandlerResult,
  type TaskContext,
  type TaskHandlers,
} from './thread.js';
export { compileModule, createSharedMemory, instantiate } from './wasm.js';
