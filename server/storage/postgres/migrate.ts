/**
 * Migrates a Postgres database to the schema that this code expects, or refuses to touch it.
 *
 * All missing migrations run in one transaction under an advisory lock: if several processes start together, one
 * migrates, and the others find nothing left to do. The lock is taken first, because even `CREATE TABLE IF NOT EXISTS`
 * fails if two processes run it at once.
 */
import { Client } from 'pg';
import { MIGRATIONS, missingOf, type Migration } from '../migrations/index.js';
import { connectionOptions } from './connections.js';

/** Identifies the lock among all advisory locks of the database: the bytes of `route-en`. */
const MIGRATION_LOCK = '8245938585512797550';

/** Returns how many migrations it ran. Throws `StoreError` `newer_than_code` for a database of a later release. */
export async function migratePostgres(
  databaseUrl: string,
  nowMs: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<number> {
  // A separate connection without time limits: migrating a large table may take long, and so may waiting for it.
  const client = new Client(connectionOptions(databaseUrl));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const missing = missingOf(migrations, await appliedNumber(client));
    for (const { number, name, postgres } of missing) {
      await client.query(postgres);
      await client.query(
        'INSERT INTO migrations (number, name, applied_at_ms) VALUES ($1, $2, $3)',
        [number, name, nowMs],
      );
    }
    await client.query('COMMIT');
    return missing.length;
  } finally {
    // Closing the connection undoes what has not been committed.
    await client.end();
  }
}

async function appliedNumber(client: Client): Promise<number> {
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (
    number BIGINT PRIMARY KEY NOT NULL, name TEXT COLLATE "C" NOT NULL, applied_at_ms BIGINT NOT NULL
  )`);
  const { rows } = await client.query<{ number: number }>(
    'SELECT COALESCE(MAX(number), 0) AS number FROM migrations',
  );
  return rows[0]?.number ?? 0;
}
