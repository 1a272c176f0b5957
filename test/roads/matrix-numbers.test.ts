/**
 * The WebAssembly module computes the same matrix as the native core: all lanes, every number, to the last bit.
 * `solver-rs/cli/tests/matrix_numbers.rs` is the other half and defines what is computed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import {
  EstimateModel,
  RoadPlaces,
  SpeedRules,
  TravelRows,
  registerMap,
  setSpeeds,
  useProfile,
} from '#wasm';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import { openMapFile } from '../../server/roads/index.js';
import { writeLiechtenstein } from '../support/maps.js';
import { PROJECT_ROOT } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-numbers-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const PLACES = Array.from({ length: 12 }, (_, idx) => idx);
const LATITUDES = Float64Array.from(PLACES, (idx) => 47.06 + 0.018 * idx);
const LONGITUDES = Float64Array.from(PLACES, (idx) => 9.48 + 0.012 * ((idx * 5) % 12));

function factors(window: number): number[] {
  return [0, 1, 2, 3].map((group) => (100 - 4 * window - group) / 100);
}

test('a matrix has the numbers that the native program computes', async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
  const mapPath = join(folder, 'liechtenstein.map');
  await writeLiechtenstein(mapPath);
  const map = openMapFile(mapPath);
  registerMap(0, map.headerBytes);
  setSpeeds(
    Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(factors)),
    Float64Array.from(factors(8)),
    Uint32Array.from(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap((window) => [
        window,
        window * 10_800,
        window * 10_800 + 10_799,
      ]),
    ),
    new SpeedRules(),
  );
  const cars = useProfile(0, 'car', () => map.readSection('car'));
  if (cars === undefined) throw new Error('there is no limit of memory');
  const places = new RoadPlaces(cars, LATITUDES, LONGITUDES, 5_000);
  const model = new EstimateModel(
    1.3,
    Float64Array.of(Infinity),
    Float64Array.of(10),
    new Float64Array(9).fill(1),
  );
  const lanes = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
  const table = TravelRows.onRoads(places, lanes, 1.25, model, LATITUDES, LONGITUDES);
  const meters = new Int32Array(PLACES.length);
  const seconds = new Int32Array(PLACES.length * lanes.length);
  const rows = PLACES.map((row) => {
    table.write(row, 1, meters, seconds);
    const pairs = PLACES.map((to) => [
      meters[to],
      ...seconds.subarray(to * lanes.length, (to + 1) * lanes.length),
    ]);
    return `${pairs.flat().join(' ')}\n`;
  });
  expect(rows.join('')).toBe(readFileSync('test/fixtures/maps/liechtenstein.costs', 'utf8'));
});
