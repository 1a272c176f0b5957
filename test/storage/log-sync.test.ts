/** Nobody is answered before the disk has what the answer rests on, and no account waits for the disk behind another. */
import { BroadcastChannel } from 'node:worker_threads';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { asAccountId } from '../../server/accounts/index.js';
import { DATABASE_FILE, type Store, type StoreError } from '../../server/storage/index.js';
import { createLogSync } from '../../server/storage/log-sync.js';
import { compiledFile } from '../support/compiled.js';
import type { SyncBegan } from './fixtures/held-disk-thread.js';
import { accountNames, insertAccount } from './fixtures/rows.js';
import { openTestStore, withDataDir } from './fixtures/store.js';

/** The disk of the fixture: says which syncs have begun, and ends them. */
function openDisk() {
  const channel = new BroadcastChannel('held-disk');
  let last = 0;
  let onBegan: (() => void) | undefined;
  channel.onmessage = (event) => {
    const { data } = event as { data: Partial<SyncBegan> };
    last = data.began ?? last;
    onBegan?.();
  };
  return {
    async began(number: number) {
      while (last < number) await new Promise<void>((resolve) => (onBegan = resolve));
    },
    end(number: number, fault: string | null = null) {
      channel.postMessage({ ended: number, fault });
    },
    close: () => {
      channel.close();
    },
  };
}

async function withHeldDisk(
  body: (context: {
    store: Store;
    disk: ReturnType<typeof openDisk>;
    /** Rows that another connection sees: what is committed, on disk or not. */
    committed: () => number;
    crashes: StoreError[];
  }) => Promise<void>,
) {
  await withDataDir(async (dataDir) => {
    const disk = openDisk();
    const crashes: StoreError[] = [];
    const store = await openTestStore(dataDir, {
      threadFile: compiledFile('test/storage/fixtures/held-disk-thread'),
      onCrash: (error) => crashes.push(error),
    });
    const other = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
    const committed = () => other.prepare('SELECT * FROM accounts').all().length;
    try {
      await body({ store, disk, committed, crashes });
    } finally {
      other.close();
      disk.close();
      await store.close();
    }
  });
}

test('answers wait for the disk, those of reads too, and a later sync tells of an earlier commit', async () => {
  await withHeldDisk(async ({ store, disk, committed }) => {
    const told: string[] = [];
    const tell = (what: string) => (): void => {
      told.push(what);
    };
    const write = (account: string, name: string) =>
      store.write([{ query: insertAccount(store, name) }], asAccountId(account)).then(tell(name));

    const first = write('a', 'a 1');
    await disk.began(1);
    const read = accountNames(store).then((names) => {
      told.push(`read ${names.join()}`);
    });
    const other = write('b', 'b 1');
    await disk.began(2);
    expect(committed()).toBe(2);
    tell('sync 2 ended')();
    disk.end(2);
    await Promise.all([first, read, other]);
    // The read came before the commit of b, and sees only what a wrote.
    expect(told).toEqual(['sync 2 ended', 'a 1', 'read a 1', 'b 1']);

    disk.end(1);
    await Promise.all([
      write('a', 'a 2'),
      disk.began(3).then(() => {
        disk.end(3);
      }),
    ]);
    expect(committed()).toBe(3);
  });
});

test('what an account writes while its sync is under way goes together, with that of the next account', async () => {
  await withHeldDisk(async ({ store, disk, committed }) => {
    const write = (account: string | undefined, name: string) =>
      store.write(
        [{ query: insertAccount(store, name) }],
        account === undefined ? undefined : asAccountId(account),
      );
    const all = [write('a', 'a 1')];
    await disk.began(1);
    all.push(write('a', 'a 2'), write('a', 'a 3'), write('b', 'b 1'));
    await disk.began(2);
    // Behind b, the units of a that waited have gone, too.
    expect(committed()).toBe(4);
    disk.end(2);
    await Promise.all(all);
    expect(store.statistics()).toMatchObject({ units: 4, commits: 2 });
    disk.end(1);
  });
});

test.each([
  { underWay: [], asks: ['a'], may: true },
  { underWay: [['a']], asks: ['a', 'a'], may: false },
  { underWay: [['a']], asks: ['a', 'b'], may: true },
  { underWay: [['a']], asks: [null], may: true },
  { underWay: [['a', 'b']], asks: ['b'], may: false },
  // Two at once, whosever they are.
  { underWay: [['a'], ['b']], asks: ['c'], may: false },
])(
  'beside syncs of $underWay a commit of $asks begins at once: $may',
  ({ underWay, asks, may }) => {
    const log = createLogSync(
      () => undefined,
      () => undefined,
    );
    for (const parties of underWay) log.written(parties);
    expect(log.mayBegin(asks)).toBe(may);
  },
);

test('a sync that fails ends the store, and what became of its units is not known', async () => {
  await withHeldDisk(async ({ store, disk, crashes }) => {
    const write = store.write([{ query: insertAccount(store, 'a') }]);
    await disk.began(1);
    disk.end(1, 'EIO: i/o error');
    await expect(write).rejects.toMatchObject({
      code: 'crashed',
      message: expect.stringContaining('may not be on disk: EIO: i/o error'),
    });
    expect(crashes).toHaveLength(1);
    await expect(accountNames(store)).rejects.toMatchObject({ code: 'crashed' });
  });
});
