/**
 * All changes of a job's state. Each is one unit of the store.
 *
 *     accept ──► accepted ──claim──► running ──complete──► completed ─┐
 *                 │   ▲                │  ├──────fail────► failed    ─┤ 24 h
 *                 │   └─release, die───┘  └─────cancel───► cancelled ─┴──► expired
 *                 └──────cancel (with refund)────────────► cancelled
 *
 * The changes that are due to time, not to a worker or caller, are in `waiting-jobs.ts` and `job-expiry.ts`.
 *
 * Each change by a worker names its attempt. A worker that was believed dead, and whose job another worker has taken
 * over, changes nothing: it gets `lost` and abandons the job.
 */
import type { Compilable, ExpressionBuilder } from 'kysely';
import { refundUnit } from '../accounts/index.js';
import { errorBodyOf, type ApiError } from '../errors.js';
import {
  prepareQuery,
  type AccountId,
  type Database,
  type JobKind,
  type Slots,
  type Store,
} from '../storage/index.js';

import { createJobExpiry } from './job-expiry.js';
import type { JobTurn } from './turns.js';
import { HEARTBEAT_TIMEOUT_MS, createWaitingJobs, isAtItsBound } from './waiting-jobs.js';

/** The time from the end of a job until it expires. */
export const KEPT_MS = 24 * 3600_000;
/** The number of consecutive attempts ended by a fault of the service or a worker's death after which a job fails. */
export const FAULTS_MAX = 5;
/**
 * The gain in progress, with a checkpoint, that resets `faults`. Smaller gains do not, so that a job that kills its
 * workers soon after their start fails in the end.
 */
const FURTHER = 0.002;

export type NewJob = {
  id: string;
  accountId: AccountId;
  requestId: string;
  kind: JobKind;
  input: string;
  webhookUrl: string | null;
  nowMs: number;
} & JobTurn;

/** A job that a worker has claimed. */
export type ClaimedJob = {
  id: string;
  accountId: AccountId;
  kind: JobKind;
  attempt: number;
  /** The number of consecutive faulty attempts before this one; see `FAULTS_MAX`. */
  faults: number;
  input: string;
  checkpoint: string | undefined;
  /** The progress at the claim, from 0 to 1. */
  progress: number;
  startedAtMs: number;
};

export type Best = { cost: number; unserved: number; vehicles: number };
export type HeartbeatReport = { progress: number; best?: Best; checkpoint?: string };

/** `lost`: the job was cancelled, or another worker has taken it over. */
export type Ownership = 'owned' | 'lost';

export type CancelOutcome =
  | { kind: 'cancelled'; refunded: boolean; blobs: readonly string[] }
  | { kind: 'unknown' }
  | { kind: 'ended' };

export type JobStore = ReturnType<typeof createJobStore>;

