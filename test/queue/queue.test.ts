/** The contract of every queue: it hands out each job once, oldest first, up to a number at a time, until stopped. */
import { describe, expect, test } from '@jest/globals';
import {
  createMemoryQueue,
  openSharedQueue,
  type JobQueue,
  type Turn,
} from '../../server/queue/index.js';
import { openSharedStore } from '../../server/storage/index.js';
import { describePostgres } from '../support/stores.js';
import { until } from '../support/until.js';

type Bench = {
  readonly queue: JobQueue;
  /** Enqueues as accepting a job does: a unit of the store, then the wake-up call. */
  readonly put: (...jobIds: string[]) => Promise<void>;
  readonly putAt: (turn: Turn, jobId: string) => Promise<void>;
};

type WithQueue = (body: (bench: Bench) => Promise<void>) => Promise<void>;

function queueSuite(withQueue: WithQueue): void {
  test('jobs arrive in the order in which they were put, including those from before the queue started', async () => {
    await withQueue(async ({ queue, put }) => {
      await put('a', 'b');
      expect(await queue.waiting()).toBe(2);
      const taken: string[] = [];
      const run = async (jobId: string): Promise<void> => void taken.push(jobId);
      const work = await queue.work({ concurrency: 1, run });
      await put('c');
      await until(() => taken.length === 3);
      expect(taken).toEqual(['a', 'b', 'c']);
      expect(await queue.waiting()).toBe(0);
      await work.stop();
    });
  });

  test('the smaller turn is first, preceded by jobs that had their turn; equal turns keep their order', async () => {
    await withQueue(async ({ queue, putAt }) => {
      await putAt(20, 'late');
      await putAt(3, 'early');
      await putAt(7, 'a');
      await putAt(7, 'b');
      await putAt('again', 'begun');
      await putAt(0, 'first');
      // It was waiting before, and keeps its position.
      await putAt('again', 'late');
      const taken: string[] = [];
      await queue.work({ concurrency: 1, run: async (jobId) => void taken.push(jobId) });
      await until(() => taken.length === 6);
      expect(taken).toEqual(['begun', 'first', 'early', 'a', 'b', 'late']);
    });
  });

  test('no more jobs run at once than allowed', async () => {
    await withQueue(async ({ queue, put }) => {
      const open = gate();
      let running = 0;
      let runningMost = 0;
      let endedCount = 0;
      await queue.work({
        concurrency: 3,
        run: async () => {
          running += 1;
          runningMost = Math.max(runningMost, running);
          await open.opened;
          running -= 1;
          endedCount += 1;
        },
      });
      await put('a', 'b', 'c', 'd', 'e');
      await until(() => running === 3);
      expect(await queue.waiting()).toBe(2);
      open.open();
      await until(() => endedCount === 5);
      expect(runningMost).toBe(3);
    });
  });

  test('a job that throws leaves the queue, and the next one is taken', async () => {
    await withQueue(async ({ queue, put }) => {
      const taken: string[] = [];
      const run = async (jobId: string): Promise<void> => {
        taken.push(jobId);
        throw new Error('failed');
      };
      await queue.work({ concurrency: 1, run });
      await put('a', 'b');
      await until(() => taken.length === 2);
      await put('a');
      await until(() => taken.length === 3);
      expect(taken).toEqual(['a', 'b', 'a']);
    });
  });

  test('stop waits for running jobs, and waiting jobs stay in the queue', async () => {
    await withQueue(async ({ queue, put }) => {
      const open = gate();
      const log: string[] = [];
      const work = await queue.work({
        concurrency: 1,
        run: async (jobId) => {
          log.push(`began ${jobId}`);
          await open.opened;
          log.push(`ended ${jobId}`);
        },
      });
      await put('a', 'b');
      await until(() => log.length === 1);
      const stopped = work.stop().then(() => log.push('stopped'));
      open.open();
      await stopped;
      expect(log).toEqual(['began a', 'ended a', 'stopped']);
      expect(await queue.waiting()).toBe(1);
    });
  });
}

describe('the queue in memory', () => {
  queueSuite(async (body) => {
    const queue = createMemoryQueue();
    const putAt = async (turn: Turn, jobId: string): Promise<void> => {
      expect(await queue.enqueue(jobId, turn)).toEqual([]);
      queue.push(jobId, turn);
    };
    const put = async (...jobIds: string[]): Promise<void> => {
      for (const jobId of jobIds) await putAt(0, jobId);
    };
    await body({ queue, put, putAt });
    await queue.close();
  });
});

describePostgres('the queue on Postgres', (server) => {
  queueSuite(async (body) => {
    const databaseUrl = await server().newDatabase();
    const store = await openSharedStore({ databaseUrl });
    const queue = await openSharedQueue({
      databaseUrl,
      onError: (error) => {
        throw error;
      },
    });
    const putAt = async (turn: Turn, jobId: string): Promise<void> => {
      await store.write(await queue.enqueue(jobId, turn));
      queue.push(jobId, turn);
    };
    const put = async (...jobIds: string[]): Promise<void> => {
      for (const jobId of jobIds) await putAt(0, jobId);
    };
    await body({ queue, put, putAt });
    await queue.close();
    await store.close();
  });
});

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
