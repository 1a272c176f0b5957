/**
 * The tables as TypeScript sees them: one type a table, column names as in SQL, so that Kysely checks every query at compile time.
 *
 * The column types are held to what SQLite and Postgres both have (text, integers), so that one query text serves both: an instant is
 * epoch milliseconds in an integer, an id is text, a document is JSON in text that no query looks into, credits are whole numbers.
 * The SQL that makes the tables is in `migrations/`; a test opens a store and uses each of them, which keeps the two in step.
 */
import type { ColumnType } from 'kysely';

/** Names an account; a brand, so that no other text can be passed for it by mistake. */
export type AccountId = string & { readonly brand: 'AccountId' };

/** Names an API key (not the key itself, which is a secret and never stored). */
export type KeyId = string & { readonly brand: 'KeyId' };

/** Why credits moved: given by an operator, taken for a request, given back for a request. */
export type LedgerKind = 'grant' | 'charge' | 'refund';

/** A column that is written once, when its row is made. */
type Fixed<Value> = ColumnType<Value, Value, never>;

export type AccountsTable = {
  id: Fixed<AccountId>;
  name: string;
  /** The balance. Invariant: the sum of the account's ledger rows, and never negative. */
  credits: number;
  /** Credits that may be spent in one UTC day; null is no limit. */
  daily_credits_max: number | null;
  /** Null is the service's default. */
  requests_per_minute: number | null;
  disabled_at_ms: number | null;
  created_at_ms: Fixed<number>;
  /** The UTC day (days since 1970) that `spent_credits` counts; any other day has spent nothing yet. */
  spent_day: number;
  spent_credits: number;
  /** How much of the service's work on jobs it gets beside others, 1 unless it was given another. */
  weight: ColumnType<number, number | undefined, number>;
};

export type ApiKeysTable = {
  id: Fixed<KeyId>;
  account_id: Fixed<AccountId>;
  /** SHA-256 of the whole key, hexadecimal. */
  key_hash: Fixed<string>;
  label: string;
  created_at_ms: Fixed<number>;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
};

/** Append-only: triggers refuse any change of a row. */
export type LedgerTable = {
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  /**
   * The request paid for or given back; null for a grant. A request has at most one row of each kind. Its own record may be rolled up, the
   * ledger's rows never are.
   */
  request_id: Fixed<string | null>;
  kind: Fixed<LedgerKind>;
  /** Signed: a charge is negative. */
  credits: Fixed<number>;
  balance_after: Fixed<number>;
  created_at_ms: Fixed<number>;
};

/** What was asked for and what it cost: one row a charged request. */
export type RequestsTable = {
  /** The request id. */
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  key_id: Fixed<KeyId>;
  endpoint: Fixed<string>;
  credits: Fixed<number>;
  /** JSON object of counts, such as `{"locations":40,"pairs":1600}`. */
  figures: Fixed<string>;
  /** Unique for the account while it is set; set to null when it expires or the request is refunded. */
  idempotency_key: string | null;
  body_hash: Fixed<string | null>;
  created_at_ms: Fixed<number>;
  refunded_at_ms: number | null;
};

export type JobKind = 'routing' | 'matrix';

/** Where a job is. `expired`: its files are gone, or being removed. */
export type JobState = 'accepted' | 'running' | 'completed' | 'failed' | 'cancelled' | 'expired';

/** What is asked for beyond the time of an answer. Every change of a running job names the attempt that makes it. */
export type JobsTable = {
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  /** The request that was charged for it. */
  request_id: Fixed<string>;
  kind: Fixed<JobKind>;
  state: JobState;
  /** Counts from 1 when a worker takes it; 0 until then. */
  attempt: number;
  /** Attempts in a row that ended by a fault of ours, or with their worker, and had kept nothing. */
  faults: number;
  /** The blob of the request's body. */
  input: Fixed<string>;
  created_at_ms: Fixed<number>;
  /** Of the first attempt. */
  started_at_ms: number | null;
  /** When its worker was last heard of, or while it waits, when it was last put into the queue. */
  heartbeat_at_ms: number;
  ended_at_ms: number | null;
  /** From then on it is expired, whether or not somebody has looked. */
  purge_at_ms: number | null;
  progress_millionths: number;
  /** JSON of the best solution's figures. */
  best: string | null;
  /** The blob to go on from after an interruption. */
  kept: string | null;
  /** The blob of the result. */
  result: string | null;
  /** JSON: why it failed. */
  error: string | null;
  webhook_url: Fixed<string | null>;
  webhook_attempts: number;
  /** When the next attempt to tell of its end is due; null: none is. */
  webhook_at_ms: number | null;
  /** The last attempt to tell, the one that was heard, and why the last one was not. */
  webhook_tried_at_ms: number | null;
  webhook_told_at_ms: number | null;
  webhook_reason: string | null;
  /** Its place among those that wait, and that of its account's next one: see `jobs/turns.ts`. */
  turn: Fixed<number>;
  turn_end: Fixed<number>;
};

/** What the account's webhooks are signed with: the secret itself, since signing needs it. */
export type WebhookSecretsTable = {
  id: Fixed<string>;
  account_id: Fixed<AccountId>;
  secret: Fixed<string>;
  created_at_ms: Fixed<number>;
  /** The instant from which it no longer signs, set when it is replaced. An account has at most one with null: its current one. */
  revoked_at_ms: number | null;
};

/** Requests that are rolled up: one row for an account's day, endpoint and key. */
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
  /** Such as `matrix/v1`. */
  version: Fixed<string>;
  /** Days since 1970, UTC. */
  day: number;
};

/** One row: of processes that roll up at the same time, the one whose count still holds does it. */
export type RollUpsTable = {
  id: Fixed<number>;
  count: number;
};

/** One row, written to see whether anything can be written. */
export type ProbesTable = {
  id: Fixed<number>;
  at_ms: number;
};

/** Which migrations this database has been through. */
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
};
