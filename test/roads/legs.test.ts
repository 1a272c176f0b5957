/**
 * Legs on the map of a country: the path that the WASM core returns between two places, decoded by Mapbox's own decoder
 * and compared with plain geometry, the places themselves, and the matrix.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import polyline from '@mapbox/polyline';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import {
  createSharedTraffic,
  createThreadMaps,
  createThreadSpeeds,
  type RoadPlaces,
  type ThreadMaps,
} from '../../server/roads/index.js';
import { writeLiechtenstein } from '../support/maps.js';
import { PROJECT_ROOT } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-legs-'));
const FREE_FLOW_LANE = 9;
const RUSH_LANE = 2;
/** Vaduz, Schaan, Balzers, Triesenberg, Ruggell, Malbun: market places and churchyards, some meters off the road. */
const LATITUDES = [47.1392, 47.1652, 47.0665, 47.1179, 47.2381, 47.1024];
const LONGITUDES = [9.5225, 9.5089, 9.5036, 9.5421, 9.5254, 9.6098];

let maps: ThreadMaps;
let snapMeters: Float64Array;
let places: RoadPlaces;
beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
  const mapPath = join(folder, 'liechtenstein.map');
  await writeLiechtenstein(mapPath);
  createThreadSpeeds({
    files: { traffic: trafficBytes(), speeds: undefined },
    shared: createSharedTraffic(),
  });
  const settings = { mapPaths: [mapPath], snapRadiusMeters: 5000, memoryBytesMax: 1e9 };
  maps = createThreadMaps(settings, 'car');
  ({ places, snapMeters } = snap('car', LATITUDES, LONGITUDES));
});
afterAll(() => {
  places.free();
  rmSync(folder, { recursive: true });
});

