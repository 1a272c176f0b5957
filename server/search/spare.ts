/**
 * Plans for a caller that waits, with a second search where a processor would be idle: the better of two answers.
 *
 *     search thread  ├──────────────── search ────────────────┤ answer ─────► the better answer
 *     spare thread     ├ 50 ms later: search, other seed ──┤ answer ─────────────┘
 *                                                                 └─ if it is late: waited for, 200 ms at most, if the
 *                                                                    plan that it has reported is better
 *
 * On a small problem, searches with different seeds settle on different plans: where one search finds the best plan
 * with probability 0.5, two find it with 0.75. The second search takes nothing from others. Its thread has the lowest
 * priority, it starts only while fewer searches and jobs run than there are search threads (`createSpareSearch`), and
 * whatever happens to it, the first search answers. A starved thread is late, and then nobody waits for it.
 *
 * A search with a limit of iterations stays alone, because its answer must not depend on idle time.
 */
import { MessageChannel } from 'node:worker_threads';
import type { EnginePool } from '../engine/index.js';
import { orAborted } from '../waiting/index.js';
import { epochMs } from './clock.js';
import { isBetter, seedOf, type RunSearch } from './several.js';
import {
  buffersToMove,
  numbersOf,
  type SearchInput,
  type SearchOutput,
  type SearchReport,
  type SearchTask,
} from './task.js';

/** Most plans of a few orders are found in less time, and need no second search. */
const SPARE_AFTER_MS = 50;
/** How much earlier the second search ends, so that its answer is there when the first one is. */
const SPARE_LEAD_MS = 50;
/** The longest wait for a second answer that is late. */
const SPARE_GRACE_MS = 200;
const SPARE_REPORT_MS = 100;
/**
 * The second search gets a copy of its input, which the event loop makes. Copying this much takes a millisecond. The
 * travel tables of 49 places with nine travel times take 173 kB for each kind of vehicle.
 */
const COPIED_BYTES_MAX = 4_000_000;

export type SpareSearch = {
  run: RunSearch;
  /** Whether a processor would be idle without another search. */
  isIdle: () => boolean;
};

export type SpareSearchOptions = {
  searchPool: Pick<EnginePool<SearchTask>, 'stats'>;
  /** Threads of the lowest priority. */
  sparePool: Pick<EnginePool<SearchTask>, 'run' | 'stats'>;
  /** How many threads jobs may use now. */
  jobThreads: () => number;
};

/** Returns second searches that run while fewer than `searchPool.threads` searches and threads of jobs do. */
export function createSpareSearch({
  searchPool,
  sparePool,
  jobThreads,
}: SpareSearchOptions): SpareSearch {
  /** Includes searches whose threads are starting. The pool also counts cancelled ones that have not stopped yet. */
  let runCount = 0;
  return {
    run: async (input, options) => {
      runCount += 1;
      try {
        return await sparePool.run('plan', input, options);
      } finally {
        runCount -= 1;
      }
    },
    isIdle: () => {
      const { threads, runningTasks, queuedTasks } = searchPool.stats();
      const spareTasks = Math.max(runCount, sparePool.stats().runningTasks);
      return runningTasks + queuedTasks + spareTasks + jobThreads() < threads;
    },
  };
}

export type PlanWithSpareOptions = {
  /** Runs the first search, which decides when the answer is due. */
  run: RunSearch;
  spare: SpareSearch | undefined;
  /** Its buffers are moved. */
  plan: Omit<SearchInput, 'reports' | 'pause'>;
  signal: AbortSignal;
  clock?: () => number;
};

/** Returns the answer of the first search, or that of a second one if it is better. */
export async function searchWithSpare({
  run,
  spare,
  plan,
  signal,
  clock = epochMs,
}: PlanWithSpareOptions): Promise<SearchOutput> {
  const second =
    spare === undefined || plan.maxIterations !== null || bytesOf(plan) > COPIED_BYTES_MAX
      ? undefined
      : startLater(spare, { plan, signal, clock });
  try {
    const first = await run(plan, { signal, transfer: buffersToMove(plan) });
    return (await second?.betterThan(first)) ?? first;
  } finally {
    second?.end();
  }
}

type Second = {
  /** Resolves with its answer if that is better and there by now, or soon after the time for both is over. */
  betterThan: (first: SearchOutput) => Promise<SearchOutput | undefined>;
  /** Cancels it if it has not ended. */
  end: () => void;
};

function startLater(
  spare: SpareSearch,
  { plan, signal, clock }: Required<Pick<PlanWithSpareOptions, 'plan' | 'signal' | 'clock'>>,
): Second {
  // Copied now, because the first search takes the buffers.
  const copy = structuredClone(plan);
  const endsAtMs = Math.min(clock() + plan.timeLimitMs, plan.endsAtMs) - SPARE_LEAD_MS;
  const ending = new AbortController();
  const { port1, port2 } = new MessageChannel();
  let reported: SearchReport['score'] | undefined;
  port2.on('message', ({ score }: SearchReport) => {
    reported = score;
  });
  let answer: SearchOutput | undefined;
  let ended: Promise<void> | undefined;
  const search = async (): Promise<void> => {
    const input = {
      ...{ ...copy, endsAtMs, seed: seedOf(plan.seed, 1) },
      reports: { port: port1, everyMs: SPARE_REPORT_MS },
    };
    try {
      answer = await spare.run(input, {
        signal: AbortSignal.any([signal, ending.signal]),
        transfer: [port1, ...buffersToMove(copy)],
      });
    } catch {
      // Without this answer, there is that of the first search. The pool logs lost threads.
    }
  };
  const timer = setTimeout(() => {
    if (clock() < endsAtMs && spare.isIdle()) ended = search();
  }, SPARE_AFTER_MS);
  return {
    betterThan: async ({ score }) => {
      const isLate = answer === undefined && clock() >= endsAtMs;
      if (isLate && reported !== undefined && isBetter(reported, score)) {
        await orAborted(ended, AbortSignal.timeout(SPARE_GRACE_MS)).catch(() => undefined);
      }
      return answer !== undefined && isBetter(answer.score, score) ? answer : undefined;
    },
    end: () => {
      clearTimeout(timer);
      ending.abort(new Error('the first search has answered'));
      port2.close();
    },
  };
}

function bytesOf({ problem, tables }: Pick<SearchInput, 'problem' | 'tables'>): number {
  const numbers = tables.flatMap(numbersOf);
  return [problem, ...numbers].reduce((sum, { byteLength }) => sum + byteLength, 0);
}
