/**
 * How Postgres' errors map to the store's codes, and which of them are worth another try.
 *
 * SQLSTATE decides, never the text: servers speak their operator's language. What has no SQLSTATE comes from the socket or the driver, and
 * means that the connection is gone.
 */
import { types } from 'node:util';
import { DatabaseError } from 'pg';
import { StoreError, type StoreErrorCode } from '../errors.js';

/** Of classes that end the connection: shutdown and crash of the server (57P), connection exceptions (08), too many connections. */
const CONNECTION_LOST = /^(57P0[1-5]|08...|53300)$/;
const ROLLED_BACK_FOR_OTHERS = new Set(['40001', '40P01']);

/** The server is away, has ended or refused this connection, or does not answer. What the connection was doing may or may not be done. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof StoreError) return false;
  if (error instanceof DatabaseError) {
    return error.severity === 'FATAL' || CONNECTION_LOST.test(error.code ?? '');
  }
  // A TypeError is of a parameter that cannot be written as text.
  return types.isNativeError(error) && error.name !== 'TypeError' && !isPoolFull(error);
}

/** A deadlock was cut, or two transactions could not be put in an order: this one is undone and may come again. */
export function isRolledBackForOthers(error: unknown): boolean {
  return error instanceof DatabaseError && ROLLED_BACK_FOR_OTHERS.has(error.code ?? '');
}

/** A wrong password or database name: nothing that a wait would heal. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(28|3D)/.test(error.code ?? '');
}

export function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const message = messageOf(error);
  if (error instanceof DatabaseError) {
    return new StoreError(codeOf(error), message, uniqueColumns(error));
  }
  if (isPoolFull(error)) return new StoreError('overloaded', message);
  return new StoreError(isConnectionLost(error) ? 'unavailable' : 'sql', message);
}

function codeOf(error: DatabaseError): StoreErrorCode {
  const state = error.code ?? '';
  if (state === '23505') return 'unique_violation';
  if (state.startsWith('23')) return 'constraint_violation';
  // Canceled by one of our own limits of time, waiting for a lock for instance; or rolled back for others time and again.
  if (state === '57014' || state === '55P03' || isRolledBackForOthers(error)) return 'busy';
  // Disk full, out of memory; an I/O error; a server in read-only mode, as a standby is.
  if (state === '53100' || state === '53200' || state === '58030' || state === '25006') {
    return 'disk';
  }
  return isConnectionLost(error) || isRefusal(error) ? 'unavailable' : 'sql';
}

/** As SQLite writes them, `table.column`. The detail is `Key (account_id, idempotency_key)=(…) already exists.`, in any language. */
function uniqueColumns({ code, table, detail }: DatabaseError): readonly string[] {
  if (code !== '23505' || table === undefined) return [];
  const columns = /\(([^()]+)\)=\(/.exec(detail ?? '')?.[1];
  return columns === undefined ? [] : columns.split(', ').map((column) => `${table}.${column}`);
}

/** The pool's own words, which no error of a socket has: every connection was taken for as long as a caller may wait. */
function isPoolFull(error: unknown): boolean {
  return messageOf(error) === 'timeout exceeded when trying to connect';
}

/** Refused on every address of a name, Node says so with an empty message and the reasons inside. */
function messageOf(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  if (error.message === '' && 'errors' in error && Array.isArray(error.errors)) {
    return error.errors.map(messageOf).join('; ');
  }
  return error.message;
}
