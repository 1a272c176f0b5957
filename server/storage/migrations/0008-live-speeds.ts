/**
 * Migration 8: live speeds, which all processes read, and operators' keys, which may set them. Older processes that
 * still run keep working, without live speeds.
 */
import type { Migration } from './index.js';

const statements = (integer: string, text: string, strict: string) => `
ALTER TABLE api_keys ADD COLUMN is_operator ${integer} NOT NULL DEFAULT 0 CHECK (is_operator IN (0, 1));
CREATE TABLE live_speeds (
  id ${integer} PRIMARY KEY NOT NULL,
  version ${integer} NOT NULL,
  changed_at_ms ${integer} NOT NULL,
  rules ${text} NOT NULL
)${strict};
INSERT INTO live_speeds (id, version, changed_at_ms, rules) VALUES (1, 0, 0, '[]');
`;

export const liveSpeedsMigration: Migration = {
  number: 8,
  name: 'live speeds',
  sqlite: statements('INTEGER', 'TEXT', ' STRICT'),
  postgres: statements('BIGINT', 'TEXT COLLATE "C"', ''),
};
