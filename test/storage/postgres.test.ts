/** Faults of a separate server: it goes away, comes back, cuts connections, holds a lock, returns large numbers. */
import { expect, test } from '@jest/globals';
import { sql, type Compilable } from 'kysely';
import pg from 'pg';
import { asAccountId } from '../../server/accounts/index.js';
import { openSharedStore, type Store } from '../../server/storage/index.js';
import { startFlakyProxy } from '../support/flaky-proxy.js';
import { dropOldMarks } from '../../server/storage/postgres/unit.js';
import { until } from '../support/until.js';
import { describePostgres } from '../support/stores.js';
import { accountNames, insertAccount, spend } from './fixtures/rows.js';

function raw(store: Store, text: string): Compilable {
  return { compile: () => sql.raw(text).compile(store.queries) };
}

describePostgres('a shared store', (server) => {
  const withStore = async (
    body: (store: Store, databaseUrl: string) => Promise<void>,
    patienceMs?: number,
  ): Promise<void> => {
    const databaseUrl = await server().newDatabase();
    const options = patienceMs === undefined ? {} : { patienceMs };
    const store = await openSharedStore({ databaseUrl, ...options });
    try {
      await body(store, databaseUrl);
    } finally {
      await store.close();
    }
  };

  test('survives a crash of its server: acknowledged units are stored, and calls meanwhile wait', async () => {
    await withStore(async (store) => {
      await store.write([{ query: insertAccount(store, 'before') }]);
      server().crash();
      const meanwhile = store.write([{ query: insertAccount(store, 'meanwhile') }]);
      const read = accountNames(store);
      await server().restart();
      expect(await meanwhile).toMatchObject({ kind: 'committed' });
      expect(await read).toContain('before');
      await store.write([{ query: insertAccount(store, 'after') }]);
      expect(await accountNames(store)).toEqual(['after', 'before', 'meanwhile']);
      // Longer than a server takes to start on a busy machine.
    }, 120_000);
  });

  test('is unavailable while its server stays away, and works again when it is back', async () => {
    await withStore(async (store) => {
      server().crash();
      const write = store.write([{ query: insertAccount(store, 'a') }]);
      await expect(write).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
      await expect(accountNames(store)).rejects.toMatchObject({ code: 'unavailable' });
      await server().restart();
      await until(() => !store.isAway());
      await store.write([{ query: insertAccount(store, 'b') }]);
      expect(await accountNames(store)).toEqual(['b']);
    }, 200);
  });

  test.each([
    [
      'is suspended',
      (): [() => void, () => void] => [() => server().freeze(), () => server().thaw()],
    ],
    ['is cut off silently', undefined],
  ])(
    'releases calls if its server %s, refuses others at once, and works again',
    async (_, frozen) => {
      const proxy = await startFlakyProxy(server().socketFile);
      const databaseUrl = await server().newDatabase();
      const [hang, goOn] = frozen?.() ?? [() => proxy.hang(), () => proxy.goOn()];
      const store = await openSharedStore({ databaseUrl: proxy.urlOf(databaseUrl) });
      await store.write([{ query: insertAccount(store, 'before') }]);
      hang();
      const write = store.write([{ query: insertAccount(store, 'meanwhile') }]);
      const writing = expect(write).rejects.toMatchObject({ code: 'unavailable' });
      await expect(accountNames(store)).rejects.toMatchObject({ code: 'unavailable' });
      await writing;
      expect(store.isAway()).toBe(true);
      // At once: before the event loop has handled a socket or a timer.
      const first = await Promise.race([
        accountNames(store).catch((error: unknown) => error),
        new Promise((resolve) => setImmediate(resolve, 'it waits')),
      ]);
      expect(first).toMatchObject({ code: 'unavailable' });
      goOn();
      await until(() => !store.isAway());
      await store.write([{ query: insertAccount(store, 'after') }]);
      // Released calls have left nothing behind.
      expect(await accountNames(store)).toEqual(['after', 'before']);
      await store.close();
      await proxy.stop();
    },
  );

  test('does not open without its server or its database', async () => {
    const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
    const away = openSharedStore({ databaseUrl, patienceMs: 0 });
    await expect(away).rejects.toMatchObject({ code: 'unavailable' });
    const elsewhere = (await server().newDatabase()).replace(/test_\d+/, 'no_such_database');
    const unknown = openSharedStore({ databaseUrl: elsewhere });
    await expect(unknown).rejects.toMatchObject({ code: 'unavailable' });
  });

  test.each([
    { cut: 'after the server has it', forwards: true },
    { cut: 'before the server has it', forwards: false },
  ])('a COMMIT that is cut off $cut is stored once and acknowledged', async ({ forwards }) => {
    const proxy = await startFlakyProxy(server().socketFile);
    const databaseUrl = await server().newDatabase();
    const store = await openSharedStore({ databaseUrl: proxy.urlOf(databaseUrl) });
    await store.write([{ query: insertAccount(store, 'rich', 100) }]);
    proxy.dropNext('COMMIT', { forwards });
    const outcome = await store.write([
      { query: spend(store, asAccountId('rich'), 30), mustChange: 'funds' },
    ]);
    expect(proxy.cuts()).toBe(1);
    // 100 - 30, once: if it had been repeated after it was stored, 40 would be left.
    expect(outcome).toEqual({ kind: 'committed', rows: [[{ credits: 70 }]] });
    const credits = await store.read(store.queries.selectFrom('accounts').select('credits'));
    expect(credits).toEqual([{ credits: 70 }]);
    await store.close();
    await proxy.stop();
  });

  test('markers of units are deleted when they are no longer needed', async () => {
    await withStore(async (store, databaseUrl) => {
      await store.write([{ query: insertAccount(store, 'a') }]);
      const pool = new pg.Pool({ connectionString: databaseUrl });
      await pool.query("INSERT INTO unit_marks VALUES ('00000000-0000-4000-8000-000000000000', 0)");
      await dropOldMarks({ pool, patienceMs: 0 });
      const { rows } = await pool.query('SELECT at_ms FROM unit_marks');
      await pool.end();
      expect(rows).toEqual([{ at_ms: expect.not.stringMatching(/^0$/) }]);
    });
  });

  test('a COMMIT of unknown outcome that can no longer be queried is reported as such', async () => {
    const proxy = await startFlakyProxy(server().socketFile);
    const databaseUrl = await server().newDatabase();
    const store = await openSharedStore({
      databaseUrl: proxy.urlOf(databaseUrl),
      patienceMs: 300,
    });
    proxy.dropNext('COMMIT', { forwards: true, staysDown: true });
    const write = store.write([{ query: insertAccount(store, 'a') }]);
    await expect(write).rejects.toMatchObject({ code: 'outcome_unknown' });
    await store.close();
    await proxy.stop();
  });

  test('units that deadlock are both stored', async () => {
    await withStore(async (store) => {
      await store.write([
        { query: insertAccount(store, 'a', 10) },
        { query: insertAccount(store, 'b', 10) },
      ]);
      const inOrder = (first: string, second: string) =>
        store.write([
          { query: spend(store, asAccountId(first), 1), mustChange: 'funds' },
          { query: raw(store, 'SELECT pg_sleep(0.3)') },
          { query: spend(store, asAccountId(second), 1), mustChange: 'funds' },
        ]);
      const outcomes = await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')]);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['committed', 'committed']);
      const credits = await store.read(store.queries.selectFrom('accounts').select('credits'));
      expect(credits).toEqual([{ credits: 8 }, { credits: 8 }]);
    });
  });

  test('a row that another session has locked makes only its unit fail as busy', async () => {
    await withStore(async (store, databaseUrl) => {
      await store.write([{ query: insertAccount(store, 'held', 10) }]);
      const other = new pg.Client({ connectionString: databaseUrl });
      await other.connect();
      await other.query('BEGIN');
      await other.query('UPDATE accounts SET credits = 9');
      const spending = store.write([
        { query: spend(store, asAccountId('held'), 1), mustChange: 'funds' },
      ]);
      await expect(spending).rejects.toMatchObject({ code: 'busy' });
      await store.write([{ query: insertAccount(store, 'free') }]);
      await other.end();
    });
  });

  test('an integer is returned as a number, and one that would be rounded is refused', async () => {
    await withStore(async (store) => {
      const most = raw(store, `SELECT ${String(Number.MAX_SAFE_INTEGER)}::bigint AS value`);
      expect(await store.read(most)).toEqual([{ value: Number.MAX_SAFE_INTEGER }]);
      const more = raw(store, 'SELECT 9007199254740992::bigint AS value');
      await expect(store.read(more)).rejects.toMatchObject({ code: 'sql' });
    });
  });
});
