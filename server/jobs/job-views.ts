/** Jobs as their owners see them. They are read from the store, never from a worker. */
import type { AccountId, JobKind, JobState, Store } from '../storage/index.js';
import type { ErrorBody } from '../errors.js';
import type { Best } from './job-store.js';
import { JOB_STATES, STATUS_WORDS, type StatusWord } from './status.js';

export type JobView = {
  id: string;
  kind: JobKind;
  state: JobState;
  /** The number of the last attempt, counted from 1; 0 before the first. */
  attempt: number;
  createdAtMs: number;
  startedAtMs: number | undefined;
  endedAtMs: number | undefined;
  expiresAtMs: number | undefined;
  /** 0 to 1. */
  progress: number;
  /** The credits that were charged and not refunded. */
  credits: number;
  best: Best | undefined;
  /** The name of the blob with the result. */
  result: string | undefined;
  error: ErrorBody | undefined;
  /** The state of the notification; undefined if the job has no webhook. */
  webhook: WebhookView | undefined;
};

/** `waiting`: for the end of the job, or for the first attempt. */
export type WebhookView = {
  state: 'waiting' | 'retrying' | 'delivered' | 'given_up';
  attempts: number;
  triedAtMs: number | undefined;
  nextAtMs: number | undefined;
  /** Why the last attempt failed. */
  reason: string | undefined;
};

export type JobPage = { jobs: readonly JobView[]; next: string | undefined };

export type JobViews = ReturnType<typeof createJobViews>;

const COLUMNS = [
  'id',
  'kind',
  'state',
  'attempt',
  'created_at_ms',
  'started_at_ms',
  'ended_at_ms',
  'purge_at_ms',
  'progress_millionths',
  'best',
  'result',
  'error',
  'webhook_url',
  'webhook_attempts',
  'webhook_at_ms',
  'webhook_tried_at_ms',
  'webhook_told_at_ms',
  'webhook_reason',
] as const;

type Row = {
  id: string;
  kind: JobKind;
  state: JobState;
  attempt: number;
  created_at_ms: number;
  started_at_ms: number | null;
  ended_at_ms: number | null;
  purge_at_ms: number | null;
  progress_millionths: number;
  best: string | null;
  result: string | null;
  error: string | null;
  webhook_url: string | null;
  webhook_attempts: number;
  webhook_at_ms: number | null;
  webhook_tried_at_ms: number | null;
  webhook_told_at_ms: number | null;
  webhook_reason: string | null;
  ledger_credits: number | null;
};

export type JobPageQuery = {
  /** The id of the last job of the previous page. */
  before: string | undefined;
  limit: number;
  kind: JobKind | undefined;
  status: StatusWord | undefined;
};

export function createJobViews(store: Store, clock: () => number) {
  const { queries } = store;
  const columns = () =>
    queries
      .selectFrom('jobs')
      .select(COLUMNS)
      .select((of) =>
        of
          .selectFrom('ledger')
          .select((row) => row.fn.sum<number>('ledger.credits').as('credits'))
          .whereRef('ledger.request_id', '=', 'jobs.request_id')
          .as('ledger_credits'),
      );

  return {
    /** Returns the job, or undefined if the account has no such job. */
    async find(id: string, accountId: AccountId): Promise<JobView | undefined> {
      const query = columns().where('id', '=', id).where('account_id', '=', accountId);
      const [row] = await store.read(query);
      return row === undefined ? undefined : viewOf(row, clock());
    },

    /** Returns the id of the job that a request was charged for. */
    async ofRequest(requestId: string): Promise<string | undefined> {
      const query = queries.selectFrom('jobs').select('id').where('request_id', '=', requestId);
      return (await store.read(query))[0]?.id;
    },

    /** Returns a page of the account's jobs, newest first. */
    async page(
      accountId: AccountId,
      { before, limit, kind, status }: JobPageQuery,
    ): Promise<JobPage> {
      let query = columns().where('account_id', '=', accountId);
      if (before !== undefined) query = query.where('id', '<', before);
      if (kind !== undefined) query = query.where('kind', '=', kind);
      if (status === 'Expired') {
        query = query.where((of) =>
          of.or([of('state', '=', 'expired'), of('purge_at_ms', '<=', clock())]),
        );
      } else if (status !== undefined) {
        query = query
          .where('state', 'in', statesOf(status))
          .where((of) => of.or([of('purge_at_ms', 'is', null), of('purge_at_ms', '>', clock())]));
      }
      const rows = await store.read(query.orderBy('id', 'desc').limit(limit + 1));
      const jobs = rows.slice(0, limit).map((row) => viewOf(row, clock()));
      return { jobs, next: rows.length > limit ? jobs.at(-1)?.id : undefined };
    },

    /**
     * Returns the position of a job in the queue, where 1 is next. The position is 0 once the job has been started: it
     * then runs, has ended, or goes before all others if it was released.
     */
    async queuePosition({ id, state, startedAtMs }: JobView): Promise<number> {
      if (state !== 'accepted' || startedAtMs !== undefined) return 0;
      const [own] = await store.read(
        queries.selectFrom('jobs').select('turn').where('id', '=', id),
      );
      if (own === undefined) return 0;
      const [row] = await store.read(
        queries
          .selectFrom('jobs')
          .select((of) => of.fn.countAll<number>().as('count'))
          .where('state', '=', 'accepted')
          .where((of) =>
            of.or([
              of('turn', '<', own.turn),
              of.and([of('turn', '=', own.turn), of('id', '<=', id)]),
            ]),
          ),
      );
      return row?.count ?? 0;
    },
  };
}

const statesOf = (status: StatusWord): JobState[] =>
  JOB_STATES.filter((state) => STATUS_WORDS[state] === status);

function viewOf(row: Row, nowMs: number): JobView {
  const isOver = row.purge_at_ms !== null && row.purge_at_ms <= nowMs;
  return {
    id: row.id,
    kind: row.kind,
    // The job has expired at this time even if no sweep has processed it yet.
    state: isOver ? 'expired' : row.state,
    attempt: row.attempt,
    createdAtMs: row.created_at_ms,
    startedAtMs: row.started_at_ms ?? undefined,
    endedAtMs: row.ended_at_ms ?? undefined,
    expiresAtMs: row.purge_at_ms ?? undefined,
    progress: row.progress_millionths / 1e6,
    credits: Math.max(0, -(row.ledger_credits ?? 0)),
    best: row.best === null ? undefined : (JSON.parse(row.best) as Best),
    result: isOver ? undefined : (row.result ?? undefined),
    error: row.error === null ? undefined : (JSON.parse(row.error) as ErrorBody),
    webhook: webhookOf(row),
  };
}

function webhookOf(row: Row): WebhookView | undefined {
  if (row.webhook_url === null) return undefined;
  const isTried = row.webhook_tried_at_ms !== null;
  // An older release recorded nothing else about the notifications that it sent.
  if (!isTried && row.webhook_attempts > 0) return undefined;
  const rest = row.webhook_at_ms === null ? 'given_up' : 'retrying';
  return {
    state: !isTried ? 'waiting' : row.webhook_told_at_ms === null ? rest : 'delivered',
    attempts: row.webhook_attempts,
    triedAtMs: row.webhook_tried_at_ms ?? undefined,
    nextAtMs: row.webhook_at_ms ?? undefined,
    reason: row.webhook_reason ?? undefined,
  };
}
