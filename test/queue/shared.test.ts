/** The Postgres queue: with other queues on the same database, within units of a store, and without its server. */
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { asAccountId } from '../../server/accounts/index.js';
import { openSharedQueue, type JobQueue } from '../../server/queue/index.js';
import { openSharedStore, type Store } from '../../server/storage/index.js';
import { accountNames, insertAccount, spend } from '../storage/fixtures/rows.js';
import { describePostgres } from '../support/stores.js';
import { until } from '../support/until.js';

type Entry = {
  readonly state: string;
  readonly seconds: number;
  readonly retry_limit: number;
};

type Bench = {
  readonly store: Store;
  readonly queues: readonly [JobQueue, JobQueue];
  /** The errors that the queues reported, in order. */
  readonly errors: readonly unknown[];
};

describePostgres('the queue on Postgres', (server) => {
  /** Two queues on one database, opened together, as two processes of a service do. */
  const withQueues = async (body: (bench: Bench) => Promise<void>): Promise<void> => {
    const databaseUrl = await server().newDatabase();
    // Calls wait for the starting server for longer than its start takes.
    const store = await openSharedStore({ databaseUrl, patienceMs: 120_000 });
    const errors: unknown[] = [];
    const open = (): Promise<JobQueue> =>
      openSharedQueue({ databaseUrl, onError: (error) => errors.push(error) });
    const queues = await Promise.all([open(), open()]);
    await body({ store, queues, errors });
    for (const queue of queues) await queue.close();
    await store.close();
  };

  test('a job is delivered if its unit is committed, and not if a guard rolled it back', async () => {
    await withQueues(async ({ store, queues: [queue] }) => {
      const accept = async (name: string, jobId: string, credits: number) =>
        store.write([
          { query: insertAccount(store, name, 10) },
          ...(await queue.enqueue(jobId)),
          { query: spend(store, asAccountId(name), credits), mustChange: 'funds' },
        ]);
      const taken: string[] = [];
      await queue.work({ concurrency: 5, run: async (jobId) => void taken.push(jobId) });
      expect(await accept('poor', 'too dear', 11)).toEqual({
        kind: 'guard_failed',
        guard: 'funds',
      });
      expect(await accept('rich', 'paid', 10)).toMatchObject({ kind: 'committed' });
      queue.push('paid');
      await until(() => taken.length > 0);
      expect(taken).toEqual(['paid']);
      expect(await queue.waiting()).toBe(0);
      expect(await accountNames(store)).toEqual(['rich']);
    });
  });

  test('two processes never get the same job, and find jobs of the other without a wake-up call', async () => {
    await withQueues(async ({ store, queues }) => {
      const jobIds = Array.from({ length: 200 }, (_, idx) => `job ${String(idx)}`);
      const taken = queues.map((): string[] => []);
      for (const [idx, queue] of queues.entries()) {
        const run = async (jobId: string): Promise<void> => {
          taken[idx]?.push(jobId);
          await new Promise(setImmediate);
        };
        await queue.work({ concurrency: 4, run });
      }
      // No queue is woken: both find the jobs by themselves.
      await Promise.all(jobIds.map(async (jobId) => store.write(await queues[0].enqueue(jobId))));
      await until(() => taken.flat().length >= jobIds.length);
      expect(taken.flat().sort()).toEqual([...jobIds].sort());
      expect(taken.map(({ length }) => length > 0)).toEqual([true, true]);
    });
  });

  test('survives a crash of its server: running jobs end, accepted jobs are delivered', async () => {
    await withQueues(async ({ store, queues: [queue, other], errors }) => {
      const taken: string[] = [];
      let letEnd = (): void => undefined;
      const run = async (jobId: string): Promise<void> => {
        taken.push(jobId);
        if (jobId === 'long') await new Promise<void>((resolve) => (letEnd = resolve));
      };
      await queue.work({ concurrency: 2, run });
      await store.write(await queue.enqueue('long'));
      await until(() => taken.includes('long'));

      server().crash();
      // The job ends while this cannot be recorded.
      letEnd();
      await until(() => errors.length > 0);
      const accepted = store.write(await other.enqueue('meanwhile'));
      await server().restart();
      await accepted;
      await until(() => taken.includes('meanwhile'));
      expect(taken).toEqual(['long', 'meanwhile']);
      expect(await queue.waiting()).toBe(0);
    });
  });

  test('an ended job leaves nothing in the table, and a running one does not expire for hours', async () => {
    await withQueues(async ({ store, queues: [queue] }) => {
      const entries = () =>
        store.read({
          compile: () =>
            sql<Entry>`SELECT state::text, extract(epoch FROM expire_in)::bigint AS seconds, retry_limit FROM pgboss.job`.compile(
              store.queries,
            ),
        });
      let letEnd = (): void => undefined;
      const run = (): Promise<void> => new Promise((resolve) => (letEnd = resolve));
      const work = await queue.work({ concurrency: 1, run });
      await store.write(await queue.enqueue('a'));
      await until(async () => (await entries())[0]?.state === 'active');
      // Three hours.
      expect(await entries()).toEqual([{ state: 'active', seconds: 10_800, retry_limit: 0 }]);
      letEnd();
      await work.stop();
      expect(await entries()).toEqual([]);
    });
  });
});
