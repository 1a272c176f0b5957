/**
 * What the store's thread does: it owns the connection, collects what has arrived, and answers a group at a time.
 *
 * SQLite's calls block, and here they block only this thread. The disk (0.2 to 40 ms a commit, by disk) is waited for apart from them
 * (`log-sync.ts`): while a commit of an account is on its way there, further units of the account arrive, and go together in its next
 * one. So the group grows with the load by itself, without any timer.
 *
 *     opening ──► waiting ──message──► collecting ──setImmediate──► reads, then one commit if it may begin ──► waiting
 *        │                                               ▲                           └──► on disk: replies ──► the next commit
 *        └─► open_failed (ends)                          close ──► checkpoint, closed (ends)
 *
 * Reads go before the group's writes: they see all that was ever acknowledged, and do not wait for this group's disk.
 * An error outside of a unit is not caught, nor one of the disk after a commit: the thread dies, and the main side reports the crash.
 */
import { fdatasync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { openConnection, openReadOnlyConnection, type Connection } from './connection.js';
import { failureOf } from './errors.js';
import { commitGroup } from './group-commit.js';
import { createLogSync } from './log-sync.js';
import type { FromThread, Reply, ThreadInput, ToThread, WriteUnit } from './messages.js';
import { migrate, requireMigrated } from './migrate.js';

/** Bounds how long one transaction keeps the others waiting: at some 100 µs a unit, 50 ms. */
const GROUP_MESSAGES_MAX = 500;

/** Brings what was written to the file to disk. Tests give one that hangs or fails. */
export type SyncFile = (file: number, ended: (error: Error | null) => void) => void;

export function serve(port: MessagePort, input: ThreadInput, syncFile: SyncFile = fdatasync): void {
  const send = (message: FromThread): void => {
    port.postMessage(message);
  };

  let connection: Connection;
  let logFile: number | null = null;
  try {
    connection = input.isReadOnly ? openReadOnlyConnection(input.file) : openConnection(input.file);
    const { database } = connection;
    if (input.isReadOnly) requireMigrated(database);
    const migrationsRun = input.isReadOnly ? 0 : migrate(database, Date.now());
    // Nothing is ever written by a connection that only reads.
    if (!input.isReadOnly) logFile = connection.syncApart();
    send({ kind: 'opened', migrationsRun });
  } catch (error) {
    send({ kind: 'open_failed', failure: failureOf(error) });
    port.close();
    return;
  }

  const arrived: ToThread[] = [];
  const units: WriteUnit[] = [];
  const log = createLogSync(
    (ended) => {
      if (logFile === null) throw new Error('A connection that only reads has written.');
      syncFile(logFile, ended);
    },
    () => {
      beginCommit();
    },
  );

  const beginCommit = (): void => {
    if (units.length === 0 || !log.mayBegin(units.map(({ account }) => account))) return;
    const group = units.splice(0, GROUP_MESSAGES_MAX);
    const startedAtMs = performance.now();
    const { replies, committed } = commitGroup(connection, group);
    if (committed) log.written(group.map(({ account }) => account));
    log.onDisk(() => {
      const commitSeconds = committed ? (performance.now() - startedAtMs) / 1_000 : null;
      send({ kind: 'replies', replies, commitSeconds });
    });
    if (units.length > 0) setImmediate(beginCommit);
  };
  const workOnGroup = (): void => {
    const group = arrived.splice(0, GROUP_MESSAGES_MAX);
    if (arrived.length > 0) setImmediate(workOnGroup);
    const replies = repliesToReads(connection, group);
    if (replies.length > 0) {
      log.onDisk(() => {
        send({ kind: 'replies', replies, commitSeconds: null });
      });
    }
    for (const message of group) if (message.kind === 'write') units.push(message.unit);
    beginCommit();
    // Asked for when all else is answered, so that nothing is on its way to the disk.
    if (group.some(({ kind }) => kind === 'close')) {
      connection.close();
      send({ kind: 'closed' });
      port.close();
    }
  };
  port.on('message', (message: ToThread) => {
    if (arrived.push(message) === 1) setImmediate(workOnGroup);
  });
}

function repliesToReads(connection: Connection, group: readonly ToThread[]): Reply[] {
  const replies: Reply[] = [];
  for (const message of group) {
    if (message.kind !== 'read') continue;
    const { id, statement } = message;
    try {
      replies.push({ id, kind: 'rows', rows: connection.run(statement).rows });
    } catch (error) {
      replies.push({ id, kind: 'failed', failure: failureOf(error) });
    }
  }
  return replies;
}

export function isThreadInput(data: unknown): data is ThreadInput {
  return (
    typeof data === 'object' && data !== null && 'file' in data && typeof data.file === 'string'
  );
}
