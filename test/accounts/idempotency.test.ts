/** Requests with the same idempotency key and body are charged once within a day. */
import { expect, test } from '@jest/globals';
import { IDEMPOTENCY_MS } from '../../server/accounts/index.js';
import { chargeOf, checkLedger, newCaller, NOON_MS, withAccounts } from './fixtures/accounts.js';
import { describeStores } from '../support/stores.js';

const idempotency = { key: 'order-7', bodyHash: 'aa' };

describeStores((stores) => {
  test('a repeated request is recognized, with the id and price of the first one', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench);
      const first = chargeOf(caller, { idempotency });
      expect(await accounts.charge(first)).toEqual({ kind: 'charged', creditsRemaining: 90 });
      expect(await accounts.charge(chargeOf(caller, { idempotency }))).toEqual({
        kind: 'replayed',
        requestId: first.requestId,
        credits: 10,
        creditsRemaining: 90,
      });
    });
  });

  test('concurrent repetitions are charged once', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => accounts.charge(chargeOf(caller, { idempotency }))),
      );
      expect(outcomes.filter(({ kind }) => kind === 'charged')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'replayed')).toHaveLength(19);
      expect(await accounts.balance(caller.accountId)).toBe(90);
      await checkLedger(store);
    });
  });

  test('a repetition is recognized even if the account could not pay again', async () => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench, { credits: 10 });
      await bench.accounts.charge(chargeOf(caller, { idempotency }));
      const again = await bench.accounts.charge(chargeOf(caller, { idempotency }));
      expect(again).toMatchObject({ kind: 'replayed', creditsRemaining: 0 });
    });
  });

  test.each([
    { what: 'another body', change: { idempotency: { key: 'order-7', bodyHash: 'bb' } } },
    { what: 'another endpoint', change: { endpoint: 'routing', idempotency } },
  ])('the same key with $what is a conflict', async ({ change }) => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench);
      await bench.accounts.charge(chargeOf(caller, { idempotency }));
      const outcome = await bench.accounts.charge(chargeOf(caller, change));
      expect(outcome).toEqual({ kind: 'conflict' });
      expect(await bench.accounts.balance(caller.accountId)).toBe(90);
    });
  });

  test('two accounts may use the same key', async () => {
    await withAccounts(stores, async (bench) => {
      const callers = [await newCaller(bench), await newCaller(bench)];
      for (const caller of callers) {
        const outcome = await bench.accounts.charge(chargeOf(caller, { idempotency }));
        expect(outcome.kind).toBe('charged');
      }
    });
  });

  test.each([
    { passedMs: IDEMPOTENCY_MS - 1, kind: 'replayed' },
    { passedMs: IDEMPOTENCY_MS, kind: 'charged' },
  ])('after $passedMs ms the same key is $kind', async ({ passedMs, kind }) => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench);
      await bench.accounts.charge(chargeOf(caller, { idempotency }));
      bench.clockMs = NOON_MS + passedMs;
      expect(await bench.accounts.charge(chargeOf(caller, { idempotency }))).toMatchObject({
        kind,
      });
    });
  });

  test('a refused charge does not consume the key', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench, { credits: 0 });
      const refused = await accounts.charge(chargeOf(caller, { idempotency }));
      expect(refused.kind).toBe('insufficient');
      await accounts.grantCredits(caller.accountId, 10);
      const paid = await accounts.charge(chargeOf(caller, { idempotency }));
      expect(paid).toEqual({ kind: 'charged', creditsRemaining: 0 });
    });
  });

  test('a refund releases the key: the repetition is a new request', async () => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench);
      const failed = chargeOf(caller, { idempotency });
      await bench.accounts.charge(failed);
      await bench.accounts.refund(failed.requestId);
      const again = await bench.accounts.charge(chargeOf(caller, { idempotency }));
      expect(again).toEqual({ kind: 'charged', creditsRemaining: 90 });
    });
  });
});
