/**
 * The queue of a standalone process: by turns, in memory. What it holds is in the store as well, and is pushed again after a
 * restart, so it is not written anywhere and its statements are none.
 */
import type { JobQueue } from './types.js';
import { startWork, type RunningWork } from './work.js';

export function createMemoryQueue(): JobQueue {
  const waiting = new Set<string>();
  /** In order. Those that come to the end of it, which is most, are put there in no time. */
  const places: { jobId: string; turn: number }[] = [];
  const works = new Set<RunningWork>();
  return {
    enqueue: () => Promise.resolve([]),
    push(jobId, turn = 0) {
      if (!waiting.has(jobId)) {
        waiting.add(jobId);
        const place = { jobId, turn: turn === 'again' ? -Infinity : turn };
        const before = places.findLastIndex((each) => each.turn <= place.turn);
        places.splice(before + 1, 0, place);
      }
      for (const work of works) work.wake();
    },
    work(options) {
      const work = startWork({
        ...options,
        take(countMax) {
          const taken = places.splice(0, countMax).map(({ jobId }) => jobId);
          for (const jobId of taken) waiting.delete(jobId);
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
    waiting: () => Promise.resolve(places.length),
    async close() {
      await Promise.all([...works].map((work) => work.stop()));
    },
  };
}
