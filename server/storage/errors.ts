/**
 * Everything that can go wrong in the store, as one closed list of codes, and how SQLite's errors map to it (for
 * Postgres, see `postgres/errors.ts`).
 *
 * The driver reports an error code for some calls and only a message for others (statements that return rows), so the
 * message decides. SQLite has kept these texts stable for two decades, and a test checks each mapping.
 */

import { types } from 'node:util';

/** The codes, as keys, and what each of them means. */
export const STORE_ERRORS = {
  unique_violation: 'A row with this unique value exists',
  constraint_violation: 'A row would break another rule of its table',
  busy: 'The database was held by others for longer than the wait',
  disk: 'The disk is full or failed',
  sql: 'The statement could not be run',
  overloaded: 'Too many units of work wait for the store',
  closed: 'The store is closed',
  crashed: "The store's thread ended unexpectedly",
  unavailable: 'The database server cannot be reached',
  outcome_unknown: 'The connection was lost during the commit, so its outcome is unknown',
  newer_than_code: 'The database was written by a newer release',
} as const satisfies Record<string, string>;

export type StoreErrorCode = keyof typeof STORE_ERRORS;

/** A store error as plain data, the form in which the thread sends it. */
export type StoreFailure = {
  readonly code: StoreErrorCode;
  readonly message: string;
  /** The columns of a unique violation, such as `api_keys.key_hash`; empty for all other codes. */
  readonly columns: readonly string[];
};

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly columns: readonly string[];

  constructor(code: StoreErrorCode, message: string, columns: readonly string[] = []) {
    super(message);
    this.code = code;
    this.columns = columns;
  }
}

/** Returns the failure for anything thrown while the database was used. */
export function failureOf(error: unknown): StoreFailure {
  if (error instanceof StoreError) {
    return { code: error.code, message: error.message, columns: error.columns };
  }
  const message = messageOf(error);
  const unique = /UNIQUE constraint failed: (.+)$/.exec(message)?.[1];
  if (unique !== undefined) {
    return { code: 'unique_violation', message, columns: unique.split(', ') };
  }
  return { code: codeOf(message), message, columns: [] };
}

const DAMAGE = /disk image is malformed|not a database/;
const DISK_FAULT = /disk is full|disk I\/O error|unable to open database file|readonly database/;

function codeOf(message: string): StoreErrorCode {
  if (/constraint failed|append-only/.test(message)) return 'constraint_violation';
  if (/database (table )?is locked|database is busy/.test(message)) return 'busy';
  if (DISK_FAULT.test(message) || DAMAGE.test(message)) return 'disk';
  return 'sql';
}

/** Whether the error means that the database is damaged: its content is not what SQLite wrote. */
export function isDamage(error: unknown): boolean {
  return DAMAGE.test(messageOf(error));
}

export function messageOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}
