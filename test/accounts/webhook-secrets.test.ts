/** Each account has one current webhook secret, and replacing it loses no message. */
import { expect, test } from '@jest/globals';
import { asAccountId } from '../../server/accounts/index.js';
import { signWebhook } from '../../server/webhooks/index.js';
import { describeStores } from '../support/stores.js';
import { newCaller, NOON_MS, withAccounts } from './fixtures/accounts.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

describeStores((stores) => {
  test('the first request creates a secret, and later ones return the same', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const { accountId } = await newCaller(bench);
      const made = await accounts.webhookSecret(accountId);
      expect(made.createdAtMs).toBe(NOON_MS);
      expect(signWebhook(made.secret, { id: 'a', timestampSeconds: 0, body: '' })).toMatch(/^v1,/);
      bench.clockMs += 365 * DAY_MS;
      expect(await accounts.webhookSecret(accountId)).toEqual(made);
      expect(await accounts.webhookSecrets(accountId)).toEqual([made.secret]);
    });
  });

  test('signing a message also creates the first secret', async () => {
    await withAccounts(stores, async (bench) => {
      const { accountId } = await newCaller(bench);
      const signing = await bench.accounts.webhookSecrets(accountId);
      expect(signing).toEqual([(await bench.accounts.webhookSecret(accountId)).secret]);
    });
  });

  test('concurrent requests get the same secret', async () => {
    await withAccounts(stores, async (bench) => {
      const { accountId } = await newCaller(bench);
      const made = await Promise.all(
        Array.from({ length: 10 }, () => bench.accounts.webhookSecret(accountId)),
      );
      expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
    });
  });

  test('each account has its own secret', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const mine = await newCaller(bench);
      const other = await newCaller(bench);
      const before = await accounts.webhookSecret(other.accountId);
      await accounts.rotateWebhookSecret(mine.accountId);
      expect(await accounts.webhookSecret(other.accountId)).toEqual(before);
      expect(await accounts.webhookSecrets(mine.accountId)).not.toContain(before.secret);
    });
  });

  test('a replaced secret signs together with the new one for exactly 24 hours', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts } = bench;
      const { accountId } = await newCaller(bench);
      const old = await accounts.webhookSecret(accountId);
      bench.clockMs += 5_000;
      const fresh = await accounts.rotateWebhookSecret(accountId);
      expect(fresh.createdAtMs).toBe(NOON_MS + 5_000);
      expect(await accounts.webhookSecret(accountId)).toEqual(fresh);
      bench.clockMs += DAY_MS - 1;
      expect(await accounts.webhookSecrets(accountId)).toEqual([fresh.secret, old.secret]);
      bench.clockMs += 1;
      expect(await accounts.webhookSecrets(accountId)).toEqual([fresh.secret]);
    });
  });

  test('replacing a secret that does not exist yet creates the first one', async () => {
    await withAccounts(stores, async (bench) => {
      const { accountId } = await newCaller(bench);
      const { secret } = await bench.accounts.rotateWebhookSecret(accountId);
      expect(await bench.accounts.webhookSecrets(accountId)).toEqual([secret]);
    });
  });

  test('however often it is replaced, five secrets sign and five are stored', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const { accountId } = await newCaller(bench);
      const secrets: string[] = [];
      for (let count = 0; count < 12; count += 1) {
        bench.clockMs += 1_000;
        secrets.push((await accounts.rotateWebhookSecret(accountId)).secret);
      }
      // The current one and the four before it, newest first.
      expect(await accounts.webhookSecrets(accountId)).toEqual(secrets.slice(-5).reverse());
      const rows = await store.read(store.queries.selectFrom('webhook_secrets').select('id'));
      expect(rows).toHaveLength(5);
    });
  });

  test('a secret that no longer signs is deleted by the next rotation', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const { accountId } = await newCaller(bench);
      const old = await accounts.webhookSecret(accountId);
      await accounts.rotateWebhookSecret(accountId);
      bench.clockMs += DAY_MS;
      await accounts.rotateWebhookSecret(accountId);
      const rows = await store.read(store.queries.selectFrom('webhook_secrets').select('secret'));
      expect(rows).toHaveLength(2);
      expect(rows).not.toContainEqual({ secret: old.secret });
    });
  });

  test('concurrent rotations leave one current secret', async () => {
    await withAccounts(stores, async (bench) => {
      const { accounts, store } = bench;
      const { accountId } = await newCaller(bench);
      await Promise.all(Array.from({ length: 3 }, () => accounts.rotateWebhookSecret(accountId)));
      const current = await store.read(
        store.queries
          .selectFrom('webhook_secrets')
          .select('secret')
          .where('revoked_at_ms', 'is', null),
      );
      expect(current).toEqual([{ secret: (await accounts.webhookSecret(accountId)).secret }]);
    });
  });

  test('an account that does not exist has no secret', async () => {
    await withAccounts(stores, async ({ accounts, store }) => {
      const nobody = asAccountId('nobody');
      const refusal = { code: 'unknown_account' };
      await expect(accounts.webhookSecret(nobody)).rejects.toMatchObject(refusal);
      await expect(accounts.rotateWebhookSecret(nobody)).rejects.toMatchObject(refusal);
      await expect(accounts.webhookSecrets(nobody)).rejects.toMatchObject(refusal);
      expect(await store.read(store.queries.selectFrom('webhook_secrets').selectAll())).toEqual([]);
    });
  });
});
