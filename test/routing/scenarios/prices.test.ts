/** Limits that may be exceeded at a cost, and the cost of times that differ from the plan. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
  CHEAPEST,
  exactly,
  expectPlan,
  on,
  order,
  plan,
  request,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test.each([
  // One route with 60 on the road and 30 of service, and 20 for the vehicle.
  ['none', {}, 1, { total: 110 }],
  // 30 beyond the hour cost 60; of two routes, only that of c exceeds it, by 10: 40 + 130 + 20.
  [
    'duration',
    { duration: { limit: 3600, cost_per_hour: 120 } },
    1,
    { total: 170, soft_limits: 60 },
  ],
  // 120 instead; or 40 + 130 + 40.
  ['dear', { duration: { limit: 3600, cost_per_hour: 240 } }, 2, { total: 210, soft_limits: 40 }],
  [
    'distance',
    { distance: { limit: 50_000, cost_per_kilometer: 1 } },
    1,
    { total: 120, soft_limits: 10 },
  ],
  ['stops', { stops: { limit: 2, cost_per_stop: 7 } }, 1, { total: 117, soft_limits: 7 }],
  ['kept', { stops: { limit: 3, cost_per_stop: 7 } }, 1, { total: 110 }],
])(
  'a limit with a cost is exceeded if that is worth it: %s',
  async (_, soft_limits, count, cost) => {
    const body = await answerTo(
      service,
      request({
        orders: [order('a'), order('b'), order('c')],
        vehicles: [vehicle({ count: 2, costs: { per_hour: 60, fixed: 20 }, soft_limits })],
        objective: CHEAPEST,
      }),
    );
    expect(body.routes).toHaveLength(count);
    expect(body.statistics.cost).toMatchObject(cost);
    expect(body.statistics.cost.soft_limits).toBe((cost as any).soft_limits);
  },
);

const planned = {
  routes: [
    { vehicle_id: 'v', shift_id: 'day', stops: [{ order_id: 'a', arrival_time: on('09:00') }] },
  ],
};
const stable = (time_change_cost_per_minute: number) => ({
  ...CHEAPEST,
  stability: { time_change_cost_per_minute },
});

test('a planned time is kept if another one has a cost', async () => {
  const asked = (price: number) =>
    request({ orders: [order('a')], plan: planned, objective: stable(price) });
  await expectPlan(
    service,
    asked(1),
    plan({ v: ['d 08:50', 'a a 09:00-09:10', 'd 09:20'] }, 30),
    asked(0),
  );
});

test('a planned time moves only as far as a new order is worth', async () => {
  // 40 on the road, 20 of service; a ten minutes later, or half an hour earlier, before b.
  const asked = (price: number) =>
    request({
      orders: [order('a'), order('b', { time_windows: [exactly('08:50')] })],
      plan: planned,
      objective: stable(price),
    });
  const body = await expectPlan(
    service,
    asked(1),
    plan({ v: ['d 08:30', 'b b 08:50-09:00', 'a a 09:10-09:20', 'd 09:30'] }, 70),
  );
  expect(body.statistics.cost).toMatchObject({ time: 60, changes: 10 });
});

test('no remedy is suggested with which an optional order would still cost more than leaving it out', async () => {
  // With room for one more box, f would fit, at 110 minutes in addition to those for x; a would take 30.
  const asked = (place: string) =>
    request({
      vehicles: [vehicle({ capacity: { boxes: 10 } })],
      orders: [
        order('x', { load: { boxes: 9 } }),
        order(place, { load: { boxes: 2 }, mandatory: false, unserved_cost: 60 }),
      ],
    });
  const far = await answerTo(service, asked('f'));
  expect(far.unserved).toMatchObject([
    { order_id: 'f', reasons: [{ code: 'capacity', amount: 1 }] },
  ]);
  expect(far.unserved[0]).not.toHaveProperty('suggestion');
  const near = await answerTo(service, asked('a'));
  expect(near.unserved).toMatchObject([
    { order_id: 'a', suggestion: { code: 'capacity', amount: 1 } },
  ]);
});
