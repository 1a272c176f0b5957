/**
 * Sends the same requests to two services, one with its roads in the module and one with them in the native program:
 * all answers are the same bytes. Then come the faults of a separate process: it dies, or it is the wrong one.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ConfigError } from '../../server/config.js';
import { LIECHTENSTEIN, buildMapFile, writeLiechtenstein } from '../support/maps.js';
import { hasNativeProgram, nativeProgram } from '../support/native-program.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const root = mkdtempSync(join(tmpdir(), 'route-engine-program-'));
const mapsDir = join(root, 'maps');
const BUILD_MS = 1_200_000;
const LOST = 'an engine thread was lost; a new group has taken over';

/** Vaduz, Schaan, Balzers, Triesenberg, Ruggell, Malbun, and a place in the Mediterranean. */
const POINTS = [
  [47.1392, 9.5225],
  [47.1652, 9.5089],
  [47.0665, 9.5036],
  [47.1179, 9.5421],
  [47.2381, 9.5254],
  [47.1024, 9.6098],
  [41.5, 5.5],
] as const;
const locations = POINTS.map(([latitude, longitude], idx) => ({
  location_id: `p"${idx}`,
  latitude,
  longitude,
}));
const onLand = locations.slice(0, 6);

const plan = {
  locations: onLand,
  vehicles: [
    {
      vehicle_id: 'v',
      shifts: [
        {
          shift_id: 's',
          start_location: 'p"0',
          end_location: 'p"0',
          start_time: '2026-03-02T07:00:00',
          end_time: '2026-03-02T17:00:00',
        },
      ],
    },
  ],
  orders: onLand.slice(1).map(({ location_id: location }) => ({
    ...{ order_id: `o${location}`, location, duration: 300 },
  })),
};

/** Everything except the id of a failed request. */
const bytesOf = (text: string): string => text.replace(/"request_id":"[^"]*"/, '');

const byCar = { locations: onLand, vehicle: { type: 'car' } };

// Without Rust the program cannot be built.
const describeNative = hasNativeProgram() ? describe : describe.skip;

