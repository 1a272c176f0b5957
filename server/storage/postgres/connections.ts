/**
 * Connections to Postgres: a bounded pool, a time limit on every operation, and 64-bit integers as numbers.
 *
 * The driver returns 64-bit integers as text. All of ours fit a double exactly (epoch ms, credits), so this pool reads
 * them as numbers and rejects those that do not fit. The parser is set on the pool, so it does not affect other users
 * of the driver.
 */
import { Client, Pool, TypeOverrides, type PoolClient, type PoolConfig } from 'pg';
import { orAborted } from '../../waiting/index.js';
import { StoreError } from '../errors.js';

const CONNECT_MS_MAX = 5_000;
/** The same as SQLite's wait for its write lock. */
const LOCK_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 10_000;
/** For a server that accepts a statement and never answers (a half-open socket). Longer than the server's own limit. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000;
/** The time after which a stalled process loses its transaction, and with it its locks. */
const IDLE_IN_TRANSACTION_MS_MAX = 15_000;

/** Type numbers (OIDs) of Postgres. The SUM of 64-bit integers is a NUMERIC. */
const BIGINT = 20;
const NUMERIC = 1_700;

/** Returns the options of every connection, inside and outside the pool. */
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
  // If a connection dies, the statement that runs on it fails. There is nothing else to do: the pool drops the
  // connection and opens another one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Runs the body with a connection, and returns the connection to the pool. After an error it is closed instead, because
 * its state is unknown. If the signal aborts, waiting for a connection ends; stopping the body is up to the body.
 */
export async function withConnection<Result>(
  pool: Pool,
  body: (client: PoolClient) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await connected(pool, signal);
  try {
    const result = await body(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function connected(pool: Pool, signal: AbortSignal | undefined): Promise<PoolClient> {
  const connecting = pool.connect();
  if (signal === undefined) return connecting;
  try {
    return await orAborted(connecting, signal);
  } catch (error) {
    // If the connection is opened after all, the next caller gets it.
    connecting.then((client) => client.release()).catch(() => undefined);
    throw error;
  }
}

/** Checks that the server answers, with an empty query on a separate connection with its own time limit. */
export async function askServer(databaseUrl: string, answerMs: number): Promise<void> {
  const client = new Client({
    ...connectionOptions(databaseUrl),
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end();
  }
}

function numberOf(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError('sql', `The database returned ${text}, which is no exact number here.`);
}
