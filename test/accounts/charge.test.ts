/** A charge changes the balance, the ledger and the request's record together, and never exceeds the balance. */
import { expect, test } from '@jest/globals';
import { asAccountId, createAccounts } from '../../server/accounts/index.js';
import {
  benchOn,
  chargeOf,
  checkLedger,
  newCaller,
  NOON_MS,
  withAccounts,
  type Bench,
} from './fixtures/accounts.js';
import { describeStores } from '../support/stores.js';

describeStores((stores) => {
  test('a charge lowers the balance and records the request and its ledger row', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench);
      const charge = chargeOf(caller, { counts: { locations: 40, pairs: 1_600 } });
      // 100 - 10
      expect(await accounts.charge(charge)).toEqual({ kind: 'charged', creditsRemaining: 90 });
      expect(await accounts.balance(caller.accountId)).toBe(90);

      const requests = await store.read(store.queries.selectFrom('requests').selectAll());
      expect(requests).toEqual([
        {
          id: charge.requestId,
          account_id: caller.accountId,
          key_id: caller.keyId,
          endpoint: 'matrix',
          credits: 10,
          figures: '{"locations":40,"pairs":1600}',
          idempotency_key: null,
          body_hash: null,
          created_at_ms: NOON_MS,
          refunded_at_ms: null,
        },
      ]);
      const ledger = await store.read(
        store.queries
          .selectFrom('ledger')
          .select(['kind', 'credits', 'balance_after', 'request_id'])
          .orderBy('balance_after', 'desc'),
      );
      expect(ledger).toEqual([
        { kind: 'grant', credits: 100, balance_after: 100, request_id: null },
        { kind: 'charge', credits: -10, balance_after: 90, request_id: charge.requestId },
      ]);
    });
  });

  test('the last credit can be spent, and one credit more is refused and leaves no trace', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench, { credits: 10 });
      expect(await accounts.charge(chargeOf(caller, { credits: 11 }))).toEqual({
        kind: 'insufficient',
        creditsAvailable: 10,
      });
      expect(await accounts.charge(chargeOf(caller))).toEqual({
        kind: 'charged',
        creditsRemaining: 0,
      });
      expect(await accounts.charge(chargeOf(caller, { credits: 1 }))).toMatchObject({
        kind: 'insufficient',
      });
      expect(await store.read(store.queries.selectFrom('requests').select('id'))).toHaveLength(1);
      await checkLedger(store);
    });
  });

  test('concurrent charges do not overdraw', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench, { credits: 35 });
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => accounts.charge(chargeOf(caller))),
      );
      // 35 credits pay for three charges of 10.
      expect(outcomes.filter(({ kind }) => kind === 'charged')).toHaveLength(3);
      expect(outcomes.filter(({ kind }) => kind === 'insufficient')).toHaveLength(7);
      expect(await accounts.balance(caller.accountId)).toBe(5);
      await checkLedger(store);
    });
  });

  test('charges of two stores on the same database do not overdraw', async () => {
    await stores.withDatabase(async (open) => {
      const opened = [await open(), await open()];
      const [bench, other] = opened.map(benchOn) as [Bench, Bench];
      const caller = await newCaller(bench, { credits: 35 });
      const outcomes = await Promise.all(
        [bench, other, bench, other, bench, other].map(({ accounts }) =>
          accounts.charge(chargeOf(caller)),
        ),
      );
      expect(outcomes.filter(({ kind }) => kind === 'charged')).toHaveLength(3);
      expect(outcomes.filter(({ kind }) => kind === 'insufficient')).toHaveLength(3);
      await checkLedger(other.store);
      for (const store of opened) await store.close();
    });
  });

  test('a free request is recorded and costs nothing', async () => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench, { credits: 0 });
      const outcome = await bench.accounts.charge(chargeOf(caller, { credits: 0 }));
      expect(outcome).toEqual({ kind: 'charged', creditsRemaining: 0 });
    });
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])(
    'a charge of %p credits is rejected',
    async (credits) => {
      await withAccounts(stores, async (bench) => {
        const caller = await newCaller(bench);
        await expect(bench.accounts.charge(chargeOf(caller, { credits }))).rejects.toThrow(
          RangeError,
        );
        await expect(bench.accounts.grantCredits(caller.accountId, credits)).rejects.toThrow(
          RangeError,
        );
      });
    },
  );

  test('a request id is charged once', async () => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench);
      const charge = chargeOf(caller);
      await bench.accounts.charge(charge);
      const again = bench.accounts.charge(charge);
      await expect(again).rejects.toMatchObject({
        code: 'unique_violation',
        columns: ['requests.id'],
      });
      expect(await bench.accounts.balance(caller.accountId)).toBe(90);
    });
  });

  test('a refund returns the full price, once', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench);
      const charge = chargeOf(caller);
      await accounts.charge(charge);
      const outcomes = await Promise.all([
        accounts.refund(charge.requestId),
        accounts.refund(charge.requestId),
      ]);
      // Postgres may take either of them first.
      outcomes.sort((a, b) => b.kind.localeCompare(a.kind));
      expect(outcomes).toEqual([
        { kind: 'refunded', accountId: caller.accountId, credits: 10, creditsRemaining: 100 },
        { kind: 'nothing_to_refund' },
      ]);
      expect(await accounts.refund('never charged')).toEqual({ kind: 'nothing_to_refund' });
      await checkLedger(store);
    });
  });

  test('the ledger cannot be changed', async () => {
    await withAccounts(stores, async (bench) => {
      const { store } = bench;
      await newCaller(bench);
      const erase = store.write([{ query: store.queries.deleteFrom('ledger') }]);
      await expect(erase).rejects.toMatchObject({ code: 'constraint_violation' });
      const forge = {
        ...store.queries.deleteFrom('ledger').compile(),
        sql: 'UPDATE ledger SET credits = 1',
      };
      const forged = store.write([{ query: { compile: () => forge } }]);
      await expect(forged).rejects.toMatchObject({ code: 'constraint_violation' });
    });
  });

  test('an unknown account is reported to the operator', async () => {
    await withAccounts(stores, async ({ accounts }) => {
      const nobody = asAccountId('nobody');
      const unknown = { name: 'AccountsError', code: 'unknown_account' };
      await expect(accounts.grantCredits(nobody, 1)).rejects.toMatchObject(unknown);
      await expect(accounts.setDisabled(nobody, true)).rejects.toMatchObject(unknown);
      await expect(accounts.addKey({ accountId: nobody })).rejects.toMatchObject(unknown);
      await expect(accounts.account(nobody)).rejects.toMatchObject(unknown);
    });
  });

  test('a charge builds no query: its statements were compiled when the accounts were created', async () => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench);
      let builtCount = 0;
      const store = {
        ...bench.store,
        get queries() {
          builtCount += 1;
          return bench.store.queries;
        },
      };
      const accounts = createAccounts({ store, clock: () => NOON_MS });
      const builtAtStart = builtCount;
      expect(builtAtStart).toBeGreaterThan(0);
      expect(await accounts.charge(chargeOf(caller))).toMatchObject({ kind: 'charged' });
      const idempotency = { key: 'k', bodyHash: 'h' };
      expect(await accounts.charge(chargeOf(caller, { idempotency }))).toMatchObject({
        kind: 'charged',
      });
      expect(builtCount).toBe(builtAtStart);
    });
  });
});
