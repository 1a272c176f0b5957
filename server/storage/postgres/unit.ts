/**
 * A unit on Postgres: one transaction on one connection, retried while that is safe.
 *
 *     begun ──statements──► ready ──mark, COMMIT──► committed
 *       │                     │                  └─ connection lost: the same mark is inserted on another connection
 *       │                     │                       it exists ──► committed        it is new ──► undone, tried again
 *       │                     │                       still running ──► it waits     no answer ──► `outcome_unknown`
 *       │                     └─ a deferred constraint is violated ──► rejected, undone
 *       ├─ a guard changes no row ──► ROLLBACK, the guard's name
 *       ├─ error of a statement ──► rejected, undone
 *       ├─ connection lost, deadlock ──► nothing is stored: tried again, within limits
 *       └─ the server is found to hang ──► nothing is stored: given up
 *
 * READ COMMITTED is enough, because a guard is a condition of the statement that writes: Postgres locks the row and
 * checks the condition again once it has the lock, so two charges of one account run one after the other. No value is
 * read first and written later. A guard that counts other rows needs a statement before it that locks a row which all
 * such units share, because a statement does not see what others have not committed when it begins.
 *
 * A mark is a row with a random, unique id. The second transaction that inserts it waits for the first, and then knows
 * its outcome. So a COMMIT that is given up while still on its way cannot succeed later. Postgres' transaction ids
 * would not do, because they may be assigned again after a crash. Marks are dropped after an hour. The server that is
 * asked is the one that the URL leads to. After a failover to a standby that had not received everything, acknowledged
 * units may be lost: automatic failover needs synchronous replication.
 *
 * Postgres itself commits transactions of different connections with one flush of its log, so units are not grouped
 * here. Measured with a charge and a job in one unit, on two cores overloaded fivefold and with 4 ms per flush: 110 to
 * 240 units/s from one caller, 500 to 700 from eight on eight accounts, 170 to 220 from eight on one account, whose row
 * each unit locks until it is flushed.
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
  /** How long a call is retried while the server is away. */
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

/** Runs a unit. Rejects with `StoreError`; the unit is then not stored, unless the code is `outcome_unknown`. */
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

/** Reads without a transaction, because a single statement always sees one consistent state of the database. */
export function runRead(
  { pool, patienceMs }: Server,
  { sql, parameters }: Statement,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const ask = (client: PoolClient) =>
    orAborted(client.query<Record<string, unknown>>(sql, [...parameters]), signal);
  return whileSafe(patienceMs, async () => (await withConnection(pool, ask, signal)).rows, signal);
}

/** Until its COMMIT is sent, it may be given up: its connection is closed, and the server undoes what it has run. */
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
    // The mark and COMMIT are one message, so that the mark costs no round trip. A UUID and a number need no quoting.
    await client.query(
      `INSERT INTO unit_marks (id, at_ms) VALUES ('${mark}', ${String(Date.now())}); COMMIT`,
    );
    return answer;
  } catch (cause) {
    if (!isConnectionLost(cause)) throw cause;
    return { kind: 'commit_lost', mark, answer, cause };
  }
}

/**
 * Returns whether a unit whose COMMIT got no answer is committed. Rejects with `outcome_unknown` if that cannot be
 * determined in time.
 */
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

/** Returns whether the mark is new. Undefined while the server cannot be asked or the unit is still being committed. */
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

/** How long marks are kept. No unit waits this long for its outcome. */
const MARKS_KEPT_MS = 3_600_000;

/** Marks deleted per statement, so that each statement ends within its time limit. */
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
