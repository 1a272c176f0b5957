/** A unit takes effect completely or not at all, and does not affect any other unit. */
import { expect, test } from '@jest/globals';
import { asAccountId } from '../../server/accounts/index.js';
import { accountNames, insertAccount, spend } from './fixtures/rows.js';
import * as embedded from './fixtures/store.js';
import { describeStores, withStore } from '../support/stores.js';

describeStores((stores) => {
  test('a guard that changes no row rolls back its own unit and is named in the result', async () => {
    await withStore(stores, async (store) => {
      await store.write([{ query: insertAccount(store, 'a', 5) }]);
      const outcomes = await Promise.all([
        store.write([{ query: insertAccount(store, 'before') }]),
        store.write([
          { query: insertAccount(store, 'undone') },
          { query: spend(store, asAccountId('a'), 6), mustChange: 'funds' },
        ]),
        store.write([{ query: insertAccount(store, 'after') }]),
      ]);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['committed', 'guard_failed', 'committed']);
      expect(outcomes[1]).toEqual({ kind: 'guard_failed', guard: 'funds' });
      expect(await accountNames(store)).toEqual(['a', 'after', 'before']);
    });
  });

  test('a guard that changes a row passes the unit, which returns its rows', async () => {
    await withStore(stores, async (store) => {
      await store.write([{ query: insertAccount(store, 'a', 5) }]);
      const outcome = await store.write([
        { query: insertAccount(store, 'b') },
        { query: spend(store, asAccountId('a'), 5), mustChange: 'funds' },
      ]);
      // The insert returns nothing, and the update the new balance: 5 - 5.
      expect(outcome).toEqual({ kind: 'committed', rows: [[], [{ credits: 0 }]] });
    });
  });

  test('a unique violation rejects its own unit and names the columns', async () => {
    await withStore(stores, async (store) => {
      // Written separately: a shared store may process concurrent units in either order.
      await store.write([{ query: insertAccount(store, 'a') }]);
      const [twice, other] = await Promise.allSettled([
        store.write([{ query: insertAccount(store, 'b') }, { query: insertAccount(store, 'a') }]),
        store.write([{ query: insertAccount(store, 'c') }]),
      ]);
      expect(other.status).toBe('fulfilled');
      expect(twice).toMatchObject({
        status: 'rejected',
        reason: { name: 'StoreError', code: 'unique_violation', columns: ['accounts.id'] },
      });
      expect(await accountNames(store)).toEqual(['a', 'c']);
    });
  });

  test('a constraint of a table rejects the unit that breaks it', async () => {
    await withStore(stores, async (store) => {
      const negative = store.write([{ query: insertAccount(store, 'a', -1) }]);
      await expect(negative).rejects.toMatchObject({ code: 'constraint_violation' });
      const orphan = store.queries.insertInto('ledger').values({
        id: 'x',
        account_id: asAccountId('nobody'),
        request_id: null,
        kind: 'grant',
        credits: 1,
        balance_after: 1,
        created_at_ms: 0,
      });
      const dangling = store.write([{ query: orphan }]);
      await expect(dangling).rejects.toMatchObject({ code: 'constraint_violation' });
    });
  });

  test('an invalid statement rejects only itself, in a write and in a read', async () => {
    await withStore(stores, async (store) => {
      const broken = {
        compile: () => ({ ...insertAccount(store, 'a').compile(), sql: 'INSERT INTO nowhere' }),
      };
      await expect(store.write([{ query: broken }])).rejects.toMatchObject({ code: 'sql' });
      await expect(store.read(broken)).rejects.toMatchObject({ code: 'sql' });
      await store.write([{ query: insertAccount(store, 'a') }]);
      expect(await accountNames(store)).toEqual(['a']);
    });
  });
});

test('a parameter that cannot be sent to the thread is rejected and leaves nothing waiting', async () => {
  await embedded.withStore(async (store) => {
    const query = {
      compile: () => ({ ...insertAccount(store, 'a').compile(), parameters: [() => 1] }),
    };
    await expect(store.write([{ query }])).rejects.toThrow('could not be cloned');
    expect(store.statistics().queuedUnits).toBe(0);
  });
});
