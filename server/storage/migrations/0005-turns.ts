/**
 * Migration 5: turns of jobs, which serve accounts in turn; and a row that is written to test whether writes succeed.
 */
import type { Migration } from './index.js';

const statements = (integer: 'INTEGER' | 'BIGINT') => `
ALTER TABLE accounts ADD COLUMN weight ${integer} NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 1000);
ALTER TABLE jobs ADD COLUMN turn ${integer} NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN turn_end ${integer} NOT NULL DEFAULT 0;
CREATE INDEX jobs_live_by_account ON jobs (account_id, state, turn_end) WHERE state IN ('accepted', 'running');
CREATE INDEX jobs_waiting_by_turn ON jobs (turn, id) WHERE state = 'accepted';
CREATE TABLE probes (id ${integer} PRIMARY KEY NOT NULL, at_ms ${integer} NOT NULL);
`;

export const turnsMigration: Migration = {
  number: 5,
  name: 'turns',
  sqlite: statements('INTEGER'),
  postgres: statements('BIGINT'),
};
