/**
 * Copies the intact rows of a damaged database into a new one.
 *
 *     damaged ──readable rows──► new database ──mend──► intact, verified by the same checks as any other database
 *
 * Rows are read by ranges of row numbers. A range that meets damage is halved, down to single rows, so that only the
 * rows on damaged pages are lost. Cost: one read of everything intact, and about two statements per unreadable row.
 *
 * Lost rows violate invariants of the database. Each violation is mended such that no account's credits change:
 *
 *     an account that other rows refer to     recreated from its ledger, disabled
 *     a key that requests refer to            recreated without its secret, revoked
 *     a balance that differs from its ledger  a `grant` row with the difference: the balance is authoritative
 *     a job without its request               left out: its cost can no longer be refunded
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { openConnection, openReadOnly } from './connection.js';
import { messageOf, StoreError } from './errors.js';
import { faultsIn } from './inspect.js';
import { migrate } from './migrate.js';

export type TableReport = {
  readonly table: string;
  readonly saved: number;
  /** Rows that exist but cannot be read, or whose values violate the constraints of the table. */
  readonly lost: number;
  /** Newer rows were lost too, and their number is unknown. */
  readonly isCutOff: boolean;
};

export type SalvageReport = {
  readonly tables: readonly TableReport[];
  /** One sentence for the operator about each row that was recreated, added or left out. */
  readonly mended: readonly string[];
  /** Faults of the new database; none are expected. */
  readonly faults: readonly string[];
};

/** In order of reference: a table comes after those that it refers to. */
const TABLES = [
  'accounts',
  'api_keys',
  'requests',
  'usage_days',
  'ledger',
  'jobs',
  'webhook_secrets',
];
const REFER_TO_ACCOUNTS = TABLES.slice(1);
/** Ranges of a table that may fail before the rest of the table is given up. This many take a few minutes. */
const FAILURES_MAX = 500_000;

type Row = Record<string, unknown>;

/**
 * Copies readable rows to `to`, which must not exist. Throws `StoreError` if not even the tables of `from` are found.
 */
export function salvage(from: string, to: string, nowMs: number): SalvageReport {
  return whileWholeLength(from, `${to}.cut-off`, (file) => {
    const source = openSource(file);
    const target = openConnection(to);
    try {
      migrate(target.database, nowMs);
      target.database.exec('PRAGMA foreign_keys = OFF');
      target.database.exec('BEGIN');
      const tables = TABLES.map((table) => copyTable(source, target.database, table));
      const mended = mend(target.database, nowMs);
      target.database.exec('COMMIT');
      return { tables, mended, faults: faultsIn(target.database) };
    } finally {
      source.close();
      target.close();
    }
  });
}

function openSource(file: string): DatabaseSyncInstance {
  try {
    const database = openReadOnly(file);
    database.prepare('SELECT id FROM accounts LIMIT 0').all();
    return database;
  } catch (error) {
    throw new StoreError('disk', `Nothing can be saved of ${file}: ${messageOf(error)}.`);
  }
}

/**
 * Calls `read` with a file of full length. SQLite does not open a file that is shorter than its header says. A
 * truncated file is read from a copy that is padded with zeros: the missing pages are then damaged like any others.
 */
function whileWholeLength<Result>(
  file: string,
  copy: string,
  read: (file: string) => Result,
): Result {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, 'r');
  readSync(handle, header, 0, HEADER_BYTES, 0);
  closeSync(handle);
  // The page size is at byte 16, where 1 stands for 65,536, and the number of pages at byte 28.
  const pageBytes = header.readUInt16BE(16);
  const bytes = (pageBytes === 1 ? 65_536 : pageBytes) * header.readUInt32BE(28);
  const isDatabase = header.toString('latin1', 0, 15) === 'SQLite format 3';
  if (!isDatabase || statSync(file).size >= bytes) return read(file);
  try {
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    truncateSync(copy, bytes);
    return read(copy);
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${copy}${ending}`, { force: true });
  }
}

const HEADER_BYTES = 100;

function copyTable(
  source: DatabaseSyncInstance,
  target: DatabaseSyncInstance,
  table: string,
): TableReport {
  const there = columnsOf(source, table);
  const columns = columnsOf(target, table).filter((column) => there.includes(column));
  // The database was written by a release that did not have this table.
  if (columns.length === 0) return { table, saved: 0, lost: 0, isCutOff: false };
  const insert = target.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const select = source.prepare(
    `SELECT rowid AS row_number, ${columns.join(', ')} FROM ${table} NOT INDEXED
     WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
  );
  let [saved, refused, lastRead, failures] = [0, 0, 0, 0];
  const unreadable: number[] = [];
  const take = (row: Row): void => {
    lastRead = Number(row['row_number']);
    try {
      insert.run(...columns.map((column) => row[column]));
      saved += 1;
    } catch {
      // The row was read, but its values are damaged: a wrong type, a negative number, or a duplicate id.
      refused += 1;
    }
  };
  const copy = (first: number, last: number): void => {
    if (failures > FAILURES_MAX) return;
    let rows: Row[];
    try {
      rows = asRows(select.all(first, last));
    } catch {
      failures += 1;
      if (first === last) {
        unreadable.push(first);
        return;
      }
      const middle = Math.floor((first + last) / 2);
      copy(first, middle);
      copy(middle + 1, last);
      return;
    }
    rows.forEach(take);
  };
  const last = lastRow(source, table);
  for (let first = 1; first <= (last ?? Infinity); first += RANGE) {
    copy(first, first + RANGE - 1);
    // If the last row is unknown, the table ends where a whole range has no readable row.
    if (last === undefined && lastRead < first) break;
  }
  const lost = unreadable.filter((row) => row <= (last ?? lastRead)).length + refused;
  return { table, saved, lost, isCutOff: last === undefined || failures > FAILURES_MAX };
}

