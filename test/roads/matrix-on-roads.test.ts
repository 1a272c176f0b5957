/**
 * Matrices on a hand-drawn map (`test/support/maps.ts`), small enough to work out every number on paper.
 *
 * A car drives 60 km/h on the primary road and 25 km/h on the residential one. At the crossing the right turn costs
 * 2.105 s and the left turn 7.320 s (7.5 s ÷ (1 + e^0.941), and 7.5 s ÷ (1 + e^-0.941) + 2 s ÷ (1 + e^-3.25)); going
 * straight on costs 7 ms.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { buildMapFile, degreesOf, writeExtract, type Point } from '../support/maps.js';
import { oracleCosts, oracleWindows } from '../support/matrix-oracle.js';
import { startTestService, type TestService } from '../support/service.js';

const ATTRIBUTION = '© OpenStreetMap contributors, ODbL 1.0';
/** The names of places: next to the roads, at recognizable distances. */
const PLACES = {
  west: [-1000, 30],
  east: [1000, -40],
  north: [25, 500],
  south: [20, -600],
  island: [20_500, 10],
  islandEnd: [20_900, 10],
  yard: [350, 45],
  yardEnd: [390, 55],
  nowhere: [60_000, 0],
} as const satisfies Record<string, Point>;
type Place = keyof typeof PLACES;