describeNative('with the native program', () => {
  let module: TestService;
  let native: TestService;
  let roadsProgram: string;
  beforeAll(async () => {
    roadsProgram = nativeProgram();
    mkdirSync(mapsDir);
    await writeLiechtenstein(join(mapsDir, 'li.map'));
    module = await startTestService({ config: { mapsDir } });
    native = await startTestService({ config: { mapsDir, roadsProgram, threads: 2 } });
  }, BUILD_MS);
  afterAll(async () => {
    await native.stop();
    await module.stop();
    rmSync(root, { recursive: true });
  });

  const pidOf = ({ logLines }: TestService): number => {
    const started = logLines().filter(({ msg }) => msg === 'a native program serves the roads');
    return Number(started.at(-1)?.['pid']);
  };

  test.each([
    ['all windows', { locations: onLand, vehicle: { type: 'car' } }],
    ['a place off the map', { locations, vehicle: { type: 'car' } }],
    ['on foot, at the weekend', { locations, vehicle: { type: 'foot' }, weekend: true }],
    [
      'classes, some sources, a speed factor',
      {
        locations: onLand.map((it, idx) => ({ ...it, location_class: [idx % 2, 7] })),
        sources: [0, 3],
        destinations: [1, 2, 5],
        force_containment: true,
        vehicle: { type: 'car', speed_factor: 0.8 },
      },
    ],
    ['a profile that the map does not have', { locations, vehicle: { type: 'truck' } }],
    ['a refusal', { locations, vehicle: { type: 'car' }, strict: true }],
  ])('a matrix has the same bytes: %s', async (_name, body) => {
    const [expected, actual] = [await module.postMatrix(body), await native.postMatrix(body)];
    expect(actual.status).toBe(expected.status);
    expect(bytesOf(actual.text)).toBe(bytesOf(expected.text));
  });

  test.each(['polyline', 'polyline6', 'geojson', 'none'])(
    'a plan is the same, drawn as %s',
    async (geometry) => {
      const body = { ...plan, options: { geometry, seed: 1, max_iterations: 500 } };
      const [expected, actual] = [await module.postPlan(body), await native.postPlan(body)];
      expect([expected.status, actual.status]).toEqual([200, 200]);
      expect(actual.body.routes).toEqual(expected.body.routes);
      expect(actual.body.travel_model).toBe('road');
      expect(actual.body.routes[0].stops.length).toBeGreaterThan(6);
    },
  );

  test('a tile has the same bytes', async () => {
    const path = '/engine/maps/v1/tiles/12/2156/1438.mvt';
    const tileOf = async ({ app, apiKey }: TestService) =>
      await request(app).get(path).set('x-api-key', apiKey).buffer().responseType('blob');
    const [expected, actual] = [await tileOf(module), await tileOf(native)];
    expect([expected.status, actual.status]).toEqual([200, 200]);
    expect(actual.body.length).toBeGreaterThan(1_000);
    expect(Buffer.compare(actual.body, expected.body)).toBe(0);
  });

  test('reloaded speeds change both services equally', async () => {
    const speedsFile = join(root, 'speeds.json');
    const write = (...rules: object[]): void => {
      writeFileSync(speedsFile, JSON.stringify({ rules }));
    };
    const area = [
      [47.1, 9.4],
      [47.2, 9.4],
      [47.2, 9.6],
      [47.1, 9.6],
    ];
    const textsOf = async (program: string | undefined): Promise<string[]> => {
      write(
        { road_class: 'secondary', speed_factor: 0.5, windows: [0] },
        { area, kilometers_per_hour: 12 },
      );
      const service = await startTestService({
        config: { mapsDir, roadsProgram: program, speedsFile },
      });
      const texts = [(await service.postMatrix(byCar)).text];
      for (const rules of [[{ road_class: 'primary', speed_factor: 0.5 }], []]) {
        write(...rules);
        await service.reloadSpeeds();
        texts.push((await service.postMatrix(byCar)).text);
      }
      await service.stop();
      return texts;
    };
    const plain = (await module.postMatrix(byCar)).text;
    const expected = await textsOf(undefined);
    expect(new Set(expected).size).toBe(3);
    expect(expected[2]).toBe(plain);
    expect(await textsOf(roadsProgram)).toEqual(expected);
  });

  test('a program that dies is replaced, with its maps and speeds', async () => {
    const body = { locations: onLand, vehicle: { type: 'foot' } };
    const before = (await native.postMatrix(body).expect(200)).text;
    const pid = pidOf(native);
    const { restarts } = native.pool.stats();
    process.kill(pid, 'SIGKILL');
    await until(() => native.pool.stats().restarts > restarts);
    expect((await native.postMatrix(body).expect(200)).text).toBe(before);
    expect(pidOf(native)).not.toBe(pid);
    expect(native.logLines().filter(({ msg }) => msg === LOST)).toHaveLength(1);
  });

  test('a program ends with its service, ignores termination signals, and leaves nothing behind', async () => {
    const folders = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('route-engine-roads-'));
    const before = new Set(folders());
    const service = await startTestService({ config: { mapsDir, roadsProgram } });
    const pid = pidOf(service);
    expect(folders().filter((name) => !before.has(name))).toHaveLength(1);
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    const asked = await service.postMatrix(byCar);
    expect([asked.status, service.pool.stats().restarts]).toEqual([200, 0]);
    await service.stop();
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
    expect(folders().filter((name) => !before.has(name))).toEqual([]);
  });

  test('a profile that does not fit the memory budget is refused as in WebAssembly', async () => {
    const config = { mapsDir, roadsProgram, mapsMemoryBytesMax: 1 };
    const failure = await startTestService({ config }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toMatch(/car of .*li\.map needs \d+ bytes/);
  });

  test('a damaged map is detected by the program', async () => {
    const damagedDir = join(root, 'damaged');
    mkdirSync(damagedDir);
    const path = join(damagedDir, 'li.map');
    await buildMapFile(LIECHTENSTEIN, path, { profiles: ['car'] });
    writeFileSync(path, readFileSync(path).subarray(0, -1));
    const config = { mapsDir: damagedDir, roadsProgram };
    const failure = await startTestService({ config }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(String(failure)).toMatch(/MAPS_DIR: .*li\.map cannot be used: .*car/s);
  });
});

test.each([
  ['nothing there', '/nowhere/cli', /ROADS_PROGRAM: \/nowhere\/cli is not the roads program/],
  ['another program', '/bin/false', /ROADS_PROGRAM: \/bin\/false is not the roads program/],
  [
    'one built from other sources',
    '/bin/echo',
    /was built of other sources .*cargo build --release -p cli/,
  ],
])('the service does not start with a wrong program: %s', async (_name, program, message) => {
  const failure = await startTestService({ config: { roadsProgram: program } }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ConfigError);
  expect(String(failure)).toMatch(message);
});