/** Rows per range: few enough to fit in memory, and more than a damaged page contains. */
const RANGE = 2 ** 14;

/** Returns the highest row number; undefined if the end of the table is damaged. */
function lastRow(source: DatabaseSyncInstance, table: string): number | undefined {
  try {
    const row = asRow(source.prepare(`SELECT MAX(rowid) AS value FROM ${table}`).get());
    return Number(row?.['value'] ?? 0);
  } catch {
    return undefined;
  }
}

function columnsOf(database: DatabaseSyncInstance, table: string): string[] {
  const rows = asRows(database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all());
  return rows.map(({ name }) => String(name));
}

function mend(database: DatabaseSyncInstance, nowMs: number): string[] {
  const named = REFER_TO_ACCOUNTS.map((table) => `SELECT account_id FROM ${table}`);
  const accounts = asRows(
    database
      .prepare(
        `INSERT INTO accounts (id, name, credits, disabled_at_ms, created_at_ms, spent_day, spent_credits)
       SELECT account_id, 'made again by repair',
         MAX(0, COALESCE((SELECT SUM(credits) FROM ledger WHERE ledger.account_id = named.account_id), 0)), ?, ?, 0, 0
       FROM (${named.join(' UNION ')}) AS named WHERE account_id NOT IN (SELECT id FROM accounts) RETURNING id`,
      )
      .all(nowMs, nowMs),
  );
  const keys = asRows(
    database
      .prepare(
        `INSERT INTO api_keys (id, account_id, key_hash, label, created_at_ms, revoked_at_ms)
       SELECT key_id, MIN(account_id), 'lost ' || key_id, 'made again by repair', ?, ?
       FROM (SELECT key_id, account_id FROM requests UNION ALL SELECT key_id, account_id FROM usage_days)
       WHERE key_id NOT IN (SELECT id FROM api_keys) GROUP BY key_id RETURNING id`,
      )
      .all(nowMs, nowMs),
  );
  const jobs = asRows(
    database
      .prepare('DELETE FROM jobs WHERE request_id NOT IN (SELECT id FROM requests) RETURNING id')
      .all(),
  );
  return [
    ...accounts.map(
      ({ id }) => `account ${String(id)} was lost: made again from its ledger, and disabled`,
    ),
    ...keys.map(({ id }) => `key ${String(id)} was lost: made again as one that is revoked`),
    ...jobs.map(({ id }) => `job ${String(id)} is left out: its request was lost`),
    ...balanceLedger(database, nowMs),
  ];
}

function balanceLedger(database: DatabaseSyncInstance, nowMs: number): string[] {
  const apart = asRows(
    database
      .prepare(
        `SELECT id, credits, credits - COALESCE((SELECT SUM(credits) FROM ledger WHERE account_id = accounts.id), 0) AS more
       FROM accounts WHERE more <> 0`,
      )
      .all(),
  );
  const insert = database.prepare(
    `INSERT INTO ledger (id, account_id, request_id, kind, credits, balance_after, created_at_ms)
     VALUES (?, ?, NULL, 'grant', ?, ?, ?)`,
  );
  return apart.map(({ id, credits, more }) => {
    insert.run(randomUUID(), id, more, credits, nowMs);
    return `account ${String(id)}: rows of its ledger were lost; one of ${String(more)} credits makes up for them`;
  });
}

/** The driver returns rows as objects with columns as keys. */
const asRows = (rows: unknown): Row[] => rows as Row[];
const asRow = (row: unknown): Row | undefined => row as Row | undefined;
