/**
 * The queue of jobs: in memory for a standalone process, on Postgres for several processes. Both implementations have
 * the same interface and pass the same tests.
 */
export type { JobQueue, Turn, Work, WorkOptions } from './types.js';
export { createMemoryQueue } from './memory.js';
export { openSharedQueue } from './open-shared-queue.js';
export type { SharedQueueOptions } from './shared.js';
