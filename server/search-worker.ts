/**
 * A search thread: the composition root over an instance with a memory of its own, as `worker.ts` is over roads.
 *
 * A plan lives alone: what traps, is ended or outgrows its memory takes one thread with it and no other task.
 */
import { workerData } from 'node:worker_threads';
import { createTaskRunner, instantiate, type EngineThreadData } from './engine/index.js';
import { createSearchTask, type SearchTask } from './search/index.js';

/**
 * A memory never shrinks. One that has grown beyond this is given back by giving up its thread, some 50 ms; but not
 * after a run that was paused, since another one of the same search follows, and would need as much before the old
 * memory is gone.
 */
const KEPT_MEMORY_BYTES_MAX = 256 * 1024 * 1024;

// The pool is typed where it is made; what crosses to a thread arrives untyped.
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
