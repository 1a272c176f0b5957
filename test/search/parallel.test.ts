/** One plan searched by several threads. Most tests run the tasks here, one by one; one test uses real threads. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  compileModule,
  createSharedMemory,
  createIsolatedPool,
  instantiate,
} from '../../server/engine/index.js';
import {
  createSearchTask,
  createThreadAllocator,
  searchInParallel,
  shareTables,
  type SearchInput,
  type SearchOutput,
  type SearchReport,
  type SearchTask,
  type ParallelOptions,
} from '../../server/search/index.js';
import { planInput, readPlanItems, townItem, type PlanItem } from '../support/plan-items.js';
import { PROJECT_ROOT } from '../support/service.js';
import { compiledFile } from '../support/compiled.js';

let items: PlanItem[] = [];

beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
  items = readPlanItems();
});

const input = (changes: Partial<SearchInput> = {}): SearchInput =>
  planInput(items[0], { maxIterations: 400, ...changes });

type Run = ParallelOptions['run'];

/** The share of a team without competitors. */
const shareOf = (threads: number) =>
  createThreadAllocator({ threads, bytesMax: 0 }).register({
    threadsMax: threads,
    bytesPerThread: 0,
  });

const taskHere: Run = async (of) => {
  let nowMs = 0;
  const task = createSearchTask({ clock: () => (nowMs += 0.001) });
  const result = task(of, { shouldStop: () => false });
  if (result.kind !== 'done') throw new Error('it stopped');
  return await Promise.resolve(result.output);
};

/** Records the inputs of its runs. */
function recorded(run: Run): { run: Run; inputs: SearchInput[] } {
  const inputs: SearchInput[] = [];
  return {
    inputs,
    run: (of, options) => {
      inputs.push(of);
      return run(of, options);
    },
  };
}

const signal = new AbortController().signal;

test('a team of one is a plain search task', async () => {
  const { run, inputs } = recorded(taskHere);
  const output = await searchInParallel({ run, plan: input(), allotment: shareOf(1), signal });
  expect(inputs).toHaveLength(1);
  expect(output.solution).toEqual((await taskHere(input(), { signal, transfer: [] })).solution);
});

