/** A database or a bucket that hangs: who asks is told within seconds, and nothing is charged for it. */
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
 * Who asks a server that hangs, and does not know, waits for longer: 10 s for the database, 29 s for the bucket. That
 * nobody is asked at all once it is known, the breaker's own tests show, without a clock.
 */
const KNOWN_SECONDS_MAX = 10;

/** Seconds that it took, and what came of it. */
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
  test('database hangs refuses what needs a key as soon as it knows', async () => {
    await withService(servers(), async (service) => {
      const account = () =>
        request(service.app).get('/engine/account/v1/').set('x-api-key', service.apiKey);
      expect((await account()).status).toBe(200);
      servers().postgres.freeze();
      // Who finds it waits until it is known, and not for 10 s.
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
      // A scrape tells what it can.
      expect(await service.metrics.text()).toContain('route_engine_ready{part="store"} 0');
      servers().postgres.thaw();
      const { credits } = await until(async () => {
        const answer = await account();
        return answer.status === 200 && answer.body;
      });
      expect(credits).toBe(1_000_000);
    });
  });

  test('bucket hangs refuses new jobs as soon as it knows, and charges nothing for them', async () => {
    await withService(servers(), async (service) => {
      const send = () => service.postTo('/engine/routing/v1/async')(ROUTING_EXAMPLE);
      servers().freezeS3();
      const first = await timed(send());
      expect([first.status, first.body.code]).toEqual([503, 'overloaded']);
      // Found out in 4 s; it was 29 before anybody knew.
      expect(first.seconds).toBeLessThan(KNOWN_SECONDS_MAX);
      const next = await timed(send());
      expect([next.status, next.headers['retry-after']]).toEqual([503, '5']);
      expect(next.seconds).toBeLessThan(KNOWN_SECONDS_MAX);
      // What needs no bucket goes on.
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
