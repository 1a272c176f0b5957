/**
 * What a map shows besides its roads, for a hand-written extract, decoded with a different program than the one that
 * wrote the tiles (`@mapbox/vector-tile`): a park, a lake with an island, a stream, a house and a city.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import request from 'supertest';
import { buildMapFile } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

/** Degrees north and east of (0, 0). North of it, tile 8192, 8191 of zoom 14 begins there; it is 0.022 wide. */
const NODES: Record<number, [number, number]> = {
  // The road.
  ...{ 1: [0.001, 0.001], 2: [0.001, 0.02] },
  // The park.
  ...{ 11: [0.002, 0.002], 12: [0.002, 0.01], 13: [0.01, 0.01], 14: [0.01, 0.002] },
  // The lake, and the island in it.
  ...{ 21: [0.012, 0.002], 22: [0.012, 0.018], 23: [0.02, 0.018], 24: [0.02, 0.002] },
  ...{ 31: [0.014, 0.008], 32: [0.014, 0.012], 33: [0.018, 0.01] },
  // The house.
  ...{ 41: [0.003, 0.014], 42: [0.003, 0.015], 43: [0.004, 0.015] },
};
const way = (id: number, refs: number[], tag = ''): string =>
  `<way id="${id}">${refs.map((ref) => `<nd ref="${ref}"/>`).join('')}${tag}</way>`;
const tag = (key: string, value: string): string => `<tag k="${key}" v="${value}"/>`;
const EXTRACT = `<osm>
${Object.entries(NODES)
  .map(([id, [lat, lon]]) => `<node id="${id}" lat="${lat}" lon="${lon}"/>`)
  .join('\n')}
<node id="50" lat="0.005" lon="0.005">${tag('place', 'city')}${tag('name', 'Sé')}</node>
<node id="51" lat="0.005" lon="0.006">${tag('place', 'city')}</node>
${way(1, [1, 2], tag('highway', 'primary'))}
${way(2, [11, 12, 13, 14, 11], tag('leisure', 'park'))}
${way(3, [21, 22, 23])}
${way(4, [23, 24, 21])}
${way(5, [31, 32, 33, 31])}
${way(6, [11, 13], tag('waterway', 'stream'))}
${way(7, [41, 42, 43, 41], tag('building', 'house'))}
<relation id="1"><member type="way" ref="3" role="outer"/><member type="way" ref="4" role="outer"/>
<member type="way" ref="5" role="inner"/>${tag('type', 'multipolygon')}${tag('natural', 'water')}</relation>
</osm>`;

const folder = mkdtempSync(join(tmpdir(), 'route-engine-basemap-'));
const mapPath = join(folder, 'with', 'drawn.map');
const plainPath = join(folder, 'without.map');
let service: TestService;
beforeAll(async () => {
  mkdirSync(join(folder, 'with'));
  const extract = join(folder, 'drawn.osm');
  writeFileSync(extract, EXTRACT);
  await buildMapFile(extract, mapPath, { profiles: ['car'], hasBasemap: true });
  await buildMapFile(extract, plainPath, { profiles: ['car'] });
  service = await startTestService({ config: { mapsDir: join(folder, 'with') } });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function layersOf(zoom: number): Promise<VectorTile['layers']> {
  const row = 2 ** (zoom - 1);
  const { body } = await request(service.app)
    .get(`/engine/maps/v1/tiles/${zoom}/${row}/${row - 1}.mvt`)
    .set({ 'x-api-key': service.apiKey })
    .buffer(true)
    .parse((answer, done) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => done(null, Buffer.concat(chunks)));
    })
    .expect(200);
  return new VectorTile(new PbfReader(body as Buffer)).layers;
}

/** Twice the area of a ring, positive if it runs clockwise, because rows grow downward. */
function twiceArea(ring: readonly { x: number; y: number }[]): number {
  return ring.reduce((sum, { x, y }, idx) => {
    const next = ring[(idx + 1) % ring.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
}

test('areas, lines and places are where they were drawn', async () => {
  const layers = await layersOf(14);
  expect(Object.keys(layers).toSorted()).toEqual(
    ['building', 'green', 'place', 'roads', 'water', 'waterway'].toSorted(),
  );
  const rings = (name: string) =>
    layers[name]
      ?.feature(0)
      .loadGeometry()
      .map((ring) => twiceArea(ring)) ?? [];
  // A tile of zoom 14 has 360 / 2^14 degrees and 4096 units: 0.008 degrees are 1,491.3, so the park has 2 · 1,491.3².
  const unitsPerDegree = (2 ** 14 * 4096) / 360;
  const park = 2 * (0.008 * unitsPerDegree) ** 2;
  expect(rings('green')[0]).toBeGreaterThan(0.99 * park);
  expect(rings('green')[0]).toBeLessThan(1.01 * park);
  // The lake is a rectangle of 0.008 × 0.016, its island a triangle of 0.004 × 0.004 / 2 with the opposite orientation.
  const [lake = 0, island = 0, ...more] = rings('water');
  expect(more).toEqual([]);
  expect(lake / (2 * 0.008 * 0.016 * unitsPerDegree ** 2)).toBeCloseTo(1, 1);
  expect(island / (-0.004 * 0.004 * unitsPerDegree ** 2)).toBeCloseTo(1, 1);
  expect(layers['waterway']?.feature(0).type).toBe(2);
  const place = layers['place'];
  expect(place?.length).toBe(1);
  expect(place?.feature(0).properties).toEqual({ name: 'Sé', kind: 'city' });
  const at = place?.feature(0).loadGeometry()[0]?.[0];
  expect(at?.x).toBe(Math.round(0.005 * unitsPerDegree));
});

test('at low zoom, water and cities remain', async () => {
  expect(Object.keys(await layersOf(12)).toSorted()).toEqual(
    ['green', 'place', 'roads', 'water', 'waterway'].toSorted(),
  );
  expect(Object.keys(await layersOf(8)).toSorted()).toEqual(['place', 'roads', 'water']);
});

test('a basemap follows the same bytes that a map without one has, and damage to it is detected', async () => {
  const [bytes, plain] = [readFileSync(mapPath), readFileSync(plainPath)];
  expect(bytes.subarray(0, plain.length).equals(plain)).toBe(true);
  expect(statSync(mapPath).size).toBeGreaterThan(plain.length + 100);
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(join(damaged, 'drawn.map'), bytes);
  const starting = startTestService({ config: { mapsDir: damaged } });
  await expect(starting).rejects.toThrow('the checksum of its basemap is wrong');
});
