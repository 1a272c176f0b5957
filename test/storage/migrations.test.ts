/** A database comes to the form that the code expects, whole or not at all, and never back. */
import { expect, test } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { migrate } from '../../server/storage/migrate.js';
import { MIGRATIONS } from '../../server/storage/migrations/index.js';
import { openTestStore, withDataDir } from './fixtures/store.js';

test('an empty database gets every migration, once', async () => {
  await withDataDir(async (dataDir) => {
    const first = await openTestStore(dataDir);
    expect(first.statistics().migrationsRun).toBe(MIGRATIONS.length);
    await first.close();
    const second = await openTestStore(dataDir);
    expect(second.statistics().migrationsRun).toBe(0);
    const numbers = await second.read(second.queries.selectFrom('migrations').select('number'));
    expect(numbers.map(({ number }) => number)).toEqual(MIGRATIONS.map(({ number }) => number));
    await second.close();
  });
});

test('a database of a newer release is refused with both numbers', async () => {
  await withDataDir(async (dataDir) => {
    const store = await openTestStore(dataDir);
    const later = { number: 9_999, name: 'from a later release', applied_at_ms: 0 };
    await store.write([{ query: store.queries.insertInto('migrations').values(later) }]);
    await store.close();
    await expect(openTestStore(dataDir)).rejects.toMatchObject({
      code: 'newer_than_code',
      message: expect.stringContaining(`9999, this release knows ${String(MIGRATIONS.length)}`),
    });
  });
});

test('two stores that open together migrate once', async () => {
  await withDataDir(async (dataDir) => {
    const stores = await Promise.all([openTestStore(dataDir), openTestStore(dataDir)]);
    const runs = stores.map((store) => store.statistics().migrationsRun);
    expect(runs.sort()).toEqual([0, MIGRATIONS.length]);
    for (const store of stores) await store.close();
  });
});

test('a migration that fails leaves nothing of itself or of those before it', () => {
  const database = new DatabaseSync(':memory:');
  const migrations = [
    { number: 1, name: 'good', sql: 'CREATE TABLE good (id TEXT)' },
    { number: 2, name: 'bad', sql: 'CREATE TABLE half (id TEXT); CREATE TABLE good (id TEXT)' },
  ];
  expect(() => migrate(database, 0, migrations)).toThrow('already exists');
  expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
  expect(migrate(database, 0, migrations.slice(0, 1))).toBe(1);
  database.close();
});

test('migrations are numbered from 1 without gaps', () => {
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, idx) => idx + 1));
});
