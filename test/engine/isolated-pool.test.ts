/** Threads with separate memories: a fault affects only the task that caused it. Real threads run the real module. */
import { BroadcastChannel } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  EngineCrashError,
  PoolFullError,
  compileModule,
  createIsolatedPool,
  type EnginePool,
} from '../../server/engine/index.js';
import { PROJECT_ROOT } from '../support/service.js';
import { HANGS } from '../support/isolated-channel.js';
import type { IsolatedTask } from '../support/isolated-worker.js';
import { until } from '../support/until.js';
import { compiledFile } from '../support/compiled.js';

const THREADS = 2;
const QUEUE_LENGTH_MAX = 1;

const openPool = async (cancelGraceMs: number) =>
  createIsolatedPool<IsolatedTask>({
    module: await compileModule(PROJECT_ROOT),
    workerFile: compiledFile('test/support/isolated-worker'),
    threads: THREADS,
    queueLengthMax: QUEUE_LENGTH_MAX,
    threadHeapMebibytes: 64,
    cancelGraceMs,
    settings: () => undefined,
    onCrash: () => undefined,
  });

let pool: EnginePool<IsolatedTask>;
beforeAll(async () => {
  // Tasks that check their flag keep their threads, however busy the machine is.
  pool = await openPool(120_000);
});
afterAll(() => pool.close());

const act = (how: string, signal = new AbortController().signal) =>
  pool.run('act', how, { signal });

/** Keeps all threads busy until the returned function is called. */
async function occupy(): Promise<() => Promise<void>> {
  const controller = new AbortController();
  const busy = Array.from({ length: THREADS }, () =>
    act('poll', controller.signal).catch(() => undefined),
  );
  await until(() => pool.stats().runningTasks === THREADS);
  return async () => {
    controller.abort(new Error('let go'));
    await Promise.all(busy);
    await until(() => pool.stats().runningTasks === 0);
  };
}

test.each(['trap', 'exit'])('a %s fails its task, and a concurrent task continues', async (how) => {
  const controller = new AbortController();
  const beside = act('poll', controller.signal);
  const before = pool.stats().restarts;
  await expect(act(how)).rejects.toThrow(EngineCrashError);
  expect(pool.stats()).toMatchObject({ runningTasks: 1, restarts: before + 1 });
  expect((await act('fine')).taskNumber).toBe(1);
  controller.abort(new Error('enough'));
  await expect(beside).rejects.toThrow('enough');
  await until(() => pool.stats().runningTasks === 0);
});

test('a handler that throws fails its task and keeps its thread', async () => {
  const before = pool.stats();
  await expect(act('throw')).rejects.toThrow('a planned fault');
  expect((await act('fine')).taskNumber).toBeGreaterThan(1);
  expect(pool.stats().restarts).toBe(before.restarts);
});

test('a task that ends normally leaves its thread to the next one', async () => {
  const first = await act('fine');
  expect((await act('fine')).taskNumber).toBe(first.taskNumber + 1);
});

test('a thread whose memory has grown too large is discarded after its task, which is not a crash', async () => {
  const before = pool.stats().restarts;
  const grown = await act('grow');
  const fresh = await act('fine');
  expect(fresh.taskNumber).toBe(1);
  expect(fresh.memoryBytes).toBeLessThan(grown.memoryBytes);
  expect(pool.stats().restarts).toBe(before);
});

test('a full queue refuses at once, and waiting tasks get their turn', async () => {
  const release = await occupy();
  const waits = act('fine');
  expect(pool.stats().queuedTasks).toBe(1);
  await expect(act('fine')).rejects.toThrow(PoolFullError);
  await release();
  expect((await waits).how).toBe('fine');
});

test('a task that is cancelled while it waits leaves the queue', async () => {
  const release = await occupy();
  const controller = new AbortController();
  const waits = act('fine', controller.signal);
  controller.abort(new Error('gone'));
  await expect(waits).rejects.toThrow('gone');
  expect(pool.stats().queuedTasks).toBe(0);
  await release();
});

