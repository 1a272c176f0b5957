/** Counters in the shared database. They have their own small pool, with shorter timeouts than charges have. */
import { Pool } from 'pg';
import { createSharedCounters, type Counters } from './counters.js';

const CONNECTIONS_MAX = 2;
const CONNECT_MS_MAX = 1_000;
const STATEMENT_MS_MAX = 1_000;

export function openSharedCounters(
  databaseUrl: string,
  onAway: (error: unknown) => void,
): Counters {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'route-engine limits',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    query_timeout: STATEMENT_MS_MAX,
    keepAlive: true,
  });
  // The pool has already dropped the failed connection and will open a new one. A statement on it rejects by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return createSharedCounters(pool, { onAway });
}
