/** A full disk: writes are refused as `full`, nothing of them stays, and what is kept can be read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openDirectoryBlobs } from '../../server/blobs/index.js';
import { mountSmallDisk } from '../support/small-disk.js';
import { withDirectory } from './fixtures/directory.js';

const DISK_BYTES = 2 * 1024 * 1024;

/** A disk of its own needs the right to mount one; undefined: there is none. */
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

test('a blob beyond the disk is refused as `full` and takes no room; smaller ones go on', async () => {
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
    // What was begun and refused has been removed, so that there is room again.
    await blobs.write('results/half.json.gz', [randomBytes(DISK_BYTES / 2)]);
  });
});

test('a store without room says so when it is asked', async () => {
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
