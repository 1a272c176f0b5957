/** Migration 3: the secrets that sign the webhooks of each account. Older processes ignore them and keep working. */
import type { Migration } from './index.js';

export const webhookSecretsMigration: Migration = {
  number: 3,
  name: 'webhook secrets',
  sqlite: `
CREATE TABLE webhook_secrets (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  secret TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER
) STRICT;
CREATE INDEX webhook_secrets_by_account ON webhook_secrets (account_id);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (account_id)
  WHERE revoked_at_ms IS NULL;
`,
  postgres: `
CREATE TABLE webhook_secrets (
  id TEXT COLLATE "C" PRIMARY KEY NOT NULL,
  account_id TEXT COLLATE "C" NOT NULL REFERENCES accounts (id),
  secret TEXT COLLATE "C" NOT NULL,
  created_at_ms BIGINT NOT NULL,
  revoked_at_ms BIGINT
);
CREATE INDEX webhook_secrets_by_account ON webhook_secrets (account_id);
CREATE UNIQUE INDEX webhook_secrets_current ON webhook_secrets (account_id)
  WHERE revoked_at_ms IS NULL;
`,
};
