/** A database is migrated to the schema that the code expects, completely or not at all, and never back. */
import { expect, test } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { migrate } from '../../server/storage/migrate.js';
import { MIGRATIONS, type Migration } from '../../server/storage/migrations/index.js';
import { migratePostgres } from '../../server/storage/postgres/migrate.js';
import { describePostgres, describeStores } from '../support/stores.js';

/** A valid migration, then one that creates a table and fails. */
const [GOOD, BAD] = [
  migration(1, 'CREATE TABLE good (id TEXT)'),
  migration(2, 'CREATE TABLE half (id TEXT); CREATE TABLE good (id TEXT)'),
];

function migration(number: number, sql: string): Migration {
  return { number, name: 'test', sqlite: sql, postgres: sql };
}

describeStores((stores) => {
  test('an empty database gets every migration, once', async () => {
    await stores.withDatabase(async (open) => {
      const first = await open();
      expect(first.statistics().migrationsRun).toBe(MIGRATIONS.length);
      await first.close();
      const second = await open();
      expect(second.statistics().migrationsRun).toBe(0);
      const numbers = await second.read(second.queries.selectFrom('migrations').select('number'));
      expect(numbers.map(({ number }) => number)).toEqual(MIGRATIONS.map(({ number }) => number));
      await second.close();
    });
  });

  test('a database of a newer release is refused with both numbers', async () => {
    await stores.withDatabase(async (open) => {
      const store = await open();
      const later = { number: 9_999, name: 'from a later release', applied_at_ms: 0 };
      await store.write([{ query: store.queries.insertInto('migrations').values(later) }]);
      await store.close();
      await expect(open()).rejects.toMatchObject({
        code: 'newer_than_code',
        message: expect.stringContaining(`9999, this release knows ${String(MIGRATIONS.length)}`),
      });
    });
  });

  test('stores that open together migrate once', async () => {
    await stores.withDatabase(async (open) => {
      const opened = await Promise.all(Array.from({ length: 5 }, () => open()));
      const runs = opened.map((store) => store.statistics().migrationsRun);
      expect(runs.sort()).toEqual([0, 0, 0, 0, MIGRATIONS.length]);
      for (const store of opened) await store.close();
    });
  });
});

test('a failed migration undoes itself and those before it', () => {
  const database = new DatabaseSync(':memory:');
  expect(() => migrate(database, 0, [GOOD, BAD])).toThrow('already exists');
  expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
  expect(migrate(database, 0, [GOOD])).toBe(1);
  database.close();
});

describePostgres('Postgres', (server) => {
  test('a failed migration undoes itself and those before it', async () => {
    const databaseUrl = await server().newDatabase();
    await expect(migratePostgres(databaseUrl, 0, [GOOD, BAD])).rejects.toThrow('already exists');
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";
    expect((await client.query(tables)).rows).toEqual([]);
    await client.end();
    expect(await migratePostgres(databaseUrl, 0, [GOOD])).toBe(1);
  });
});

test('migrations are numbered from 1 without gaps', () => {
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, idx) => idx + 1));
});
