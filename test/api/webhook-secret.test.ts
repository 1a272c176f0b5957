/** The webhook secret over HTTP: an account reads and replaces its own, and sees no other. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

const PATH = '/engine/account/v1/webhook-secret';
const NOW_MS = Date.UTC(2026, 0, 31, 8);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: () => NOW_MS });
});
afterAll(() => service.stop());

const get = (apiKey = service.apiKey) =>
  request(service.app).get(PATH).set('x-api-key', apiKey).expect(200);

test('it is created when it is first requested, and no cache may store it', async () => {
  const first = await get();
  expect(first.body).toEqual({
    secret: expect.stringMatching(/^whsec_\S{44}$/),
    created_at: '2026-01-31T08:00:00.000Z',
  });
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-credits-charged': '0' });
  expect((await get()).body).toEqual(first.body);
  expect(await service.accounts.webhookSecrets(service.accountId)).toEqual([first.body.secret]);
});

test('a POST replaces it, with or without a body, and the previous secret keeps signing', async () => {
  const { secret: before } = (await get()).body;
  const replaced = await request(service.app)
    .post(PATH)
    .set('x-api-key', service.apiKey)
    .expect(200);
  expect(replaced.body.secret).not.toBe(before);
  expect((await get()).body).toEqual(replaced.body);
  const signing = await service.accounts.webhookSecrets(service.accountId);
  expect(signing).toEqual([replaced.body.secret, before]);

  const withBody = await service.postTo(PATH)({ any: 'thing' }).expect(200);
  expect(withBody.body.secret).not.toBe(replaced.body.secret);
});

test('another account has a different secret, and a request without a key gets none', async () => {
  const { apiKey } = await service.accounts.createAccount({ name: 'other', credits: 0 });
  expect((await get(apiKey)).body.secret).not.toBe((await get()).body.secret);
  for (const method of ['get', 'post'] as const) {
    const response = await request(service.app)[method](PATH).expect(401);
    expect(response.body.code).toBe('missing_api_key');
  }
});

test('no secret appears in the log', async () => {
  const { secret } = (await get()).body;
  expect(JSON.stringify(service.logLines())).not.toContain(secret.slice('whsec_'.length));
});
