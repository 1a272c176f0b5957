/** The write-ahead log is moved into the database rarely, because commits wait for it, but before it grows large. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { insertAccount } from './fixtures/rows.js';
import { withStore } from './fixtures/store.js';

const PAGE_BYTES = 4_096;
/** A row with a name of almost a page fills a page of the table by itself, and one or two pages of its indexes. */
const NAME_LENGTH = 3_500;

test('the log grows to 6,000 pages beside the database, and starts over before it has 10,000', async () => {
  await withStore(async (store, dataDir) => {
    const bytesOf = (ending: string) => statSync(join(dataDir, `route-engine.db${ending}`)).size;
    const databaseBytes = bytesOf('');
    let count = 0;
    const writeUntil = async (isEnough: () => boolean): Promise<void> => {
      while (!isEnough()) {
        if (count > 20_000) throw new Error('there is no end to it');
        const units = Array.from({ length: 50 }, () => {
          count += 1;
          return store.write([
            { query: insertAccount(store, `${count} `.padEnd(NAME_LENGTH, 'x')) },
          ]);
        });
        await Promise.all(units);
      }
    };

    await writeUntil(() => bytesOf('-wal') > 6_000 * PAGE_BYTES);
    expect(bytesOf('')).toBe(databaseBytes);

    await writeUntil(() => bytesOf('') > databaseBytes);
    const logBytes = bytesOf('-wal');
    expect(logBytes).toBeLessThan(10_000 * PAGE_BYTES);
    const before = count;
    await writeUntil(() => count >= before + 500);
    expect(bytesOf('-wal')).toBe(logBytes);
  });
});
