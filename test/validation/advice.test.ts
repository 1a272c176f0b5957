/** What a refusal suggests instead, for common mistakes of callers who know other services. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const place = { latitude: 52.5, longitude: 13.4 };
const shift = { start_time: '2026-03-02T08:00:00', end_time: '2026-03-02T17:00:00' };
const planOf = (changes: { order?: object; vehicle?: object; shift?: object; top?: object }) => ({
  vehicles: [{ vehicle_id: 'v', shifts: [{ ...shift, ...changes.shift }], ...changes.vehicle }],
  orders: [{ order_id: 'o', location: place, ...changes.order }],
  ...changes.top,
});
const unknown = (name: string) => `This field is unknown; did you mean "${name}"?`;

test.each([
  [{ order: { location: { lat: 1, ...place } } }, '/orders/0/location/lat', unknown('latitude')],
  [{ order: { location: { lng: 1, ...place } } }, '/orders/0/location/lng', unknown('longitude')],
  [{ order: { skills: ['x'] } }, '/orders/0/skills', unknown('required_attributes')],
  [{ vehicle: { skills: ['x'] } }, '/vehicles/0/skills', unknown('attributes')],
  [{ vehicle: { start: place } }, '/vehicles/0/start', unknown('shifts')],
  [{ shift: { start: place } }, '/vehicles/0/shifts/0/start', unknown('start_location')],
  [{ vehicle: { costs: { per_km: 1 } } }, '/vehicles/0/costs/per_km', unknown('per_kilometer')],
  [{ top: { jobs: [] } }, '/jobs', unknown('orders')],
  [{ order: { duraton: 1 } }, '/orders/0/duraton', unknown('duration')],
  [{ order: { timeWindows: [] } }, '/orders/0/timeWindows', unknown('time_windows')],
  [
    { order: { constructor: 1 } },
    '/orders/0/constructor',
    'This field is unknown; remove it or correct its name.',
  ],
  [
    { order: { color: 'red' } },
    '/orders/0/color',
    'This field is unknown; remove it or correct its name.',
  ],
  [
    { vehicle: { capacity: 100 } },
    '/vehicles/0/capacity',
    'Expected an object, got 100. Write an object such as {"weight": 100}.',
  ],
  [
    { order: { release_time: 1_772_438_400_000 } },
    '/orders/0/release_time',
    'Write Unix seconds, not milliseconds.',
  ],
  [
    { order: { release_time: '9:00' } },
    '/orders/0/release_time',
    'got "9:00". Write 09:00, and the date before it: 2026-03-02T09:00.',
  ],
  [
    { order: { release_time: '09:00' } },
    '/orders/0/release_time',
    'Write the date as well, such as 2026-03-02T08:00:00.',
  ],
  [
    { order: { time_windows: [{ start_time: '9:00', end_time: '9:30' }] } },
    '/orders/0/time_windows/0',
    'or times with dates. Write 09:00. Write 09:30.',
  ],
  [
    { order: { release_time: '2026-03-02 08:00' } },
    '/orders/0/release_time',
    'Write T between date and time, not a space.',
  ],
  [
    { order: { release_time: '1772438400000' } },
    '/orders/0/release_time',
    'Write Unix seconds, as a number, not milliseconds.',
  ],
  [
    { order: { release_time: '1772438400' } },
    '/orders/0/release_time',
    'Write Unix seconds as a number, without quotes.',
  ],
  [{ order: { duration: 'PT5M' } }, '/orders/0/duration', 'Write seconds, as a whole number.'],
  [
    { order: { location: [13.4, 52.5] } },
    '/orders/0/location',
    'Write a location_id, or an object such as {"latitude": 41.15, "longitude": -8.61}.',
  ],
  [
    { order: { location: { latitude: 139.7, longitude: 35.6 } } },
    '/orders/0/location/latitude',
    'got 139.7. Are latitude and longitude swapped?',
  ],
  [
    { order: { time_windows: [['09:00', '12:00']] } },
    '/orders/0/time_windows/0',
    'Write an object such as {"start_time": "09:00", "end_time": "12:00"}.',
  ],
  [
    { order: { time_windows: [{ start_time: '9:00', end_time: '12:00' }] } },
    '/orders/0/time_windows/0',
    'or times with dates. Write 09:00.',
  ],
  [
    { order: { release_time: '20260302T080000' } },
    '/orders/0/release_time',
    'Write the form with hyphens and colons, such as 2026-03-02T08:00:00.',
  ],
  [
    { order: { release_time: '2026-W10-1' } },
    '/orders/0/release_time',
    'Write month and day of the month, such as 2026-03-02T08:00:00.',
  ],
])('%j', async (changes, pointer, comment) => {
  const { body } = await service.postPlan(planOf(changes)).expect(400);
  const problem = body.errors.find((each: { pointer: string }) => each.pointer === pointer);
  expect(problem?.comment).toContain(comment);
});

test.each([
  [{ sources: [] }, 'Expected at least 1 item, got 0. Leave it out to use all locations.'],
  [{ locations: [] }, 'Expected at least 1 item, got 0.'],
  [{ start_local_time: '9:00' }, 'got "9:00". Write a time such as 09:00:00.'],
  [{ start_time: '09:00' }, unknown('start_local_time')],
  [{ vehicle: 'car' }, 'Expected an object, got "car". Write an object such as {"type": "car"}.'],
])('of a matrix, %j', async (changes, comment) => {
  const matrix = { locations: [{ location_id: 'a', ...place }], vehicle: {}, ...changes };
  const { body } = await service.postMatrix(matrix).expect(400);
  expect(body.errors[0].comment).toContain(comment);
});

test('without a job, the missing parameter is named', async () => {
  const { body } = await request(service.app)
    .get('/engine/routing/v1')
    .set('x-api-key', service.apiKey)
    .expect(400);
  expect(body.comment).toContain('The query parameter jobid is required');
});
