/**
 * The queue of many processes: pg-boss on the shared store's Postgres. It brings the table, the taking of a job by one of many without
 * waiting (`SKIP LOCKED`) and the sweeping of what was left behind.
 *
 * - A job is sent in the unit that accepts it: pg-boss's own statement is caught instead of run, and handed out for that unit.
 * - Jobs are fetched and deleted by its calls and run by our own loop. Its `work` does not wait for the statement that ends a job, so that a
 *   server which is away at that moment is an unhandled rejection, the end of the process; nor can it be stopped and waited for.
 * - It never brings a job back by itself (`retryLimit: 0`): whether a job comes again depends on its record, of which it knows nothing.
 *   Left behind by a process that was killed, an entry expires, long after any job has ended, and is deleted.
 */
import { CompiledQuery } from 'kysely';
import { Pool } from 'pg';
import PgBoss from 'pg-boss';
import type { JobQueue, Turn } from './types.js';
import { startWork, type RunningWork } from './work.js';

const QUEUE = 'jobs';

/** How soon a job of another process is seen: at most, and half of it on average. An idle process asks this often. */
const POLL_MS = 500;

/** Above the longest job, 2 hours with everything around it. */
const EXPIRE_HOURS = 3;

/** The greater comes first; a column of 32 bits, in which turns of tenths of a second last for seven years of work without a break. */
const PRIORITY_MAX = 2 ** 31 - 1;

const CONNECTIONS_MAX = 3;
const CONNECT_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 30_000;
/** Of a server that takes a statement and never answers. Longer than the server's own limit. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000;

/** Held while pg-boss makes its tables, since two that do it at once fail; the bytes of `route-qu`. */
const START_LOCK = '8245938585512800629';

export type SharedQueueOptions = {
  readonly databaseUrl: string;
  /** The server cannot be reached; told once until it can. Work goes on by itself then. */
  readonly onError: (error: unknown) => void;
};

type Entry = {
  readonly id: string;
  readonly data: { readonly jobId: string };
};

export async function openSharedQueue(options: SharedQueueOptions): Promise<JobQueue> {
  const pool = openPool(options.databaseUrl);
  const report = createReport(options.onError);
  const boss = new PgBoss({
    db: {
      async executeSql(text: string, values: unknown[]) {
        try {
          const result = await pool.query<Record<string, unknown>>(text, values);
          report.reached();
          return result;
        } catch (error) {
          report.failed(error);
          throw error;
        }
      },
    },
    // Nothing of ours comes at fixed times.
    schedule: false,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 1,
  });
  // Told already, by what has run the statement.
  boss.on('error', () => undefined);
  try {
    await startOnce(pool, boss);
  } catch (error) {
    await pool.end();
    throw error;
  }

  const works = new Set<RunningWork>();
  const source = {
    // Its failures count as no jobs, pg-boss sees to that.
    take: (countMax: number) => boss.fetch<Entry['data']>(QUEUE, { batchSize: countMax }),
    nameOf: ({ data }: Entry) => data.jobId,
    async leave({ id }: Entry) {
      // If it fails, the entry stays as one that is worked on, which no worker is given, until it expires.
      await boss.deleteJob(QUEUE, id).catch(() => undefined);
    },
    pollMs: POLL_MS,
  };
  return {
    enqueue: async (jobId, turn) => [{ query: await sendingOf(boss, jobId, turn) }],
    push() {
      for (const work of works) work.wake();
    },
    work(workOptions) {
      const work = startWork({ ...workOptions, ...source });
      works.add(work);
      return Promise.resolve(work);
    },
    waiting: () => boss.getQueueSize(QUEUE),
    async close() {
      await Promise.all([...works].map((work) => work.stop()));
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}

/** The statement by which pg-boss would put the job into its table. */
async function sendingOf(boss: PgBoss, jobId: string, turn: Turn = 0) {
  const caught: { text: string; values: readonly unknown[] }[] = [];
  const db = {
    executeSql(text: string, values: readonly unknown[]) {
      caught.push({ text, values });
      return Promise.resolve({ rows: [{ id: '' }] });
    },
  };
  const once = { singletonKey: jobId, retryLimit: 0, expireInHours: EXPIRE_HOURS };
  const priority = turn === 'again' ? PRIORITY_MAX : Math.max(-turn, -PRIORITY_MAX);
  await boss.send(QUEUE, { jobId }, { db, priority, ...once });
  const [statement, ...others] = caught;
  if (statement === undefined || others.length > 0) {
    throw new Error(`pg-boss sends with ${String(caught.length)} statements, not with one.`);
  }
  const query = CompiledQuery.raw(statement.text, [...statement.values]);
  return { compile: () => query };
}

/** Tables and queue are made by one process, while the others wait. */
async function startOnce(pool: Pool, boss: PgBoss): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [START_LOCK]);
    await boss.start();
    // `short`: what waits already is not put in a second time.
    if ((await boss.getQueue(QUEUE)) === null) {
      await boss.createQueue(QUEUE, { name: QUEUE, policy: 'short' });
    }
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function openPool(databaseUrl: string): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'route-engine queue',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
    keepAlive: true,
  });
  // The pool has dropped such a connection and makes another one; the user of it is told by the statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** An outage is one message, not two a second. */
function createReport(onError: (error: unknown) => void) {
  let failing = false;
  return {
    reached() {
      failing = false;
    },
    failed(error: unknown) {
      if (!failing) onError(error);
      failing = true;
    },
  };
}
