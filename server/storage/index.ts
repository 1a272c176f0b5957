/**
 * Storage: a database that is read and written through typed queries, either embedded (SQLite in its own thread) or
 * shared (Postgres).
 *
 * This file exports what other folders may import. They build their own queries; the connection, the transactions and
 * the migrations stay inside this folder.
 */
export { StoreError, type StoreErrorCode } from './errors.js';
export { damageOf } from './inspect.js';
export { salvage, type SalvageReport } from './salvage.js';
export { openSharedStore } from './open-shared-store.js';
export type { SharedStoreOptions } from './postgres/shared-store.js';
export { prepareQuery, type PreparedQuery, type Slots } from './prepared.js';
export type { AccountId, Database, JobKind, JobState, KeyId, LedgerKind } from './schema.js';
export type { Store, StoreStatistics, WriteOutcome, WriteStatement } from './types.js';
export { DATABASE_FILE, openStore, type StoreOptions } from './store.js';
