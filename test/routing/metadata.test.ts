/** The metadata of orders and vehicles is returned with them, and the answer can still be sent back as a plan. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const shift = { start_time: '2026-03-02T08:00:00', end_time: '2026-03-02T17:00:00' };
const invoice = { invoice: 17, lines: ['a', { b: null }] };
const van = { driver: 'Ann' };
const request = {
  vehicles: [
    { vehicle_id: 'v', count: 2, metadata: van, capacity: { weight: 10 }, shifts: [shift] },
  ],
  orders: [
    { order_id: 'a', location: { latitude: 52.5, longitude: 13.4 }, metadata: invoice },
    { order_id: 'b', location: { latitude: 52.6, longitude: 13.4 } },
    ...[{ order_id: 'c', location: { latitude: 52.6, longitude: 13.5 }, load: { weight: 11 } }].map(
      (order) => ({ ...order, metadata: { heavy: true } }),
    ),
  ],
  options: { max_iterations: 10, geometry: 'none' },
};

test('metadata is returned with its route, its stop and its unserved order', async () => {
  const { body } = await service.postPlan(request).expect(200);
  const [route] = body.routes;
  const stops = body.routes.flatMap((each: { stops: object[] }) => each.stops);
  expect(route.metadata).toEqual(van);
  const stopOf = (id: string) =>
    stops.find(({ order_id }: { order_id: string }) => order_id === id);
  expect(stopOf('a').metadata).toEqual(invoice);
  expect(stopOf('b')).not.toHaveProperty('metadata');
  expect(body.unserved).toMatchObject([{ order_id: 'c', metadata: { heavy: true } }]);
  const options = { ...request.options, mode: 'check' };
  await service.postPlan({ ...request, plan: { routes: body.routes }, options }).expect(200);
});

test('metadata that is not an object is refused', async () => {
  const [first] = request.orders;
  const wrong = { ...request, orders: [{ ...first, metadata: 'x' }] };
  const { body } = await service.postPlan(wrong).expect(400);
  expect(body.errors[0]).toMatchObject({ pointer: '/orders/0/metadata', code: 'invalid_type' });
});