function trafficBytes(): Uint8Array<SharedArrayBuffer> {
  const bytes = readFileSync('server/travel/traffic.json');
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

function snap(profile: string, latitudes: readonly number[], longitudes: readonly number[]) {
  const snapped = maps.snap(
    profile,
    Float64Array.from(latitudes),
    Float64Array.from(longitudes),
    () => false,
  );
  if (snapped === undefined) throw new Error('no place is on the map');
  return snapped;
}

const PAIRS = LATITUDES.flatMap((_, from) =>
  LATITUDES.flatMap((_, to) => (from === to ? [] : [[from, to] as const])),
);

/** The path of a single leg. */
function routeOf(
  from: number,
  to: number,
  lane: number,
  digits: number,
  on = places,
  [latitudes, longitudes]: readonly [readonly number[], readonly number[]] = [
    LATITUDES,
    LONGITUDES,
  ],
) {
  const line = on.route(
    Float64Array.from(latitudes),
    Float64Array.from(longitudes),
    Uint32Array.of(from),
    Uint32Array.of(to),
    Uint8Array.of(lane),
    digits,
  );
  const [meters = NaN] = line.legMeters();
  const [seconds = NaN] = line.legSeconds();
  const text = line.polyline();
  line.free();
  return { meters, seconds, text, points: polyline.decode(text, digits) };
}

/** The shape starts and ends at the places and follows the road in between. */
function legOf(from: number, to: number, lane = FREE_FLOW_LANE, digits = 6) {
  const leg = routeOf(from, to, lane, digits);
  if (Number.isNaN(leg.meters)) throw new Error(`no leg from ${from} to ${to}`);
  return { ...leg, points: leg.points.slice(1, -1) };
}

/** Meters between two points within a country, by the theorem of Pythagoras. */
function apart([latA, lonA]: readonly [number, number], [latB, lonB]: readonly [number, number]) {
  const metersPerDegree = 111_195.08;
  const east = (lonB - lonA) * Math.cos(((latA + latB) / 2) * (Math.PI / 180));
  return Math.hypot(latB - latA, east) * metersPerDegree;
}

function lengthOf(points: readonly (readonly [number, number])[]): number {
  return points.slice(1).reduce((sum, point, idx) => sum + apart(points[idx] ?? point, point), 0);
}

test.each(PAIRS)('the shape from %s to %s is as long as the leg states, end to end', (from, to) => {
  const { meters, points } = legOf(from, to);
  // Segments have whole decimeters, and points with six digits lie within 6 cm of the true ones.
  expect(Math.abs(lengthOf(points) - meters)).toBeLessThan(0.01 * meters);
  for (const [place, point] of [
    [from, points[0]],
    [to, points.at(-1)],
  ] as const) {
    const asked = [LATITUDES[place] ?? NaN, LONGITUDES[place] ?? NaN] as const;
    expect(Math.abs(apart(asked, point ?? [NaN, NaN]) - (snapMeters[place] ?? NaN))).toBeLessThan(
      1,
    );
  }
  // There are no jumps: no road here has a piece of a kilometer.
  const pieces = points.slice(1).map((point, idx) => apart(points[idx] ?? point, point));
  expect(Math.max(...pieces)).toBeLessThan(1_000);
});

test('five digits give the same shape, rounded, without duplicate points', () => {
  for (const [from, to] of PAIRS) {
    const six = legOf(from, to);
    const five = legOf(from, to, FREE_FLOW_LANE, 5);
    // Off by half a unit of five digits plus half a unit of six, which are rounded separately.
    const off = (point: readonly number[] = [], exact: readonly number[]): number =>
      Math.max(...[0, 1].map((axis) => Math.abs((point[axis] ?? Infinity) - (exact[axis] ?? NaN))));
    let next = 0;
    for (const exact of six.points) {
      // A point halfway between two points of five digits is equally near to both, so one may be skipped.
      while (
        [1, 2].some(
          (ahead) => off(five.points[next + ahead], exact) < off(five.points[next], exact),
        )
      ) {
        next += 1;
      }
      expect(off(five.points[next], exact)).toBeLessThan(0.57e-5);
    }
    expect(next).toBe(five.points.length - 1);
    for (const [digits, { text }] of [
      [6, six],
      [5, five],
    ] as const) {
      expect(polyline.encode(polyline.decode(text, digits), digits)).toBe(text);
    }
  }
});

test('a leg in rush hour takes longer than in free flow, never less', () => {
  for (const [from, to] of PAIRS) {
    expect(legOf(from, to, RUSH_LANE).seconds).toBeGreaterThan(legOf(from, to).seconds);
  }
});

test('a leg from a place to itself is a point', () => {
  const { meters, seconds, points } = legOf(0, 0);
  expect([meters, seconds]).toEqual([0, 0]);
  expect(lengthOf(points)).toBe(0);
});

test('on foot Malbun is nearer, by another path', () => {
  const { places: walked } = snap('foot', LATITUDES, LONGITUDES);
  expect(routeOf(0, 5, FREE_FLOW_LANE, 5, walked).meters).toBeLessThan(legOf(0, 5).meters);
  walked.free();
});

test('invalid options of a leg are refused', () => {
  expect(() => routeOf(0, 6, FREE_FLOW_LANE, 5)).toThrow('there is no such place');
  expect(() => routeOf(0, 1, 10, 5)).toThrow('there is no such lane');
  expect(() => routeOf(0, 1, FREE_FLOW_LANE, 7)).toThrow('5 or 6 digits');
});

test('a route with several legs has their shapes, joined', () => {
  const line = places.route(
    Float64Array.from(LATITUDES),
    Float64Array.from(LONGITUDES),
    Uint32Array.of(0, 1),
    Uint32Array.of(1, 2),
    Uint8Array.of(FREE_FLOW_LANE, FREE_FLOW_LANE),
    6,
  );
  const [first, second] = [legOf(0, 1), legOf(1, 2)];
  expect([...line.legMeters()]).toEqual([first.meters, second.meters]);
  const whole = polyline.decode(line.polyline(), 6);
  expect(whole.slice(1, 1 + first.points.length)).toEqual(first.points);
  expect(whole.slice(-1 - second.points.length, -1)).toEqual(second.points);
  expect(whole).toHaveLength(first.points.length + second.points.length + 3);
  line.free();
});

test('there is no leg to a place off the map', () => {
  const { places: mixed } = snap('car', [47.1392, 40], [9.5225, 9]);
  const places = [
    [47.1392, 40],
    [9.5225, 9],
  ] as const;
  const leg = routeOf(0, 1, FREE_FLOW_LANE, 5, mixed, places);
  // The leg is a straight line without a length.
  expect([leg.meters, leg.points.length]).toEqual([NaN, 2]);
  mixed.free();
});
