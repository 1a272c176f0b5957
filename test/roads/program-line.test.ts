/** A thread's connection to the native program: requests, how a task is told to stop, how a lost program is noticed. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MatrixSelection } from '#wasm';
import {
  CoreLostError,
  compileModule,
  createSharedMemory,
  instantiate,
} from '../../server/engine/index.js';
import { loadSpeeds } from '../../server/speeds.js';
import { readConfig } from '../../server/config.js';
import {
  createSharedTraffic,
  createThreadMaps,
  createThreadSpeeds,
  programRoads,
  startRoadsProgram,
  type RoadsProgram,
  type Snapped,
  type ThreadMaps,
} from '../../server/roads/index.js';
import type { SpeedsFiles } from '../../server/travel/index.js';
import { writeLiechtenstein } from '../support/maps.js';
import { hasNativeProgram, nativeProgram } from '../support/native-program.js';
import { PROJECT_ROOT } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-line-'));
const mapPath = join(folder, 'li.map');
const COUNT = 400;
const BUILD_MS = 1_200_000;
/** From Balzers to Ruggell. */
const latitudes = Float64Array.from({ length: COUNT }, (_, idx) => 47.06 + (0.18 * idx) / COUNT);
const longitudes = Float64Array.from({ length: COUNT }, () => 9.51);

// Without Rust the program cannot be built.
const describeNative = hasNativeProgram() ? describe : describe.skip;

describeNative('a line', () => {
  let path: string;
  let program: RoadsProgram;
  let snapped: Snapped;
  let files: SpeedsFiles;
  let speeds: ReturnType<typeof createThreadSpeeds>;
  let maps: ThreadMaps;
  beforeAll(async () => {
    path = nativeProgram();
    instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
    await writeLiechtenstein(mapPath);
    program = startRoadsProgram({ path, lineCount: 1 });
    const core = programRoads(program.lines);
    files = await loadSpeeds(readConfig({}), PROJECT_ROOT);
    speeds = createThreadSpeeds({ files, shared: createSharedTraffic() }, core);
    const settings = { mapPaths: [mapPath], snapRadiusMeters: 5000, memoryBytesMax: 1e9 };
    maps = createThreadMaps(settings, 'car', core);
    const found = maps.snap('car', latitudes, longitudes, () => false);
    if (found === undefined) throw new Error('no place is on the map');
    snapped = found;
  }, BUILD_MS);
  afterAll(async () => {
    await program.end();
    rmSync(folder, { recursive: true });
  });

  const model = {
    detourFactor: 1.3,
    bandEndMeters: Float64Array.of(Infinity),
    bandMetersPerSecond: Float64Array.of(10),
    laneFactors: Float64Array.of(1),
  };
  const trip = { lanes: Uint8Array.of(0), speedFactor: 1 };
  const all = Uint32Array.from(latitudes, (_, idx) => idx);
  const rowsOf = () => {
    const none = { classFirstOut: new Uint32Array(), classValues: new Float64Array() };
    const keys = Array.from(all, (idx) => `"${idx}"`);
    const keyFirstOut = Uint32Array.from(
      [0, ...keys].map((_, idx) => keys.slice(0, idx).join('').length),
    );
    return snapped.places.matrixRows(trip, {
      ...{ model, latitudes, longitudes, keyFirstOut },
      pairs: () => ({
        ...{ placeCount: COUNT, sources: all, destinations: all, ...none },
        containment: false,
      }),
      selection: new MatrixSelection(COUNT, all, all, none.classFirstOut, none.classValues, false),
      keys: Buffer.from(keys.join('')),
    });
  };

  test('a task is told to stop while the program computes, and the next one is answered', () => {
    const rows = rowsOf();
    let looks = 0;
    expect(rows.json(0, COUNT, () => ++looks === 3)).toBeUndefined();
    expect(looks).toBe(3);
    const json = rows.json(0, COUNT, () => false);
    expect(json?.takeTravelCosts().length).toBeGreaterThan(COUNT * COUNT * 8);
    rows.free();
  });

  test('an invalid request is explained in a sentence, and the connection stays usable', () => {
    expect(() =>
      snapped.places.travelRows({ lanes: Uint8Array.of(10), speedFactor: 1 }, model, {
        latitudes,
        longitudes,
      }),
    ).toThrow('there is no such lane');
    const rows = rowsOf();
    expect(() => rows.json(0, COUNT + 1, () => false)).toThrow('there are fewer rows');
    rows.free();
    expect(() => rows.json(0, 1, () => false)).toThrow('a frame has other values');
    expect(snapped.places.snapMeters()).toHaveLength(COUNT);
  });

  test('live speeds are reported with the costs that they are part of, until there are none', () => {
    const named = (): string | undefined => {
      const found = maps.snap('car', latitudes, longitudes, () => false);
      const live = found?.places.liveSpeeds();
      found?.places.free();
      return live;
    };
    const file = new Uint8Array(new SharedArrayBuffer(13));
    file.set(Buffer.from('{"rules": []}'));
    expect(named()).toBeUndefined();
    speeds.setSpeeds({ ...files, live: { version: '7.1', file } });
    expect(named()).toBe('7.1');
    speeds.setSpeeds(files);
    expect(named()).toBeUndefined();
  });

  test('there are no more connections than threads', () => {
    expect(() => programRoads(program.lines)).toThrow(CoreLostError);
  });

  test('a thread that calls a program that is gone is told so, and its folder is removed', async () => {
    const other = startRoadsProgram({ path, lineCount: 2 });
    const core = programRoads(other.lines);
    core.setMemory(1e9);
    process.kill(Number(other.pid), 'SIGKILL');
    expect(String(await other.ended)).toContain('SIGKILL');
    expect(() => core.setMemory(1e9)).toThrow(CoreLostError);
    // Later callers do not wait for it.
    expect(() => programRoads(other.lines)).toThrow(CoreLostError);
    expect(existsSync(other.lines.folder)).toBe(false);
    await other.end();
  });

  test('a program that cannot be started is reported', async () => {
    const none = startRoadsProgram({ path: join(folder, 'none'), lineCount: 1 });
    expect(String(await none.ended)).toMatch(/exit code \d+.*none/s);
    expect(() => programRoads(none.lines)).toThrow(CoreLostError);
  });
});
