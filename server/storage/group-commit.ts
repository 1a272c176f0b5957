/**
 * Group commit: all write units that have arrived go into one transaction, so that one wait for the disk serves many
 * requests.
 *
 *     BEGIN IMMEDIATE
 *       SAVEPOINT unit  statements of unit 1  RELEASE unit
 *       SAVEPOINT unit  statements of unit 2  ROLLBACK TO unit, RELEASE unit    (a guard failed: only unit 2 is undone)
 *       …
 *     COMMIT                                                                    (one fsync; replies are sent after it)
 *
 * A unit that fails does not affect the others, with one exception that SQLite imposes: on a full or failing disk it
 * may end the whole transaction. Then every unit of the group fails, because none of them is stored.
 */
import type { Connection } from './connection.js';
import { failureOf, type StoreFailure } from './errors.js';
import type { Reply, WriteUnit } from './messages.js';

export type GroupOutcome = {
  /** One per unit, in the order of the units. */
  readonly replies: readonly Reply[];
  readonly committed: boolean;
};

const BEGIN = { sql: 'BEGIN IMMEDIATE', parameters: [] };
const COMMIT = { sql: 'COMMIT', parameters: [] };
const SAVEPOINT = { sql: 'SAVEPOINT unit', parameters: [] };
const RELEASE = { sql: 'RELEASE unit', parameters: [] };
const ROLLBACK_TO = { sql: 'ROLLBACK TO unit', parameters: [] };

/**
 * Commits all units at once. Throws only if a failed transaction cannot be rolled back: the connection is then
 * unusable.
 */
export function commitGroup(connection: Connection, units: readonly WriteUnit[]): GroupOutcome {
  const refuseAll = (failure: StoreFailure): GroupOutcome => {
    if (connection.database.isTransaction) connection.database.exec('ROLLBACK');
    const replies = units.map(({ id }): Reply => ({ id, kind: 'failed', failure }));
    return { replies, committed: false };
  };

  try {
    connection.requireInPlace();
    connection.run(BEGIN);
  } catch (error) {
    return refuseAll(failureOf(error));
  }
  const replies: Reply[] = [];
  for (const unit of units) {
    const reply = runUnit(connection, unit);
    if (!connection.database.isTransaction) {
      const failure = reply.kind === 'failed' ? reply.failure : failureOf('transaction ended');
      return refuseAll(failure);
    }
    replies.push(reply);
  }
  try {
    connection.run(COMMIT);
  } catch (error) {
    return refuseAll(failureOf(error));
  }
  return { replies, committed: true };
}

function runUnit(connection: Connection, unit: WriteUnit): Reply {
  const { id } = unit;
  try {
    connection.run(SAVEPOINT);
    const rowsOfStatements: unknown[][] = [];
    for (const statement of unit.statements) {
      const { rows, changed } = connection.run(statement);
      if (changed === 0 && statement.mustChange !== null) {
        undoUnit(connection);
        return { id, kind: 'guard_failed', guard: statement.mustChange };
      }
      rowsOfStatements.push(rows);
    }
    connection.run(RELEASE);
    return { id, kind: 'committed', rows: rowsOfStatements };
  } catch (error) {
    const failure = failureOf(error);
    if (connection.database.isTransaction) undoUnit(connection);
    return { id, kind: 'failed', failure };
  }
}

function undoUnit(connection: Connection): void {
  connection.run(ROLLBACK_TO);
  connection.run(RELEASE);
}
