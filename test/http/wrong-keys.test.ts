/** Keys cannot be guessed at full speed, and a caller with a valid key is not locked out by others on its network. */
import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { networkOf } from '../../server/http/failed-auth-limit.js';
import { startTestService, type TestService } from '../support/service.js';

const LIMIT = 3;

let service: TestService;
afterEach(() => service.stop());

async function start(): Promise<void> {
  // One proxy is trusted, so that a test can choose the client's address.
  service = await startTestService({ config: { wrongKeysPerMinute: LIMIT, trustProxy: 1 } });
}

async function codeOf(apiKey: string, address: string, path = '/engine/account/v1/') {
  const response = await request(service.app)
    .get(path)
    .set({ 'x-api-key': apiKey, 'x-forwarded-for': address });
  return response.body.code ?? response.status;
}

let wrongCount = 0;
const wrongKey = (): string => {
  wrongCount += 1;
  return `re_wrong_key_${String(wrongCount).padStart(12, '0')}`;
};

async function useUp(address: string): Promise<void> {
  for (let count = 0; count < LIMIT; count += 1) {
    expect(await codeOf(wrongKey(), address)).toBe('invalid_api_key');
  }
  expect(await codeOf(wrongKey(), address)).toBe('rate_limited');
}

test('beyond the limit, a correct guess looks like a wrong one', async () => {
  await start();
  await useUp('192.0.2.1');
  const headers = { 'x-api-key': service.apiKey, 'x-forwarded-for': '192.0.2.1' };
  const right = await request(service.app).get('/engine/account/v1/').set(headers);
  const wrong = await request(service.app)
    .get('/engine/account/v1/')
    .set({ ...headers, 'x-api-key': wrongKey() });
  for (const response of [right, wrong]) {
    expect(response.status).toBe(429);
    expect(response.body.code).toBe('rate_limited');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.headers).not.toHaveProperty('x-credits-remaining');
  }
  expect(Object.keys(right.headers).toSorted()).toEqual(Object.keys(wrong.headers).toSorted());
  await service.accounts.setDisabled(service.accountId, true);
  expect(await codeOf(service.apiKey, '192.0.2.1')).toBe('rate_limited');
});

test('no other path or method bypasses the limit', async () => {
  await start();
  await useUp('192.0.2.1');
  for (const path of ['/engine/matrix/v1/', '/nowhere', '/engine/health/live/x']) {
    expect(await codeOf(service.apiKey, '192.0.2.1', path)).toBe('rate_limited');
  }
});

test('a key that was valid from this address before keeps working', async () => {
  await start();
  expect(await codeOf(service.apiKey, '192.0.2.1')).toBe(200);
  await useUp('192.0.2.1');
  expect(await codeOf(service.apiKey, '192.0.2.1')).toBe(200);
});

test('other addresses are not affected', async () => {
  await start();
  await useUp('192.0.2.1');
  expect(await codeOf(service.apiKey, '192.0.2.2')).toBe(200);
});

test('valid and missing keys do not count', async () => {
  await start();
  for (let count = 0; count < 2 * LIMIT; count += 1) {
    expect(await codeOf(service.apiKey, '192.0.2.1')).toBe(200);
    expect(await codeOf('', '192.0.2.1')).toBe('missing_api_key');
  }
  await useUp('192.0.2.1');
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
