/**
 * A search thread: the composition root for an instance with a memory of its own, as `worker.ts` is for engine threads.
 *
 * Each search is isolated: if it traps, is terminated or outgrows its memory, one thread is lost and no other task.
 */
import { workerData } from 'node:worker_threads';
import { createTaskRunner, instantiate, type EngineThreadData } from './engine/index.js';
import { createSearchTask, type SearchTask } from './search/index.js';

/**
 * A memory never shrinks. If it has grown beyond this, it is freed by replacing its thread, which takes about 50 ms.
 * After a paused run it is kept, because another run of the same search follows and would need as much memory before
 * the old one is freed.
 */
const KEPT_MEMORY_BYTES_MAX = 256 * 1024 * 1024;

// The pool is typed where it is created, but data arrives in a thread untyped.
const { module, memory } = workerData as EngineThreadData;

instantiate(module, memory);

const plan = createSearchTask();
let isPaused = false;

export const runTask = createTaskRunner<SearchTask>(
  {
    plan: (input, context) => {
      isPaused = false;
      const result = plan(input, context);
      isPaused = result.kind === 'done' && !result.output.isOver;
      return result;
    },
  },
  { isSpent: () => !isPaused && memory.buffer.byteLength > KEPT_MEMORY_BYTES_MAX },
);
