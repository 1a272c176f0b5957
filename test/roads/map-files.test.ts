/**
 * The maps folder at the start: which maps are used, which are built, and what an invalid file leads to. Files are
 * compared by modification time, which reveals a map that was rebuilt.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ConfigError } from '../../server/config.js';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import { prepareMaps } from '../../server/roads/catalog.js';
import { PROFILES } from '../../server/travel/index.js';
import { buildMapFile, degreesOf, writeExtract } from '../support/maps.js';
import { PROJECT_ROOT, startTestService } from '../support/service.js';

const root = mkdtempSync(join(tmpdir(), 'route-engine-map-files-'));
const mapsDir = join(root, 'maps');
/** A valid map and the extract that it was built from, to be copied. */
const goodMap = join(root, 'good.map');
let goodExtract = '';
beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), memory);
  goodExtract = writeExtract(root, 'good');
  await buildMapFile(goodExtract, goodMap);
  mkdirSync(mapsDir);
});
afterEach(() => {
  for (const name of readdirSync(mapsDir)) rmSync(join(mapsDir, name), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

const memory = createSharedMemory();
const pathOf = (name: string): string => join(mapsDir, name);

/** Runs the start on the folder; returns the names of the maps that are used, and of those that were built. */
async function prepare(folder = mapsDir): Promise<{ used: string[]; built: string[] }> {
  const built = new Set<string>();
  const options = { mapsDir: folder, profiles: PROFILES, scratchSuffix: 'test', memory };
  const paths = await prepareMaps(options, (mapPath) => built.add(mapPath));
  const name = (path: string): string => path.slice(folder.length + 1);
  return { used: paths.map(name), built: [...built].map(name) };
}

/** Writes the valid map, modified by `change`, as `name`. */
function writeChanged(name: string, change: (bytes: Buffer) => Uint8Array): void {
  writeFileSync(pathOf(name), change(readFileSync(goodMap)));
}

test('a map is built from an extract without one, and the second start reuses it', async () => {
  copyFileSync(goodExtract, pathOf('town.osm'));
  expect(await prepare()).toEqual({ used: ['town.map'], built: ['town.map'] });
  expect(readFileSync(pathOf('town.map'))).toEqual(readFileSync(goodMap));
  const { mtimeMs } = statSync(pathOf('town.map'));
  expect(await prepare()).toEqual({ used: ['town.map'], built: [] });
  expect(statSync(pathOf('town.map')).mtimeMs).toBe(mtimeMs);
  expect(readdirSync(mapsDir)).toEqual(['town.map', 'town.osm']);
});

test('leftovers of a killed build are removed, and files of a running build are not', async () => {
  copyFileSync(goodMap, pathOf('town.map'));
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const builder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const part = (kind: string, pid: number | undefined): string =>
    `town.map.${kind}-${hostname()}.${String(pid)}.${randomUUID()}`;
  const left = [part('sections', ended), part('unfinished', ended)];
  const written = part('sections', builder.pid);
  // Files of a release that did not record the process, and of another machine, are judged by their age.
  const [elsewhere, old] = [
    `town.map.sections-${randomUUID()}`,
    `town.map.unfinished-${randomUUID()}`,
  ];
  for (const name of [...left, written, elsewhere, old])
    writeFileSync(pathOf(name), 'part of a map');
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
  utimesSync(pathOf(old), twoDaysAgo, twoDaysAgo);
  try {
    expect(await prepare()).toEqual({ used: ['town.map'], built: [] });
    expect(readdirSync(mapsDir)).toEqual(['town.map', written, elsewhere].toSorted());
  } finally {
    builder.kill();
  }
});

test('maps without extracts are used as they are, all of them, sorted by name', async () => {
  for (const name of ['b.map', 'a.map']) copyFileSync(goodMap, pathOf(name));
  writeFileSync(pathOf('LICENSE.md'), 'what else lies there is not looked at');
  expect(await prepare()).toEqual({ used: ['a.map', 'b.map'], built: [] });
});

test.each<[string, (bytes: Buffer) => Uint8Array, RegExp]>([
  ['is something else', () => Buffer.from('PK\x03\x04 something that was renamed'), /not a map/],
  ['is empty', () => new Uint8Array(), /not a map/],
  ['went through a transfer as text', (bytes) => textTransfer(bytes), /not a map/],
  ['is of an older version', (bytes) => withByte(bytes, 8, 0), /version 0 and version 8 is needed/],
  ['is cut off in its header', (bytes) => bytes.subarray(0, 100), /ends too early/],
  ['is cut off in its last section', (bytes) => bytes.subarray(0, -1), /ends too early/],
  ['is damaged in its header', (bytes) => withByte(bytes, 40, 0xff), /checksum of its header/],
  [
    'is damaged in its names',
    (bytes) => withByte(bytes, 20 + bytes.readUInt32LE(12) + 2, 0xff),
    /checksum of its names/,
  ],
  ['is damaged in a section', (bytes) => withByte(bytes, bytes.length - 9, 0xff), /of its foot/],
])(
  'a map that %s fails the start, which names it; next to its extract it is rebuilt',
  async (_what, change, message) => {
    writeChanged('town.map', change);
    const failure = await prepare().catch((error: unknown) => error);
    expect(String(failure)).toMatch(message);
    expect(String(failure)).toContain(`${pathOf('town.map')} cannot be used: `);

    copyFileSync(goodExtract, pathOf('town.osm'));
    utimesSync(pathOf('town.osm'), 0, 0);
    expect(await prepare()).toEqual({ used: ['town.map'], built: ['town.map'] });
    expect(readFileSync(pathOf('town.map'))).toEqual(readFileSync(goodMap));
  },
);

function withByte(bytes: Buffer, position: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[position] = value;
  expect(changed).not.toEqual(bytes);
  return changed;
}

/** Converts line ends as some systems do. */
function textTransfer(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

test('a map is rebuilt if its extract is newer or different, or if it lacks a profile', async () => {
  copyFileSync(goodExtract, pathOf('town.osm'));
  copyFileSync(goodMap, pathOf('town.map'));
  utimesSync(pathOf('town.map'), 0, 0);
  expect((await prepare()).built).toEqual(['town.map']);

  writeFileSync(pathOf('town.osm'), `${readFileSync(goodExtract, 'utf8')}\n`);
  utimesSync(pathOf('town.osm'), 0, 0);
  expect((await prepare()).built).toEqual(['town.map']);

  await buildMapFile(pathOf('town.osm'), pathOf('town.map'), { profiles: ['car'] });
  expect((await prepare()).built).toEqual(['town.map']);
  expect((await prepare()).built).toEqual([]);
});

test('hidden files are ignored, and a dangling link next to an extract is rebuilt', async () => {
  writeFileSync(pathOf('._town.map'), 'what a copy left behind');
  writeFileSync(pathOf('.town.osm'), 'the same');
  copyFileSync(goodExtract, pathOf('town.osm'));
  symlinkSync(join(root, 'nothing.map'), pathOf('town.map'));
  expect(await prepare()).toEqual({ used: ['town.map'], built: ['town.map'] });
});

test('only one map per name can be built in a folder', async () => {
  copyFileSync(goodExtract, pathOf('town.osm'));
  copyFileSync(goodExtract, pathOf('town.osm.gz'));
  await expect(prepare()).rejects.toThrow(
    `town.osm and town.osm.gz in ${mapsDir} would both become town.map: rename one`,
  );
});

test('an unreadable extract fails the start, which names it', async () => {
  writeFileSync(pathOf('town.osm.pbf'), 'nothing that was ever a map');
  await expect(prepare()).rejects.toThrow(`${pathOf('town.osm.pbf')} did not become a map: `);
  expect(readdirSync(mapsDir)).toEqual(['town.osm.pbf']);
});

const makePipe = (path: string): unknown => execFileSync('mkfifo', [path]);

// Opening a pipe without a writer would block forever, and no signal would end it.
test.each([
  ['folder', 'town.map', 'cannot be used: it is not a file', mkdirSync],
  ['folder', 'town.osm.pbf', 'did not become a map: it is not a file', mkdirSync],
  ['pipe', 'town.map', 'cannot be used: it is not a file', makePipe],
  ['pipe', 'town.osm.pbf', 'did not become a map: it is not a file', makePipe],
])('a %s named %s fails the start', async (_what, name, problem, make) => {
  make(pathOf(name));
  await expect(prepare()).rejects.toThrow(`${pathOf(name)} ${problem}`);
});

test('an unreadable folder fails the start', async () => {
  await expect(prepare(goodMap)).rejects.toThrow(/ENOTDIR.*good\.map/);
});

test('the service reports which maps it has, and warns if it has none', async () => {
  const without = await startTestService();
  expect(without.logLines()).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'no map directory: all costs are estimates' }),
  );
  await without.stop();
  const empty = await startTestService({ config: { mapsDir } });
  expect(empty.logLines()).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'no road map: all costs are estimates' }),
  );
  await empty.stop();
  copyFileSync(goodMap, pathOf('town.map'));
  const service = await startTestService({ config: { mapsDir } });
  expect(service.logLines()).toContainEqual(
    expect.objectContaining({ maps: [pathOf('town.map')], msg: 'road maps' }),
  );
  await service.stop();
});

