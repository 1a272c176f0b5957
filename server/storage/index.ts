/**
 * Storage: one embedded database, written in groups by a thread of its own, read and written through typed queries.
 *
 * What other folders may import. They bring their own queries; the connection, the transactions and the migrations stay in here.
 */
export { StoreError, type StoreErrorCode } from './errors.js';
export { prepareQuery, type PreparedQuery, type Slots } from './prepared.js';
export type { AccountId, Database, JobKind, JobState, KeyId, LedgerKind } from './schema.js';
export {
  DATABASE_FILE,
  openStore,
  type Store,
  type StoreOptions,
  type StoreStatistics,
  type WriteOutcome,
  type WriteStatement,
} from './store.js';
