/** Finds damage in an embedded database with SQLite's own checks. Changes nothing, and may run beside the service. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { openReadOnly } from './connection.js';
import { messageOf } from './errors.js';

/** The number of faults to report; more would tell the operator nothing new. */
const FAULTS_MAX = 100;

/** Returns one sentence per fault, for the operator. Reads the whole database: about a second per 100 MB. */
export function damageOf(file: string): readonly string[] {
  let database: DatabaseSyncInstance;
  try {
    database = openReadOnly(file);
  } catch (error) {
    return [messageOf(error)];
  }
  try {
    return faultsIn(database);
  } catch (error) {
    return [messageOf(error)];
  } finally {
    database.close();
  }
}

export function faultsIn(database: DatabaseSyncInstance): readonly string[] {
  const rows: unknown[] = database.prepare(`PRAGMA integrity_check(${String(FAULTS_MAX)})`).all();
  const integrity = rows.map((row) => valueOf(row, 'integrity_check'));
  // The references of rows can only be checked if the rows can be read.
  if (integrity.length !== 1 || integrity[0] !== 'ok') return integrity;
  const orphans: unknown[] = database.prepare('PRAGMA foreign_key_check').all();
  return orphans
    .slice(0, FAULTS_MAX)
    .map(
      (row) =>
        `row ${valueOf(row, 'rowid')} of ${valueOf(row, 'table')} refers to a row of ${valueOf(row, 'parent')} that is not there`,
    );
}

function valueOf(row: unknown, column: string): string {
  return String(new Map(Object.entries(row ?? {})).get(column));
}
