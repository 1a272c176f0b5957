/** One log line per request, with what support needs and no secrets. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a request is logged with its id, route, status, account and cost, without key, query or body', async () => {
  const response = await request(service.app)
    .post('/engine/matrix/v1/?secret=hunter2')
    .set({ 'x-api-key': service.apiKey, 'x-request-id': 'from-the-client' })
    .send({ locations: [{ location_id: 'Jane Doe', latitude: 41, longitude: -8 }], vehicle: {} });
  expect(response.status).toBe(400);
  const line = service
    .logLines()
    .find((each) => each['request_id'] === response.headers['x-request-id']);
  expect(line).toMatchObject({
    msg: 'request',
    client_request_id: 'from-the-client',
    method: 'POST',
    route: '/engine/matrix/v1',
    status: 400,
    code: 'invalid_request',
    account_id: service.accountId,
    credits: 0,
  });
  const everything = JSON.stringify(service.logLines());
  for (const secret of [service.apiKey, 'hunter2', 'Jane Doe'])
    expect(everything).not.toContain(secret);
});

test('a request id that could forge a log line is not used', async () => {
  const response = await request(service.app)
    .get('/engine/health/live')
    .set('x-request-id', 'a b"c');
  const line = service
    .logLines()
    .find((each) => each['request_id'] === response.headers['x-request-id']);
  expect(line).toBeDefined();
  expect(line?.['client_request_id']).toBeUndefined();
});