test('a service with a damaged map does not start, and names variable and file', async () => {
  writeChanged('town.map', (bytes) => bytes.subarray(0, -1));
  const failure = await startTestService({ config: { mapsDir } }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect(String(failure)).toContain(`MAPS_DIR: ${pathOf('town.map')} cannot be used: `);
});

test('a request uses the map that contains its locations; of two, the one that contains more', async () => {
  copyFileSync(goodMap, pathOf('a.map'));
  // The same crossroads 2° further north, with one road twice as fast.
  const far = (north: number) => north + 2 * 111_195.08;
  const drawn = {
    nodes: { west: [-1200, far(0)], east: [1200, far(0)] },
    ways: [{ nodes: ['west', 'east'], tags: { highway: 'primary', maxspeed: '120' } }],
  } as const;
  await buildMapFile(writeExtract(root, 'far', drawn), pathOf('b.map'), { profiles: ['car'] });
  const service = await startTestService({ config: { mapsDir } });
  const ask = async (points: [number, number][], type = 'car') => {
    const locations = points.map((point, idx) => ({ location_id: `${idx}`, ...degreesOf(point) }));
    const asked = { locations, vehicle: { type }, weekend: true, sources: [0], destinations: [1] };
    const { body } = await service.postMatrix(asked).expect(200);
    const snaps = body.locations.map((each: any) => each.snap_distance);
    return [body.travel_model, snaps, body.travel_costs['0']['1']];
  };
  const here: [number, number][] = [[-1000, 5], [1000, 6]]; // prettier-ignore
  const there: [number, number][] = [[-1000, far(7)], [1000, far(8)]]; // prettier-ignore

  // 2,000 m at 60 km/h ÷ 0.93, and at 100 km/h (the maximum on a primary road) ÷ 0.93; meridians are 0.06 % closer
  // there.
  expect(await ask(here)).toEqual(['road', [5, 6], [2000, 129]]);
  expect(await ask(there)).toEqual(['road', [7, 8], [1999, 77]]);
  const [model, snaps] = await ask([...there, ...here.slice(0, 1)]);
  expect([model, snaps]).toEqual(['mixed', [7, 8, null]]);
  const [other, otherSnaps] = await ask([...here, ...there.slice(0, 1)]);
  expect([other, otherSnaps]).toEqual(['mixed', [5, 6, null]]);
  // The second map has only the profile of cars.
  expect((await ask(here, 'foot'))[0]).toBe('road');
  expect((await ask(there, 'foot'))[0]).toBe('estimate');
  await service.stop();
});
