/** Counters on the database that processes share: a small pool of their own, since limits wait for less than charges do. */
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
  // The pool has dropped such a connection and makes another one; the user of it is told by the statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return createSharedCounters(pool, { onAway });
}
