/** The list of an account's keys, as a caller with one of the keys sees it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const keysBy = async (key: string) =>
  (await request(service.app).get('/engine/account/v1/keys').set('x-api-key', key)).body.keys;

test('all keys of the account are listed with their state, and never in full', async () => {
  const { accounts, accountId, apiKey } = service;
  const expiresAtMs = Date.UTC(2099, 0, 1);
  const more = await accounts.addKey({ accountId, label: 'dispatch', expiresAtMs });
  await accounts.createAccount({ name: 'another', credits: 1 });
  const [first, second, ...rest] = await keysBy(more.apiKey);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ current: false, expires_time: null, revoked_time: null });
  expect(second).toMatchObject({
    ...{ label: 'dispatch', current: true, revoked_time: null },
    expires_time: '2099-01-01T00:00:00.000Z',
  });
  await accounts.revokeKey(second.key_id);
  const after = await keysBy(apiKey);
  expect(after[1]).toMatchObject({ current: false, revoked_time: expect.any(String) });
  expect(JSON.stringify(after)).not.toContain(more.apiKey);
});
