/** Which keys are accepted, and that the database never contains a key. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { asKeyId } from '../../server/accounts/index.js';
import { benchOn, chargeOf, newCaller, NOON_MS, withAccounts } from './fixtures/accounts.js';
import { withStore } from '../storage/fixtures/store.js';
import { describeStores } from '../support/stores.js';

describeStores((stores) => {
  test('a new key has the documented form and identifies its account', async () => {
    await withAccounts(stores, async ({ accounts }) => {
      const input = { name: 'a', credits: 5, requestsPerMinute: 60 };
      const { account, apiKey } = await accounts.createAccount(input);
      expect(apiKey).toMatch(/^re_[0-9a-f]{8}_[0-9A-Za-z]{32}$/);
      const [listed] = await accounts.listAccounts();
      const keyId = listed?.keys[0]?.id;
      expect(keyId?.slice(-8)).toBe(apiKey.slice(3, 11));
      expect(await accounts.findCaller(apiKey)).toEqual({
        kind: 'caller',
        caller: {
          ...{ accountId: account.id, keyId, isOperator: false },
          ...{ credits: 5, requestsPerMinute: 60 },
        },
      });
    });
  });

  test('a key is an operator’s key only if it was created as one, and no other key of its account is', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const { accountId, apiKey } = await newCaller(bench);
      const added = await accounts.addKey({ accountId, isOperator: true });
      expect(await accounts.findCaller(added.apiKey)).toMatchObject({
        caller: { keyId: added.keyId, isOperator: true },
      });
      expect(await accounts.findCaller(apiKey)).toMatchObject({ caller: { isOperator: false } });
      const [listed] = await accounts.listAccounts();
      const isOperator = new Map(listed?.keys.map((key) => [key.id, key.isOperator]));
      expect([...isOperator.values()].filter(Boolean)).toHaveLength(1);
      expect(isOperator.get(added.keyId)).toBe(true);
    });
  });

  test('a key chosen by the operator works and can be used only once', async () => {
    await withAccounts(stores, async ({ accounts }) => {
      const input = { name: 'a', credits: 0, key: 'sixteen-visible!' };
      await accounts.createAccount(input);
      expect((await accounts.findCaller(input.key)).kind).toBe('caller');
      await expect(accounts.createAccount(input)).rejects.toMatchObject({ code: 'key_taken' });
      expect(await accounts.listAccounts()).toHaveLength(1);
    });
  });

  test.each(['', 'fifteen-visible', 'sixteen visible!', 'sixteen-visíble!', 'x'.repeat(257)])(
    'the chosen key %p is refused',
    async (key) => {
      await withAccounts(stores, async ({ accounts }) => {
        const creation = accounts.createAccount({ name: 'a', credits: 0, key });
        await expect(creation).rejects.toMatchObject({ code: 'invalid_key' });
        expect(await accounts.hasAnyAccount()).toBe(false);
      });
    },
  );

  test('a revoked key is unknown at once, and the account’s other key keeps working', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench);
      const added = await accounts.addKey({ accountId: caller.accountId, label: 'second' });
      await accounts.revokeKey(caller.keyId);
      expect(await accounts.findCaller(caller.apiKey)).toEqual({ kind: 'unknown' });
      expect((await accounts.findCaller(added.apiKey)).kind).toBe('caller');
      const nobody = accounts.revokeKey(asKeyId('nobody'));
      await expect(nobody).rejects.toMatchObject({ code: 'unknown_key' });
    });
  });

  test('revoking a key twice keeps the first time', async () => {
    await withAccounts(stores, async (bench) => {
      const { keyId } = await newCaller(bench);
      await bench.accounts.revokeKey(keyId);
      bench.clockMs += 1_000;
      await bench.accounts.revokeKey(keyId);
      const [listed] = await bench.accounts.listAccounts();
      expect(listed?.keys[0]?.revokedAtMs).toBe(NOON_MS);
    });
  });

  test('a key is unknown from the instant at which it expires, whether or not it is cached', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const { accountId } = await newCaller(bench);
      const { apiKey } = await accounts.addKey({ accountId, expiresAtMs: NOON_MS + 1_000 });
      bench.clockMs = NOON_MS + 999;
      expect((await accounts.findCaller(apiKey)).kind).toBe('caller');
      bench.clockMs = NOON_MS + 1_000;
      expect(await accounts.findCaller(apiKey)).toEqual({ kind: 'unknown' });
    });
  });

  test('a disabled account can neither authenticate nor be charged, and can be enabled again', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const caller = await newCaller(bench);
      await accounts.setDisabled(caller.accountId, true);
      expect(await accounts.findCaller(caller.apiKey)).toEqual({ kind: 'disabled' });
      expect(await accounts.charge(chargeOf(caller))).toEqual({ kind: 'disabled' });
      await accounts.setDisabled(caller.accountId, false);
      expect((await accounts.findCaller(caller.apiKey)).kind).toBe('caller');
      expect((await accounts.charge(chargeOf(caller))).kind).toBe('charged');
    });
  });
});

test('no file of the data directory contains a key', async () => {
  await withStore(async (store, dataDir) => {
    const bench = benchOn(store);
    const { accounts } = bench;
    const made = await newCaller(bench);
    const chosen = await newCaller(bench, { key: 'chosen-by-the-operator' });
    const added = await accounts.addKey({ accountId: made.accountId });
    const files = readdirSync(dataDir);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const bytes = readFileSync(join(dataDir, file));
      for (const key of [made.apiKey, chosen.apiKey, added.apiKey]) {
        expect(bytes.includes(key)).toBe(false);
        expect(bytes.includes(key.slice(-16))).toBe(false);
      }
    }
  });
});
