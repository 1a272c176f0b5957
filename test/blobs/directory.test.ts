/** Behavior that only a directory has: permissions, a disk that goes away, leftovers, times by the service's clock. */
import { mkdirSync, renameSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { syncFolder } from '../../server/blobs/durable-file.js';
import { openDirectoryBlobs } from '../../server/blobs/index.js';
import { withDirectory } from './fixtures/directory.js';
import { hangingChunks, jsonBlob } from './fixtures/json.js';

test('only the owner can read the directory, its blobs and its secrets', async () => {
  await withDirectory(async (parent) => {
    const dir = join(parent, 'deep', 'results');
    const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
    await blobs.write('results/a.json.gz', [jsonBlob(1)]);
    const mode = (path: string): number => statSync(path).mode & 0o777;
    expect(mode(dir)).toBe(0o700);
    expect(mode(join(dir, 'link-secrets'))).toBe(0o600);
    expect(mode(join(dir, 'results'))).toBe(0o700);
    expect(mode(join(dir, 'results', 'a.json.gz'))).toBe(0o600);
  });
});

test('the time of a write is that of the service’s clock', async () => {
  await withDirectory(async (dir) => {
    const blobs = await openDirectoryBlobs({ dir, clock: () => 1_000_000_000_500 });
    await blobs.write('results/a.json.gz', [jsonBlob(1)]);
    for await (const { writtenAtMs } of blobs.list('')) expect(writtenAtMs).toBe(1_000_000_000_500);
  });
});

test('opening the directory removes leftovers of unfinished writes, and logs which writes they were', async () => {
  await withDirectory(async (dir) => {
    const first = await openDirectoryBlobs({ dir, clock: Date.now });
    await first.write('results/a.json.gz', [jsonBlob(1)]);
    const controller = new AbortController();
    const { chunks, hangs } = hangingChunks();
    const cutOff = first.write('results/b.json.gz', chunks, controller.signal);
    await hangs;
    expect(readdirSync(join(dir, 'results'))).toHaveLength(2);
    await openDirectoryBlobs({ dir, clock: Date.now });
    expect(readdirSync(join(dir, 'results'))).toEqual(['a.json.gz']);
    controller.abort(new Error('planned abort'));
    await expect(cutOff).rejects.toThrow('planned abort');
  });
});

test('the mount point of a missing disk is not filled, and the store serves again once the disk is back', async () => {
  await withDirectory(async (parent) => {
    const dir = join(parent, 'disk');
    const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
    await blobs.write('results/a.json.gz', [jsonBlob(1)]);
    renameSync(dir, join(parent, 'away'));
    // A disk that is not mounted leaves an empty folder.
    mkdirSync(dir);
    for (const attempt of [1, 2]) {
      const write = blobs.write('results/b.json.gz', [jsonBlob(attempt)]);
      await expect(write).rejects.toMatchObject({ code: 'unavailable' });
    }
    await expect(blobs.check()).rejects.toThrow('is its disk mounted?');
    expect(readdirSync(dir)).toEqual([]);
    renameSync(join(parent, 'away'), dir);
    await blobs.check();
    await blobs.write('results/b.json.gz', [jsonBlob(2)]);
  });
});

test('a folder that was removed is created again', async () => {
  await withDirectory(async (dir) => {
    const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
    await blobs.write('results/a.json.gz', [jsonBlob(1)]);
    renameSync(join(dir, 'results'), join(dir, 'removed'));
    const lost = blobs.write('results/b.json.gz', [jsonBlob(2)]);
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    await blobs.write('results/b.json.gz', [jsonBlob(2)]);
    expect(await blobs.read('results/b.json.gz')).toBeDefined();
  });
});

test.each([
  ['is empty', ''],
  ['has a short secret', 'short\n'],
  ['has three', `${'a'.repeat(40)}\n${'b'.repeat(40)}\n${'c'.repeat(40)}\n`],
  ['has one with spaces', `${'a '.repeat(20)}b\n`],
])('a file of secrets that %s keeps the store from opening', async (_what, text) => {
  await withDirectory(async (dir) => {
    writeFileSync(join(dir, 'link-secrets'), text);
    const opening = openDirectoryBlobs({ dir, clock: Date.now });
    await expect(opening).rejects.toThrow('link-secrets must have one or 2 lines');
  });
});

test('a file in place of the directory keeps the store from opening', async () => {
  await withDirectory(async (parent) => {
    const dir = join(parent, 'file');
    writeFileSync(dir, '');
    await expect(openDirectoryBlobs({ dir, clock: Date.now })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

test('writes that share a failed sync of a folder all fail, and later writes try again', async () => {
  await withDirectory(async (parent) => {
    const folder = join(parent, 'later');
    const refused = [1, 2, 3].map(() => syncFolder(folder));
    for (const round of refused) await expect(round).rejects.toMatchObject({ code: 'unavailable' });
    mkdirSync(folder);
    await Promise.all([1, 2, 3].map(() => syncFolder(folder)));
  });
});
