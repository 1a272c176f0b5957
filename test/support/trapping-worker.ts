/** The service's own engine thread, except that the body `trap` traps its WASM instance, with memory and maps. */
import { workerData } from 'node:worker_threads';
import { initSync } from '#wasm';
import { createTaskRunner } from '../../server/engine/index.js';
import type { MatrixTask } from '../../server/matrix/index.js';
import { runTask as runOwnTask } from '../../server/worker.js';

export const runTask: typeof runOwnTask = (bundle) => {
  const isPlanned = bundle.tasks.some(({ input }) => {
    const { body } = (input ?? {}) as { body?: readonly Uint8Array[] };
    return body?.some((block) => new TextDecoder().decode(block) === 'trap') === true;
  });
  return isPlanned ? runTrap(bundle) : runOwnTask(bundle);
};

const runTrap = createTaskRunner<MatrixTask>({
  matrix: () => {
    // A pointer beyond the memory of the core causes a real trap.
    const core = initSync({ module: workerData.module, memory: workerData.memory });
    core.matrixselection_pairCount(0xffff_fff0);
    throw new Error('the core did not trap');
  },
});
