/** The usage of an account, by day, endpoint and key. */
import { expect, test } from '@jest/globals';
import { chargeOf, newCaller, NOON_MS, withAccounts } from './fixtures/accounts.js';
import { describeStores } from '../support/stores.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeStores((stores) => {
  test('usage is summed by group, only within its period and its account', async () => {
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

      // `fromMs` is inclusive and `toMs` exclusive, so the last charge is outside. The refunded request counts and
      // costs nothing.
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

  test('usage that is counted in pieces equals the total, however many rows share a millisecond', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench);
      // 5 in one millisecond, then 7 in 7. With pieces of 3, the five make one piece, and the seven make three.
      for (let count = 0; count < 12; count += 1) {
        bench.clockMs = NOON_MS + Math.max(0, count - 4);
        await accounts.charge(chargeOf(caller, { credits: 1 }));
      }
      const period = { fromMs: NOON_MS, toMs: NOON_MS + 7, groupBy: 'day' as const };
      const readsOf = async (rowsOfPiece: number) => {
        const before = store.statistics().reads;
        const usage = await accounts.usage(caller.accountId, period, { rowsOfPiece });
        // The last charge is outside the period.
        expect(usage).toEqual([{ group: '2026-02-16', requests: 11, credits: 11 }]);
        return store.statistics().reads - before;
      };
      expect(await readsOf(100)).toBe(3);
      // The days that are rolled up, and two reads for each of 1 + 2 pieces.
      expect(await readsOf(3)).toBe(7);
    });
  });

  test('one usage report at a time is counted for an account, and abandoned ones are not counted', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const [caller, other] = [await newCaller(bench), await newCaller(bench)];
      for (const each of [caller, other]) await accounts.charge(chargeOf(each, { credits: 1 }));
      const period = { fromMs: 0, toMs: NOON_MS + 1, groupBy: 'day' as const };
      const order: string[] = [];
      const gone = new AbortController();
      const before = store.statistics().reads;
      const asked = Promise.allSettled([
        accounts.usage(caller.accountId, period).then(() => order.push('first')),
        accounts.usage(caller.accountId, period, { signal: gone.signal }),
        accounts.usage(caller.accountId, period).then(() => order.push('third')),
        accounts.usage(other.accountId, period).then(() => order.push('other')),
      ]);
      gone.abort(new Error('the client has gone'));
      const [, left] = await asked;
      expect(left).toMatchObject({
        status: 'rejected',
        reason: { message: 'the client has gone' },
      });
      expect(order.toSorted()).toEqual(['first', 'other', 'third']);
      expect(order.indexOf('third')).toBeGreaterThan(order.indexOf('first'));
      expect(store.statistics().reads - before).toBe(9);
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
