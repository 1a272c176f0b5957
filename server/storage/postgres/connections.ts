/**
 * Connections to Postgres: a bounded pool, a limit of time on everything, and numbers that are numbers.
 *
 * Whole numbers of 64 bits come from the driver as text. Ours all fit a double exactly (epoch ms, credits), so this pool reads them as
 * numbers and refuses those that do not fit; a parser that is set on the pool leaves the driver's other users alone.
 */
import { Pool, TypeOverrides, type PoolClient, type PoolConfig } from 'pg';
import { StoreError } from '../errors.js';

const CONNECT_MS_MAX = 5_000;
/** As long as SQLite waits for its write lock. */
const LOCK_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 10_000;
/** Of a server that takes a statement and never answers, a half-open socket for instance. Longer than the server's own limit. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000;
/** A transaction of a process that stalls must not hold its locks for longer. */
const IDLE_IN_TRANSACTION_MS_MAX = 15_000;

/** By Postgres' own numbers of types. A SUM of whole numbers is a NUMERIC. */
const BIGINT = 20;
const NUMERIC = 1_700;

/** What every connection has, those outside of a pool too. */
export function connectionOptions(databaseUrl: string) {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(BIGINT, numberOf);
  parsers.setTypeParser(NUMERIC, numberOf);
  return {
    connectionString: databaseUrl,
    application_name: 'route-engine',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    types: parsers,
  } satisfies PoolConfig;
}

export function openPool(databaseUrl: string, connectionsMax: number): Pool {
  const pool = new Pool({
    ...connectionOptions(databaseUrl),
    max: connectionsMax,
    lock_timeout: LOCK_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
  });
  // A connection that dies is missed by the statement that runs on it, or by nobody: the pool has dropped it and will make another one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Gives the connection back; after an error it is closed instead, for whatever state it may be in. */
export async function withConnection<Result>(
  pool: Pool,
  body: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await body(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function numberOf(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError('sql', `The database returned ${text}, which is no exact number here.`);
}
