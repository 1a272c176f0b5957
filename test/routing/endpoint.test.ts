/** The endpoint from request to answer: what is refused, priced, charged and cancelled, and correct answers. */
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { checkPlan } from '../support/check-plan.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const quick = { ...ROUTING_EXAMPLE, options: { max_iterations: 200 } };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** A number of places in a row, with one order each. */
function ordersAt(count: number) {
  return Array.from({ length: count }, (_, idx) => ({
    order_id: `o${idx}`,
    location: { latitude: 52.4 + idx / 1000, longitude: 13.4 },
    duration: 60,
  }));
}

describe('an answer', () => {
  test('breaks no rule that the checker knows', async () => {
    const { body } = await service.postPlan(quick).expect(200);
    await checkPlan(service, quick, body);
    expect(body.travel_model).toBe('estimate');
  });

  test.each([{ time_format: 'unix' }, { geometry: 'geojson' }, { geometry: 'none' }])(
    'is formatted with %j',
    async (options) => {
      const asked = { ...quick, options: { ...quick.options, ...options } };
      await checkPlan(service, asked, (await service.postPlan(asked).expect(200)).body);
    },
  );

  test('is the same for the same seed and iterations', async () => {
    const ask = async () => {
      const { body } = await service.postPlan(quick).expect(200);
      return [body.routes, body.unserved, body.statistics.cost];
    };
    expect(await ask()).toEqual(await ask());
  });

  test('describes how the search went', async () => {
    const { body } = await service.postPlan(quick).expect(200);
    expect(body.statistics.search).toEqual({
      iterations: expect.any(Number),
      duration: expect.any(Number),
      improvements: expect.any(Array),
    });
  });

  test('is the same on both paths, and has as many iterations as requested', async () => {
    const [one, other] = await Promise.all([
      service.postPlan(quick),
      service.postTo('/engine/routing/sync')({ ...quick, options: { max_iterations: 50 } }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.body.statistics.search.iterations).toBeLessThanOrEqual(50);
  });
});

describe('a refusal', () => {
  test('reports all faults of a request', async () => {
    const faulty = { ...quick, vehicles: [], options: { time_limit: 26, seed: -1 } };
    const { status, body } = await service.postPlan(faulty);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      expect.arrayContaining(['/vehicles', '/options/seed']),
    );
  });

  test('is given to a synchronous check of more than 1,500 places, and not to one of 60', async () => {
    const of = (count: number) => ({
      vehicles: [
        {
          vehicle_id: 'v',
          shifts: [{ start_time: '2026-03-02T08:00:00', end_time: '2026-03-02T17:00:00' }],
        },
      ],
      orders: ordersAt(count),
      plan: { routes: [] },
      options: { mode: 'check' },
    });
    const { body } = await service.postPlan(of(60)).expect(200);
    expect(body.unserved).toHaveLength(60);
    const refused = await service.postPlan(of(1_502)).expect(413);
    expect(refused.body.comment).toContain('at most 1500 are checked');
  });

  test('of 50 or more distinct places says where to send them, and 49 are planned', async () => {
    const { shifts } = ROUTING_EXAMPLE.vehicles[0] ?? {};
    const of = (count: number) => ({
      vehicles: [
        {
          vehicle_id: 'v',
          shifts: [{ ...shifts?.[0], start_location: undefined, end_location: undefined }],
        },
      ],
      orders: ordersAt(count),
      options: { max_iterations: 1 },
    });
    const refused = await service.postPlan(of(50));
    expect([refused.status, refused.body.code]).toEqual([413, 'too_many_locations']);
    expect(refused.body.comment).toContain('/engine/routing/v1/async');
    const planned = await service.postPlan(of(49)).expect(200);
    await checkPlan(service, of(49), planned.body);
    // Two orders at the same place count as one place.
    const { orders } = of(49);
    const again = [...orders, { ...orders[0], order_id: 'again' }];
    await service.postPlan({ ...of(49), orders: again }).expect(200);
  });

  /** Orders with these numbers of visits. */
  const visitsOf = (...counts: number[]) => ({
    ...ROUTING_EXAMPLE,
    orders: counts.map((count, idx) => ({
      order_id: `o${idx}`,
      location: ROUTING_EXAMPLE.orders[0]?.location,
      visits: { count, per: 'planning_period', min_days_between: 0 },
    })),
  });
  const copiesOf = (count: number) => ({
    ...ROUTING_EXAMPLE,
    vehicles: ROUTING_EXAMPLE.vehicles.slice(0, 1).map((vehicle) => ({ ...vehicle, count })),
  });
  test.each([
    ['visits', visitsOf(1000, 1000), visitsOf(1000, 1000, 1)],
    ['shifts', copiesOf(2000), copiesOf(2001)],
  ])(
    'is made before planning if there are more %s than a synchronous search allows',
    async (what, most, more) => {
      const dry = service.postTo('/engine/routing/v1/sync?dry_run=true');
      await dry(most).expect(200);
      const refused = await dry(more).expect(413);
      expect(refused.body.code).toBe('request_too_complex');
      expect(refused.body.comment).toMatch(new RegExp(`2001 ${what}.*/engine/routing/v1/async`));
      await service.postTo('/engine/routing/v1/async?dry_run=true')(more).expect(200);
    },
  );

  test('of a body that is not JSON', async () => {
    expect((await service.postPlan('{')).body.code).toBe('invalid_json');
  });
});

describe('credits', () => {
  // Three visits and one shift: one credit for each ten or part of it.
  const PRICE = 2;

  test('a dry run returns the price and charges nothing', async () => {
    const before = await service.accounts.balance(service.accountId);
    const { body } = await service
      .postTo('/engine/routing/v1/sync?dry_run=true')(quick)
      .expect(200);
    expect(body).toEqual({ credits: PRICE });
    expect(await service.accounts.balance(service.accountId)).toBe(before);
  });

  test('a plan is charged once, its repetition is free, and its key with another body is refused', async () => {
    const before = await service.accounts.balance(service.accountId);
    const headers = { 'idempotency-key': 'plan-1' };
    const first = await service.postPlan(quick, headers).expect(200);
    expect(first.headers['x-credits-charged']).toBe(String(PRICE));
    const second = await service.postPlan(quick, headers).expect(200);
    expect(second.headers['x-credits-charged']).toBe('0');
    expect(second.headers['idempotency-replayed']).toBe('true');
    // The search did not run again: its duration is part of the answer.
    expect(second.text).toBe(first.text);
    const other = await service.postPlan({ ...quick, options: { max_iterations: 1 } }, headers);
    expect(other.body.code).toBe('idempotency_conflict');
    expect(await service.accounts.balance(service.accountId)).toBe(before - PRICE);
  });

  test('a repetition is not searched again unless its first answer is gone', async () => {
    const headers = { 'idempotency-key': 'plan-2' };
    await service.postPlan(quick, headers).expect(200);
    const searches = () => service.searchPool.stats().completedTasks;
    const before = searches();
    await service.postPlan(quick, headers).expect(200);
    expect(searches()).toBe(before);
    for await (const { name } of service.blobs.list('answers/')) await service.blobs.delete([name]);
    const again = await service.postPlan(quick, headers).expect(200);
    expect(again.headers['x-credits-charged']).toBe('0');
    expect(searches()).toBe(before + 1);
  });

  test('concurrent repetitions all get the answer that was charged', async () => {
    const headers = { 'idempotency-key': 'plan-3' };
    const answers = await Promise.all([1, 2, 3].map(() => service.postPlan(quick, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const charged = answers.map((each) => Number(each.headers['x-credits-charged']));
    expect(charged.toSorted()).toEqual([0, 0, PRICE]);
    // Answers that were computed concurrently are not kept.
    const kept: string[] = [];
    for await (const { name } of service.blobs.list('answers/')) kept.push(name);
    expect(kept).toHaveLength(1);
  });

  test('a caller that cannot pay is told before the search', async () => {
    const { apiKey } = await service.accounts.createAccount({ name: 'poor', credits: 1 });
    const before = service.searchPool.stats().completedTasks;
    const { body } = await service.postPlan(quick, { 'x-api-key': apiKey });
    expect(body.code).toBe('insufficient_credits');
    expect(service.searchPool.stats().completedTasks).toBe(before);
  });
});

describe('time', () => {
  /** A search that never ends by itself. */
  const endless = {
    vehicles: ROUTING_EXAMPLE.vehicles,
    locations: ROUTING_EXAMPLE.locations,
    orders: ordersAt(40),
    options: { max_iterations: 1e12, time_limit: 25 },
  };

  test('a search ends at its time limit', async () => {
    const asked = { ...endless, options: { max_iterations: 1e12, time_limit: 0.3 } };
    const { body } = await service.postPlan(asked).expect(200);
    expect(body.statistics.search.duration).toBeGreaterThanOrEqual(0.3);
    await checkPlan(service, asked, body);
  });

  test('a search ends in time for its answer, even if its limit is later', async () => {
    // 3 s are reserved for the answer, so half a second is left for the search.
    const hurried = await startTestService({ config: { answerDeadlineMs: 3_500 } });
    try {
      // If the machine stalls for longer than the reserve, no answer can be in time.
      const body = await until(async () => {
        const answer = await hurried.postPlan(endless);
        return answer.status === 200 && answer.body;
      });
      // Shorter than the deadline of the answer, although 25 s were requested.
      expect(body.statistics.search.duration).toBeLessThan(3.5);
    } finally {
      await hurried.stop();
    }
  });

  test('a client that hangs up ends its search and pays nothing', async () => {
    const server = service.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const before = await service.accounts.balance(service.accountId);
    const { cancelledTasks, restarts } = service.searchPool.stats();
    const sent = httpRequest({
      ...{ host: '127.0.0.1', port: address.port, method: 'POST', path: '/engine/routing/v1/sync' },
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify(endless));
    await until(() => service.searchPool.stats().runningTasks === 1);
    sent.destroy();
    await until(() => service.searchPool.stats().runningTasks === 0);
    expect(service.searchPool.stats()).toMatchObject({
      cancelledTasks: cancelledTasks + 1,
      restarts,
    });
    expect(await service.accounts.balance(service.accountId)).toBe(before);
    await new Promise((resolve) => server.close(resolve));
  });
});
