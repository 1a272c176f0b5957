/** What an account used, by day, endpoint and key. */
import { expect, test } from '@jest/globals';
import { chargeOf, newCaller, NOON_MS, withAccounts } from './fixtures/accounts.js';
import { describeStores } from '../support/stores.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeStores((stores) => {
  test('usage is summed by group, inside its period and its account alone', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench);
      const stranger = await newCaller(bench);
      await accounts.charge(chargeOf(stranger));
      await accounts.charge(chargeOf(caller, { credits: 1 }));
      await accounts.charge(chargeOf(caller, { credits: 2, endpoint: 'routing' }));
      bench.clockMs = NOON_MS + DAY_MS;
      await accounts.charge(chargeOf(caller, { credits: 4 }));
      const refunded = chargeOf(caller, { credits: 8 });
      await accounts.charge(refunded);
      await accounts.refund(refunded.requestId);
      bench.clockMs = NOON_MS + 2 * DAY_MS;
      await accounts.charge(chargeOf(caller, { credits: 16 }));

      // Inclusive from, exclusive to: the last charge is outside. The refunded request counts and costs nothing.
      const period = { fromMs: NOON_MS, toMs: NOON_MS + 2 * DAY_MS };
      const usage = (groupBy: 'day' | 'endpoint' | 'key') =>
        accounts.usage(caller.accountId, { ...period, groupBy });
      // Day 20,500 after 1970 is 2026-02-16.
      expect(await usage('day')).toEqual([
        { group: '2026-02-16', requests: 2, credits: 3 },
        { group: '2026-02-17', requests: 2, credits: 4 },
      ]);
      expect(await usage('endpoint')).toEqual([
        { group: 'matrix', requests: 3, credits: 5 },
        { group: 'routing', requests: 1, credits: 2 },
      ]);
      expect(await usage('key')).toEqual([{ group: caller.keyId, requests: 4, credits: 7 }]);
    });
  });

  test('an account without requests has no rows', async () => {
    await withAccounts(stores, async (bench) => {
      const { accountId } = await newCaller(bench);
      const usage = await bench.accounts.usage(accountId, {
        fromMs: 0,
        toMs: NOON_MS,
        groupBy: 'day',
      });
      expect(usage).toEqual([]);
    });
  });
});
