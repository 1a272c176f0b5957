/** A second search beside that of a caller who waits. Most tests run the tasks here; one test uses real threads. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  PoolFullError,
  compileModule,
  createSharedMemory,
  createIsolatedPool,
  instantiate,
  type PoolStats,
} from '../../server/engine/index.js';
import {
  createSearchTask,
  createSpareSearch,
  searchWithSpare,
  type SearchInput,
  type SearchOutput,
  type SearchTask,
  type SpareSearch,
} from '../../server/search/index.js';
import { compiledFile } from '../support/compiled.js';
import { planInput, townItem } from '../support/plan-items.js';
import { PROJECT_ROOT } from '../support/service.js';

const ITEM = townItem(5, 30);
const TIME_LIMIT_MS = 1_000;
const signal = new AbortController().signal;

/** A second search has started by then, if there is one: timers that were set earlier and are shorter fire first. */
const untilItMayRun = () => setTimeout(80);

/** Messages of ports that were posted before have arrived by then. */
async function untilReportsArrive(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

let found: SearchOutput;
beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
  let nowMs = 0;
  const task = createSearchTask({ clock: () => (nowMs += 0.001) });
  const result = task(planInput(ITEM, { maxIterations: 50 }), { shouldStop: () => false });
  if (result.kind !== 'done') throw new Error('it stopped');
  found = result.output;
});

/** An answer whose plan costs so much. */
const answer = (cost: number): SearchOutput => ({ ...found, score: Float64Array.of(0, 0, cost) });

type Run = SpareSearch['run'];

/** A promise and the function that fulfils it. */
function event(): { happened: Promise<void>; happen: () => void } {
  let happen = (): void => undefined;
  const happened = new Promise<void>((resolve) => (happen = resolve));
  return { happened, happen };
}

const untilAborted = (of: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const fail = () => reject(of.reason instanceof Error ? of.reason : new Error('aborted'));
    if (of.aborted) fail();
    of.addEventListener('abort', fail);
  });

const input = (changes: Partial<SearchInput> = {}): SearchInput =>
  planInput(ITEM, { timeLimitMs: TIME_LIMIT_MS, ...changes });

const idle = (run: Run): SpareSearch => ({ run, isIdle: () => true });

describe('of two answers', () => {
  const chosen = async (first: SearchOutput, second: SearchOutput) => {
    const ended = event();
    return await searchWithSpare({
      run: async () => {
        await ended.happened;
        return first;
      },
      spare: idle(async () => {
        // The first search ends only after this answer has arrived.
        void setImmediate().then(ended.happen);
        return await Promise.resolve(second);
      }),
      ...{ plan: input(), signal },
    });
  };

  test('the better one is sent', async () => {
    const [first, second] = [answer(7), answer(5)];
    expect(await chosen(first, second)).toBe(second);
    expect(await chosen(second, first)).toBe(second);
  });

  test('the first one is sent if they are equal up to rounding', async () => {
    const [first, second] = [answer(7), answer(7 - 1e-12)];
    expect(await chosen(first, second)).toBe(first);
  });
});

test('the second search gets another seed and a copy of the problem, and ends a little earlier', async () => {
  const ended = event();
  const inputs: SearchInput[] = [];
  const startedAtMs = 5_000;
  await searchWithSpare({
    run: async (of, { transfer }) => {
      // As a pool does, so that the second search cannot use them.
      structuredClone(of, { transfer: [...transfer] });
      inputs.push(of);
      await ended.happened;
      return answer(1);
    },
    spare: idle(async (of) => {
      inputs.push(of);
      ended.happen();
      return await Promise.resolve(answer(1));
    }),
    ...{ plan: input(), signal, clock: () => startedAtMs },
  });
  const [first, second] = inputs;
  expect(second?.seed).not.toBe(first?.seed);
  expect(second?.problem).toEqual(input().problem);
  expect(second?.tables).toEqual(input().tables);
  const aheadMs = startedAtMs + TIME_LIMIT_MS - (second?.endsAtMs ?? 0);
  expect(aheadMs).toBeGreaterThan(0);
  expect(aheadMs).toBeLessThan(TIME_LIMIT_MS / 10);
});

