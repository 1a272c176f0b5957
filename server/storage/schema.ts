/**
 * The tables as TypeScript types: one type per table with the column names of SQL, so that Kysely checks every query at
 * compile time.
 *
 * Column types are limited to those that SQLite and Postgres share (text and integers), so that one query serves both:
 * an instant is an integer of epoch milliseconds, an id is text, a document is JSON in text that no query looks into,
 * and credits are whole numbers. The SQL that creates the tables is in `migrations/`. A test opens a store and uses
 * each table, which keeps the types and the SQL in step.
 */
import type { ColumnType } from 'kysely';

/** The id of an account. It is branded, so that no other text can be passed in its place by mistake. */
export type AccountId = string & { readonly brand: 'AccountId' };

/** The id of an API key. The key itself is a secret and is never stored. */
export type KeyId = string & { readonly brand: 'KeyId' };

/** Why credits moved: added by an operator, paid for a request, or paid back for a request. */
export type LedgerKind = 'grant' | 'charge' | 'refund';

/** A column that is written only when its row is inserted. */
type Fixed<Value> = ColumnType<Value, Value, never>;

export type AccountsTable = {
  id: Fixed<AccountId>;
  name: string;
  /** The balance. Invariant: the sum of the account's ledger rows, and never negative. */
  credits: number;
  /** The number of credits that may be spent in one UTC day; null means no limit. */
  daily_credits_max: number | null;
  /** Null means the default of the service. */
  requests_per_minute: number | null;
  disabled_at_ms: number | null;
  created_at_ms: Fixed<number>;
  /** The UTC day (days since 1970) that `spent_credits` refers to. On any other day, nothing has been spent yet. */
  spent_day: number;
  spent_credits: number;
  /** The account's share of the computation of jobs, relative to other accounts; 1 by default. */
  weight: ColumnType<number, number | undefined, number>;
};

export type ApiKeysTable = {
  id: Fixed<KeyId>;
  account_id: Fixed<AccountId>;
  /** SHA-256 of the whole key, hexadecimal. */
  key_hash: Fixed<string>;
  label: string;
  /** 1 if the key may do what affects all accounts. */
  is_operator: ColumnType<number, number | undefined, never>;
  created_at_ms: Fixed<number>;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
};

/** Append-only: triggers reject any change of a row. */
export type LedgerTable = {
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  /**
   * The request that was charged or refunded; null for a grant. A request has at most one row of each kind. The
   * request's own record may be rolled up; rows of the ledger never are.
   */
  request_id: Fixed<string | null>;
  kind: Fixed<LedgerKind>;
  /** Signed: a charge is negative. */
  credits: Fixed<number>;
  balance_after: Fixed<number>;
  created_at_ms: Fixed<number>;
};

/** Charged requests and what they cost: one row per request. */
export type RequestsTable = {
  /** The request id. */
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  key_id: Fixed<KeyId>;
  endpoint: Fixed<string>;
  credits: Fixed<number>;
  /** A JSON object of counts, such as `{"locations":40,"pairs":1600}`. */
  figures: Fixed<string>;
  /** Unique within the account while it is set; reset to null when it expires or the request is refunded. */
  idempotency_key: string | null;
  body_hash: Fixed<string | null>;
  created_at_ms: Fixed<number>;
  refunded_at_ms: number | null;
};

export type JobKind = 'routing' | 'matrix';

/** The state of a job. `expired`: its files have been deleted or are being deleted. */
export type JobState = 'accepted' | 'running' | 'completed' | 'failed' | 'cancelled' | 'expired';

/** Jobs: requests computed after they are answered. Every change of a running job names the attempt that makes it. */
export type JobsTable = {
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  /** The request that was charged for the job. */
  request_id: Fixed<string>;
  kind: Fixed<JobKind>;
  state: JobState;
  /** The number of the latest attempt: 0 until a worker first claims the job. */
  attempt: number;
  /** Attempts that ended by an internal error or with their worker, since the last checkpoint that made progress. */
  faults: number;
  /** The blob with the body of the request. */
  input: Fixed<string>;
  created_at_ms: Fixed<number>;
  /** When the first attempt started. */
  started_at_ms: number | null;
  /** The time of the last heartbeat or, while the job waits, when it was last put into the queue. */
  heartbeat_at_ms: number;
  ended_at_ms: number | null;
  /** The time from which the job counts as expired, even before a sweep has found it. */
  purge_at_ms: number | null;
  progress_millionths: number;
  /** JSON: the figures of the best plan so far. */
  best: string | null;
  /** The blob with the checkpoint from which the next attempt continues. */
  kept: string | null;
  /** The blob with the result. */
  result: string | null;
  /** JSON: why the job failed. */
  error: string | null;
  webhook_url: Fixed<string | null>;
  webhook_attempts: number;
  /** When the next attempt to deliver the webhook is due; null if there is none. */
  webhook_at_ms: number | null;
  /** When delivery was last attempted, when it succeeded, and why the last attempt failed. */
  webhook_tried_at_ms: number | null;
  webhook_told_at_ms: number | null;
  webhook_reason: string | null;
  /** The job's turn among the waiting jobs, and the turn of its account's next job: see `jobs/turns.ts`. */
  turn: Fixed<number>;
  turn_end: Fixed<number>;
};

/** The secrets that sign the webhooks of accounts. They are stored in plain text, because signing needs them. */
export type WebhookSecretsTable = {
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  secret: Fixed<string>;
  created_at_ms: Fixed<number>;
  /**
   * When it stops signing, set when it is replaced. Null only for the current secret, of which an account has one at
   * most.
   */
  revoked_at_ms: number | null;
};

/** Requests that have been rolled up: one row per account, day, endpoint and key. */
export type UsageDaysTable = {
  account_id: Fixed<AccountId>;
  /** Days since 1970, UTC. */
  day: Fixed<number>;
  endpoint: Fixed<string>;
  key_id: Fixed<KeyId>;
  requests: number;
  credits: number;
};

/** When an account last used a version of the API. */
export type VersionUsesTable = {
  account_id: Fixed<AccountId>;
  /** A name such as `matrix/v1`. */
  version: Fixed<string>;
  /** Days since 1970, UTC. */
  day: number;
};

/** One row. If several processes roll up at the same time, only the one whose count is still valid succeeds. */
export type RollUpsTable = {
  id: Fixed<number>;
  count: number;
};

/** One row: the live speeds that were set last, whether or not they have expired. */
export type LiveSpeedsTable = {
  id: Fixed<number>;
  /** Increases with each change; 0 until live speeds are first set. */
  version: number;
  changed_at_ms: number;
  /** JSON: the rules as they were set, each with its expiry. */
  rules: string;
};

/** One row, which is written to test whether writes succeed. */
export type ProbesTable = {
  id: Fixed<number>;
  at_ms: number;
};

/** The migrations that have been applied to this database. */
export type MigrationsTable = {
  number: Fixed<number>;
  name: Fixed<string>;
  applied_at_ms: Fixed<number>;
};

export type Database = {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  ledger: LedgerTable;
  requests: RequestsTable;
  jobs: JobsTable;
  webhook_secrets: WebhookSecretsTable;
  migrations: MigrationsTable;
  probes: ProbesTable;
  usage_days: UsageDaysTable;
  roll_ups: RollUpsTable;
  version_uses: VersionUsesTable;
  live_speeds: LiveSpeedsTable;
};
