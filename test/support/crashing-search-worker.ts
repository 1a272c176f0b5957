/** The service's own search thread, except that it exits if the seed of a request is 666 and hangs if it is 667. */
import { runTask as runOwnTask } from '../../server/search-worker.js';

export const runTask: typeof runOwnTask = (bundle) => {
  const input = bundle.tasks[0]?.input;
  const seed = typeof input === 'object' && input !== null && 'seed' in input ? input.seed : 0;
  if (seed === 666) process.exit(3);
  if (seed === 667) {
    // The task is marked as begun, and the thread never checks for cancellation again.
    Atomics.store(bundle.control, 0, 1);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  return runOwnTask(bundle);
};
