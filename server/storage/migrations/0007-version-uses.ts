/** Migration 7: which versions of the API an account uses. Older processes that still run keep working. */
import type { Migration } from './index.js';

const statements = (integer: string, text: string, strict: string) => `
CREATE TABLE version_uses (
  account_id ${text} NOT NULL REFERENCES accounts (id),
  version ${text} NOT NULL,
  day ${integer} NOT NULL,
  PRIMARY KEY (account_id, version)
)${strict};
`;

export const versionUsesMigration: Migration = {
  number: 7,
  name: 'version uses',
  sqlite: statements('INTEGER', 'TEXT', ' STRICT'),
  postgres: statements('BIGINT', 'TEXT COLLATE "C"', ''),
};
