/**
 * Maps within their memory budget, through the whole service: what does not fit is refused at the start, and profiles
 * that fit only one at a time are still answered, even if several threads want different ones at once.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConfigError } from '../../server/config.js';
import { PROFILES } from '../../server/travel/index.js';
import { buildMapFile, degreesOf, writeExtract } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-memory-'));
const mapsDir = join(folder, 'maps');
const carsDir = join(folder, 'cars');

let needs: Record<string, number>;
let largest: number;
beforeAll(async () => {
  for (const each of [mapsDir, carsDir]) mkdirSync(each);
  await buildMapFile(writeExtract(folder, 'a'), join(mapsDir, 'a.map'));
  for (const name of ['a.map', 'b.map']) {
    await buildMapFile(join(folder, 'a.osm'), join(carsDir, name), { profiles: ['car'] });
  }
  needs = await needsOf();
  largest = Math.max(...Object.values(needs));
});
afterAll(() => rmSync(folder, { recursive: true }));

const LOCATIONS = [-1000, 1000].map((east, idx) => ({
  location_id: `${idx}`,
  ...degreesOf([east, 0]),
}));

/** The bytes that profiles need, as reported by a start with too small a budget. */
async function needsOf(config: object = {}): Promise<Record<string, number>> {
  const failure = await startTestService({
    config: { mapsDir, mapsMemoryBytesMax: 1, ...config },
  }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  const found = String(failure).matchAll(/(\w+) of \S+ needs (\d+) bytes/g);
  return Object.fromEntries(
    Array.from(found, ([, profile = '', bytes]) => [profile, Number(bytes)]),
  );
}

async function answersOf(service: TestService, types: readonly string[]): Promise<unknown[]> {
  return Promise.all(
    types.map(async (type) => {
      const sent = { locations: LOCATIONS, vehicle: { type } };
      const { body } = await service.postMatrix(sent).expect(200);
      return [body.travel_model, body.travel_costs];
    }),
  );
}

test('a start names every profile that does not fit, exact to the byte', async () => {
  expect(Object.keys(needs).toSorted()).toEqual([...PROFILES].toSorted());
  const short = await needsOf({ mapsMemoryBytesMax: largest - 1 });
  expect(Object.values(short)).toEqual(Object.values(needs).filter((bytes) => bytes === largest));
  const service = await startTestService({ config: { mapsDir, mapsMemoryBytesMax: largest } });
  await service.stop();
});

test('requests for profiles that fit one at a time are all answered, from several threads', async () => {
  const types = Array.from({ length: 4 }, () => PROFILES).flat();
  const roomy = await startTestService({ config: { mapsDir, threads: 2 } });
  const expected = await answersOf(roomy, types);
  await roomy.stop();
  expect(expected).toContainEqual(['road', expect.anything()]);
  const config = { mapsDir, threads: 3, mapsMemoryBytesMax: largest };
  const tight = await startTestService({ config });
  expect(await answersOf(tight, types)).toEqual(expected);
  await tight.reloadSpeeds();
  expect(await answersOf(tight, types)).toEqual(expected);
  expect(tight.pool.stats()).toMatchObject({ restarts: 0, failedTasks: 0 });
  await tight.stop();
});

test('two maps of the same area need not fit together', async () => {
  const { car = 0 } = needs;
  const config = { mapsDir: carsDir, threads: 2, mapsMemoryBytesMax: car };
  const service = await startTestService({ config });
  const [first, ...others] = await answersOf(service, Array<string>(12).fill('car'));
  expect(first).toEqual(['road', expect.anything()]);
  expect(others).toEqual(others.map(() => first));
  await service.stop();
});

test('speeds with which a profile would no longer fit are not applied', async () => {
  const trafficFile = join(folder, 'traffic.json');
  const shipped = readFileSync('server/travel/traffic.json', 'utf8');
  // Without traffic all lanes are equal and are stored as one.
  writeFileSync(
    trafficFile,
    shipped.replaceAll(/(motorway|primary|tertiary|residential)": 0\.\d+/g, '$1": 1'),
  );
  const { car = 0 } = await needsOf({ mapsDir: carsDir, trafficFile });
  const config = { mapsDir: carsDir, trafficFile, mapsMemoryBytesMax: car };
  const service = await startTestService({ config });
  const before = await answersOf(service, ['car']);
  writeFileSync(trafficFile, shipped);
  await service.reloadSpeeds();
  expect(service.logLines()).toContainEqual(
    expect.objectContaining({
      msg: 'new speeds could not be applied; the previous ones stay in force',
      err: expect.objectContaining({
        message: expect.stringContaining('with these speeds, for car'),
      }),
    }),
  );
  expect(await answersOf(service, ['car'])).toEqual(before);
  await service.stop();
});
