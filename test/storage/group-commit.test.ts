/** Many writers share one commit, and none is answered before it. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { sql } from 'kysely';
import { DATABASE_FILE } from '../../server/storage/index.js';
import { accountNames, insertAccount } from './fixtures/rows.js';
import { withStore } from './fixtures/store.js';

test('units that arrive while the thread is busy are committed together', async () => {
  await withStore(async (store, dataDir) => {
    // Another process holds the write lock: the thread waits with the first units, and all others arrive meanwhile.
    const other = new DatabaseSync(join(dataDir, DATABASE_FILE));
    other.exec('BEGIN IMMEDIATE');
    const names = Array.from({ length: 300 }, (_, idx) => `account ${String(1_000 + idx)}`);
    const writes = names.map((name) => store.write([{ query: insertAccount(store, name) }]));
    other.exec('COMMIT');
    other.close();
    await Promise.all(writes);

    expect(await accountNames(store)).toEqual(names);
    const { units, commits } = store.statistics();
    expect(units).toBe(300);
    expect(commits).toBeLessThanOrEqual(2);
  });
});

test('a read does not see an uncommitted unit, and sees it after its answer', async () => {
  await withStore(async (store, dataDir) => {
    const other = new DatabaseSync(join(dataDir, DATABASE_FILE));
    other.exec('BEGIN IMMEDIATE');
    const write = store.write([{ query: insertAccount(store, 'late') }]);
    const early = accountNames(store);
    other.exec('COMMIT');
    other.close();
    await write;
    // Posted after the write, `early` may run before or after it, but never between its statements and their commit.
    expect([[], ['late']]).toContainEqual(await early);
    expect(await accountNames(store)).toEqual(['late']);
  });
});

test('a commit waits for the disk', async () => {
  await withStore(async (store) => {
    const pragma = <Row>(name: string) => ({
      compile: () => sql<Row>`${sql.raw(`PRAGMA ${name}`)}`.compile(store.queries),
    });
    // 2 is FULL: the log is synced at every commit, not only at checkpoints.
    expect(await store.read(pragma('synchronous'))).toEqual([{ synchronous: 2 }]);
    expect(await store.read(pragma('journal_mode'))).toEqual([{ journal_mode: 'wal' }]);
    expect(await store.read(pragma('foreign_keys'))).toEqual([{ foreign_keys: 1 }]);
  });
});
