/** The queue of a service that is alone: first in, first out, and filled anew from the store after a start. */
import type { JobQueue } from './queue.js';

export function createMemoryQueue(): JobQueue {
  const waiting: string[] = [];
  let wake: (() => void) | undefined;
  return {
    enqueue: () => Promise.resolve([]),
    push(jobId) {
      waiting.push(jobId);
      wake?.();
    },
    work({ concurrency, run }) {
      const running = new Set<Promise<void>>();
      let stopped = false;
      const take = (): void => {
        while (!stopped && running.size < concurrency) {
          const jobId = waiting.shift();
          if (jobId === undefined) return;
          const ended: Promise<void> = run(jobId)
            .catch(() => undefined)
            .then(() => {
              running.delete(ended);
              take();
            });
          running.add(ended);
        }
      };
      wake = take;
      take();
      return Promise.resolve({
        async stop() {
          stopped = true;
          await Promise.all(running);
        },
      });
    },
    waiting: () => Promise.resolve(waiting.length),
    close: () => Promise.resolve(),
  };
}
