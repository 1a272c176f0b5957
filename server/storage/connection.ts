/**
 * The SQLite connection: its settings, and a cache of prepared statements.
 *
 * With `synchronous=FULL` in WAL mode, COMMIT waits for the disk, so that an acknowledged write survives a power
 * failure. NORMAL would be about seventy times faster for single commits but would lose the last of them. Group commit
 * recovers most of that speed without losing writes.
 */
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';
import { StoreError, failureOf, isDamage } from './errors.js';
import type { Statement } from './messages.js';

/** How long a statement waits for another process, such as the account command, to finish its write. */
const BUSY_MS_MAX = 5_000;

/**
 * Pages of the log (32 MB) after which a commit also moves the log into the database file. That takes tens of
 * milliseconds on a busy disk, and everything that arrives meanwhile waits. With SQLite's default of 1,000, every 70th
 * commit of many small ones did so, and the slowest 2 % of charges waited for it (`docs/benchmarks.md`); now it is
 * every 500th. A start after a crash reads the log.
 */
const LOG_PAGES_MAX = 8_000;

/** Far more than the service has distinct queries. It only guards against a query whose text depends on its data. */
const PREPARED_STATEMENTS_MAX = 500;

export type Connection = {
  readonly database: DatabaseSyncInstance;
  /** Runs one statement. `changed` counts the rows changed, or returned for a statement that returns rows. */
  run(statement: Pick<Statement, 'sql' | 'parameters'>): { rows: unknown[]; changed: number };
  /**
   * Throws `StoreError` if the path no longer leads to the open file, because the file was deleted or replaced. The
   * system would keep the deleted file until it is closed, and then everything written to it would be lost. Takes 2 µs.
   */
  requireInPlace(): void;
  /** Moves the write-ahead log into the database file and closes it. */
  close(): void;
};

type Prepared = {
  readonly statement: StatementSyncInstance;
  readonly returnsRows: boolean;
};

export function openConnection(file: string): Connection {
  const database = new DatabaseSync(file, { timeout: BUSY_MS_MAX });
  database.exec(`PRAGMA busy_timeout = ${String(BUSY_MS_MAX)}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec(`PRAGMA wal_autocheckpoint = ${String(LOG_PAGES_MAX)}`);
  database.exec('PRAGMA foreign_keys = ON');
  return connectionOf(database, { file, isReadOnly: false });
}

/**
 * Opens the database for a disk that accepts no writes, or for a program that only reads: every write fails. It also
 * reads what a killed process left in its log.
 */
export function openReadOnlyConnection(file: string): Connection {
  return connectionOf(openReadOnly(file), { file, isReadOnly: true });
}

/**
 * Opens the file read-only. A process that ended cleanly leaves no log, and SQLite creates an empty log even for
 * reading. If it cannot create one, nobody can change the file either, so the file is opened as immutable.
 */
export function openReadOnly(file: string): DatabaseSyncInstance {
  const options = { readOnly: true, timeout: BUSY_MS_MAX };
  const database = new DatabaseSync(file, options);
  try {
    database.prepare('SELECT COUNT(*) FROM sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    const isDisk = failureOf(error).code === 'disk' && !isDamage(error);
    if (!isDisk || (log !== undefined && log.size > 0)) throw error;
    const address = pathToFileURL(file);
    address.searchParams.set('immutable', '1');
    return new DatabaseSync(address.href, options);
  }
}

function connectionOf(
  database: DatabaseSyncInstance,
  { file, isReadOnly }: { readonly file: string; readonly isReadOnly: boolean },
): Connection {
  const { ino: openedIno } = statSync(file);
  const preparedBySql = new LRUCache<string, Prepared>({ max: PREPARED_STATEMENTS_MAX });
  const prepare = (sql: string): Prepared => {
    const known = preparedBySql.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    const prepared = { statement, returnsRows: statement.columns().length > 0 };
    preparedBySql.set(sql, prepared);
    return prepared;
  };

  return {
    database,
    run({ sql, parameters }) {
      const { statement, returnsRows } = prepare(sql);
      if (returnsRows) {
        const rows: unknown[] = statement.all(...parameters);
        return { rows, changed: rows.length };
      }
      return { rows: [], changed: statement.run(...parameters).changes };
    },
    requireInPlace() {
      if (statSync(file, { throwIfNoEntry: false })?.ino === openedIno) return;
      throw new StoreError('disk', `${file} was deleted or replaced while it was open`);
    },
    close() {
      preparedBySql.clear();
      if (!isReadOnly) moveLog(database);
      database.close();
    },
  };
}

/** Moves the log into the database file. TRUNCATE empties the log, so that there is only one file to back up. */
function moveLog(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // Another process may be reading, or the disk may be full. Then the log stays, and the next opening uses it.
    if (!['busy', 'disk'].includes(failureOf(error).code)) throw error;
  }
}