describe('a team of three', () => {
  test('exchanges the best plan at fixed iterations, and ends after all of them', async () => {
    const { run, inputs } = recorded(taskHere);
    const output = await searchInParallel({ run, plan: input(), allotment: shareOf(3), signal });
    // Eight epochs of 50 iterations; the last one ends by itself.
    expect(inputs).toHaveLength(8 * 3);
    const ends = inputs.map(({ pause }) => pause);
    expect(ends.slice(0, 6)).toEqual([
      ...Array.from({ length: 3 }, () => ({ atIterations: 50 })),
      ...Array.from({ length: 3 }, () => ({ atIterations: 100 })),
    ]);
    expect(ends.at(-1)).toBeUndefined();
    expect(new Set(inputs.map(({ seed }) => seed)).size).toBe(3);
    expect(output.iterations).toBe(400);
    expect(output.solution.length).toBeGreaterThan(0);
  });

  test('gives the same answer each time', async () => {
    const of = () =>
      searchInParallel({ run: taskHere, plan: input(), allotment: shareOf(3), signal });
    expect((await of()).checkpoint).toEqual((await of()).checkpoint);
  });

  test('is never worse than what it continues from, and never loses the best plan of an epoch', async () => {
    const outputs: SearchOutput[] = [];
    const run: Run = async (of, options) => {
      const output = await taskHere(of, options);
      outputs.push(output);
      return output;
    };
    const output = await searchInParallel({ run, plan: input(), allotment: shareOf(3), signal });
    const rests = outputs
      .filter(({ score }) => score[0] === output.score[0] && score[1] === output.score[1])
      .map(({ score }) => score[2] ?? 0);
    expect(output.score[2]).toBeLessThanOrEqual(Math.min(...rests) * (1 + 1e-9));
  });

  test('shares its tables instead of copying them for each run', async () => {
    const { run, inputs } = recorded(taskHere);
    await searchInParallel({ run, plan: input(), allotment: shareOf(3), signal });
    const buffers = new Set(inputs.map(({ tables }) => tables[0]?.travelSeconds.buffer));
    expect(buffers.size).toBe(1);
    expect([...buffers][0]).toBeInstanceOf(SharedArrayBuffer);
    const tables = inputs[0]?.tables ?? [];
    expect(shareTables(tables)[0]?.distanceMeters).toBe(tables[0]?.distanceMeters);
  });

  test('continues without a lost thread, and fails when all are lost', async () => {
    let count = 0;
    const run: Run = async (of, options) => {
      count += 1;
      if (count === 2) throw new Error('lost');
      return await taskHere(of, options);
    };
    const output = await searchInParallel({ run, plan: input(), allotment: shareOf(3), signal });
    expect(output.iterations).toBe(400);
    const lost: Run = () => Promise.reject(new Error('all lost'));
    await expect(
      searchInParallel({ run: lost, plan: input(), allotment: shareOf(3), signal }),
    ).rejects.toThrow('all lost');
  });

  test('continues from its best plan even if the thread that found it is lost', async () => {
    // The first run of each epoch is the one that continues from the best plan so far.
    let count = 0;
    const best: SearchOutput[] = [];
    const run: Run = async (of, options) => {
      count += 1;
      if (count > 3 && count % 3 === 1 && count < 3 * 8) throw new Error('lost');
      const output = await taskHere(of, options);
      best.push(output);
      return output;
    };
    const output = await searchInParallel({ run, plan: input(), allotment: shareOf(3), signal });
    for (const { score } of best) {
      if (score[0] !== output.score[0] || score[1] !== output.score[1]) continue;
      expect(output.score[2]).toBeLessThanOrEqual((score[2] ?? 0) * (1 + 1e-9));
    }
    expect(output.solution.length).toBeGreaterThan(0);
  });

  test('releases a thread that is revoked, and keeps what that thread had reported', async () => {
    const threadAllocator = createThreadAllocator({ threads: 2, bytesMax: 0 });
    const allotment = threadAllocator.register({ threadsMax: 2, bytesPerThread: 0 });
    // The second thread reports the best plan of all, and gets no further.
    const good = await taskHere(input({ maxIterations: 2_000 }), { signal, transfer: [] });
    let starts = 0;
    let hear = (): void => undefined;
    const heard = new Promise<void>((resolve) => (hear = resolve));
    const run: Run = async (of, options) => {
      starts += 1;
      if (of.seed === 1 || of.reports === undefined) return await taskHere(of, options);
      of.reports.port.postMessage({ ...good, progress: 0, elapsedMs: 0 });
      await heard;
      await threadAllocator.register({ threadsMax: 1, bytesPerThread: 0 }).take(signal);
      options.signal.throwIfAborted();
      throw new Error('It was not revoked.');
    };
    const output = await searchInParallel({
      ...{ run, plan: input({ maxIterations: 3_000 }), allotment, signal },
      reports: {
        onReport: ({ score }) => {
          if ((score[2] ?? 0) <= (good.score[2] ?? 0)) hear();
        },
        everyMs: 0,
      },
    });
    // Two in the first epoch, then one in each of the other seven.
    expect(starts).toBe(2 + 7);
    expect(output.score[2]).toBeLessThanOrEqual((good.score[2] ?? 0) * (1 + 1e-9));
  });

  test('stops when told to', async () => {
    const controller = new AbortController();
    const { run, inputs } = recorded(async (of, options) => {
      controller.abort(new Error('enough'));
      return await taskHere(of, options);
    });
    const team = searchInParallel({
      run,
      plan: input(),
      allotment: shareOf(3),
      signal: controller.signal,
    });
    await expect(team).rejects.toThrow('enough');
    expect(inputs).toHaveLength(3);
  });

  test('divides its time into epochs and counts what earlier runs used up', async () => {
    let nowMs = 0;
    const { run, inputs } = recorded(async (of, options) => {
      if (of.seed === 1) {
        nowMs += of.pause !== undefined && 'afterMs' in of.pause ? of.pause.afterMs : 10_000;
      }
      const ended = { ...(await taskHere({ ...of, maxIterations: 10 }, options)), isOver: false };
      return of.pause === undefined ? { ...ended, isOver: true } : ended;
    });
    const plan = input({ maxIterations: null, timeLimitMs: 90_000, spentMs: 10_000 });
    await searchInParallel({ run, plan, allotment: shareOf(2), signal, clock: () => nowMs });
    // 80 of 90 s are left: eight epochs of 10 s, each of which knows the time used before.
    expect(inputs.filter(({ seed }) => seed === 1).map(({ spentMs }) => spentMs)).toEqual([
      10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000,
    ]);
    // Runs that combine routes go on to the end, or in longer limits for a minute.
    expect(inputs[0]?.pause).toEqual({ afterMs: 10_000, pooledAfterMs: Infinity });
    const ofHour = input({ maxIterations: null, timeLimitMs: 3_600_000 });
    inputs.length = 0;
    await searchInParallel({
      run,
      plan: ofHour,
      allotment: shareOf(2),
      signal,
      clock: () => nowMs,
    });
    expect(inputs[0]?.pause).toEqual({ afterMs: 60_000, pooledAfterMs: 60_000 });
  });
});

