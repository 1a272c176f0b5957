/** The cache of callers: it saves reads of the store, is bounded, and is never stale for longer than documented. */
import { expect, test } from '@jest/globals';
import {
  CALLER_CACHE_ENTRIES_MAX,
  CALLER_CACHE_MS,
  createAccounts,
} from '../../server/accounts/index.js';
import { chargeOf, newCaller, withAccounts } from './fixtures/accounts.js';
import { describeStores } from '../support/stores.js';

describeStores((stores) => {
  test('a known key is read once during the lifetime of its entry', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const { apiKey } = await newCaller(bench);
      const readsBefore = store.statistics().reads;
      for (let call = 0; call < 5; call += 1) await accounts.findCaller(apiKey);
      expect(store.statistics().reads).toBe(readsBefore);
      bench.ageMs += CALLER_CACHE_MS + 1;
      await accounts.findCaller(apiKey);
      expect(store.statistics().reads).toBe(readsBefore + 1);
    });
  });

  test('an unknown key is read once, and text that cannot be a key is never read', async () => {
    await withAccounts(stores, async ({ accounts, store }) => {
      for (const key of ['no-such-key-anywhere', 'no-such-key-anywhere', 'short', 'ä'.repeat(20)]) {
        expect(await accounts.findCaller(key)).toEqual({ kind: 'unknown' });
      }
      expect(store.statistics().reads).toBe(1);
    });
  });

  test('a flood of invented keys is bounded and evicts no known key', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const { apiKey } = await newCaller(bench);
      const flood = CALLER_CACHE_ENTRIES_MAX + 500;
      for (let sent = 0; sent < flood; sent += 500) {
        const keys = Array.from({ length: 500 }, (_, idx) => `invented-key-${String(sent + idx)}`);
        await Promise.all(keys.map((key) => accounts.findCaller(key)));
      }
      expect(accounts.cachedEntries()).toEqual({ known: 1, unknown: CALLER_CACHE_ENTRIES_MAX });
      const readsBefore = store.statistics().reads;
      expect((await accounts.findCaller(apiKey)).kind).toBe('caller');
      expect(store.statistics().reads).toBe(readsBefore);
    });
  });

  test('the cached balance follows charges, refunds and grants of this process', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench);
      const credits = async (): Promise<number | null> => {
        const lookup = await accounts.findCaller(caller.apiKey);
        return lookup.kind === 'caller' ? lookup.caller.credits : null;
      };
      const charge = chargeOf(caller);
      await accounts.charge(charge);
      expect(await credits()).toBe(90);
      await accounts.refund(charge.requestId);
      expect(await credits()).toBe(100);
      await accounts.grantCredits(caller.accountId, 7);
      expect(await credits()).toBe(107);
    });
  });

  test('a change by another process applies to charges at once and to authentication soon', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench);
      const other = createAccounts({ store, clock: () => bench.clockMs });
      await other.setDisabled(caller.accountId, true);
      expect((await accounts.findCaller(caller.apiKey)).kind).toBe('caller');
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('disabled');
      // The clock is set back in the meantime, as can happen on a real machine.
      bench.clockMs -= 3_600_000;
      bench.ageMs += CALLER_CACHE_MS + 1;
      expect((await accounts.findCaller(caller.apiKey)).kind).toBe('disabled');
    });
  });

  test('a charge does not refresh an old entry', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const caller = await newCaller(bench);
      const other = createAccounts({ store, clock: () => bench.clockMs });
      await other.setLimits(caller.accountId, { dailyCreditsMax: null, requestsPerMinute: 1 });
      bench.ageMs += CALLER_CACHE_MS;
      await accounts.charge(chargeOf(caller));
      bench.ageMs += 1;
      expect(await accounts.findCaller(caller.apiKey)).toMatchObject({
        caller: { requestsPerMinute: 1 },
      });
    });
  });
});
