/**
 * Migrates an SQLite database to the schema that this code expects, or refuses to touch it.
 *
 * All missing migrations run in one transaction that takes the write lock first. So two processes that start together
 * migrate only once, and a power failure leaves either the old schema or the new one. A database with a migration that
 * this code does not know was written by a newer release. It is refused, because running on it could break invariants
 * that this code does not know.
 */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { StoreError } from './errors.js';
import { MIGRATIONS, missingOf, type Migration } from './migrations/index.js';

/** Returns how many migrations it ran. Throws `StoreError` `newer_than_code` for a database of a later release. */
export function migrate(
  database: DatabaseSyncInstance,
  nowMs: number,
  migrations: readonly Migration[] = MIGRATIONS,
): number {
  database.exec('BEGIN IMMEDIATE');
  try {
    const missing = missingMigrations(database, migrations);
    for (const migration of missing) {
      database.exec(migration.sqlite);
      database
        .prepare('INSERT INTO migrations (number, name, applied_at_ms) VALUES (?, ?, ?)')
        .run(migration.number, migration.name, nowMs);
    }
    database.exec('COMMIT');
    return missing.length;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Checks a database that cannot be changed. Throws `StoreError` unless it has the schema that this code expects. */
export function requireMigrated(database: DatabaseSyncInstance): void {
  const missing = missingOf(MIGRATIONS, appliedNumber(database));
  if (missing.length === 0) return;
  throw new StoreError('disk', 'The database is of an older release, and cannot be changed.');
}

function missingMigrations(
  database: DatabaseSyncInstance,
  migrations: readonly Migration[],
): readonly Migration[] {
  database.exec(`CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, applied_at_ms INTEGER NOT NULL
  ) STRICT`);
  return missingOf(migrations, appliedNumber(database));
}

function appliedNumber(database: DatabaseSyncInstance): number {
  const applied: unknown[] = database.prepare('SELECT number FROM migrations').all();
  return Math.max(0, ...applied.map(numberOfRow));
}

function numberOfRow(row: unknown): number {
  if (
    typeof row === 'object' &&
    row !== null &&
    'number' in row &&
    typeof row.number === 'number'
  ) {
    return row.number;
  }
  throw new StoreError('sql', 'The table of migrations has a row without a number.');
}
