/** Which headers every answer of the API has, and which only a page has. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ config: { trustProxy: 1 } });
});
afterAll(() => service.stop());

const body = { locations: [{ location_id: 'a', latitude: 41, longitude: -8 }], vehicle: {} };

/** Headers of the connection, not of the answer. */
const OF_THE_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

function namesOf(response: request.Response): string[] {
  return Object.keys(response.headers)
    .filter((name) => !OF_THE_CONNECTION.includes(name))
    .toSorted();
}

const EVERY_ANSWER = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'content-length',
  'content-type',
  'cross-origin-resource-policy',
  'x-content-type-options',
  'x-credits-charged',
  'x-request-id',
];

test('an answer has the headers that are meaningful for JSON, and no more', async () => {
  const matrix = await service.postMatrix(body, { 'accept-encoding': 'identity' }).expect(200);
  expect(namesOf(matrix)).toEqual(
    [...EVERY_ANSWER, 'ratelimit', 'ratelimit-policy', 'vary', 'x-credits-remaining'].toSorted(),
  );
  const unknownPath = await request(service.app).get('/nowhere').set('accept-encoding', 'identity');
  expect(namesOf(unknownPath)).toEqual([...EVERY_ANSWER, 'link'].toSorted());
  expect(unknownPath.headers['x-content-type-options']).toBe('nosniff');
});

test('a client on HTTPS is told to keep using it', async () => {
  const overHttps = await service.postMatrix(body, { 'x-forwarded-proto': 'https' });
  expect(overHttps.headers['strict-transport-security']).toBe('max-age=31536000');
  const plain = await service.postMatrix(body);
  expect(plain.headers).not.toHaveProperty('strict-transport-security');
});

test('the docs page may not be framed and loads nothing from other origins', async () => {
  const { headers } = await request(service.app).get('/engine/docs').expect(200);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['referrer-policy']).toBe('no-referrer');
});