const folder = mkdtempSync(join(tmpdir(), 'route-engine-roads-'));
const mapsDir = join(folder, 'maps');
let service: TestService;
beforeAll(async () => {
  mkdirSync(mapsDir);
  await buildMapFile(writeExtract(folder, 'crossroads'), join(mapsDir, 'crossroads.map'));
  service = await startTestService({ config: { mapsDir } });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

function locationsOf(names: readonly Place[]) {
  return names.map((name) => ({ location_id: name, ...degreesOf(PLACES[name]) }));
}

async function ask(names: readonly Place[], fields: object = {}, of = service): Promise<any> {
  const body = { locations: locationsOf(names), vehicle: {}, ...fields };
  return (await of.postMatrix(body).expect(200)).body;
}

test('straight on: 2,000 m at 60 km/h, divided by the factor of each window', async () => {
  const { travel_costs, travel_model, attribution, warnings, locations } = await ask([
    'west',
    'east',
  ]);
  // 120 s ÷ 1, 0.9, 0.72, 0.86, 0.85, 0.82, 0.7, 0.94, the factors of primary roads in traffic.json.
  const row = [2000, 120, 133, 167, 140, 141, 146, 171, 128];
  const none = Array<number>(9).fill(0);
  expect(travel_costs).toEqual({
    west: { west: none, east: row },
    east: { west: row, east: none },
  });
  expect({ travel_model, attribution, warnings }).toEqual({
    travel_model: 'road',
    attribution: ATTRIBUTION,
    warnings: [],
  });
  expect(locations.map((each: any) => each.snap_distance)).toEqual([30.2, 40.2]);
  // The road runs from west to east through the crossing.
  for (const [idx, east] of [-1000, 1000].entries()) {
    const { latitude, longitude } = degreesOf([east, 0]);
    const { snapped_position } = locations[idx];
    expect(snapped_position.latitude).toBeCloseTo(latitude, 5);
    expect(snapped_position.longitude).toBeCloseTo(longitude, 5);
  }
});

test('turns: the left turn costs more than the right one, and traffic slows each road by its own factor', async () => {
  const { travel_costs } = await ask(['west', 'north', 'east'], { destinations: [1] });
  // 1,000 m at 60 km/h are 60 s, 500 m at 25 km/h are 72 s. Residential factors: 1, 0.97, 0.9, 0.96, 0.95, 0.94, 0.89,
  // 0.98. From the west: 60 ÷ 1 + 72 ÷ 1 + 7.32 = 139.3; 60 ÷ 0.9 + 72 ÷ 0.97 + 7.32 = 148.2; and so on.
  expect(travel_costs.west.north).toEqual([1500, 139, 148, 171, 152, 154, 157, 174, 145]);
  // From the east it is a right turn: 5.215 s less.
  expect(travel_costs.east.north).toEqual([1500, 134, 143, 165, 147, 148, 152, 169, 139]);
});

test('the weekend has its own lane', async () => {
  const { travel_costs, traffic_windows } = await ask(['west', 'east'], { weekend: true });
  expect(traffic_windows).toHaveLength(1);
  // 120 s ÷ 0.93 = 129.0 s.
  expect(travel_costs.west.east).toEqual([2000, 129]);
});

test.each([
  ['07:00:00', '09:29:59', [167]],
  ['16:00:00', '17:00:00', [146, 171]],
  ['23:00:00', '06:30:00', [120, 133]],
  ['21:59:59', '22:00:00', [120, 128]],
])('the range %s to %s has the lanes of its windows', async (start, end, seconds) => {
  const range = { start_local_time: start, end_local_time: end };
  const { travel_costs } = await ask(['west', 'east'], range);
  expect(travel_costs.west.east).toEqual([2000, ...seconds]);
});

test('speed_factor divides the whole time, turns included', async () => {
  const vehicle = { type: 'car', speed_factor: 2 };
  const range = { start_local_time: '03:00:00', end_local_time: '03:00:00' };
  const { travel_costs } = await ask(['west', 'north'], { vehicle, ...range });
  // (60 + 72 + 7.32) ÷ 2 = 69.66, (72 + 60 + 2.105) ÷ 2 = 67.05
  expect(travel_costs.west.north).toEqual([1500, 70]);
  expect(travel_costs.north.west).toEqual([1500, 67]);
});

test('a bicycle uses the cycleway too, and ignores traffic', async () => {
  const { travel_costs, locations } = await ask(['west', 'south'], {
    vehicle: { type: 'bicycle' },
  });
  // 1,600 m at 17 km/h are 338.8 s; turning right 4 s ÷ (1 + e^2.38) = 0.34 s.
  expect(travel_costs.west.south).toEqual([1600, ...Array<number>(8).fill(339)]);
  expect(locations[1].snap_distance).toBe(20);
});

test('pedestrians walk at 5 km/h on every road, and turn at no cost', async () => {
  const { travel_costs } = await ask(['west', 'south'], { vehicle: { type: 'foot' } });
  expect(travel_costs.west.south).toEqual([1600, ...Array<number>(8).fill(1152)]);
  expect(travel_costs.south.west).toEqual(travel_costs.west.south);
});

test('a car cannot use the cycleway: it is snapped to the street, 600 m away', async () => {
  const { travel_costs, locations } = await ask(['west', 'south']);
  // Snap distances are computed on a sphere; along the meridian they are 0.56 % longer here than in the drawing.
  expect(locations[1].snap_distance).toBe(603.4);
  expect(travel_costs.west.south.slice(0, 2)).toEqual([1020, 61]); // 1,020 m at 60 km/h
});

test.each(['van', 'truck'])('a %s has its own speeds', async (type) => {
  const { travel_costs, travel_model } = await ask(['west', 'east'], { vehicle: { type } });
  const kilometersPerHour = { van: 57, truck: 52 }[type] ?? Number.NaN; // primary, docs/profiles.md
  expect(travel_model).toBe('road');
  expect(travel_costs.west.east.slice(0, 2)).toEqual([2000, Math.round(7200 / kilometersPerHour)]);
});

test('pairs without a road between them are listed, and left out of the costs', async () => {
  const { travel_costs, unreachable, travel_model, warnings } = await ask(['west', 'island'], {
    weekend: true,
  });
  expect(travel_costs).toEqual({ west: { west: [0, 0] }, island: { island: [0, 0] } });
  expect(unreachable).toEqual([
    { source: 'west', destination: 'island' },
    { source: 'island', destination: 'west' },
  ]);
  expect({ travel_model, warnings }).toEqual({ travel_model: 'road', warnings: [] });
});

test('a place by a yard without access is snapped to the street, but places that are all in it stay', async () => {
  const apart = await ask(['yard', 'west']);
  expect(apart.locations[0].snap_distance).toBe(45.3);
  expect(apart.travel_costs.west.yard.slice(0, 2)).toEqual([1350, 81]); // 1,350 m at 60 km/h

  const together = await ask(['yard', 'yardEnd']);
  expect(together.locations.map((each: any) => each.snap_distance)).toEqual([5, 5]);
  // 40 m at 15 km/h are 9.6 s.
  expect(together.travel_costs.yard.yardEnd.slice(0, 2)).toEqual([40, 10]);
});

test('an island is a road map like any other if all places are on it', async () => {
  const { travel_costs, unreachable } = await ask(['island', 'islandEnd'], { weekend: true });
  expect(unreachable).toEqual([]);
  expect(travel_costs.island.islandEnd).toEqual([400, 59]); // 400 m at 25 km/h, ÷ 0.98: 58.8 s
});

test('a place off the map is estimated, and everything about it is reported', async () => {
  const answer = await ask(['west', 'east', 'nowhere'], { weekend: true });
  expect(answer.travel_model).toBe('mixed');
  expect(answer.attribution).toBe(ATTRIBUTION);
  expect(answer.locations.map((each: any) => each.snap_distance)).toEqual([30.2, 40.2, null]);
  expect(answer.locations[2]).not.toHaveProperty('snapped_position');
  expect(answer.warnings).toEqual([
    {
      code: 'location_off_road',
      pointer: '/locations/2',
      comment: 'No road of the map is near this location; costs from and to it are estimates.',
    },
  ]);
  expect(answer.travel_costs.west.east).toEqual([2000, 129]);
  const [from, to] = locationsOf(['west', 'nowhere']);
  if (from === undefined || to === undefined) throw new Error('two places are asked for');
  const windows = oracleWindows({ locations: [], vehicle: {}, weekend: true });
  const estimated = oracleCosts(from, to, {}, windows).map(Math.round);
  expect(answer.travel_costs.west.nowhere).toEqual(estimated);
  expect(answer.travel_costs.nowhere.west).toEqual(estimated);
  expect(answer.travel_costs.nowhere.nowhere).toEqual([0, 0]);
  expect(answer.unreachable).toEqual([]);
});

test('if no place is on a map, the answer is an estimate and needs no attribution', async () => {
  const body = {
    locations: [
      { location_id: 'a', latitude: 48.2, longitude: 16.37 },
      { location_id: 'b', latitude: 48.3, longitude: 16.4 },
    ],
    vehicle: {},
  };
  const answer = (await service.postMatrix(body).expect(200)).body;
  expect(answer).toMatchObject({ travel_model: 'estimate', warnings: [] });
  expect(answer).not.toHaveProperty('attribution');
  expect(answer.locations.map((each: any) => each.snap_distance)).toEqual([null, null]);
});

test('strict: every place off the map is named and nothing charged; on the map the answer is the same', async () => {
  const balance = await service.accounts.balance(service.accountId);
  const [off, on] = locationsOf(['nowhere', 'west']);
  const locations = [off, on, { ...off, location_id: 'as far' }];
  for (const query of ['', '?dry_run=true']) {
    const refused = await request(service.app)
      .post(`/engine/matrix/v1/${query}`)
      .set('x-api-key', service.apiKey)
      .send({ locations, vehicle: {}, strict: true })
      .expect(422);
    expect(refused.body.code).toBe('location_unreachable');
    const comment = 'No road of a loaded map is near this location.';
    expect(refused.body.errors).toEqual([
      { pointer: '/locations/0', code: 'location_unreachable', comment },
      { pointer: '/locations/2', code: 'location_unreachable', comment },
    ]);
  }
  expect(await service.accounts.balance(service.accountId)).toBe(balance);

  const asked = await ask(['west', 'island'], { strict: true });
  expect(asked).toEqual(await ask(['west', 'island']));
});

test.each([
  [44, 'estimate', null],
  [45, 'road', 45],
])('with SNAP_RADIUS_METERS=%s a place 45.0 m off is on a map: %s', async (radius, model, snap) => {
  const near = await startTestService({ config: { mapsDir, snapRadiusMeters: radius } });
  const locations = [{ location_id: 'a', ...degreesOf([-600, 44.74]) }];
  const { body } = await near.postMatrix({ locations, vehicle: {} }).expect(200);
  expect([body.travel_model, body.locations[0].snap_distance]).toEqual([model, snap]);
  await near.stop();
});

test('sources and destinations select places on roads', async () => {
  const { travel_costs } = await ask(['west', 'east', 'north'], {
    sources: [2],
    destinations: [0, 1],
    weekend: true,
  });
  // 72 ÷ 0.98 + 60 ÷ 0.93 + 2.105 = 140.1 to the right, 145.3 to the left.
  expect(travel_costs).toEqual({ north: { west: [1500, 140], east: [1500, 145] } });
});
