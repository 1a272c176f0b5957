/** A full disk: writes are refused with `full`, they leave nothing behind, and stored blobs can still be read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openDirectoryBlobs } from '../../server/blobs/index.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { withDirectory } from './fixtures/directory.js';

const DISK_BYTES = 2 * 1024 * 1024;

/** Mounting a separate disk needs privileges; the result is undefined without them. */
async function withSmallDisk(body: (dir: string) => Promise<void>): Promise<void> {
  await withDirectory(async (parent) => {
    const dir = join(parent, 'disk');
    mkdirSync(dir);
    const unmount = mountSmallDisk(dir, DISK_BYTES);
    if (unmount === undefined) {
      process.stderr.write(
        'Left out: blobs on a full disk. Mounting a small one is not allowed.\n',
      );
      return;
    }
    try {
      await body(dir);
    } finally {
      unmount();
    }
  });
}

test('a blob that does not fit is refused with `full` and occupies no space; smaller ones are written', async () => {
  await withSmallDisk(async (dir) => {
    const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
    const small = randomBytes(10_000);
    await blobs.write('results/kept.json.gz', [small]);
    await blobs.write('results/replaced.json.gz', [small]);
    const large = Array.from({ length: 30 }, () => randomBytes(DISK_BYTES / 20));
    for (const name of ['results/large.json.gz', 'results/replaced.json.gz']) {
      await expect(blobs.write(name, large)).rejects.toMatchObject({ code: 'full' });
    }
    const names: string[] = [];
    for await (const { name } of blobs.list('')) names.push(name);
    expect(names.toSorted()).toEqual(['results/kept.json.gz', 'results/replaced.json.gz']);
    expect(await blobs.read('results/replaced.json.gz')).toHaveLength(small.length);
    // The partial, refused write was removed, so that there is space again.
    await blobs.write('results/half.json.gz', [randomBytes(DISK_BYTES / 2)]);
  });
});

test('a store without space reports it when it is checked', async () => {
  await withSmallDisk(async (dir) => {
    const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
    await blobs.check();
    expect(() => {
      writeFileSync(join(dir, 'filler'), Buffer.alloc(2 * DISK_BYTES));
    }).toThrow('ENOSPC');
    await expect(blobs.check()).rejects.toMatchObject({ code: 'full' });
    await expect(blobs.write('results/a.json.gz', [randomBytes(10)])).rejects.toMatchObject({
      code: 'full',
    });
  });
});
