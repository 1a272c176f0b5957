/** Scripts of any website may call the API: preflights need no key, and every answer can be read. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { endOfJob, pathOf } from '../support/jobs.js';
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

test('scripts may read the figures in the headers', async () => {
  const response = await service.postMatrix({});
  const exposed = response.headers['access-control-expose-headers']?.split(',') ?? [];
  for (const name of [
    'x-request-id',
    'x-credits-charged',
    'x-credits-remaining',
    'location',
    'ratelimit',
    'retry-after',
  ]) {
    expect(exposed).toContain(name);
  }
  expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test('scripts may fetch a result, read its tag, and revalidate it', async () => {
  const locations = Array.from({ length: 201 }, (_, idx) => ({
    location_id: `${idx}`,
    latitude: idx / 10,
    longitude: 0,
  }));
  const { body: job } = await service
    .postMatrix({ locations, vehicle: {}, sources: [0] })
    .expect(202);
  const { url } = await endOfJob(service, job.jobid, 'matrix');
  const path = pathOf(url);
  const { headers } = await request(service.app).get(path).expect(200);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['access-control-expose-headers']?.split(',')).toContain('etag');
  const preflight = await request(service.app).options(path).set({
    origin: 'https://example.org',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'if-none-match',
  });
  expect(preflight.headers['access-control-allow-headers']).toBe('if-none-match');
  await request(service.app)
    .get(path)
    .set('if-none-match', headers['etag'] ?? '')
    .expect(304);
});
