/**
 * The store's thread: it owns the connection, collects the messages that have arrived, and answers them in groups.
 *
 * SQLite's calls block, and a commit waits for the disk (0.2 to 8 ms, depending on the disk); here they block only this
 * thread. Meanwhile further units arrive at its port, and the next turn takes them all: the group grows with the load,
 * without a timer.
 *
 *     opening ──► waiting ──message──► collecting ──setImmediate──► reads, then one commit ──► replies ──► waiting
 *        └─► open_failed (ends)            close ──► checkpoint, closed (ends)
 *
 * Reads run before the group's writes: they see everything that has been acknowledged, and do not wait for this group's
 * commit. An error outside of a unit is not caught: the thread dies, and the main thread reports the crash.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { openConnection, openReadOnlyConnection, type Connection } from './connection.js';
import { failureOf } from './errors.js';
import { commitGroup } from './group-commit.js';
import type { FromThread, Reply, ThreadInput, ToThread, WriteUnit } from './messages.js';
import { migrate, requireMigrated } from './migrate.js';

/** Bounds how long one transaction keeps other messages waiting: 50 ms at about 100 µs per unit. */
const GROUP_MESSAGES_MAX = 500;

// This file is the entry point of a thread. Imported anywhere else, it does nothing.
if (parentPort !== null && isThreadInput(workerData)) serve(parentPort, workerData);

function serve(port: MessagePort, input: ThreadInput): void {
  const send = (message: FromThread): void => {
    port.postMessage(message);
  };

  let connection: Connection;
  try {
    connection = input.isReadOnly ? openReadOnlyConnection(input.file) : openConnection(input.file);
    const { database } = connection;
    if (input.isReadOnly) requireMigrated(database);
    send({
      kind: 'opened',
      migrationsRun: input.isReadOnly ? 0 : migrate(database, Date.now()),
    });
  } catch (error) {
    send({ kind: 'open_failed', failure: failureOf(error) });
    port.close();
    return;
  }

  const arrived: ToThread[] = [];
  const workOnGroup = (): void => {
    const group = arrived.splice(0, GROUP_MESSAGES_MAX);
    if (arrived.length > 0) setImmediate(workOnGroup);
    answerReads(connection, group, send);
    commitWrites(connection, group, send);
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

function answerReads(
  connection: Connection,
  group: readonly ToThread[],
  send: (message: FromThread) => void,
): void {
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
  if (replies.length > 0) send({ kind: 'replies', replies, commitSeconds: null });
}

function commitWrites(
  connection: Connection,
  group: readonly ToThread[],
  send: (message: FromThread) => void,
): void {
  const units: WriteUnit[] = [];
  for (const message of group) if (message.kind === 'write') units.push(message.unit);
  if (units.length === 0) return;
  const startedAtMs = performance.now();
  const { replies, committed } = commitGroup(connection, units);
  const commitSeconds = committed ? (performance.now() - startedAtMs) / 1_000 : null;
  send({ kind: 'replies', replies, commitSeconds });
}

function isThreadInput(data: unknown): data is ThreadInput {
  return (
    typeof data === 'object' && data !== null && 'file' in data && typeof data.file === 'string'
  );
}
