/** Migration 2: jobs, from the charged request to the deletion of the result. */
import type { Migration } from './index.js';

export const jobsMigration: Migration = {
  number: 2,
  name: 'jobs',
  sqlite: `
CREATE TABLE jobs (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  request_id TEXT NOT NULL UNIQUE REFERENCES requests (id),
  kind TEXT NOT NULL CHECK (kind IN ('routing', 'matrix')),
  state TEXT NOT NULL
    CHECK (state IN ('accepted', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  attempt INTEGER NOT NULL CHECK (attempt >= 0),
  faults INTEGER NOT NULL CHECK (faults >= 0),
  input TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  started_at_ms INTEGER,
  heartbeat_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  purge_at_ms INTEGER,
  progress_millionths INTEGER NOT NULL,
  best TEXT,
  kept TEXT,
  result TEXT,
  error TEXT,
  webhook_url TEXT,
  webhook_attempts INTEGER NOT NULL,
  webhook_at_ms INTEGER
) STRICT;
CREATE INDEX jobs_by_account ON jobs (account_id, id);
CREATE INDEX jobs_by_state ON jobs (state, id);
CREATE INDEX jobs_by_purge ON jobs (state, purge_at_ms);
CREATE INDEX jobs_by_webhook ON jobs (webhook_at_ms) WHERE webhook_at_ms IS NOT NULL;
`,
  postgres: `
CREATE TABLE jobs (
  id TEXT COLLATE "C" PRIMARY KEY NOT NULL,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
  request_id TEXT COLLATE "C" NOT NULL UNIQUE REFERENCES requests (id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('routing', 'matrix')),
  state TEXT COLLATE "C" NOT NULL
    CHECK (state IN ('accepted', 'running', 'completed', 'failed', 'cancelled', 'expired')),
  attempt BIGINT NOT NULL CHECK (attempt >= 0),
  faults BIGINT NOT NULL CHECK (faults >= 0),
  input TEXT COLLATE "C" NOT NULL,
  created_at_ms BIGINT NOT NULL,
  started_at_ms BIGINT,
  heartbeat_at_ms BIGINT NOT NULL,
  ended_at_ms BIGINT,
  purge_at_ms BIGINT,
  progress_millionths BIGINT NOT NULL,
  best TEXT COLLATE "C",
  kept TEXT COLLATE "C",
  result TEXT COLLATE "C",
  error TEXT COLLATE "C",
  webhook_url TEXT COLLATE "C",
  webhook_attempts BIGINT NOT NULL,
  webhook_at_ms BIGINT
);
CREATE INDEX jobs_by_account ON jobs (account_id, id);
CREATE INDEX jobs_by_state ON jobs (state, id) WHERE state IN ('accepted', 'running');
CREATE INDEX jobs_by_purge ON jobs (purge_at_ms) WHERE state IN ('completed', 'failed', 'cancelled');
CREATE INDEX jobs_by_webhook ON jobs (webhook_at_ms) WHERE webhook_at_ms IS NOT NULL;
`,
};
