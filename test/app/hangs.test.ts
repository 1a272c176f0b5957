/** When a database or a bucket hangs, callers are told so within seconds and are charged nothing. */
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { describeShared, type SharedServers } from '../support/deployments.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const MATRIX = {
  locations: [{ location_id: 'a', latitude: 41, longitude: -8 }],
  vehicle: {},
};

/**
 * Requests that meet the hanging server before it is known to hang wait longer: 10 s for the database, 29 s for the
 * bucket. The tests of the breaker show, without a clock, that it is not called at all once it is known to hang.
 */
const KNOWN_SECONDS_MAX = 10;

/** The seconds that the request took, and its response. */
async function timed(sent: PromiseLike<request.Response>) {
  const startedAtMs = performance.now();
  const { status, body, headers } = await sent;
  return { status, body, headers, seconds: (performance.now() - startedAtMs) / 1000 };
}

async function withService(
  servers: SharedServers,
  body: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = await startTestService({ config: { shared: await servers.newBackends() } });
  try {
    await body(service);
  } finally {
    servers.postgres.thaw();
    servers.thawS3();
    await service.stop();
  }
}

describeShared('a service whose', (servers) => {
  test('database hangs refuses requests that need a key as soon as it is known to hang', async () => {
    await withService(servers(), async (service) => {
      const account = () =>
        request(service.app).get('/engine/account/v1/').set('x-api-key', service.apiKey);
      expect((await account()).status).toBe(200);
      servers().postgres.freeze();
      // The request that detects the hang waits until it is known, not for 10 s.
      const finding = await timed(account());
      expect(finding.status).toBe(503);
      expect(finding.seconds).toBeLessThan(KNOWN_SECONDS_MAX);
      expect(service.isStoreAway()).toBe(true);
      for (const sent of [
        account(),
        service.postMatrix(MATRIX),
        service.postPlan(ROUTING_EXAMPLE),
      ]) {
        const { status, body, headers, seconds } = await timed(sent);
        expect([status, body.code, headers['retry-after']]).toEqual([503, 'overloaded', '5']);
        expect(seconds).toBeLessThan(KNOWN_SECONDS_MAX);
      }
      const ready = await timed(request(service.app).get('/engine/health/ready'));
      expect(ready.body.not_ready).toContain('store');
      expect(ready.seconds).toBeLessThan(KNOWN_SECONDS_MAX);
      // A scrape returns what is available.
      expect(await service.metrics.text()).toContain('route_engine_ready{part="store"} 0');
      servers().postgres.thaw();
      const { credits } = await until(async () => {
        const answer = await account();
        return answer.status === 200 && answer.body;
      });
      expect(credits).toBe(1_000_000);
    });
  });

  test('bucket hangs refuses new jobs as soon as it is known to hang, and charges nothing for them', async () => {
    await withService(servers(), async (service) => {
      const send = () => service.postTo('/engine/routing/v1/async')(ROUTING_EXAMPLE);
      servers().freezeS3();
      const first = await timed(send());
      expect([first.status, first.body.code]).toEqual([503, 'overloaded']);
      // Detected after 4 s; without the breaker it takes 29 s.
      expect(first.seconds).toBeLessThan(KNOWN_SECONDS_MAX);
      const next = await timed(send());
      expect([next.status, next.headers['retry-after']]).toEqual([503, '5']);
      expect(next.seconds).toBeLessThan(KNOWN_SECONDS_MAX);
      // Requests that need no bucket are still answered.
      expect((await service.postMatrix(MATRIX)).status).toBe(200);
      const { body } = await request(service.app)
        .get('/engine/account/v1/')
        .set('x-api-key', service.apiKey);
      expect(body.credits).toBe(1_000_000 - 1);
      servers().thawS3();
      expect(await until(async () => (await send()).status === 202)).toBe(true);
    });
  });
});
