/**
 * Roads with closing hours, tested through a whole service with the shipped traffic file, whose third window is 07:00
 * to 09:29:
 *
 *     west ─── a ══ 1,000 m, closed Mo-Fr 07:00-09:00 ══ b ─── east
 *              └──────────── 2,000 m around ────────────┘
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { degreesOf, osmXml, type Drawing } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

const NODES = {
  west: [-500, 0],
  a: [0, 0],
  b: [1000, 0],
  east: [1500, 0],
  c: [0, -500],
  d: [1000, -500],
} as const satisfies Drawing['nodes'];

const PRIMARY = { highway: 'primary' };
const DRAWING: Drawing = {
  nodes: NODES,
  ways: [
    { nodes: ['west', 'a'], tags: PRIMARY },
    { nodes: ['b', 'east'], tags: PRIMARY },
    {
      nodes: ['a', 'b'],
      tags: { ...PRIMARY, 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:00-09:00)' },
    },
    { nodes: ['a', 'c', 'd', 'b'], tags: PRIMARY },
  ],
};
const CLOSED_WINDOW = 2;
/** The penalty for entering a closed road, in seconds. */
const CLOSED = 100_000;

const folder = mkdtempSync(join(tmpdir(), 'route-engine-hours-'));
let service: TestService;
beforeAll(async () => {
  writeFileSync(join(folder, 'hours.osm'), osmXml(DRAWING));
  service = await startTestService({ config: { mapsDir: folder } });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const locations = [
  { location_id: 'west', ...degreesOf(NODES.west) },
  { location_id: 'east', ...degreesOf(NODES.east) },
  { location_id: 'inside', ...degreesOf([500, 0]) },
];

/** Meters, then seconds in each window. */
async function costs(from: string, to: string, weekend = false): Promise<number[]> {
  const { body } = await service.postMatrix({ locations, vehicle: {}, weekend }).expect(200);
  expect(body.travel_model).toBe('road');
  return body.travel_costs[from][to];
}

test('a matrix goes around in the window in which the road is closed, and through it in all others', async () => {
  const [meters, ...seconds] = await costs('west', 'east');
  expect(meters).toBe(2000);
  // 2,000 m at 60 km/h take 120 s in free flow, and 3,000 m with two turns more than 180 s, slowed by 0.72 in rush
  // hours.
  seconds.forEach((found, window) => {
    const isAround = found > 180 / 0.72;
    expect([window, isAround]).toEqual([window, window === CLOSED_WINDOW]);
    expect(found).toBeLessThan(CLOSED);
  });
  expect((await costs('west', 'east', true))[1]).toBeLessThan(180);
});

test('a place on the road is far away in that window, and unaffected as a start', async () => {
  const [, ...there] = await costs('west', 'inside');
  const [, ...back] = await costs('inside', 'west');
  there.forEach((found, window) => {
    expect([window, found > CLOSED]).toEqual([window, window === CLOSED_WINDOW]);
    expect(back[window]).toBeLessThan(200);
  });
});

async function planAt(place: string, from: string, to: string): Promise<any> {
  const shift = { start_location: 'west', end_location: 'west', start_time: from, end_time: to };
  const { body } = await service
    .postPlan({
      locations,
      vehicles: [{ vehicle_id: 'van', type: 'van', shifts: [shift] }],
      orders: [{ order_id: 'order', location: place }],
      options: { max_iterations: 20 },
    })
    .expect(200);
  return body;
}

test('a plan drives around while the road is closed, and through it on a Saturday or later in the day', async () => {
  const drawn = async (from: string, to: string): Promise<number> => {
    const { routes } = await planAt('east', from, to);
    return routes[0].stops.at(-1).drawn_distance;
  };
  // Monday, later on Monday, Saturday.
  expect(await drawn('2026-05-04T07:30', '2026-05-04T09:00')).toBe(3000);
  expect(await drawn('2026-05-04T10:00', '2026-05-04T12:00')).toBe(2000);
  expect(await drawn('2026-05-09T07:30', '2026-05-09T09:00')).toBe(2000);
});

test('an order on the road is planned for when the road is open', async () => {
  const closed = await planAt('inside', '2026-05-04T07:10', '2026-05-04T09:10');
  expect(closed.unserved).toMatchObject([{ order_id: 'order' }]);
  const open = await planAt('inside', '2026-05-04T09:30', '2026-05-04T12:00');
  expect(open.routes[0].stops).toHaveLength(3);
});