describe('a plan whose routes are independent', () => {
  /** More than runs combine routes of. */
  const ORDERS = 330;

  /** Eight epochs of 10 s on a clock that stands still within them; each run makes some iterations. */
  async function planOf(item: PlanItem, threads: number) {
    let nowMs = 0;
    const outputs: SearchOutput[] = [];
    const { run, inputs } = recorded(async (of, options) => {
      if (of.seed === 1) nowMs += 10_000;
      const pause = { atIterations: 40 * inputs.length };
      const output = await taskHere({ ...of, maxIterations: 100_000, pause }, options);
      outputs.push(output);
      return { ...output, isOver: of.pause === undefined };
    });
    const plan = planInput(item, { timeLimitMs: 80_000 });
    const allotment = shareOf(threads);
    const output = await searchInParallel({ run, plan, allotment, signal, clock: () => nowMs });
    return { inputs, outputs, output };
  }

  const partsOf = (inputs: readonly SearchInput[]) => inputs.map(({ part }) => part);

  test('is divided between the first epoch and the last one', async () => {
    const { inputs, outputs } = await planOf(townItem(20, ORDERS, 24), 3);
    const epochs = Array.from({ length: 8 }, (_, at) => inputs.slice(3 * at, 3 * at + 3));
    expect(inputs).toHaveLength(8 * 3);
    for (const [at, epoch] of epochs.entries()) {
      const isDivided = at > 0 && at < 7;
      const parts = [0, 1, 2].map((idx) => (isDivided ? { idx, count: 3 } : undefined));
      expect(partsOf(epoch)).toEqual(parts);
      if (at === 0) continue;
      // All start from one plan: the best one, then the previous one with the improvements of all three.
      expect(new Set(epoch.map(({ checkpoint }) => checkpoint)).size).toBe(1);
      const before = outputs.slice(3 * at - 3, 3 * at).map(({ checkpoint }) => checkpoint);
      const changed = at === 1 ? undefined : before;
      expect(epoch.map((of) => of.changed)).toEqual([changed, changed, changed]);
    }
  });

  test('ends with the savings of all parts', async () => {
    const { inputs, outputs, output } = await planOf(townItem(20, ORDERS, 24), 2);
    const [unserved, , rest = 0] = output.score;
    const best = Math.min(...outputs.map(({ score }) => score[2] ?? 0));
    expect(unserved).toBe(0);
    expect(rest).toBeLessThanOrEqual(best * (1 + 1e-9));
    // In each divided epoch, the savings of the two parts add up.
    for (let at = 2; at < 14; at += 2) {
      const [one, other] = outputs.slice(at, at + 2);
      const start = { ...inputs[at], maxIterations: 0 } as SearchInput;
      delete start.pause;
      const { score: before } = await taskHere(start, { signal, transfer: [] });
      const joined = {
        ...start,
        checkpoint: one?.base,
        changed: [one?.checkpoint, other?.checkpoint],
      } as SearchInput;
      delete joined.part;
      const { score: after } = await taskHere(joined, { signal, transfer: [] });
      const saved = [one, other].map((each) => (before[2] ?? 0) - (each?.score[2] ?? 0));
      const sum = (before[2] ?? 0) - (saved[0] ?? 0) - (saved[1] ?? 0);
      expect(after[2]).toBeCloseTo(sum, 6);
    }
  });

  test('has no more parts than its vehicles allow: additional threads search the same parts', async () => {
    const { inputs, outputs } = await planOf(townItem(15, ORDERS, 26), 5);
    expect(partsOf(inputs.slice(5, 10))).toEqual([0, 1, 2, 0, 1].map((idx) => ({ idx, count: 3 })));
    // For each part, the best result is used.
    const rests = outputs.slice(5, 10).map(({ score }) => score[2] ?? 0);
    const betterOf = (one: number, other: number) =>
      outputs[5 + ((rests[other] ?? 0) < (rests[one] ?? 0) ? other : one)]?.checkpoint;
    expect(inputs[10]?.changed).toEqual([betterOf(0, 3), betterOf(1, 4), outputs[7]?.checkpoint]);
    const { inputs: ofFew } = await planOf(townItem(7, ORDERS, 52), 2);
    expect(partsOf(ofFew)).toEqual(ofFew.map(() => undefined));
  });

  test('is not divided while its runs combine routes', async () => {
    const { inputs, outputs } = await planOf(townItem(20, 100), 3);
    expect(partsOf(inputs)).toEqual(inputs.map(() => undefined));
    expect(outputs.map(({ isPooled }) => isPooled)).toEqual(inputs.map(() => true));
  });

  test('is not divided if routes bind each other', async () => {
    const [related] = items;
    if (related === undefined) throw new Error('there is no such problem');
    const { inputs } = await planOf(related, 2);
    expect(partsOf(inputs)).toEqual(inputs.map(() => undefined));
  });
});