/** `runningMax` is the maximum number of jobs of one account that run at once. */
export function createJobStore(store: Store, clock: () => number, runningMax = Infinity) {
  const { queries } = store;
  const insert = prepareInsert(store);
  const heartbeatQuery = prepareHeartbeat(store);

  const running = (job: Pick<ClaimedJob, 'id' | 'attempt'>) =>
    queries
      .updateTable('jobs')
      .where('id', '=', job.id)
      .where('attempt', '=', job.attempt)
      .where('state', '=', 'running');

  const ending = (state: 'completed' | 'failed' | 'cancelled', nowMs: number) =>
    ({
      state,
      ended_at_ms: nowMs,
      purge_at_ms: nowMs + KEPT_MS,
      kept: null,
    }) as const;

  return {
    /** Returns the statement that inserts the job, for the unit that charges it. */
    acceptance: (job: NewJob) => ({ query: insert.with(job) }),

    /** Returns the positions of an account and of the service in virtual time; see `turns.ts`. */
    async standing(accountId: AccountId) {
      const live = () => queries.selectFrom('jobs').where('account_id', '=', accountId);
      const [[account], [own], [counted], [next], [latest]] = await Promise.all([
        store.read(queries.selectFrom('accounts').select('weight').where('id', '=', accountId)),
        store.read(
          live()
            .select((of) => of.fn.max<number | null>('turn_end').as('end'))
            .where('state', 'in', ['accepted', 'running']),
        ),
        store.read(
          live()
            .select((of) => [
              of.fn.countAll<number>().as('count'),
              of.fn.sum<number | string | null>(of('turn_end', '-', of.ref('turn'))).as('ticks'),
            ])
            .where('state', '=', 'accepted'),
        ),
        store.read(
          queries
            .selectFrom('jobs')
            .select('turn')
            .where('state', '=', 'accepted')
            .where('started_at_ms', 'is', null)
            .orderBy('turn')
            .limit(1),
        ),
        store.read(
          queries
            .selectFrom('jobs')
            .select((of) => of.fn.max<number | null>('turn').as('turn'))
            .where('state', '=', 'running'),
        ),
      ]);
      return {
        weight: account?.weight ?? 1,
        ownEnd: own?.end ?? 0,
        waiting: counted?.count ?? 0,
        // On Postgres, the sum is a NUMERIC, whose values may be too large for a number.
        waitingTicks: Number(counted?.ticks ?? 0),
        now: Math.min(latest?.turn ?? next?.turn ?? 0, next?.turn ?? Infinity),
      };
    },

    /** Returns whether the account has ever used this key, even if the key is no longer valid. */
    async hasUsedKey(accountId: AccountId, idempotencyKey: string): Promise<boolean> {
      const rows = await store.read(
        queries
          .selectFrom('requests')
          .select('id')
          .where('account_id', '=', accountId)
          .where('idempotency_key', '=', idempotencyKey),
      );
      return rows.length > 0;
    },

    /**
     * Claims a job that waits or is stale. Returns undefined if another worker has the job, if it has
     * ended, or if `runningMax` jobs of its account run; in this case it waits until one of them has ended (`nextOf`).
     */
    async claim(id: string): Promise<ClaimedJob | undefined> {
      const nowMs = clock();
      const claim = queries
        .updateTable('jobs')
        .set((of) => ({
          state: 'running',
          attempt: of('attempt', '+', 1),
          // The process that ran the job until now has died.
          faults: of
            .case()
            .when('state', '=', 'running')
            .then(of('faults', '+', 1))
            .else(of.ref('faults'))
            .end(),
          heartbeat_at_ms: nowMs,
          started_at_ms: of.fn.coalesce('started_at_ms', of.val(nowMs)),
        }))
        .where('id', '=', id)
        .where((of) =>
          of.or([
            of.and([
              of('state', '=', 'accepted'),
              ...(runningMax === Infinity ? [] : [of.not(isAtItsBound(of, runningMax))]),
            ]),
            of.and([
              of('state', '=', 'running'),
              of('heartbeat_at_ms', '<=', nowMs - HEARTBEAT_TIMEOUT_MS),
            ]),
          ]),
        )
        .returning([
          'id',
          'account_id',
          'kind',
          'attempt',
          'faults',
          'input',
          'kept',
          'started_at_ms',
        ])
        .returning('progress_millionths');
      const [row] = await runClaim(store, id, claim, runningMax !== Infinity);
      if (row === undefined) return undefined;
      const { kind, attempt, faults, input, kept, started_at_ms } = row;
      return {
        ...{ id, accountId: row.account_id, kind, attempt, faults, input },
        checkpoint: kept ?? undefined,
        progress: row.progress_millionths / 1e6,
        startedAtMs: started_at_ms ?? nowMs,
      };
    },

    /** Records a heartbeat and the progress of the job. */
    async heartbeat(
      { id, attempt, progress }: ClaimedJob,
      report: HeartbeatReport,
    ): Promise<Ownership> {
      const query = heartbeatQuery.with({
        ...{ id, attempt, nowMs: clock() },
        progress: Math.round(report.progress * 1e6),
        best: report.best === undefined ? null : JSON.stringify(report.best),
        kept: report.checkpoint ?? null,
        // Further progress means that the cause of the earlier faults no longer stops the job.
        faultsFactor:
          report.checkpoint !== undefined && report.progress > progress + FURTHER ? 0 : 1,
      });
      return ownershipIf(await store.write([{ query, mustChange: 'attempt' }]));
    },

    /** Completes the job. The blob of its result must have been written. */
    async complete(job: ClaimedJob, result: string, best: Best | undefined): Promise<Ownership> {
      const nowMs = clock();
      const query = running(job).set((of) => ({
        ...ending('completed', nowMs),
        result,
        progress_millionths: 1_000_000,
        ...(best === undefined ? {} : { best: JSON.stringify(best) }),
        webhook_at_ms: dueIfWanted(of, nowMs),
      }));
      return ownershipIf(await store.write([{ query, mustChange: 'attempt' }]));
    },

    /** Fails the job and refunds its credits. */
    async fail(job: ClaimedJob, error: ApiError): Promise<Ownership> {
      const nowMs = clock();
      const requestId = await requestOf(store, job.id);
      const query = running(job).set((of) => ({
        ...ending('failed', nowMs),
        error: JSON.stringify(errorBodyOf(error, requestId)),
        webhook_at_ms: dueIfWanted(of, nowMs),
      }));
      return ownershipIf(
        await store.write([
          { query, mustChange: 'attempt' },
          ...refundUnit(store, requestId, nowMs),
        ]),
      );
    },

    /** Releases a job, so that it can be claimed again. `fault` counts a fault of the service, `stop` does not. */
    async release(job: ClaimedJob, why: 'fault' | 'stop'): Promise<Ownership> {
      const query = running(job).set((of) => ({
        state: 'accepted',
        heartbeat_at_ms: clock(),
        faults: of('faults', '+', why === 'fault' ? 1 : 0),
      }));
      return ownershipIf(await store.write([{ query, mustChange: 'attempt' }]));
    },

    /** Cancels a job. Its credits are refunded if no worker has started it. */
    async cancel(id: string, accountId: AccountId): Promise<CancelOutcome> {
      const nowMs = clock();
      const [found] = await store.read(
        queries
          .selectFrom('jobs')
          .select(['request_id', 'input', 'kept'])
          .where('id', '=', id)
          .where('account_id', '=', accountId),
      );
      if (found === undefined) return { kind: 'unknown' };
      const blobs = found.kept === null ? [found.input] : [found.input, found.kept];
      const cancelled = queries
        .updateTable('jobs')
        .set((of) => ({ ...ending('cancelled', nowMs), webhook_at_ms: dueIfWanted(of, nowMs) }))
        .where('id', '=', id);
      const before = cancelled.where('state', '=', 'accepted').where('started_at_ms', 'is', null);
      const waiting = await store.write([
        { query: before, mustChange: 'waits' },
        ...refundUnit(store, found.request_id, nowMs),
      ]);
      if (waiting.kind === 'committed') return { kind: 'cancelled', refunded: true, blobs };
      const begun = cancelled.where('state', 'in', ['accepted', 'running']);
      const outcome = await store.write([{ query: begun, mustChange: 'runs' }]);
      if (outcome.kind === 'committed') return { kind: 'cancelled', refunded: false, blobs };
      return { kind: 'ended' };
    },

    ...createWaitingJobs(store, clock, runningMax),
    ...createJobExpiry(store, clock),
  };
}

