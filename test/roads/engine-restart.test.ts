/** A lost group of threads loses its maps too: the new group loads them again, and requests continue. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { buildMapFile, degreesOf, writeExtract } from '../support/maps.js';
import { startTestService } from '../support/service.js';
import { compiledFile } from '../support/compiled.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-restart-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('after a trap the maps are loaded again, including a profile that was loaded later', async () => {
  const mapsDir = join(folder, 'maps');
  mkdirSync(mapsDir);
  await buildMapFile(writeExtract(folder, 'x'), join(mapsDir, 'x.map'));
  const service = await startTestService({
    config: { mapsDir, threads: 2 },
    workerFile: compiledFile('test/support/trapping-worker'),
  });
  const locations = [-1000, 1000].map((east, idx) => ({
    location_id: `${idx}`,
    ...degreesOf([east, 0]),
  }));
  const ask = async (type: string) => {
    const sent = { locations, vehicle: { type }, weekend: true };
    return (await service.postMatrix(sent).expect(200)).body;
  };
  const before = [await ask('car'), await ask('foot')];
  expect(before[0].travel_costs['0']['1']).toEqual([2000, 129]);

  const broken = await service.postMatrix('trap');
  expect([broken.status, broken.body.code]).toEqual([500, 'internal_error']);
  expect(service.pool.stats().restarts).toBe(1);
  expect([await ask('car'), await ask('foot')]).toEqual(before);
  expect(service.pool.stats().restarts).toBe(1);
  await service.stop();
});