test('the input is released exactly when no thread has the task any more', async () => {
  let held = 0;
  const holdInput = () => {
    held += 1;
    return () => {
      held -= 1;
    };
  };
  const controller = new AbortController();
  const { signal } = controller;
  const task = pool.run('act', 'poll', { signal, holdInput });
  await until(() => pool.stats().runningTasks === 1);
  expect(held).toBe(1);
  controller.abort(new Error('gone'));
  await expect(task).rejects.toThrow('gone');
  await until(() => held === 0);
});

test('a task that ignores its flag loses its thread after the grace time, and the pool continues', async () => {
  const hasty = await openPool(100);
  try {
    const { signal } = new AbortController();
    const fine = () => hasty.run('act', 'fine', { signal });
    // Each thread has had at least one task.
    await until(async () => {
      const numbers = (await Promise.all([fine(), fine()])).map(({ taskNumber }) => taskNumber);
      return numbers.every((number) => number > 1);
    });
    const controller = new AbortController();
    const channel = new BroadcastChannel(HANGS);
    const hangs = new Promise((resolve) => (channel.onmessage = resolve));
    const task = hasty.run('act', 'hang', { signal: controller.signal });
    await hangs;
    channel.close();
    controller.abort(new Error('too long'));
    await expect(task).rejects.toThrow('too long');
    await until(() => hasty.stats().restarts === 1);
    await until(() => hasty.stats().runningTasks === 0);
    const answers = await Promise.all([fine(), fine()]);
    expect(answers.map(({ taskNumber }) => taskNumber)).toContain(1);
  } finally {
    await hasty.close();
  }
});

test('threads that cannot start are an error', async () => {
  const options = {
    module: await compileModule(PROJECT_ROOT),
    workerFile: compiledFile('test/support/no-worker'),
    threads: 2,
    queueLengthMax: 0,
    threadHeapMebibytes: 64,
    cancelGraceMs: 100,
    settings: () => undefined,
    onCrash: () => undefined,
  };
  await expect(createIsolatedPool(options)).rejects.toThrow('threads do not start');
});

describe('threads that start on demand', () => {
  const lazy = async (workerFile: string) =>
    await createIsolatedPool<IsolatedTask>({
      module: await compileModule(PROJECT_ROOT),
      workerFile: compiledFile(workerFile),
      ...{ threads: THREADS, queueLengthMax: 2 * THREADS, threadHeapMebibytes: 64 },
      ...{ cancelGraceMs: 100, idleMs: 50, settings: () => undefined, onCrash: () => undefined },
    });

  test('start with a task each and end when idle, and their statistics remain', async () => {
    const seldom = await lazy('test/support/isolated-worker');
    try {
      const { signal } = new AbortController();
      expect(seldom.stats()).toMatchObject({ threads: 0, completedTasks: 0 });
      expect(seldom.ready()).toBe(true);
      expect((await seldom.run('act', 'fine', { signal })).taskNumber).toBe(1);
      expect(seldom.stats().threads).toBe(1);
      await until(() => seldom.stats().threads === 0);
      const { completedTasks } = seldom.stats();
      expect(completedTasks).toBeGreaterThan(0);
      const both = await Promise.all(
        ['fine', 'fine'].map((how) => seldom.run('act', how, { signal })),
      );
      // Each task was the first one of its thread. The thread that was ready first may have ended by now.
      expect(both.map(({ taskNumber }) => taskNumber)).toEqual([1, 1]);
      expect(seldom.stats().completedTasks).toBeGreaterThan(completedTasks);
    } finally {
      await seldom.close();
    }
    expect(seldom.stats().threads).toBe(0);
  });

  test('fail the task for which they cannot start, and leave nothing behind', async () => {
    const never = await lazy('test/support/no-worker');
    let held = 0;
    const holdInput = () => {
      held += 1;
      return () => {
        held -= 1;
      };
    };
    const { signal } = new AbortController();
    // More rounds than there are threads, so that a place that was not returned would be noticed.
    for (let round = 0; round <= THREADS; round += 1) {
      await expect(never.run('act', 'fine', { signal, holdInput })).rejects.toThrow('do not start');
      expect([held, never.stats().runningTasks]).toEqual([0, 0]);
    }
    await never.close();
  });
});
