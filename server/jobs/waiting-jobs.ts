/**
 * Waiting jobs and stale jobs: what a process looks for at its start and periodically.
 *
 * `heartbeat_at_ms` of a running job is the time of its last heartbeat; of a waiting job, when it was last enqueued.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Turn } from '../queue/index.js';
import type { AccountId, Database, Store } from '../storage/index.js';

/** The time without a heartbeat after which a running job is taken over. */
export const HEARTBEAT_TIMEOUT_MS = 30_000;
/** The time after which a waiting job is enqueued again, because its queue entry may have been lost with a worker. */
export const STRANDED_MS = 60_000;
/** The maximum number of rows per query; the next query finds the remaining ones. */
const BATCH = 500;
/** The maximum number of jobs that are enqueued when one of their account has ended. */
const NEXT_MAX = 8;

export type WaitingJob = { id: string; queuedAtMs: number; turn: Turn };

/** `runningMax` is the maximum number of jobs of one account that run at once. */
export function createWaitingJobs(store: Store, clock: () => number, runningMax: number) {
  const { queries } = store;
  const inTurn = () =>
    queries
      .selectFrom('jobs')
      .select(['id', 'turn', 'started_at_ms'])
      .where('state', '=', 'accepted')
      .orderBy('turn')
      .orderBy('id');
  return {
    /**
     * Releases all running jobs, whose process has died, and returns all waiting jobs in the order of their turns. For
     * the start of a process that is the only one.
     */
    async recover(): Promise<readonly { id: string; turn: Turn }[]> {
      const nowMs = clock();
      const orphans = queries
        .updateTable('jobs')
        .set((of) => ({ state: 'accepted', heartbeat_at_ms: nowMs, faults: of('faults', '+', 1) }))
        .where('state', '=', 'running');
      await store.write([{ query: orphans }]);
      const rows = await store.read(inTurn());
      return rows.map((row) => ({ id: row.id, turn: turnOf(row) }));
    },

    /**
     * Returns the account's next waiting jobs after one has ended: as many as may start now, because several may have
     * ended at the same moment. Some may be in the queue, which ignores them then. Empty if running jobs are not
     * bounded.
     */
    async nextOf(accountId: AccountId): Promise<readonly { id: string; turn: Turn }[]> {
      if (runningMax === Infinity) return [];
      const [running] = await store.read(
        queries
          .selectFrom('jobs')
          .select((of) => of.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('state', '=', 'running'),
      );
      const free = Math.min(NEXT_MAX, runningMax - (running?.count ?? 0));
      if (free <= 0) return [];
      const rows = await store.read(
        inTurn()
          .where('account_id', '=', accountId)
          // A released job is enqueued by the process that released it.
          .where('started_at_ms', 'is', null)
          .limit(free),
      );
      return rows.map((row) => ({ id: row.id, turn: turnOf(row) }));
    },

    /** Returns when the oldest waiting job was accepted. Ids begin with the time, so the first id is the oldest job. */
    async oldestWaitingAtMs(): Promise<number | undefined> {
      const [row] = await store.read(
        queries
          .selectFrom('jobs')
          .select('created_at_ms')
          .where('state', '=', 'accepted')
          .orderBy('id')
          .limit(1),
      );
      return row?.created_at_ms;
    },

    /** Returns the ids of stale jobs: running jobs whose heartbeats have stopped. */
    async stale(): Promise<readonly string[]> {
      const rows = await store.read(
        queries
          .selectFrom('jobs')
          .select('id')
          .where('state', '=', 'running')
          .where('heartbeat_at_ms', '<=', clock() - HEARTBEAT_TIMEOUT_MS)
          .orderBy('id')
          .limit(BATCH),
      );
      return rows.map(({ id }) => id);
    },

    /** Returns jobs that have waited for at least `STRANDED_MS` since they were enqueued. */
    async stranded(): Promise<readonly WaitingJob[]> {
      const rows = await store.read(
        queries
          .selectFrom('jobs')
          .select(['id', 'heartbeat_at_ms', 'turn', 'started_at_ms'])
          .where('state', '=', 'accepted')
          .where('heartbeat_at_ms', '<=', clock() - STRANDED_MS)
          // Jobs of accounts at their bound could not be claimed.
          .$if(runningMax !== Infinity, (of) =>
            of.where((row) => row.not(isAtItsBound(row, runningMax))),
          )
          .orderBy('id')
          .limit(BATCH),
      );
      return rows.map((row) => ({
        id: row.id,
        queuedAtMs: row.heartbeat_at_ms,
        turn: turnOf(row),
      }));
    },

    /** Marks a job before it is enqueued again. Returns false if another process has, or the job no longer waits. */
    async markQueued({ id, queuedAtMs }: WaitingJob): Promise<boolean> {
      const query = queries
        .updateTable('jobs')
        .set({ heartbeat_at_ms: clock() })
        .where('id', '=', id)
        .where('state', '=', 'accepted')
        .where('heartbeat_at_ms', '=', queuedAtMs);
      return (await store.write([{ query, mustChange: 'waits' }])).kind === 'committed';
    },
  };
}

/** Whether the account of a row of `jobs` already has `runningMax` running jobs. */
export const isAtItsBound = (of: ExpressionBuilder<Database, 'jobs'>, runningMax: number) =>
  of(
    of
      .selectFrom('jobs as others')
      .select((each) => each.fn.countAll<number>().as('count'))
      .whereRef('others.account_id', '=', 'jobs.account_id')
      .where('others.state', '=', 'running'),
    '>=',
    runningMax,
  );

/** Started jobs go before all new ones. */
const turnOf = (row: { turn: number; started_at_ms: number | null }): Turn =>
  row.started_at_ms === null ? row.turn : 'again';
