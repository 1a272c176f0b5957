/**
 * The SQLite connection: how it is set up, and prepared statements kept for reuse.
 *
 * `synchronous=FULL` in WAL mode makes COMMIT wait for the disk, so that an acknowledged write survives a power cut. NORMAL would be some
 * seventy times faster for single commits and would lose the last of them; group commit buys most of that speed back without the loss.
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

/** How long a statement waits for another process, such as the account command, to finish its own write. */
const BUSY_MS_MAX = 5_000;

/**
 * Pages of the log, 32 MB, until a commit moves it into the database file as well, which takes tens of milliseconds on a busy disk, and all
 * that came meanwhile waits. With 1,000, SQLite's own, every 70th commit of many small ones did that, and so it was what the slowest 2 % of
 * charges waited for (`docs/benchmarks.md`); now every 500th does. A start after a crash reads the log.
 */
const LOG_PAGES_MAX = 8_000;

/** Far more than the service has distinct queries; a bound only against a query text that grows with its data. */
const PREPARED_STATEMENTS_MAX = 500;

export type Connection = {
  readonly database: DatabaseSyncInstance;
  /** Runs one statement. `changed` counts the rows changed, or returned for a statement that returns rows. */
  run(statement: Pick<Statement, 'sql' | 'parameters'>): { rows: unknown[]; changed: number };
  /**
   * Throws `StoreError` where the file that was opened no longer has its name: it was deleted, or another one put in its place. The system
   * would keep it until it is closed, and all that was written to it would go with it. 2 µs.
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
 * For a disk that takes nothing, and for programs that only read: every write fails. What a process that was killed has left in its log is
 * read as well.
 */
export function openReadOnlyConnection(file: string): Connection {
  return connectionOf(openReadOnly(file), { file, isReadOnly: true });
}

/**
 * Who ended well has left no log, and SQLite makes an empty one even to read. Where it cannot, nobody can change the file either, and it
 * is told so.
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

/** TRUNCATE leaves one file to back up. */
function moveLog(database: DatabaseSyncInstance): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // Another process may be reading, or the disk be full: then the log stays, and the next opening continues with it.
    if (!['busy', 'disk'].includes(failureOf(error).code)) throw error;
  }
}
