/** How routes begin and end: latest starts, orders that are first or last, empty vehicles at the end. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
  exactly,
  expectPlan,
  minutes,
  on,
  order,
  plan,
  planOf,
  request,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const box = { kind: 'pickup', load: { boxes: 1 } };

test('a route that must end empty unloads what it collected', async () => {
  // 10 to a, 20 on to c, 10 back to the dump at b, 20 to the depot; 20 of service, 5 at the dump.
  const asked = (fields: object) =>
    request({
      orders: [order('a', box), order('c', box)],
      vehicles: [
        vehicle(
          {},
          {
            reloads: [{ reload_id: 'dump', location: 'b', duration: minutes(5) }],
            ...fields,
          },
        ),
      ],
    });
  const body = await expectPlan(
    service,
    asked({ end_empty: true }),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'c c 08:40-08:50', 'dump b 09:00-09:05', 'd 09:25'],
      },
      85,
    ),
    asked({}),
  );
  expect(body.routes[0].stops.at(-1).load_after.boxes).toBe(0);
});

test('a route that must end empty collects nothing if it cannot unload', async () => {
  const asked = (fields: object) =>
    request({
      orders: [order('a', box), order('b')],
      vehicles: [vehicle({}, fields)],
    });
  const body = await expectPlan(
    service,
    asked({ end_empty: true }),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'd 08:50'] }, 50, { a: ['end_load'] }),
    asked({}),
  );
  expect(body.unserved[0].reasons[0]).toMatchObject({ amount: 1, dimension: 'boxes' });
});

test('a route starts no later than its latest start, and waits', async () => {
  // 20 to b, which opens at nine: 30 of waiting, 10 of service, 20 back.
  const asked = (fields: object) =>
    request({
      orders: [order('b', { time_windows: [exactly('09:00')] })],
      vehicles: [vehicle({}, fields)],
    });
  await expectPlan(
    service,
    asked({ latest_start_time: on('08:10') }),
    plan({ v: ['d 08:10', 'b b 08:30-09:10 waits 30', 'd 09:30'] }, 80),
    asked({}),
  );
});

test('orders released after the latest start are not delivered', async () => {
  const asked = (fields: object) =>
    request({
      orders: [order('b', { release_time: on('08:30') })],
      vehicles: [vehicle({}, fields)],
    });
  const body = await expectPlan(
    service,
    asked({ latest_start_time: on('08:10') }),
    plan({}, 0, { b: ['latest_start'] }),
    asked({}),
  );
  expect(body.unserved[0].reasons[0]).toMatchObject({
    amount: minutes(20),
    time: expect.stringContaining('08:30'),
    allowed_time: expect.stringContaining('08:10'),
  });
});

test.each([
  ['a', 'last'],
  ['b', 'first'],
])('an order at %s that must be %s is', async (place, route_position) => {
  // On the path to e, a comes before b: 60. In reverse, 20 there, 10 back, 30 on, and 20 of service.
  const asked = (fields: object) =>
    request({
      orders: [order('a'), order('b')].map((each) =>
        each.order_id === place ? { ...each, ...fields } : each,
      ),
      vehicles: [vehicle({}, { end_location: 'e' })],
    });
  await expectPlan(
    service,
    asked({ route_position }),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'a a 08:40-08:50', 'e 09:20'] }, 80),
    asked({ route_position: 'any' }),
  );
});

test('a plan in which an order should be first and is not breaks the rule', async () => {
  const asked = request({
    orders: [order('a'), order('b', { route_position: 'first' })],
    plan: {
      routes: [{ vehicle_id: 'v', shift_id: 'day', stops: [{ order_id: 'a' }, { order_id: 'b' }] }],
    },
    options: { mode: 'check' },
  });
  const body = await answerTo(service, asked);
  expect(body.status).toBe('Invalid');
  expect(body.routes[0].violations).toEqual([
    expect.objectContaining({ code: 'route_position', stop: 2 }),
  ]);
  expect(planOf(body).cost).toBe(60);
});

test('a vehicle that has not started by the latest start is not used', async () => {
  // The checker does not know the current time.
  const routesAt = async (now: string) => {
    const { body } = await service.postPlan(
      request({
        orders: [order('b')],
        vehicles: [vehicle({}, { latest_start_time: on('08:10') })],
        options: { now: on(now) },
      }),
    );
    return body.routes;
  };
  expect(await routesAt('08:10')).toHaveLength(1);
  expect(await routesAt('08:11')).toEqual([]);
});
