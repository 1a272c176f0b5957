/** What callers get when the store is full, closed or dead: a clear error at once, never a promise that hangs. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DATABASE_FILE, openStore, type StoreError } from '../../server/storage/index.js';
import { accountNames, insertAccount } from './fixtures/rows.js';
import { openTestStore, withDataDir, withStore } from './fixtures/store.js';
import { describeStores, withStore as withAnyStore } from '../support/stores.js';
import { compiledFile } from '../support/compiled.js';

describeStores((stores) => {
  test('units beyond the queue are refused, and accepted again once it is empty', async () => {
    await withAnyStore(
      stores,
      async (store) => {
        const writes = ['a', 'b', 'c'].map((name) =>
          store.write([{ query: insertAccount(store, name) }]),
        );
        const outcomes = await Promise.allSettled(writes);
        expect(outcomes.map(({ status }) => status)).toEqual([
          'fulfilled',
          'fulfilled',
          'rejected',
        ]);
        expect(outcomes[2]).toMatchObject({ reason: { code: 'overloaded' } });
        await store.write([{ query: insertAccount(store, 'd') }]);
        expect(await accountNames(store)).toEqual(['a', 'b', 'd']);
      },
      { queuedUnitsMax: 2 },
    );
  });

  test('closing lets pending units finish', async () => {
    await stores.withDatabase(async (open) => {
      const store = await open();
      const write = store.write([{ query: insertAccount(store, 'a') }]);
      await Promise.all([store.close(), store.close()]);
      expect(await write).toMatchObject({ kind: 'committed' });

      const again = await open();
      expect(await accountNames(again)).toEqual(['a']);
      await again.close();
    });
  });

  test('a closed store refuses reads and writes', async () => {
    await stores.withDatabase(async (open) => {
      const store = await open();
      const closing = store.close();
      await expect(accountNames(store)).rejects.toMatchObject({ code: 'closed' });
      await closing;
      await expect(accountNames(store)).rejects.toMatchObject({ code: 'closed' });
      const write = store.write([{ query: insertAccount(store, 'a') }]);
      await expect(write).rejects.toMatchObject({ code: 'closed' });
    });
  });
});

test('a closed store leaves everything in one file', async () => {
  await withStore(async (store, dataDir) => {
    await store.write([{ query: insertAccount(store, 'a') }]);
    await store.close();
    expect(() => statSync(join(dataDir, `${DATABASE_FILE}-wal`))).toThrow('ENOENT');
  });
});

test('a dead thread rejects waiting and new calls, and is reported once', async () => {
  await withDataDir(async (dataDir) => {
    const crashes: StoreError[] = [];
    const store = await openStore({
      dataDir,
      threadFile: compiledFile('test/storage/fixtures/dying-thread'),
      onCrash: (error) => crashes.push(error),
    });
    const waiting = await Promise.allSettled([
      store.write([{ query: insertAccount(store, 'a') }]),
      accountNames(store),
    ]);
    const crashed = { status: 'rejected', reason: { code: 'crashed' } };
    expect(waiting).toMatchObject([crashed, crashed]);
    await expect(accountNames(store)).rejects.toMatchObject({ code: 'crashed' });
    await store.close();
    expect(crashes).toHaveLength(1);
    expect(crashes[0]?.message).toContain('the database code failed');
  });
});

test('a thread that does not start rejects the opening', async () => {
  await withDataDir(async (dataDir) => {
    const threadFile = compiledFile('test/storage/fixtures/no-such-thread');
    await expect(openTestStore(dataDir, { threadFile })).rejects.toMatchObject({ code: 'crashed' });
  });
});

test('only the owner can read the data directory and the database', async () => {
  await withDataDir(async (parent) => {
    const dataDir = join(parent, 'deep', 'data');
    const store = await openTestStore(dataDir);
    await store.write([{ query: insertAccount(store, 'a') }]);
    const mode = (file: string): number => statSync(file).mode & 0o777;
    expect(mode(dataDir)).toBe(0o700);
    expect(mode(join(dataDir, DATABASE_FILE))).toBe(0o600);
    expect(mode(join(dataDir, `${DATABASE_FILE}-wal`))).toBe(0o600);
    await store.close();
  });
});
