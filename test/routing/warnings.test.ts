/** Warnings about requests that are planned, but most likely do not mean what they say. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const shift = { start_time: '2026-03-02T08:00:00', end_time: '2026-03-02T17:00:00' };
const orders = [at(52.5, 13.4), at(52.51, 13.41), at(52.52, 13.42)].map((location, idx) => ({
  ...{ order_id: `o${idx}`, location },
}));
const plan = { vehicles: [{ vehicle_id: 'v', shifts: [shift] }], orders };

async function warningsOf(request: object): Promise<[string, string][]> {
  const options = { max_iterations: 1, geometry: 'none' };
  const { body } = await service.postPlan({ ...request, options }).expect(200);
  return body.warnings
    .map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer])
    .filter(([code]: [string]) => code !== 'travel_estimated');
}

test('a correct request has no warnings', async () => {
  expect(await warningsOf(plan)).toEqual([]);
});

test('latitude and longitude are swapped in one of four places', async () => {
  const swapped = { order_id: 'x', location: at(13.4, 52.5) };
  expect(await warningsOf({ ...plan, orders: [...orders, swapped] })).toEqual([
    ['swapped_coordinates', '/orders/3/location'],
  ]);
});

test('a place that is far away either way has no warning', async () => {
  const far = { order_id: 'x', location: at(48.8, 2.3) };
  expect(await warningsOf({ ...plan, orders: [...orders, far] })).toEqual([]);
});

test('of two places that would be neighbors, either may be the swapped one', async () => {
  const [order] = orders;
  const vehicles = [{ vehicle_id: 'v', shifts: [{ ...shift, start_location: at(52.5, 13.4) }] }];
  const swapped = { ...order, location: at(13.4, 52.5) };
  expect(await warningsOf({ vehicles, orders: [swapped] })).toEqual([
    ['swapped_coordinates', '/vehicles/0/shifts/0/start_location'],
    ['swapped_coordinates', '/orders/0/location'],
  ]);
  // Far from each other either way.
  expect(await warningsOf({ vehicles, orders: [{ ...order, location: at(-33.9, 18.4) }] })).toEqual(
    [],
  );
});

test('a matrix warns about swapped places as well', async () => {
  const locations = [...orders.map(({ location }) => location), at(13.4, 52.5)].map(
    (location, idx) => ({ location_id: `${idx}`, ...location }),
  );
  const { body } = await service.postMatrix({ locations, vehicle: {}, weekend: true }).expect(200);
  expect(body.warnings).toEqual([
    {
      code: 'swapped_coordinates',
      pointer: '/locations/3',
      comment:
        'This place is thousands of kilometers from the others: are latitude and longitude swapped?',
    },
  ]);
});

test('a dimension of loads without any capacity is unlimited, with a single warning', async () => {
  const loaded = orders.map((order) => ({ ...order, load: { wieght: 1e6, weight: 1 } }));
  const vehicles = [{ ...plan.vehicles[0], capacity: { weight: 10 } }];
  expect(await warningsOf({ vehicles, orders: loaded })).toEqual([
    ['unlimited_dimension', '/orders/0/load/wieght'],
  ]);
});

test.each([
  ['FREQ=DAILY', {}, [['unbounded_repeat', '/vehicles/0/shifts/0/repeat']]],
  ['FREQ=DAILY;COUNT=3', {}, []],
  ['FREQ=DAILY', { planning_period: { start_time: '2026-03-02', end_time: '2026-03-05' } }, []],
])('a shift that repeats by %s, with %j', async (repeat, period, expected) => {
  const vehicles = [{ vehicle_id: 'v', shifts: [{ ...shift, repeat }] }];
  expect(await warningsOf({ vehicles, orders, ...period })).toEqual(expected);
});

test('the default kind next to pickups and dropoffs has no warning', async () => {
  const [a, b] = [at(52.5, 13.4), at(52.51, 13.41)];
  const order = { order_id: 's', pickups: [{ location: a }], dropoffs: [{ location: b }] };
  expect(await warningsOf({ ...plan, orders: [{ ...order, kind: 'dropoff' }] })).toEqual([]);
  expect(await warningsOf({ ...plan, orders: [{ ...order, kind: 'service' }] })).toEqual([
    ['ignored_field', '/orders/0/kind'],
  ]);
});
