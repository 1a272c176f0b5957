/** The nine matrix rules of the specification, each with a minimal request. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkMatrix } from '../support/check-matrix.js';
import type { OracleRequest } from '../support/matrix-oracle.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function check(request: OracleRequest): Promise<any> {
  const response = await service.postMatrix(request).expect(200);
  checkMatrix(request, response.body);
  return response.body;
}

const places = [
  { location_id: 'porto', latitude: 41.1496, longitude: -8.611 },
  { location_id: 'lisboa', latitude: 38.7223, longitude: -9.1393 },
  { location_id: 'madrid', latitude: 40.4168, longitude: -3.7038 },
];
const [porto, lisboa, madrid] = places as [any, any, any];
const vehicle = { type: 'car' };

test('1: without sources and destinations every ordered pair is returned, self pairs as zeros', async () => {
  const body = await check({ locations: places, vehicle });
  expect(Object.keys(body.travel_costs)).toHaveLength(3);
  expect(Object.keys(body.travel_costs.porto)).toHaveLength(3);
  expect(body.travel_costs.porto.porto).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test('2: with sources and destinations only those pairs are returned', async () => {
  const body = await check({ locations: places, vehicle, sources: [2], destinations: [0, 1] });
  expect(Object.keys(body.travel_costs)).toEqual(['madrid']);
  expect(Object.keys(body.travel_costs.madrid)).toEqual(['porto', 'lisboa']);
  expect(body.locations).toHaveLength(3);
});

test('2: sources alone reach every location, destinations alone are reached from every location', async () => {
  await check({ locations: places, vehicle, sources: [1] });
  await check({ locations: places, vehicle, destinations: [1] });
});

test('3: a pair needs a common class', async () => {
  const body = await check({
    locations: [
      { ...porto, location_class: [1, 2] },
      { ...lisboa, location_class: [2, 3] },
      { ...madrid, location_class: [3] },
    ],
    vehicle,
  });
  expect(Object.keys(body.travel_costs.porto)).toEqual(['porto', 'lisboa']);
  expect(Object.keys(body.travel_costs.madrid)).toEqual(['lisboa', 'madrid']);
});

test('3: a location without classes, among others with classes, is in no pair, not even with itself', async () => {
  const body = await check({
    locations: [{ ...porto, location_class: [1] }, lisboa],
    vehicle,
  });
  expect(body.travel_costs).toEqual({ porto: { porto: [0, 0, 0, 0, 0, 0, 0, 0, 0] }, lisboa: {} });
});

test('4: with force_containment the source must have every class of the destination', async () => {
  const body = await check({
    locations: [
      { ...porto, location_class: [1, 2] },
      { ...lisboa, location_class: [2] },
      { ...madrid, location_class: [] },
    ],
    vehicle,
    force_containment: true,
  });
  expect(Object.keys(body.travel_costs.porto)).toEqual(['porto', 'lisboa', 'madrid']);
  expect(Object.keys(body.travel_costs.lisboa)).toEqual(['lisboa', 'madrid']);
  expect(Object.keys(body.travel_costs.madrid)).toEqual(['madrid']);
});

test('5: a weekend is one window for the whole day', async () => {
  const body = await check({ locations: places, vehicle, weekend: true });
  expect(body.traffic_windows).toEqual([
    {
      traffic_window_index: 0,
      traffic_window_start_times: ['00:00:00'],
      traffic_window_end_times: ['23:59:59'],
    },
  ]);
  expect(body.travel_costs.porto.lisboa).toHaveLength(2);
});

test('6: a weekday has eight windows, the first of two intervals', async () => {
  const body = await check({ locations: places, vehicle, weekend: false });
  expect(body.traffic_windows).toHaveLength(8);
  expect(body.traffic_windows[0].traffic_window_start_times).toEqual(['00:00:00', '22:00:00']);
  expect(body.travel_costs.porto.lisboa).toHaveLength(9);
});

test('8: only windows that overlap the range are returned, numbered from 0', async () => {
  const body = await check({
    locations: places,
    vehicle,
    start_local_time: '09:29:59',
    end_local_time: '12:00:00',
  });
  expect(body.traffic_windows.map((window: any) => window.traffic_window_start_times[0])).toEqual([
    '07:00:00',
    '09:30:00',
    '12:00:00',
  ]);
  expect(body.traffic_windows.map((window: any) => window.traffic_window_index)).toEqual([0, 1, 2]);
});

test('8: a range that ends one second before a boundary does not reach the next window', async () => {
  const body = await check({
    locations: places,
    vehicle,
    start_local_time: '09:30:00',
    end_local_time: '11:59:59',
  });
  expect(body.traffic_windows).toHaveLength(1);
});

test('8: a range that starts later than it ends spans midnight', async () => {
  const body = await check({
    locations: places,
    vehicle,
    start_local_time: '21:00:00',
    end_local_time: '06:00:00',
  });
  expect(body.traffic_windows.map((window: any) => window.traffic_window_start_times)).toEqual([
    ['00:00:00', '22:00:00'],
    ['06:00:00'],
    ['19:00:00'],
  ]);
});

test('8: a single bound extends to the edge of the day', async () => {
  expect(
    (await check({ locations: places, vehicle, end_local_time: '05:00:00' })).traffic_windows,
  ).toHaveLength(1);
  expect(
    (await check({ locations: places, vehicle, start_local_time: '19:00:00' })).traffic_windows,
  ).toHaveLength(2);
});

test('9: 200 locations are answered synchronously, 201 become a job', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, idx) => ({
      location_id: `p${idx}`,
      latitude: 41 + idx / 1000,
      longitude: -8.6,
    }));
  await check({ locations: many(200), vehicle, weekend: true });
  const accepted = await service.postMatrix({ locations: many(201), vehicle }).expect(202);
  expect(accepted.body).toMatchObject({ status: 'Accepted', jobid: expect.any(String) });
});

test('both paths of the latest version give the same answer, with and without a trailing slash', async () => {
  const request = (await import('supertest')).default;
  const bodies = new Set<string>();
  for (const path of [
    '/engine/matrix/v1/',
    '/engine/matrix/v1',
    '/engine/matrix',
    '/engine/matrix/',
  ]) {
    const response = await request(service.app)
      .post(path)
      .set('x-api-key', service.apiKey)
      .send({ locations: places, vehicle })
      .expect(200);
    bodies.add(response.text);
  }
  expect(bodies.size).toBe(1);
});
