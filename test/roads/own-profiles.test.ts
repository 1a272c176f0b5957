/**
 * Vehicle profiles of the operator, tested through a whole service on a map of three ways from west to east:
 *
 *            C────────────────D      2,000 m, closed to dangerous goods
 *     west───A════ 4.1 m ═════B───east      1,000 m below a bridge
 *            E────────────────F      3,000 m
 *
 * A low-emission zone lies around the middle of the bridge.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConfigError } from '../../server/config.js';
import { parseOwnProfiles } from '../../server/travel/index.js';
import { degreesOf, type Point } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

const NODES = {
  west: [-500, 0],
  a: [0, 0],
  b: [1000, 0],
  east: [1500, 0],
  c: [0, 500],
  d: [1000, 500],
  e: [0, -1000],
  f: [1000, -1000],
} as const satisfies Record<string, Point>;
type NodeName = keyof typeof NODES;
const NAMES: readonly string[] = Object.keys(NODES);

const WAYS: readonly [readonly NodeName[], string][] = [
  [['west', 'a'], ''],
  [['b', 'east'], ''],
  [['a', 'b'], '<tag k="maxheight" v="4.1"/>'],
  [['a', 'c', 'd', 'b'], '<tag k="hazmat" v="no"/>'],
  [['a', 'e', 'f', 'b'], ''],
];

const ZONE: readonly Point[] = [
  [300, -100],
  [700, -100],
  [700, 100],
  [300, 100],
];

function extract(): string {
  const nodes = [...Object.values(NODES), ...ZONE].map((point, idx) => {
    const { latitude, longitude } = degreesOf(point);
    return `<node id="${idx + 1}" lat="${latitude}" lon="${longitude}"/>`;
  });
  const corners = [0, 1, 2, 3, 0].map((idx) => `<nd ref="${NAMES.length + 1 + idx}"/>`).join('');
  const zone = `<way id="99">${corners}<tag k="boundary" v="low_emission_zone"/></way>`;
  const ways = WAYS.map(([names, tags], idx) => {
    const refs = names.map((name) => `<nd ref="${NAMES.indexOf(name) + 1}"/>`).join('');
    return `<way id="${idx + 1}">${refs}<tag k="highway" v="primary"/>${tags}</way>`;
  });
  return `<osm version="0.6">${nodes.join('')}${ways.join('')}${zone}</osm>`;
}

const root = mkdtempSync(join(tmpdir(), 'route-engine-own-profiles-'));
const mapsDir = join(root, 'maps');
const profilesFile = join(root, 'profiles.json');
const TALL = { name: 'tall', type: 'truck', height: 4.2 };
const TANKER = { name: 'tanker', type: 'truck', height: 4.2, hazmat: true };
const OLD = { name: 'old', type: 'van', low_emission_zones: 'avoid' };
const NEW = { name: 'new', type: 'van', low_emission_zones: 'allowed' };

function writeProfiles(...profiles: object[]): void {
  writeFileSync(profilesFile, JSON.stringify({ profiles }));
}

let service: TestService;
beforeAll(async () => {
  mkdirSync(mapsDir);
  writeFileSync(join(mapsDir, 'ways.osm'), extract());
  writeProfiles(TALL, TANKER, OLD, NEW);
  service = await startTestService({ config: { mapsDir, profilesFile } });
});
afterAll(async () => {
  await service.stop();
  rmSync(root, { recursive: true });
});

const ends = (['west', 'east'] as const).map((name) => ({
  location_id: name,
  ...degreesOf(NODES[name]),
}));

async function meters(vehicle: object): Promise<number> {
  const { body } = await service.postMatrix({ locations: ends, vehicle }).expect(200);
  expect(body.travel_model).toBe('road');
  return body.travel_costs.west.east[0];
}

test('a matrix uses the roads that the vehicle fits on', async () => {
  const types = [{}, { type: 'truck' }, { profile: 'tall' }, { profile: 'tanker', type: 'truck' }];
  const found = [];
  for (const vehicle of types) found.push(await meters(vehicle));
  expect(found).toEqual([2000, 2000, 3000, 4000]);
});

test('a low-emission zone is closed to vehicles that avoid it, and places in it are snapped outside', async () => {
  const vehicles = [{ type: 'van' }, { profile: 'new' }, { profile: 'old' }];
  const found = [];
  for (const vehicle of vehicles) found.push(await meters(vehicle));
  expect(found).toEqual([2000, 2000, 3000]);
  const inside = { location_id: 'inside', ...degreesOf([500, 0]) };
  const snapped = async (vehicle: object): Promise<number> => {
    const request = { locations: [...ends, inside], vehicle };
    const { body } = await service.postMatrix(request).expect(200);
    return body.locations.find((it: any) => it.location_id === 'inside').snap_distance;
  };
  expect(await snapped({ profile: 'new' })).toBeLessThan(1);
  // To the road in the north.
  expect(Math.round((await snapped({ profile: 'old' })) / 10)).toBe(50);
});

test('a plan has vehicles of several profiles, and each route is drawn on its own roads', async () => {
  const shift = {
    start_location: 'west',
    end_location: 'west',
    start_time: '2026-05-05T08:00',
    end_time: '2026-05-05T18:00',
  };
  const vehicleOf = (id: string, fields: object) => ({
    ...{ vehicle_id: id, shifts: [shift] },
    ...fields,
  });
  const { body } = await service
    .postPlan({
      locations: ends,
      vehicles: [
        vehicleOf('low', { type: 'truck' }),
        vehicleOf('tall', { profile: 'tall' }),
        vehicleOf('tanker', { profile: 'tanker' }),
      ],
      orders: ['low', 'tall', 'tanker'].map((id) => ({
        ...{ order_id: id, location: 'east', allowed_vehicles: [id] },
      })),
      options: { max_iterations: 50 },
    })
    .expect(200);
  const distances = body.routes.map((route: any) => [
    route.vehicle_id,
    route.statistics.distance,
    route.stops.at(-1).drawn_distance,
  ]);
  expect(distances).toEqual([
    ['low', 4000, 2000],
    ['tall', 6000, 3000],
    ['tanker', 8000, 4000],
  ]);
});

test('an unknown profile name is refused, and so is a type other than the one in the file', async () => {
  const unknown = await service
    .postMatrix({ locations: ends, vehicle: { profile: 'wide' } })
    .expect(400);
  expect(unknown.body.errors).toMatchObject([
    { pointer: '/vehicle/profile', code: 'unknown_profile' },
  ]);
  expect(unknown.body.errors[0].comment).toContain('It has tall, tanker, old, new');
  const other = await service
    .postMatrix({ locations: ends, vehicle: { profile: 'tall', type: 'car' } })
    .expect(400);
  expect(other.body.errors).toMatchObject([{ pointer: '/vehicle/type', code: 'not_allowed' }]);
  const plan = {
    vehicles: [{ vehicle_id: 'v', profile: 'wide', shifts: [] }],
    orders: [],
  };
  const refused = await service.postPlan(plan).expect(400);
  expect(refused.body.errors).toContainEqual(
    expect.objectContaining({ pointer: '/vehicles/0/profile', code: 'unknown_profile' }),
  );
});

test('without a map, costs are estimated for the type of the profile', async () => {
  const locations = [
    { location_id: 'a', latitude: 50, longitude: 8 },
    { location_id: 'b', latitude: 50.2, longitude: 8.3 },
  ];
  const ask = async (vehicle: object) =>
    (await service.postMatrix({ locations, vehicle }).expect(200)).body.travel_costs;
  expect(await ask({ profile: 'tall' })).toEqual(await ask({ type: 'truck' }));
});

test('maps are rebuilt only when the file has changed', async () => {
  const writtenAt = (): number => statSync(join(mapsDir, 'ways.map')).mtimeMs;
  const restart = async (): Promise<void> => {
    const again = await startTestService({ config: { mapsDir, profilesFile } });
    await again.stop();
  };
  const before = writtenAt();
  await restart();
  expect(writtenAt()).toBe(before);
  writeProfiles(TALL, { ...TANKER, weight: 30 }, OLD, NEW);
  await restart();
  expect(writtenAt()).toBeGreaterThan(before);
});

test('a file with faults keeps the service from starting, and each fault is named', async () => {
  writeProfiles({ name: 'Tall', type: 'truck' }, { name: 'flat', type: 'bicycle', height: 0 });
  const started = startTestService({ config: { mapsDir, profilesFile } });
  const error: unknown = await started.then(() => undefined).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  const { faults } = error as ConfigError;
  expect(faults).toEqual([
    expect.stringMatching('PROFILES_FILE: /profiles/0/name'),
    expect.stringMatching('PROFILES_FILE: /profiles/1/type'),
    expect.stringMatching('PROFILES_FILE: /profiles/1/height'),
  ]);
});

test.each([
  ['invalid JSON', '{', /JSON/],
  ['a duplicate name', [TALL, TALL], /\/profiles\/1\/name: there is a profile tall already/],
  ['a built-in name', [{ name: 'car', type: 'truck' }], /there is a profile car already/],
  ['an unknown field', [{ ...TALL, depth: 1 }], /\/profiles\/0\/depth/],
  ['an unknown value', [{ ...OLD, low_emission_zones: 'no' }], /low_emission_zones/],
  ['too many', Array.from({ length: 21 }, (_, idx) => ({ name: `p${idx}`, type: 'van' })), /items/],
])('%s is a fault', (_what, content, expected) => {
  const text = typeof content === 'string' ? content : JSON.stringify({ profiles: content });
  const outcome = parseOwnProfiles(text);
  expect(outcome.kind).toBe('bad');
  expect(outcome.kind === 'bad' ? outcome.problems.join() : '').toMatch(expected);
});

test('the core gets all measures in one canonical order', () => {
  const entry = { hazmat: true, weight: 40, ...{ axle_load: 11.5, name: 'x', type: 'truck' } };
  const sized = { ...entry, length: 16.5, width: 2.5, height: 4 };
  const text = JSON.stringify({ profiles: [{ ...sized, low_emission_zones: 'avoid' }, NEW] });
  const outcome = parseOwnProfiles(text);
  expect(outcome).toMatchObject({
    roadUsers: [
      'x=truck:height=4:width=2.5:length=16.5:weight=40:axle_load=11.5:hazmat:avoid_low_emission_zones',
      'new=van',
    ],
  });
});
