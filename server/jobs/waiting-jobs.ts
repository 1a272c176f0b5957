/**
 * Jobs that wait, and those whose workers no longer report: what a process looks for at its start and from time to time.
 *
 * One that runs has the time of its last heartbeat; one that waits, that at which it was last put into the queue.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Turn } from '../queue/index.js';
import type { AccountId, Database, Store } from '../storage/index.js';

/** A running job whose worker has been silent for so long is taken over. */
export const HEARTBEAT_TIMEOUT_MS = 30_000;
/** A job that waits is put into the queue again after so long: the place that it had may be lost with a worker. */
export const STRANDED_MS = 60_000;
/** Rows that one look handles; what is left is found by the next. */
const BATCH = 500;

export type WaitingJob = { id: string; queuedAtMs: number; turn: Turn };

/** `runningMax`: jobs of one account that run at once. */
export function createWaitingJobs(store: Store, clock: () => number, runningMax: number) {
  const { queries } = store;
  return {
    /** After a start as the only process: the process that ran these jobs is gone. All that wait, by their turns. */
    async recover(): Promise<readonly { id: string; turn: Turn }[]> {
      const nowMs = clock();
      const orphans = queries
        .updateTable('jobs')
        .set((of) => ({ state: 'accepted', heartbeat_at_ms: nowMs, faults: of('faults', '+', 1) }))
        .where('state', '=', 'running');
      await store.write([{ query: orphans }]);
      const rows = await store.read(
        queries
          .selectFrom('jobs')
          .select(['id', 'turn', 'started_at_ms'])
          .where('state', '=', 'accepted')
          .orderBy('turn')
          .orderBy('id'),
      );
      return rows.map((row) => ({ id: row.id, turn: turnOf(row) }));
    },

    /** Where jobs of one account are bounded: the next of those that wait, once one has ended. */
    async nextOf(accountId: AccountId): Promise<{ id: string; turn: Turn } | undefined> {
      if (runningMax === Infinity) return undefined;
      const [row] = await store.read(
        queries
          .selectFrom('jobs')
          .select(['id', 'turn', 'started_at_ms'])
          .where('account_id', '=', accountId)
          .where('state', '=', 'accepted')
          // What was put back is brought back by the process that has put it.
          .where('started_at_ms', 'is', null)
          .where((of) => of.not(isAtItsBound(of, runningMax)))
          .orderBy('turn')
          .orderBy('id')
          .limit(1),
      );
      return row === undefined ? undefined : { id: row.id, turn: turnOf(row) };
    },

    /** Ids begin with the time, so the first is the oldest. */
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

    /** Ids of running jobs whose workers are silent. */
    async silent(): Promise<readonly string[]> {
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

    /** Jobs that have waited for long since they were put into the queue. */
    async stranded(): Promise<readonly WaitingJob[]> {
      const rows = await store.read(
        queries
          .selectFrom('jobs')
          .select(['id', 'heartbeat_at_ms', 'turn', 'started_at_ms'])
          .where('state', '=', 'accepted')
          .where('heartbeat_at_ms', '<=', clock() - STRANDED_MS)
          // Those of accounts that may not run more would only come back.
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

    /** Before it is put into the queue again. False: somebody else has done so, or it no longer waits. */
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

/** Of the account of a row of `jobs`, as many as may run do. */
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

/** What has been begun goes on before anything new. */
const turnOf = (row: { turn: number; started_at_ms: number | null }): Turn =>
  row.started_at_ms === null ? row.turn : 'again';
