/** Building a map in the WASM core: the bytes, the progress, the options, and what remains after a failure or stop. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import { openMapFile } from '../../server/roads/map-file.js';
import { mapPathOf } from '../../server/roads/index.js';
import { PROFILES } from '../../server/travel/index.js';
import {
  CROSSROADS,
  LIECHTENSTEIN,
  buildMapFile,
  degreesOf,
  osmXml,
  writeExtract,
} from '../support/maps.js';
import { PROJECT_ROOT } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-map-build-'));
beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
});
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const pathOf = (name: string): string => join(folder, name);

test.each([LIECHTENSTEIN, 'test/fixtures/maps/crossroads.osm'])(
  'the map of %s has the bytes that the native program writes',
  async (extract) => {
    // The header has the lengths and checksums of extract and sections. `solver-rs/cli/tests/map_bytes.rs` compares the
    // native program with the same file, and updates it.
    await buildMapFile(extract, pathOf('x.map'));
    const golden = readFileSync(
      `test/fixtures/maps/${basename(mapPathOf(extract))}-header`,
      'utf8',
    );
    const file = openMapFile(pathOf('x.map'));
    expect(Buffer.from(file.headerBytes).toString('hex')).toBe(golden.trim());
    file.checkSections();
  },
);

test('the drawing of the fixtures is the one that other tests use', () => {
  expect(readFileSync('test/fixtures/maps/crossroads.osm', 'utf8')).toBe(osmXml(CROSSROADS));
});

test('progress rises from parsing through each profile to the end', async () => {
  const seen: { done: number; step: string }[] = [];
  await buildMapFile(writeExtract(folder, 'x'), pathOf('x.map'), {
    profiles: ['car', 'foot'],
    onProgress: (progress) => seen.push(progress),
  });
  const shares = seen.map(({ done }) => done);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect([...new Set(seen.map(({ step }) => step))]).toEqual([
    'reading the extract',
    'building car',
    'building foot',
    expect.stringMatching(/^done, in \d+ MB of memory at most$/),
  ]);
  expect(shares.at(-1)).toBe(1);
});

test('a map has the requested profiles, and credits its source', async () => {
  await buildMapFile(writeExtract(folder, 'x'), pathOf('x.map'), { profiles: ['foot', 'car'] });
  const file = openMapFile(pathOf('x.map'));
  expect(file.profiles).toEqual(['foot', 'car']);
  expect(file.attribution).toBe('© OpenStreetMap contributors, ODbL 1.0');
  expect(file.extractBytes).toBe(readFileSync(pathOf('x.osm')).length);
  // From the western end of the road, 1,200 m from 0° 0°, to the eastern end of the island; from the cycleway to the
  // north.
  const rounded = Object.values(file.bounds).map((each) => each.toFixed(6));
  const southWest = degreesOf([-1200, -900]);
  const northEast = degreesOf([21_000, 600]);
  const corners = [southWest, northEast].flatMap(({ latitude, longitude }) => [
    latitude,
    longitude,
  ]);
  expect(rounded).toEqual(corners.map((each) => each.toFixed(6)));
});

test('driving on the left gives a different map', async () => {
  const extract = writeExtract(folder, 'x');
  await buildMapFile(extract, pathOf('right.map'), { profiles: ['car'] });
  await buildMapFile(extract, pathOf('left.map'), { profiles: ['car'], leftHand: true });
  expect(readFileSync(pathOf('left.map'))).not.toEqual(readFileSync(pathOf('right.map')));
});

test.each([
  ['is not there', undefined],
  ['is something else', 'PK\x03\x04 a zip file, perhaps'],
  ['is empty', ''],
  ['ends in the middle', readFileSync(LIECHTENSTEIN).subarray(0, 400_000)],
])('an extract that %s is refused with the reason, leaving nothing', async (_what, bytes) => {
  if (bytes !== undefined) writeFileSync(pathOf('x.osm.pbf'), bytes);
  const before = readdirSync(folder);
  await expect(buildMapFile(pathOf('x.osm.pbf'), pathOf('x.map'))).rejects.toThrow(/\w{3}/);
  expect(readdirSync(folder)).toEqual(before);
});

test('a failed build keeps the previous map', async () => {
  writeFileSync(pathOf('x.map'), 'an older map');
  writeFileSync(pathOf('x.osm'), '<osm><node');
  await expect(buildMapFile(pathOf('x.osm'), pathOf('x.map'))).rejects.toThrow();
  expect(readFileSync(pathOf('x.map'), 'utf8')).toBe('an older map');
  expect(readdirSync(folder).toSorted()).toEqual(['x.map', 'x.osm']);
});

test('a build that is stopped midway leaves nothing behind', async () => {
  const abort = new AbortController();
  const reason = new Error('enough');
  const steps: string[] = [];
  const building = buildMapFile(LIECHTENSTEIN, pathOf('x.map'), {
    signal: abort.signal,
    onProgress: ({ step }) => {
      steps.push(step);
      // By then the file of the sections exists.
      if (step === 'building van') abort.abort(reason);
    },
  });
  await expect(building).rejects.toBe(reason);
  expect(steps).toContain('building van');
  expect(readdirSync(folder)).toEqual([]);
});

test('two concurrent builds of the same map do not disturb each other', async () => {
  const both = [1, 2].map(() =>
    buildMapFile(LIECHTENSTEIN, pathOf('x.map'), { profiles: ['car'] }),
  );
  await Promise.all(both);
  openMapFile(pathOf('x.map')).checkSections();
  expect(readdirSync(folder)).toEqual(['x.map']);
});

test('an unknown profile is refused', async () => {
  const profiles = [...PROFILES, 'tram'];
  await expect(
    buildMapFile(writeExtract(folder, 'x'), pathOf('x.map'), { profiles }),
  ).rejects.toThrow('there is no profile tram');
  expect(readdirSync(folder)).toEqual(['x.osm']);
});

test('a map is named after its extract', () => {
  const names = ['a/porto.osm.pbf', 'porto.osm.gz', 'porto.osm', '/b.c/porto.pbf'].map(mapPathOf);
  expect(names).toEqual(['a/porto.map', 'porto.map', 'porto.map', '/b.c/porto.map']);
});