test('real threads report as one, and their result is never worse than the previous checkpoint', async () => {
  const pool = await createIsolatedPool<SearchTask>({
    module: await compileModule(PROJECT_ROOT),
    workerFile: compiledFile('server/search-worker'),
    threads: 2,
    queueLengthMax: 0,
    threadHeapMebibytes: 64,
    cancelGraceMs: 1_000,
    settings: () => undefined,
    onCrash: () => undefined,
  });
  try {
    const reports: SearchReport[] = [];
    const output = await searchInParallel({
      run: (of, options) => pool.run('plan', of, options),
      plan: input({ maxIterations: 4_000 }),
      allotment: shareOf(2),
      signal,
      reports: { everyMs: 0, onReport: (report) => reports.push(report) },
    });
    expect(output.isOver).toBe(true);
    expect(reports.length).toBeGreaterThan(1);
    for (const [at, report] of reports.slice(1).entries()) {
      const before = reports[at];
      expect(report.progress).toBeGreaterThanOrEqual(before?.progress ?? 1);
      expect(report.best.unserved).toBeLessThanOrEqual(before?.best.unserved ?? 0);
    }
    const again = await searchInParallel({
      run: (of, options) => pool.run('plan', of, options),
      plan: input({ maxIterations: 4_000 }),
      allotment: shareOf(2),
      signal,
    });
    expect(again.checkpoint).toEqual(output.checkpoint);
  } finally {
    await pool.close();
  }
});
