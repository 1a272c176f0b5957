/** The service's own engine thread, except that it exits if the body of a request is `exit`. */
import { runTask as runOwnTask } from '../../server/worker.js';

export const runTask: typeof runOwnTask = (bundle) => {
  for (const { input } of bundle.tasks) {
    const body: unknown =
      typeof input === 'object' && input !== null && 'body' in input ? input.body : [];
    const text = Array.isArray(body)
      ? body.map((block) => Buffer.from(block).toString()).join('')
      : '';
    if (text === 'exit') process.exit(3);
  }
  return runOwnTask(bundle);
};
