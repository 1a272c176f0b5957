/** The quota of an account: the credits that it may spend per UTC day. */
import { expect, test } from '@jest/globals';
import { chargeOf, newCaller, NOON_MS, withAccounts } from './fixtures/accounts.js';
import { describeStores } from '../support/stores.js';

const HOUR_MS = 60 * 60 * 1_000;

describeStores((stores) => {
  test('the quota can be reached but not exceeded, and the refusal tells when to retry', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench, { dailyCreditsMax: 20 });
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('charged');
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('charged');
      bench.clockMs = NOON_MS + 500;
      expect(await accounts.charge(chargeOf(caller, { credits: 1 }))).toEqual({
        kind: 'quota_exceeded',
        dailyCreditsMax: 20,
        creditsSpentToday: 20,
        // From noon to midnight it is 12 h. Half a second has passed, and the wait is rounded up.
        retryAfterSeconds: 12 * 60 * 60,
      });
    });
  });

  test('the next UTC day starts at zero', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench, { dailyCreditsMax: 10 });
      await accounts.charge(chargeOf(caller));
      bench.clockMs = NOON_MS + 12 * HOUR_MS - 1;
      expect(await accounts.charge(chargeOf(caller))).toMatchObject({
        kind: 'quota_exceeded',
        retryAfterSeconds: 1,
      });
      bench.clockMs = NOON_MS + 12 * HOUR_MS;
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('charged');
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('quota_exceeded');
    });
  });

  test('a single request that costs more than the quota is refused on a new day too', async () => {
    await withAccounts(stores, async (bench) => {
      const caller = await newCaller(bench, { dailyCreditsMax: 9 });
      const outcome = await bench.accounts.charge(chargeOf(caller));
      expect(outcome).toMatchObject({ kind: 'quota_exceeded', creditsSpentToday: 0 });
    });
  });

  test('a refund on the same day restores the quota, and a refund of the day before does not', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench, { dailyCreditsMax: 10 });
      const [today, yesterday] = [chargeOf(caller), chargeOf(caller)];
      await accounts.charge(today);
      await accounts.refund(today.requestId);
      expect((await accounts.charge(yesterday)).kind).toBe('charged');

      bench.clockMs = NOON_MS + 24 * HOUR_MS;
      await accounts.charge(chargeOf(caller));
      await accounts.refund(yesterday.requestId);
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('quota_exceeded');
    });
  });

  test('limits can be set and removed', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench);
      await accounts.setLimits(caller.accountId, { dailyCreditsMax: 0, requestsPerMinute: 7 });
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('quota_exceeded');
      expect(await accounts.findCaller(caller.apiKey)).toMatchObject({
        caller: { requestsPerMinute: 7 },
      });
      await accounts.setLimits(caller.accountId, {
        dailyCreditsMax: null,
        requestsPerMinute: null,
      });
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('charged');
      expect(await accounts.account(caller.accountId)).toMatchObject({ dailyCreditsMax: null });
    });
  });
});
