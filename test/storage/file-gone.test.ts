/** A database whose file was unlinked would accept writes, and lose all of them when it is closed. */
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { accountNames, insertAccount } from './fixtures/rows.js';
import { openTestStore, withDataDir } from './fixtures/store.js';

test.each([
  ['deleted', () => undefined],
  ['replaced by a copy of it', copyFileSync],
])('whose file is %s accepts no writes and can still be read', async (_, replace) => {
  await withDataDir(async (dataDir) => {
    const store = await openTestStore(dataDir);
    const insert = (name: string) => store.write([{ query: insertAccount(store, name) }]);
    await insert('before');
    const file = join(dataDir, 'route-engine.db');
    renameSync(file, `${file}.away`);
    replace(`${file}.away`, file);
    await expect(insert('meanwhile')).rejects.toMatchObject({ code: 'disk' });
    expect(await accountNames(store)).toEqual(['before']);

    rmSync(file, { force: true });
    renameSync(`${file}.away`, file);
    await insert('after');
    expect(await accountNames(store)).toEqual(['after', 'before']);
    await store.close();
  });
});
