/**
 * Migration 1: accounts, API keys, the credit ledger and the record of requests.
 *
 * Never edited once released; later changes are new migrations. The ledger accounts for money, so the database itself
 * rejects what must never happen: a negative balance, a second charge or refund of one request, a changed or deleted
 * row.
 *
 * Postgres differs in two ways. Text is compared byte by byte, whatever the locale of the database, so that rows have
 * the same order as in SQLite. And the ledger has a `position` column, where SQLite has row numbers: rows of an account
 * get their position while its balance is locked, so they are in the order in which the credits moved, even within one
 * millisecond.
 */
import type { Migration } from './index.js';

export const accountsMigration: Migration = {
  number: 1,
  name: 'accounts',
  sqlite: `
CREATE TABLE accounts (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits >= 0),
  daily_credits_max INTEGER CHECK (daily_credits_max >= 0),
  requests_per_minute INTEGER CHECK (requests_per_minute >= 1),
  disabled_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  spent_day INTEGER NOT NULL,
  spent_credits INTEGER NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  key_hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER
) STRICT;
CREATE INDEX api_keys_by_account ON api_keys (account_id);

CREATE TABLE requests (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  key_id TEXT NOT NULL REFERENCES api_keys (id),
  endpoint TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits >= 0),
  figures TEXT NOT NULL,
  idempotency_key TEXT,
  body_hash TEXT,
  created_at_ms INTEGER NOT NULL,
  refunded_at_ms INTEGER
) STRICT;
CREATE INDEX requests_by_account ON requests (account_id, created_at_ms);
CREATE UNIQUE INDEX requests_by_idempotency_key ON requests (account_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE ledger (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  request_id TEXT REFERENCES requests (id),
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'refund')),
  credits INTEGER NOT NULL,
  balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  created_at_ms INTEGER NOT NULL,
  CHECK ((kind = 'grant') = (request_id IS NULL))
) STRICT;
CREATE INDEX ledger_by_account ON ledger (account_id, created_at_ms);
CREATE UNIQUE INDEX ledger_by_request ON ledger (request_id, kind) WHERE request_id IS NOT NULL;
CREATE TRIGGER ledger_rows_are_never_updated BEFORE UPDATE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_rows_are_never_deleted BEFORE DELETE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
`,
  postgres: `
CREATE TABLE accounts (
  id TEXT COLLATE "C" PRIMARY KEY NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  credits BIGINT NOT NULL CHECK (credits >= 0),
  daily_credits_max BIGINT CHECK (daily_credits_max >= 0),
  requests_per_minute BIGINT CHECK (requests_per_minute >= 1),
  disabled_at_ms BIGINT,
  created_at_ms BIGINT NOT NULL,
  spent_day BIGINT NOT NULL,
  spent_credits BIGINT NOT NULL
);

CREATE TABLE api_keys (
  id TEXT COLLATE "C" PRIMARY KEY NOT NULL,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
  key_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  label TEXT COLLATE "C" NOT NULL,
  created_at_ms BIGINT NOT NULL,
  expires_at_ms BIGINT,
  revoked_at_ms BIGINT
);
CREATE INDEX api_keys_by_account ON api_keys (account_id);

CREATE TABLE requests (
  id TEXT COLLATE "C" PRIMARY KEY NOT NULL,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
  key_id TEXT COLLATE "C" NOT NULL REFERENCES api_keys (id),
  endpoint TEXT COLLATE "C" NOT NULL,
  credits BIGINT NOT NULL CHECK (credits >= 0),
  figures TEXT COLLATE "C" NOT NULL,
  idempotency_key TEXT COLLATE "C",
  body_hash TEXT COLLATE "C",
  created_at_ms BIGINT NOT NULL,
  refunded_at_ms BIGINT
);
CREATE INDEX requests_by_account ON requests (account_id, created_at_ms);
CREATE UNIQUE INDEX requests_by_idempotency_key ON requests (account_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE ledger (
  position BIGINT GENERATED ALWAYS AS IDENTITY,
  id TEXT COLLATE "C" PRIMARY KEY NOT NULL,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
  request_id TEXT COLLATE "C" REFERENCES requests (id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('grant', 'charge', 'refund')),
  credits BIGINT NOT NULL,
  balance_after BIGINT NOT NULL CHECK (balance_after >= 0),
  created_at_ms BIGINT NOT NULL,
  CHECK ((kind = 'grant') = (request_id IS NULL))
);
CREATE INDEX ledger_by_account ON ledger (account_id, created_at_ms);
CREATE UNIQUE INDEX ledger_by_request ON ledger (request_id, kind) WHERE request_id IS NOT NULL;
CREATE FUNCTION ledger_is_append_only() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
`,
};