describe('a second search that has not ended', () => {
  /** The first search costs 7, and ends at `nowMs`, when the second one has reported `cost`. */
  async function late(of: { cost?: number; nowMs: number; ends: boolean }) {
    const second = answer(of.cost ?? 5);
    const [started, answered] = [event(), event()];
    let nowMs = 0;
    const signals: AbortSignal[] = [];
    const output = await searchWithSpare({
      run: async () => {
        await started.happened;
        await untilReportsArrive();
        nowMs = of.nowMs;
        // The second search hears of it after the caller of this one.
        void setImmediate().then(answered.happen);
        return answer(7);
      },
      spare: idle(async ({ reports }, options) => {
        signals.push(options.signal);
        if (of.cost !== undefined) reports?.port.postMessage({ ...second, elapsedMs: 1 });
        started.happen();
        await answered.happened;
        return of.ends ? second : await untilAborted(options.signal);
      }),
      ...{ plan: input(), signal, clock: () => nowMs },
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    return output.score[2];
  }

  test('is waited for if what it has reported is better', async () => {
    expect(await late({ cost: 5, nowMs: TIME_LIMIT_MS, ends: true })).toBe(5);
  });

  test('is not waited for forever', async () => {
    expect(await late({ cost: 5, nowMs: TIME_LIMIT_MS, ends: false })).toBe(7);
  });

  test.each([undefined, 7, 8])('is not waited for if it has reported %p', async (cost) => {
    const of = { ...(cost === undefined ? {} : { cost }), nowMs: TIME_LIMIT_MS };
    expect(await late({ ...of, ends: true })).toBe(7);
  });

  test('is not waited for if the first one has ended before its time', async () => {
    expect(await late({ cost: 5, nowMs: TIME_LIMIT_MS / 2, ends: true })).toBe(7);
  });
});

describe('the first search answers', () => {
  test.each([
    ['is refused', new PoolFullError(0, 1)],
    ['loses its thread', new Error('lost')],
  ])('if the second one %s', async (_, error) => {
    const failed = event();
    const first = answer(7);
    const output = await searchWithSpare({
      run: async () => {
        await failed.happened;
        await setImmediate();
        return first;
      },
      spare: idle(async () => {
        failed.happen();
        return await Promise.reject(error);
      }),
      ...{ plan: input(), signal },
    });
    expect(output).toBe(first);
  });

  test.each<[string, Partial<SearchInput>, boolean]>([
    ['the number of iterations is limited', { maxIterations: 400 }, true],
    ['the input is too large to copy', { problem: new Uint8Array(5_000_000) }, true],
    ['there would be no time for another', { timeLimitMs: 60 }, true],
    ['nothing is idle', {}, false],
  ])('alone if %s', async (_, changes, isIdle) => {
    let count = 0;
    const first = answer(7);
    const output = await searchWithSpare({
      run: async () => {
        await untilItMayRun();
        return first;
      },
      spare: {
        isIdle: () => isIdle,
        run: async () => {
          count += 1;
          return await Promise.resolve(answer(5));
        },
      },
      ...{ plan: input(changes), signal },
    });
    expect(output).toBe(first);
    expect(count).toBe(0);
  });

  test('alone if it ends soon', async () => {
    let count = 0;
    const run = async () => await Promise.resolve(answer(7));
    const spare = idle(async () => {
      count += 1;
      return await run();
    });
    await searchWithSpare({ run, spare, plan: input(), signal });
    await untilItMayRun();
    expect(count).toBe(0);
  });
});

describe('the second search is cancelled', () => {
  const failing = async (run: (started: Promise<void>) => Run, of: AbortSignal) => {
    const started = event();
    const signals: AbortSignal[] = [];
    const failure = searchWithSpare({
      run: run(started.happened),
      spare: idle(async (_, options) => {
        signals.push(options.signal);
        started.happen();
        return await untilAborted(options.signal);
      }),
      ...{ plan: input(), signal: of },
    });
    await expect(failure).rejects.toThrow('enough');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  };

  test('with the first one', async () => {
    const controller = new AbortController();
    await failing(
      (started) => async (_, options) => {
        await started;
        controller.abort(new Error('enough'));
        return await untilAborted(options.signal);
      },
      controller.signal,
    );
  });

  test('if the first one fails', async () => {
    await failing(
      (started) => async () => {
        await started;
        throw new Error('enough');
      },
      signal,
    );
  });
});

const NO_STATS: PoolStats = {
  ...{ threads: 0, runningTasks: 0, queuedTasks: 0, completedTasks: 0, cancelledTasks: 0 },
  ...{ failedTasks: 0, rejectedTasks: 0, restarts: 0, busyMs: 0 },
};

// Running and waiting searches, second searches, threads of jobs; of four search threads.
test.each([
  [1, 0, 0, 0, true],
  [3, 0, 0, 0, true],
  [4, 0, 0, 0, false],
  [2, 2, 0, 0, false],
  [2, 0, 1, 0, true],
  [2, 0, 2, 0, false],
  [1, 0, 0, 2, true],
  [2, 0, 0, 2, false],
])(
  '%d + %d searches, %d second ones and %d threads of jobs',
  (searches, waiting, more, jobs, idleNow) => {
    const { isIdle } = createSpareSearch({
      searchPool: {
        stats: () => ({ ...NO_STATS, threads: 4, runningTasks: searches, queuedTasks: waiting }),
      },
      sparePool: {
        run: () => Promise.reject(new Error('it was not asked to')),
        stats: () => ({ ...NO_STATS, runningTasks: more }),
      },
      jobThreads: () => jobs,
    });
    expect(isIdle()).toBe(idleNow);
  },
);

test('a second search counts while its thread starts', async () => {
  const started = event();
  const { run, isIdle } = createSpareSearch({
    searchPool: { stats: () => ({ ...NO_STATS, threads: 2, runningTasks: 1 }) },
    sparePool: {
      run: async () => {
        await started.happened;
        throw new Error('it has not started');
      },
      stats: () => NO_STATS,
    },
    jobThreads: () => 0,
  });
  expect(isIdle()).toBe(true);
  const running = run(input(), { signal, transfer: [] });
  expect(isIdle()).toBe(false);
  started.happen();
  await expect(running).rejects.toThrow('it has not started');
  expect(isIdle()).toBe(true);
});

test('real threads give the better of their answers', async () => {
  const open = async (of: { isInBackground: boolean; idleMs?: number }) =>
    createIsolatedPool<SearchTask>({
      module: await compileModule(PROJECT_ROOT),
      workerFile: compiledFile('server/search-worker'),
      ...{ threads: 1, queueLengthMax: 0, threadHeapMebibytes: 64, cancelGraceMs: 120_000, ...of },
      settings: () => undefined,
      onCrash: () => undefined,
    });
  const pool = await open({ isInBackground: false });
  const sparePool = await open({ isInBackground: true, idleMs: 60_000 });
  try {
    const outputs: SearchOutput[] = [];
    const seeds = new Set<number>();
    const recorded =
      (run: Run): Run =>
      async (of, options) => {
        seeds.add(of.seed);
        const output = await run(of, options);
        outputs.push(output);
        return output;
      };
    const output = await searchWithSpare({
      run: recorded((of, options) => pool.run('plan', of, options)),
      spare: idle(recorded((of, options) => sparePool.run('plan', of, options))),
      ...{ plan: input({ timeLimitMs: 3_000 }), signal },
    });
    expect(outputs).toContain(output);
    expect(output.solution.length).toBeGreaterThan(0);
    for (const { score } of outputs) {
      expect(output.score[2]).toBeLessThanOrEqual((score[2] ?? 0) * (1 + 1e-9));
    }
    expect(seeds.size).toBe(2);
    expect(sparePool.stats().failedTasks).toBe(0);
  } finally {
    await Promise.all([pool.close(), sparePool.close()]);
  }
});
