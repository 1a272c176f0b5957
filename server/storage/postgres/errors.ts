/**
 * How Postgres' errors map to the store's codes, and which of them are worth another attempt.
 *
 * Only SQLSTATE decides, never the text, because servers report errors in the language of their operator. An error
 * without SQLSTATE comes from the socket or the driver, and means that the connection is lost.
 */
import { types } from 'node:util';
import { DatabaseError } from 'pg';
import { StoreError, type StoreErrorCode } from '../errors.js';

/** The connection has ended: server shutdown or crash (57P), connection exceptions (08), too many connections. */
const CONNECTION_LOST = /^(57P0[1-5]|08...|53300)$/;
const ROLLED_BACK_FOR_OTHERS = new Set(['40001', '40P01']);

/** Whether the connection is lost or was refused. What it was doing may or may not have taken effect. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof StoreError) return false;
  if (error instanceof DatabaseError) {
    return error.severity === 'FATAL' || CONNECTION_LOST.test(error.code ?? '');
  }
  // A TypeError is about a parameter that cannot be written as text.
  return types.isNativeError(error) && error.name !== 'TypeError' && !isPoolFull(error);
}

/** Whether the transaction was undone because of a deadlock or a serialization failure. It may be tried again. */
export function isRolledBackForOthers(error: unknown): boolean {
  return error instanceof DatabaseError && ROLLED_BACK_FOR_OTHERS.has(error.code ?? '');
}

/** Whether the server refused a wrong password or database name, which waiting does not change. */
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
  // Canceled by one of our time limits, for instance while waiting for a lock, or undone by conflicts too many times.
  if (state === '57014' || state === '55P03' || isRolledBackForOthers(error)) return 'busy';
  // Disk full; out of memory; I/O error; a server in read-only mode, such as a standby.
  if (state === '53100' || state === '53200' || state === '58030' || state === '25006') {
    return 'disk';
  }
  return isConnectionLost(error) || isRefusal(error) ? 'unavailable' : 'sql';
}

/**
 * Returns the columns as SQLite names them, `table.column`. In any language, the detail has the form `Key (account_id,
 * idempotency_key)=(…) already exists.`
 */
function uniqueColumns({ code, table, detail }: DatabaseError): readonly string[] {
  if (code !== '23505' || table === undefined) return [];
  const columns = /\(([^()]+)\)=\(/.exec(detail ?? '')?.[1];
  return columns === undefined ? [] : columns.split(', ').map((column) => `${table}.${column}`);
}

/** Whether all connections were in use for too long. Only this text of the pool says so; no socket error has it. */
function isPoolFull(error: unknown): boolean {
  return messageOf(error) === 'timeout exceeded when trying to connect';
}

/** If every address of a name refuses, Node's error has an empty message and contains the reasons. */
function messageOf(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  if (error.message === '' && 'errors' in error && Array.isArray(error.errors)) {
    return error.errors.map(messageOf).join('; ');
  }
  return error.message;
}
