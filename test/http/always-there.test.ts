/** Health, metrics, the API document and the docs page need no key. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { createMetricsServer } from '../../server/http/index.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('health answers live and ready', async () => {
  expect((await request(service.app).get('/engine/health/live')).body).toEqual({ status: 'live' });
  expect((await request(service.app).get('/engine/health/ready')).body).toEqual({
    status: 'ready',
  });
});

test('metrics count requests, credits and the pool, on a separate server', async () => {
  await service.postMatrix({
    locations: [{ location_id: 'a', latitude: 41, longitude: -8 }],
    vehicle: {},
  });
  const server = createMetricsServer({ metrics: service.metrics, notReady: service.notReadyNow });
  const text = (await request(server).get('/engine/metrics').expect(200)).text;
  expect(text).toMatch(
    /route_engine_request_duration_seconds_count\{route="\/engine\/matrix\/v1",method="POST",status="200"\} 1/,
  );
  expect(text).toMatch(/route_engine_credits_charged_total 1/);
  expect(text).toMatch(/route_engine_pool_threads\{pool="interactive"\} 1/);
  expect(text).toMatch(/route_engine_pool_tasks_completed_total\{pool="interactive"\} \d+/);
  expect((await request(server).get('/')).status).toBe(404);
  expect((await request(service.app).get('/engine/metrics')).status).toBe(404);
});

test('metrics that only grow are counters named as such, and no others are', async () => {
  const text = await service.metrics.text();
  const types = [...text.matchAll(/^# TYPE (route_engine_\w+) (\w+)$/gm)];
  expect(types.length).toBeGreaterThan(20);
  for (const [, name = '', type] of types) {
    expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')]);
  }
});

test('the metrics port also reports whether a worker is alive and ready', async () => {
  const ask = (notReady: readonly string[], path: string) =>
    request(
      createMetricsServer({ metrics: service.metrics, notReady: () => Promise.resolve(notReady) }),
    ).get(path);
  expect((await ask([], '/engine/health/live')).body).toEqual({ status: 'live' });
  expect((await ask([], '/engine/health/ready')).body).toEqual({ status: 'ready' });
  const not = await ask(['store'], '/engine/health/ready');
  expect([not.status, not.body.not_ready]).toEqual([503, ['store']]);
});

test('HEAD answers like GET, without a body', async () => {
  const response = await request(service.app).head('/engine/health/live');
  expect(response.status).toBe(200);
  expect(response.text).toBeFalsy();
});

test('the docs page and everything that it loads are served locally', async () => {
  const page = await request(service.app).get('/engine/docs').expect(200);
  const links = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(links.length).toBeGreaterThan(8);
  for (const asset of links) {
    expect(asset).toMatch(/^\/engine\/docs\//);
    await request(service.app).get(asset).expect(200);
  }
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
});
