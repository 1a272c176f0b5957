/** Zones and distances at the edges of maps: the date line, the poles, the sea, borders, clock changes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Meters between two places by bicycle (detour 1.3), and their zones. */
async function between(from: [number, number], to: [number, number]) {
  const response = await service
    .postMatrix({
      locations: [from, to].map(([latitude, longitude], idx) => ({
        location_id: `${idx}`,
        latitude,
        longitude,
      })),
      vehicle: { type: 'bicycle' },
      weekend: true,
    })
    .expect(200);
  return {
    meters: response.body.travel_costs['0']['1'][0],
    zones: response.body.locations.map((each: { time_zone: string }) => each.time_zone),
  };
}

/** Mean radius of the Earth × π / 180: one degree on a great circle. */
const DEGREE_METERS = (6_371_008.8 * Math.PI) / 180;

test('places across the date line are near, not once around the Earth', async () => {
  // 0.2 degrees of longitude on the equator × 1.3
  const { meters } = await between([0, 179.9], [0, -179.9]);
  expect(meters).toBe(Math.round(0.2 * DEGREE_METERS * 1.3));
});

test('longitude 180 and -180 are the same place', async () => {
  expect((await between([10, 180], [10, -180])).meters).toBe(0);
});

test('at a pole every longitude is the same place', async () => {
  expect((await between([90, 0], [90, 123])).meters).toBe(0);
  expect((await between([-90, -60], [-90, 60])).meters).toBe(0);
});

test('the path over the pole is the short one', async () => {
  // 89.5° north on opposite meridians: one degree over the pole
  expect((await between([89.5, 0], [89.5, 180])).meters).toBe(Math.round(DEGREE_METERS * 1.3));
});

test('antipodes are half a circumference apart', async () => {
  expect((await between([0, 0], [0, 180])).meters).toBe(Math.round(180 * DEGREE_METERS * 1.3));
});

test('one meter is one meter', async () => {
  // one meter north × 1.3 = 1.3 → 1
  expect((await between([41, -8], [41 + 1 / DEGREE_METERS, -8])).meters).toBe(1);
});

test.each([
  [[59.91, 10.75], 'Europe/Oslo'],
  [[50.08, 14.43], 'Europe/Prague'],
  [[41.15, -8.61], 'Europe/Lisbon'],
  [[32.65, -16.91], 'Atlantic/Madeira'],
  [[-17.8, 177.4], 'Pacific/Fiji'],
  [[-13.8, -171.8], 'Pacific/Apia'],
  [[28.2, 84.0], 'Asia/Kathmandu'],
  [[-31.7, 128.9], 'Australia/Eucla'],
  [[90, 0], 'Etc/GMT'],
  [[-90, 0], 'Antarctica/McMurdo'],
  [[0, 0], 'Etc/GMT'],
  [[40, -40], 'Etc/GMT+3'],
] as [[number, number], string][])('the zone of %j is %s', async (place, zone) => {
  expect((await between(place, [0, 0])).zones[0]).toBe(zone);
});

test('zone names are IANA names that the platform knows, so that local times can be computed', async () => {
  const { zones } = await between([41.15, -8.61], [40, -40]);
  for (const zone of zones) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  }
});

test('windows are local times of day, so a day with a clock change has the same windows', async () => {
  // The matrix has no date: on the day of the spring change, which has no 02:30, the window that contains 02:30
  // remains.
  const response = await service
    .postMatrix({
      locations: [{ location_id: 'a', latitude: 41.15, longitude: -8.61 }],
      vehicle: {},
      start_local_time: '02:30:00',
      end_local_time: '02:30:00',
    })
    .expect(200);
  expect(response.body.traffic_windows).toHaveLength(1);
  expect(response.body.traffic_windows[0].traffic_window_start_times).toEqual([
    '00:00:00',
    '22:00:00',
  ]);
});
