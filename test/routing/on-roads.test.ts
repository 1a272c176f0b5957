/** Plans on the roads of a country: costs, shapes and breaks on the road, verified by the independent checker. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import polyline from '@mapbox/polyline';
import { writeLiechtenstein } from '../support/maps.js';
import { checkPlan } from '../support/check-plan.js';
import { startTestService, type TestService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-plans-'));
let service: TestService;
beforeAll(async () => {
  const mapsDir = join(folder, 'maps');
  mkdirSync(mapsDir);
  await writeLiechtenstein(join(mapsDir, 'li.map'));
  service = await startTestService({ config: { mapsDir } });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const PLACES: Readonly<Record<string, [latitude: number, longitude: number]>> = {
  vaduz: [47.1392, 9.5225],
  schaan: [47.1652, 9.5089],
  balzers: [47.0665, 9.5036],
  triesenberg: [47.1179, 9.5421],
  ruggell: [47.2381, 9.5254],
  malbun: [47.1024, 9.6098],
};
const place = (name: string) => {
  const [latitude = 0, longitude = 0] = PLACES[name] ?? [];
  return { latitude, longitude };
};

/** From Vaduz to all other places and back, by one vehicle. */
function request(changes: object = {}, options: object = {}) {
  return {
    locations: Object.keys(PLACES).map((name) => ({ location_id: name, ...place(name) })),
    vehicles: [
      {
        vehicle_id: 'v',
        costs: { per_hour: 30, per_kilometer: 0.5 },
        shifts: [
          {
            shift_id: 'day',
            start_location: 'vaduz',
            end_location: 'vaduz',
            start_time: '2026-03-02T07:00:00',
            end_time: '2026-03-02T20:00:00',
          },
        ],
        ...changes,
      },
    ],
    orders: Object.keys(PLACES)
      .slice(1)
      .map((name) => ({ order_id: name, location: name, duration: 300 })),
    options: { max_iterations: 200, ...options },
  };
}

test.each(['polyline', 'polyline6', 'geojson'])(
  'a route is drawn along the roads as %s, and has their costs',
  async (geometry) => {
    const sent = request({}, { geometry });
    const { body } = await service.postPlan(sent).expect(200);
    await checkPlan(service, sent, body);
    expect([body.status, body.travel_model]).toEqual(['Ok', 'road']);
    expect(body.attribution).toContain('OpenStreetMap');
    const [route] = body.routes;
    const points: [number, number][] =
      geometry === 'geojson'
        ? route.polyline.coordinates.map(([longitude, latitude]: number[]) => [latitude, longitude])
        : polyline.decode(route.polyline, geometry === 'polyline' ? 5 : 6);
    // Mountains and bends: there are no straight lines between places.
    expect(points.length).toBeGreaterThan(500);
    expect(points[0]).toEqual(PLACES['vaduz']);
    expect(points.at(-1)).toEqual(PLACES['vaduz']);
    // As long as the route states, except for rounded points and the distance from the road to the door.
    const length = points.reduce(
      (sum, point, idx) => sum + metersBetween(points[idx - 1], point),
      0,
    );
    expect(length / route.statistics.distance).toBeCloseTo(1, 1);
    const [start, ...others]: Record<string, any>[] = route.stops;
    expect(start).not.toHaveProperty('drawn_distance');
    const drawn = others.reduce((sum, stop) => sum + Number(stop['drawn_distance']), 0);
    expect(drawn / length).toBeCloseTo(1, 1);
    for (const { latitude, longitude, snap_distance, snapped_position } of route.stops) {
      const { latitude: north, longitude: east } = snapped_position;
      expect(metersBetween([latitude, longitude], [north, east])).toBeCloseTo(snap_distance, 0);
    }
  },
);

function metersBetween(from: readonly number[] | undefined, to: readonly number[]): number {
  const [latitude = 0, longitude = 0] = from ?? to;
  const [north = 0, east = 0] = to;
  const narrowing = Math.cos((north * Math.PI) / 180);
  return 111_195 * Math.hypot(north - latitude, (east - longitude) * narrowing);
}

test.each(['polyline', 'none'])(
  'a rest on the road lies on its leg (geometry %s)',
  async (geometry) => {
    const rules = { max_driving_duration: 900, break_duration: 600 };
    const sent = request({ driving_rules: rules }, { geometry });
    const { body } = await service.postPlan(sent).expect(200);
    await checkPlan(service, sent, body);
    const stops: Record<string, any>[] = body.routes[0].stops;
    const rests = stops.filter((stop) => stop['type'] === 'break' && !('location_id' in stop));
    expect(rests.length).toBeGreaterThan(0);
    expect(rests[0]).not.toHaveProperty('snap_distance');
    for (const [idx, stop] of stops.entries()) {
      const isDriven = stop['travel_distance'] > 0 && geometry !== 'none';
      expect([idx, 'drawn_distance' in stop]).toEqual([idx, isDriven]);
      // The parts of a leg before and after a rest on it: close to the distances that are paid for.
      if (isDriven) expect(stop['drawn_distance'] / stop['travel_distance']).toBeCloseTo(1, 0);
    }
    for (const rest of rests) {
      // Within the country, and at none of its places.
      expect(rest['latitude']).toBeGreaterThan(47);
      expect(rest['latitude']).toBeLessThan(47.3);
      const at = [rest['latitude'], rest['longitude']];
      expect(Object.values(PLACES)).not.toContainEqual(at);
    }
  },
);

test('a route on foot is drawn on footpaths', async () => {
  const sent = request({ type: 'foot' });
  const { body } = await service.postPlan(sent).expect(200);
  await checkPlan(service, sent, body);
  const car = await service.postPlan(request()).expect(200);
  expect(body.routes[0].polyline).not.toBe(car.body.routes[0].polyline);
});

test('a place off the map is reached in a straight line, with a warning', async () => {
  const far = { location_id: 'far', latitude: 47.5, longitude: 9.5 };
  const base = request();
  const sent = {
    ...base,
    locations: [...base.locations, far],
    orders: [...base.orders, { order_id: 'far', location: 'far' }],
  };
  const { body } = await service.postPlan(sent).expect(200);
  await checkPlan(service, sent, body);
  expect(body.travel_model).toBe('mixed');
  expect(body.warnings).toEqual([
    expect.objectContaining({ code: 'location_off_road', pointer: '/locations/6' }),
  ]);
});
