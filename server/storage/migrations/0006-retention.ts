/**
 * Migration 6: charged requests of past years become one row per day, and the outcomes of webhooks are kept for their
 * owners.
 *
 * Older processes that still run keep working. The ledger keeps every row with the id of its request. That request may
 * have been deleted, so the column no longer references `requests`. SQLite can only change this by rebuilding the
 * table, once: about a second per 40,000 rows.
 */
import type { Migration } from './index.js';

const statements = (integer: string, text: string, strict: string) => `
CREATE TABLE usage_days (
  account_id ${text} NOT NULL REFERENCES accounts (id),
  day ${integer} NOT NULL,
  endpoint ${text} NOT NULL,
  key_id ${text} NOT NULL REFERENCES api_keys (id),
  requests ${integer} NOT NULL,
  credits ${integer} NOT NULL,
  PRIMARY KEY (account_id, day, endpoint, key_id)
)${strict};
CREATE TABLE roll_ups (id ${integer} PRIMARY KEY NOT NULL, count ${integer} NOT NULL)${strict};
INSERT INTO roll_ups (id, count) VALUES (1, 0);
CREATE INDEX requests_by_time ON requests (created_at_ms);
ALTER TABLE jobs ADD COLUMN webhook_tried_at_ms ${integer};
ALTER TABLE jobs ADD COLUMN webhook_told_at_ms ${integer};
ALTER TABLE jobs ADD COLUMN webhook_reason ${text};
`;

export const retentionMigration: Migration = {
  number: 6,
  name: 'retention',
  sqlite: `${statements('INTEGER', 'TEXT', ' STRICT')}
CREATE TABLE ledger_of_its_own (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  request_id TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'charge', 'refund')),
  credits INTEGER NOT NULL,
  balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
  created_at_ms INTEGER NOT NULL,
  CHECK ((kind = 'grant') = (request_id IS NULL))
) STRICT;
INSERT INTO ledger_of_its_own (rowid, id, account_id, request_id, kind, credits, balance_after, created_at_ms)
  SELECT rowid, id, account_id, request_id, kind, credits, balance_after, created_at_ms FROM ledger ORDER BY rowid;
DROP TABLE ledger;
ALTER TABLE ledger_of_its_own RENAME TO ledger;
CREATE INDEX ledger_by_account ON ledger (account_id, created_at_ms);
CREATE UNIQUE INDEX ledger_by_request ON ledger (request_id, kind) WHERE request_id IS NOT NULL;
CREATE TRIGGER ledger_rows_are_never_updated BEFORE UPDATE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_rows_are_never_deleted BEFORE DELETE ON ledger
  BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
`,
  postgres: `${statements('BIGINT', 'TEXT COLLATE "C"', '')}
ALTER TABLE ledger DROP CONSTRAINT ledger_request_id_fkey;
`,
};
