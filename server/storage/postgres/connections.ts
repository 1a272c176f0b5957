/**
 * Connections to Postgres: a bounded pool, a limit of time on everything, and numbers that are numbers.
 *
 * Whole numbers of 64 bits come from the driver as text. Ours all fit a double exactly (epoch ms, credits), so this pool reads them as
 * numbers and refuses those that do not fit; a parser that is set on the pool leaves the driver's other users alone.
 */
import { Client, Pool, TypeOverrides, type PoolClient, type PoolConfig } from 'pg';
import { orAborted } from '../../waiting/index.js';
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
  // A connection that dies fails the statement that runs on it, or none: the pool has dropped it and will make another one.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Gives the connection back; after an error it is closed instead, for whatever state it may be in. With the signal, nobody waits for one
 * any more; what the body then does is its own business.
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
    // One that comes after all is for the next caller.
    connecting.then((client) => client.release()).catch(() => undefined);
    throw error;
  }
}

/** Asks for nothing, on a connection of its own, within a time of its own. */
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
