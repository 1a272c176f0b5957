/**
 * Every change of the database schema, in order. Migrations only go forward and are never edited after a release: a
 * mistake is fixed by a new migration. A migration that breaks older processes on the same database says so in its
 * first line.
 */
import { StoreError } from '../errors.js';
import { accountsMigration } from './0001-accounts.js';
import { jobsMigration } from './0002-jobs.js';
import { liveSpeedsMigration } from './0008-live-speeds.js';
import { unitMarksMigration } from './0004-unit-marks.js';
import { retentionMigration } from './0006-retention.js';
import { turnsMigration } from './0005-turns.js';
import { versionUsesMigration } from './0007-version-uses.js';
import { webhookSecretsMigration } from './0003-webhook-secrets.js';

export type Migration = {
  /** Counts from 1 without gaps. */
  readonly number: number;
  readonly name: string;
  /** Any number of statements. They run in one transaction, together with the record that the migration was applied. */
  readonly sqlite: string;
  /** The same tables, columns and rules for Postgres. */
  readonly postgres: string;
};

export const MIGRATIONS: readonly Migration[] = [
  accountsMigration,
  jobsMigration,
  webhookSecretsMigration,
  unitMarksMigration,
  turnsMigration,
  retentionMigration,
  versionUsesMigration,
  liveSpeedsMigration,
];

/** Returns the migrations that a database lacks. Throws `newer_than_code` for a database of a later release. */
export function missingOf(
  migrations: readonly Migration[],
  appliedNumber: number,
): readonly Migration[] {
  const knownNumber = migrations.at(-1)?.number ?? 0;
  if (appliedNumber > knownNumber) {
    throw new StoreError(
      'newer_than_code',
      `The database is at migration ${String(appliedNumber)}, this release knows ${String(knownNumber)}: ` +
        'start the newer release, or restore a backup made before the upgrade.',
    );
  }
  return migrations.filter((migration) => migration.number > appliedNumber);
}
