/**
 * The queue of a process that is alone: first in, first out, in memory. What it holds is in the store as well, and is pushed again after a
 * restart, so it is not written anywhere and its statements are none.
 */
import type { JobQueue } from './face.js';
import { startWork, type RunningWork } from './work.js';

export function createMemoryQueue(): JobQueue {
  // Each in the order of insertion.
  const again = new Set<string>();
  const first = new Set<string>();
  const works = new Set<RunningWork>();
  return {
    enqueue: () => Promise.resolve([]),
    push(jobId, turn) {
      if (turn === 'again') {
        first.delete(jobId);
        again.add(jobId);
      } else if (!again.has(jobId)) first.add(jobId);
      for (const work of works) work.wake();
    },
    work(options) {
      const work = startWork({
        ...options,
        take(countMax) {
          const taken: string[] = [];
          for (const jobIds of [again, first]) {
            for (const jobId of jobIds) {
              if (taken.length === countMax) break;
              taken.push(jobId);
              jobIds.delete(jobId);
            }
          }
          return Promise.resolve(taken);
        },
        nameOf: (jobId) => jobId,
        leave: () => Promise.resolve(),
        // Every job is pushed by this process: there is nothing to look for.
        pollMs: null,
      });
      works.add(work);
      return Promise.resolve(work);
    },
    waiting: () => Promise.resolve(again.size + first.size),
    async close() {
      await Promise.all([...works].map((work) => work.stop()));
    },
  };
}
