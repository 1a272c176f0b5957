/**
 * The queue of a standalone process: jobs in memory, in the order of their turns. The store has the same jobs, which
 * are pushed again after a restart; so the queue writes nothing, and `enqueue` returns no statements.
 */
import type { JobQueue } from './types.js';
import { startWork, type RunningWork } from './work.js';

export function createMemoryQueue(): JobQueue {
  const waiting = new Set<string>();
  /** In the order of turns. Most jobs go to the end, which takes constant time. */
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
        // Every job is pushed by this process, so there is nothing to poll for.
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
