/**
 * A unit on Postgres: one transaction on one connection, tried again while that is safe.
 *
 *     begun ──statements──► ready ──COMMIT──► committed
 *       │                     │                  └─ connection lost: the server knows. Asked by the transaction's number on another connection
 *       │                     │                       committed ──► committed           aborted ──► tried again
 *       │                     │                       still running ──► asked again     no answer in time ──► `outcome_unknown`
 *       │                     └─ a deferred constraint is broken ──► rejected, undone
 *       ├─ a guard changes no row ──► ROLLBACK, the guard's name
 *       ├─ error of a statement ──► rejected, undone
 *       └─ connection lost, deadlock ──► nothing is stored: tried again, within limits
 *
 * READ COMMITTED is enough, because a guard is a condition of the statement that writes: Postgres locks the row and looks at the condition
 * again once it has the lock, so two charges of one account go one after the other. Nothing is read first and written later.
 *
 * The transaction's number comes with the answer to BEGIN and costs no round trip. It is asked about on the server that the URL leads to; after
 * a failover to a standby that had not received everything, that server may know another transaction by this number, as it may have lost
 * acknowledged ones: whoever fails over automatically wants synchronous replication.
 *
 * Postgres commits transactions of different connections with one flush of its log by itself, so units are not grouped here. Charge and job in
 * one unit, on two cores with five times as much to do and 4 ms a flush: 110 to 240 units/s from one caller, 500 to 700 from eight on eight
 * accounts, 170 to 220 from eight on one account, whose row each holds until it is flushed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { STORE_ERRORS, StoreError } from '../errors.js';
import type { UnitAnswer } from '../face.js';
import type { Statement } from '../messages.js';
import { withConnection } from './connections.js';
import { isConnectionLost, storeErrorOf } from './errors.js';
import { RETRY_PAUSE_MS, whileSafe } from './retry.js';

export interface Server {
  readonly pool: Pool;
  /** How long a call goes on trying while the server is away. */
  readonly patienceMs: number;
}

type Attempt =
  | UnitAnswer
  | {
      readonly kind: 'commit_lost';
      readonly transaction: string;
      readonly answer: UnitAnswer;
      readonly cause: unknown;
    };

/** Rejects with `StoreError`; the unit is not stored then, unless the code is `outcome_unknown`. */
export function runUnit(server: Server, statements: readonly Statement[]): Promise<UnitAnswer> {
  return whileSafe(server.patienceMs, async () => {
    const attempt = await withConnection(server.pool, (client) => transact(client, statements));
    if (attempt.kind !== 'commit_lost') return attempt;
    if (await isCommitted(server, attempt.transaction, attempt.cause)) return attempt.answer;
    throw attempt.cause;
  });
}

/** Reads outside of a transaction: one statement sees one state of the database by itself. */
export function runRead(
  { pool, patienceMs }: Server,
  { sql, parameters }: Statement,
): Promise<readonly unknown[]> {
  return whileSafe(patienceMs, async () => {
    const { rows } = await withConnection(pool, (client) =>
      client.query<Record<string, unknown>>(sql, [...parameters]),
    );
    return rows;
  });
}

async function transact(client: PoolClient, statements: readonly Statement[]): Promise<Attempt> {
  const transaction = await begin(client);
  const rowsOfStatements: unknown[][] = [];
  for (const { sql, parameters, mustChange } of statements) {
    const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, [...parameters]);
    if (rowCount === 0 && mustChange !== null) {
      await client.query('ROLLBACK');
      return { kind: 'guard_failed', guard: mustChange };
    }
    rowsOfStatements.push(rows);
  }
  const answer: UnitAnswer = { kind: 'committed', rows: rowsOfStatements };
  try {
    await client.query('COMMIT');
    return answer;
  } catch (cause) {
    if (!isConnectionLost(cause)) throw cause;
    return { kind: 'commit_lost', transaction, answer, cause };
  }
}

/** Returns the transaction's number. */
async function begin(client: PoolClient): Promise<string> {
  // Two statements in one message are two results, which the driver's types do not say.
  const results: unknown = await client.query('BEGIN; SELECT pg_current_xact_id()::text AS number');
  const last: unknown = Array.isArray(results) ? results.at(-1) : undefined;
  if (hasRows(last)) {
    const [row] = last.rows;
    if (typeof row?.['number'] === 'string') return row['number'];
  }
  throw new StoreError('sql', 'BEGIN did not return the number of its transaction.');
}

function hasRows(result: unknown): result is { rows: readonly Record<string, unknown>[] } {
  return (
    typeof result === 'object' && result !== null && 'rows' in result && Array.isArray(result.rows)
  );
}

/** What became of a transaction whose COMMIT was not answered. Rejects with `outcome_unknown` if that cannot be learned in time. */
async function isCommitted(
  { pool, patienceMs }: Server,
  transaction: string,
  cause: unknown,
): Promise<boolean> {
  const giveUpAtMs = performance.now() + patienceMs;
  do {
    const status = await statusOf(pool, transaction);
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    await delay(RETRY_PAUSE_MS);
  } while (performance.now() < giveUpAtMs);
  const { message } = storeErrorOf(cause);
  throw new StoreError('outcome_unknown', `${STORE_ERRORS.outcome_unknown}: ${message}.`);
}

/** Null while the server cannot be asked. */
async function statusOf(pool: Pool, transaction: string): Promise<string | null> {
  try {
    const { rows } = await withConnection(pool, (client) =>
      client.query<{ status: string | null }>('SELECT pg_xact_status($1::xid8) AS status', [
        transaction,
      ]),
    );
    return rows[0]?.status ?? null;
  } catch (error) {
    if (isConnectionLost(error)) return null;
    throw error;
  }
}
