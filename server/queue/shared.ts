/**
 * The queue of several processes: pg-boss on the Postgres of the shared store. pg-boss provides the table, lets one of
 * many processes take a job without waiting for the others (`SKIP LOCKED`), and deletes abandoned entries.
 *
 * - A job is sent in the unit that accepts it: the statement of pg-boss is captured instead of run, and returned for
 *   that unit.
 * - Jobs are fetched and deleted by calls to pg-boss and run by our own loop. The `work` of pg-boss does not await the
 *   statement that ends a job, so a server that is away at that moment causes an unhandled rejection, which ends the
 *   process. It also offers no way to stop and wait for the end.
 * - pg-boss never retries a job (`retryLimit: 0`): whether a job runs again depends on its record, which pg-boss does
 *   not know. The entry of a process that was killed expires long after any job has ended, and is then deleted.
 */
import { CompiledQuery } from 'kysely';
import { Pool } from 'pg';
import PgBoss from 'pg-boss';
import type { JobQueue, Turn } from './types.js';
import { startWork, type RunningWork } from './work.js';

const QUEUE = 'jobs';

/** The polling interval of an idle process: the maximum delay of a job of another process; half of it on average. */
const POLL_MS = 500;

/** Longer than the longest job, which takes 2 hours including everything around it. */
const EXPIRE_HOURS = 3;

/**
 * Greater priorities come first. The column has 32 bits: enough for turns in tenths of a second during seven years of
 * continuous work.
 */
const PRIORITY_MAX = 2 ** 31 - 1;

const CONNECTIONS_MAX = 3;
const CONNECT_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 30_000;
/** For a server that accepts a statement and never answers. Longer than the server's own limit. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000;

/** Held while pg-boss creates its tables, since two processes that do so at once fail. The bytes of `route-qu`. */
const START_LOCK = '8245938585512800629';

export type SharedQueueOptions = {
  readonly databaseUrl: string;
  /** Called when the server cannot be reached, once per outage. Work resumes by itself after the outage. */
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
    // We schedule nothing at fixed times.
    schedule: false,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterDays: 1,
  });
  // `executeSql` above has reported it already.
  boss.on('error', () => undefined);
  try {
    await startOnce(pool, boss);
  } catch (error) {
    await pool.end();
    throw error;
  }

  const works = new Set<RunningWork>();
  const source = {
    // Does not reject: if its statement fails, pg-boss returns no jobs.
    take: (countMax: number) => boss.fetch<Entry['data']>(QUEUE, { batchSize: countMax }),
    nameOf: ({ data }: Entry) => data.jobId,
    async leave({ id }: Entry) {
      // If this fails, the entry stays active until it expires; no worker is given an active entry.
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

/** Returns the statement with which pg-boss would insert the job into its table. */
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

/** Starts pg-boss; one process creates the tables and the queue while the others wait. */
async function startOnce(pool: Pool, boss: PgBoss): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [START_LOCK]);
    await boss.start();
    // `short`: a job that is waiting already is not inserted a second time.
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
  // The pool drops such a connection and opens another one; the statement that used it rejects.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Reports an outage once, not with each poll. */
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
