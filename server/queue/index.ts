/** Queues of jobs: in memory for one process, in Postgres for many. */
export { createMemoryQueue } from './memory.js';
export type { JobQueue } from './queue.js';