/**
 * Runs a claim and returns its rows. `countsOthers`: its condition depends on other jobs of the account. A statement on
 * Postgres does not see what other transactions have not committed, so two claims at once would not count each other.
 * Such a claim therefore first locks the row of the account. It locks the row of the job before that, because `fail`
 * and `cancel` lock both in this order.
 */
async function runClaim<Row>(
  store: Store,
  id: string,
  claim: Compilable<Row>,
  countsOthers: boolean,
): Promise<readonly Row[]> {
  const { queries } = store;
  const guard = { query: claim, mustChange: 'free' } as const;
  if (!countsOthers) {
    const outcome = await store.write([guard]);
    return outcome.kind === 'committed' ? outcome.rows[0] : [];
  }
  const lockJob = queries
    .updateTable('jobs')
    .set((of) => ({ attempt: of.ref('attempt') }))
    .where('id', '=', id);
  const lockAccount = queries
    .updateTable('accounts')
    .set((of) => ({ weight: of.ref('weight') }))
    .where('id', '=', queries.selectFrom('jobs').select('account_id').where('id', '=', id));
  const outcome = await store.write([{ query: lockJob }, { query: lockAccount }, guard]);
  return outcome.kind === 'committed' ? outcome.rows[2] : [];
}

type InsertValues = NewJob;

function prepareInsert({ queries }: Store) {
  return prepareQuery((slot: Slots<InsertValues>) =>
    queries.insertInto('jobs').values({
      id: slot('id'),
      account_id: slot('accountId'),
      request_id: slot('requestId'),
      kind: slot('kind'),
      state: 'accepted',
      attempt: 0,
      faults: 0,
      input: slot('input'),
      created_at_ms: slot('nowMs'),
      started_at_ms: null,
      heartbeat_at_ms: slot('nowMs'),
      ended_at_ms: null,
      purge_at_ms: null,
      progress_millionths: 0,
      best: null,
      kept: null,
      result: null,
      error: null,
      webhook_url: slot('webhookUrl'),
      webhook_attempts: 0,
      webhook_at_ms: null,
      webhook_tried_at_ms: null,
      webhook_told_at_ms: null,
      webhook_reason: null,
      turn: slot('turn'),
      turn_end: slot('turnEnd'),
    }),
  );
}

type HeartbeatValues = {
  id: string;
  attempt: number;
  nowMs: number;
  progress: number;
  best: string | null;
  kept: string | null;
  /** 0 resets the count of faults, 1 keeps it. */
  faultsFactor: number;
};

function prepareHeartbeat({ queries }: Store) {
  return prepareQuery((slot: Slots<HeartbeatValues>) =>
    queries
      .updateTable('jobs')
      .set((of) => ({
        heartbeat_at_ms: slot('nowMs'),
        progress_millionths: slot('progress'),
        best: of.fn.coalesce(slot('best'), 'best'),
        kept: of.fn.coalesce(slot('kept'), 'kept'),
        faults: of('faults', '*', slot('faultsFactor')),
      }))
      .where('id', '=', slot('id'))
      .where('attempt', '=', slot('attempt'))
      .where('state', '=', 'running'),
  );
}

async function requestOf(store: Store, id: string): Promise<string> {
  const [row] = await store.read(
    store.queries.selectFrom('jobs').select('request_id').where('id', '=', id),
  );
  if (row === undefined) throw new Error(`There is no job ${id}.`);
  return row.request_id;
}

const ownershipIf = ({ kind }: { kind: 'committed' | 'guard_failed' }): Ownership =>
  kind === 'committed' ? 'owned' : 'lost';

type Builder = ExpressionBuilder<Database, 'jobs'>;

/** Now, if the job has a webhook; otherwise null. */
const dueIfWanted = (of: Builder, nowMs: number) =>
  of.case().when('webhook_url', 'is not', null).then(nowMs).else(null).end();
