/** A ledger that does not add up is detected, in both stores. */
import { expect, test } from '@jest/globals';
import { ledgerFaults } from '../../server/accounts/index.js';
import { describeStores } from '../support/stores.js';
import { chargeOf, newCaller, withAccounts } from './fixtures/accounts.js';

describeStores((stores) => {
  test('an account whose balance differs from the sum of its rows is named, and no other account is', async () => {
    await withAccounts(stores, async (bench) => {
      const { store, accounts } = bench;
      const honest = await newCaller(bench, { credits: 50 });
      await accounts.charge(chargeOf(honest, { credits: 20 }));
      const forged = await newCaller(bench, { credits: 50 });
      // An account that was never granted anything has no rows.
      await newCaller(bench, { credits: 0 });
      expect(await ledgerFaults(store)).toEqual([]);
      const { queries } = store;
      const forge = queries.updateTable('accounts').set({ credits: 99 });
      await store.write([{ query: forge.where('id', '=', forged.accountId) }]);
      expect(await ledgerFaults(store)).toEqual([
        `account ${forged.accountId} has 99 credits, and its ledger adds up to 50`,
      ]);
    });
  });
});
