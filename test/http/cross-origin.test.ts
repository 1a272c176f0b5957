/** Browser code on any site may call: preflights need no key, every answer can be read. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test.each(['/engine/matrix/v1/', '/engine/account/v1/', '/nowhere'])(
  'a preflight of %s passes without a key',
  async (path) => {
    const response = await request(service.app).options(path).set({
      origin: 'https://example.org',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,content-type,idempotency-key,cache-control',
    });
    expect(response.status).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-methods']).toContain('POST');
    expect(response.headers['access-control-allow-headers']).toContain('x-api-key');
  },
);

test('browser code may read the figures in the headers', async () => {
  const response = await service.postMatrix({});
  const exposed = response.headers['access-control-expose-headers']?.split(',') ?? [];
  for (const name of [
    'x-request-id',
    'x-credits-charged',
    'x-credits-remaining',
    'ratelimit',
    'retry-after',
  ]) {
    expect(exposed).toContain(name);
  }
  expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin');
});
