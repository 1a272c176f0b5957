/**
 * A unit on Postgres: one transaction on one connection, tried again while that is safe.
 *
 *     begun ──statements──► ready ──mark, COMMIT──► committed
 *       │                     │                  └─ connection lost: the server knows. The same mark is made on another connection
 *       │                     │                       it is there ──► committed         it was not ──► undone for good, tried again
 *       │                     │                       still running ──► it waits        no answer in time ──► `outcome_unknown`
 *       │                     └─ a deferred constraint is broken ──► rejected, undone
 *       ├─ a guard changes no row ──► ROLLBACK, the guard's name
 *       ├─ error of a statement ──► rejected, undone
 *       ├─ connection lost, deadlock ──► nothing is stored: tried again, within limits
 *       └─ the server is found to hang ──► nothing is stored: let go
 *
 * READ COMMITTED is enough, because a guard is a condition of the statement that writes: Postgres locks the row and looks at the condition
 * again once it has the lock, so two charges of one account go one after the other. Nothing is read first and written later.
 *
 * A mark is a row with a random id, unique: the one that makes it second waits for the first and then knows. So a COMMIT that is still on its way
 * when it is given up cannot come through later. Postgres' own number of a transaction would not do: after a crash it is given again to another
 * one. Marks go after an hour. The server that is asked is the one that the URL leads to; after a failover to a standby that had not received
 * everything, acknowledged units may be lost: automatic failover wants synchronous replication.
 *
 * Postgres commits transactions of different connections with one flush of its log by itself, so units are not grouped here. Charge and job in
 * one unit, on two cores with five times as much to do and 4 ms a flush: 110 to 240 units/s from one caller, 500 to 700 from eight on eight
 * accounts, 170 to 220 from eight on one account, whose row each holds until it is flushed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { orAborted } from '../../waiting/index.js';
import { STORE_ERRORS, StoreError } from '../errors.js';
import type { UnitAnswer } from '../types.js';
import type { Statement } from '../messages.js';
import { withConnection } from './connections.js';
import { isConnectionLost, storeErrorOf } from './errors.js';
import { RETRY_PAUSE_MS, whileSafe } from './retry.js';

export type Server = {
  readonly pool: Pool;
  /** How long a call goes on trying while the server is away. */
  readonly patienceMs: number;
};

type Attempt =
  | UnitAnswer
  | {
      readonly kind: 'commit_lost';
      readonly mark: string;
      readonly answer: UnitAnswer;
      readonly cause: unknown;
    };

/** Rejects with `StoreError`; the unit is not stored then, unless the code is `outcome_unknown`. */
export function runUnit(
  server: Server,
  statements: readonly Statement[],
  signal: AbortSignal,
): Promise<UnitAnswer> {
  const once = (client: PoolClient) => transact(client, statements, signal);
  return whileSafe(
    server.patienceMs,
    async () => {
      const attempt = await withConnection(server.pool, once, signal);
      if (attempt.kind !== 'commit_lost') return attempt;
      if (await isCommitted(server, attempt.mark, attempt.cause)) return attempt.answer;
      throw attempt.cause;
    },
    signal,
  );
}

/** Reads outside of a transaction: one statement sees one state of the database by itself. */
export function runRead(
  { pool, patienceMs }: Server,
  { sql, parameters }: Statement,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const ask = (client: PoolClient) =>
    orAborted(client.query<Record<string, unknown>>(sql, [...parameters]), signal);
  return whileSafe(patienceMs, async () => (await withConnection(pool, ask, signal)).rows, signal);
}

/** Until its COMMIT is sent it may be let go: its connection is closed, and the server undoes what it may have run. */
async function transact(
  client: PoolClient,
  statements: readonly Statement[],
  signal: AbortSignal,
): Promise<Attempt> {
  await orAborted(client.query('BEGIN'), signal);
  const rowsOfStatements: unknown[][] = [];
  for (const { sql, parameters, mustChange } of statements) {
    const running = client.query<Record<string, unknown>>(sql, [...parameters]);
    const { rows, rowCount } = await orAborted(running, signal);
    if (rowCount === 0 && mustChange !== null) {
      await client.query('ROLLBACK');
      return { kind: 'guard_failed', guard: mustChange };
    }
    rowsOfStatements.push(rows);
  }
  const answer: UnitAnswer = { kind: 'committed', rows: rowsOfStatements };
  const mark = randomUUID();
  signal.throwIfAborted();
  try {
    // One message, so that the mark costs no round trip. A UUID and a number need no quoting.
    await client.query(
      `INSERT INTO unit_marks (id, at_ms) VALUES ('${mark}', ${String(Date.now())}); COMMIT`,
    );
    return answer;
  } catch (cause) {
    if (!isConnectionLost(cause)) throw cause;
    return { kind: 'commit_lost', mark, answer, cause };
  }
}

/** What became of a unit whose COMMIT was not answered. Rejects with `outcome_unknown` if that cannot be learned in time. */
async function isCommitted(
  { pool, patienceMs }: Server,
  mark: string,
  cause: unknown,
): Promise<boolean> {
  const giveUpAtMs = performance.now() + patienceMs;
  do {
    const isNew = await makeMark(pool, mark);
    if (isNew !== undefined) return !isNew;
    await delay(RETRY_PAUSE_MS);
  } while (performance.now() < giveUpAtMs);
  const { message } = storeErrorOf(cause);
  throw new StoreError('outcome_unknown', `${STORE_ERRORS.outcome_unknown}: ${message}.`);
}

/** False: it was there. Undefined while the server cannot be asked, or the unit is still being committed. */
async function makeMark(pool: Pool, mark: string): Promise<boolean | undefined> {
  try {
    const { rowCount } = await withConnection(pool, (client) =>
      client.query('INSERT INTO unit_marks (id, at_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        mark,
        Date.now(),
      ]),
    );
    return rowCount === 1;
  } catch (error) {
    if (isConnectionLost(error) || storeErrorOf(error).code === 'busy') return undefined;
    throw error;
  }
}

/** Nobody asks for marks this old. */
const MARKS_KEPT_MS = 3_600_000;

/** A statement has to end within its time, however many there are. */
const MARKS_AT_ONCE = 20_000;

export async function dropOldMarks({ pool }: Server): Promise<void> {
  const oldest = Date.now() - MARKS_KEPT_MS;
  for (let dropped: number | null = MARKS_AT_ONCE; dropped === MARKS_AT_ONCE;) {
    ({ rowCount: dropped } = await withConnection(pool, (client) =>
      client.query(
        'DELETE FROM unit_marks WHERE id IN (SELECT id FROM unit_marks WHERE at_ms < $1 LIMIT $2)',
        [oldest, MARKS_AT_ONCE],
      ),
    ));
  }
}
