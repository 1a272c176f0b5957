/**
 * The queue of a process that is alone: first in, first out, in memory. What it holds is in the store as well, and is pushed again after a
 * restart, so it is not written anywhere and its statements are none.
 */
import type { JobQueue } from './face.js';
import { startWork, type RunningWork } from './work.js';

export function createMemoryQueue(): JobQueue {
  const jobIds: string[] = [];
  const works = new Set<RunningWork>();
  return {
    enqueue: () => Promise.resolve([]),
    push(jobId) {
      jobIds.push(jobId);
      for (const work of works) work.wake();
    },
    work(options) {
      const work = startWork({
        ...options,
        take: (countMax) => Promise.resolve(jobIds.splice(0, countMax)),
        nameOf: (jobId) => jobId,
        leave: () => Promise.resolve(),
        // Every job is pushed by this process: there is nothing to look for.
        pollMs: null,
      });
      works.add(work);
      return Promise.resolve(work);
    },
    waiting: () => Promise.resolve(jobIds.length),
    async close() {
      await Promise.all([...works].map((work) => work.stop()));
    },
  };
}
