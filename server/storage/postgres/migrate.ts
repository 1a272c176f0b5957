/**
 * Brings a Postgres database to the form that this code expects, or refuses to touch it.
 *
 * All missing migrations run in one transaction under an advisory lock: of several processes that start together one migrates, and the
 * others find it done. The lock is taken first, since also `CREATE TABLE IF NOT EXISTS` fails when two do it at once.
 */
import { Client } from 'pg';
import { MIGRATIONS, missingOf, type Migration } from '../migrations/index.js';
import { connectionOptions } from './connections.js';

/** Names the lock among all advisory locks of the database: the bytes of `route-en`. */
const MIGRATION_LOCK = '8245938585512797550';

/** Returns how many migrations ran. Throws `StoreError` `newer_than_code` for a database of a later release. */
export async function migratePostgres(
  databaseUrl: string,
  nowMs: number,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<number> {
  // A connection of its own, without limits of time: a migration of a large table takes what it takes, and so do those who wait for it.
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
    // What has not been committed goes with the connection.
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
