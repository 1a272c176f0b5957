/** A full disk refuses writes with a clear error, and reads continue; nothing acknowledged is lost. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { accountNames } from './fixtures/rows.js';
import { openTestStore, withDataDir } from './fixtures/store.js';
import { compiledFile } from '../support/compiled.js';

test('writes beyond the disk are refused as `disk`, and all acknowledged ones are kept', async () => {
  await withDataDir(async (dataDir) => {
    const program = fileURLToPath(compiledFile('test/storage/fixtures/fill-disk'));
    // A file size limit simulates the end of the disk: 2,000 blocks of 512 or 1,024 bytes, depending on the shell.
    const output = execFileSync(
      '/bin/sh',
      ['-c', 'ulimit -f 2000 && exec "$0" "$1" "$2"', process.execPath, program, dataDir],
      { encoding: 'utf8' },
    );
    const result: unknown = JSON.parse(output);
    expect(result).toMatchObject({ same: true, refusals: ['disk'] });

    const store = await openTestStore(dataDir);
    const names = await accountNames(store);
    expect(names.length).toBeGreaterThan(10);
    expect(result).toMatchObject({ count: names.length });
    await store.close();
  });
});
