/** Faults that prevent the service from working, as reported to load balancers and alerts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { createMetrics } from '../../server/http/index.js';
import { processMetrics } from '../../server/process-metrics.js';
import { createReadiness } from '../../server/readiness.js';
import { openStore, type Store } from '../../server/storage/index.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function newStore(): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'route-engine-ready-'));
  ends.push(async () => rmSync(dataDir, { recursive: true }));
  const store = await openStore({ dataDir, onCrash: () => undefined });
  ends.push(() => store.close());
  return store;
}

const well = { check: () => Promise.resolve() };
const common = { clock: Date.now, isEngineReady: () => true };

test('a healthy service is ready, and concurrent checks share one answer', async () => {
  const store = await newStore();
  const { notReady } = createReadiness({ ...common, store, blobs: well });
  const before = store.statistics().units;
  const answers = await Promise.all(Array.from({ length: 20 }, notReady));
  expect(answers).toEqual(answers.map(() => []));
  expect(store.statistics().units - before).toBe(1);
});

test.each([
  ['that refuses', () => Promise.reject(new Error('away'))],
  ['that hangs', () => new Promise<void>(() => undefined)],
])('a result store %s is named', async (_, check) => {
  const store = await newStore();
  const { notReady } = createReadiness({ ...common, store, blobs: { check } });
  expect(await notReady()).toEqual(['results']);
});

test('a store that accepts no writes is named, and so are threads that accept no task', async () => {
  const store = await newStore();
  await store.close();
  const readiness = createReadiness({
    ...{ ...common, store, blobs: well },
    isEngineReady: () => false,
  });
  expect(await readiness.notReady()).toEqual(['engine', 'store']);
});

test('each part has a gauge', async () => {
  const store = await newStore();
  await store.close();
  const { notReady } = createReadiness({ ...common, store, blobs: well });
  const metrics = createMetrics();
  const jobs = {
    now: Date.now,
    stats: {
      waiting: () => Promise.resolve(3),
      oldestWaitingAtMs: () => Promise.reject(new Error('away')),
      attempts: () => undefined,
    },
  };
  metrics.watch(processMetrics({ pools: {}, jobs, store, notReady, dataDir: undefined }));
  const text = await metrics.text();
  expect(text).toContain('route_engine_ready{part="engine"} 1');
  expect(text).toContain('route_engine_ready{part="store"} 0');
  expect(text).toContain('route_engine_ready{part="results"} 1');
  expect(text).toContain('route_engine_jobs_waiting 3');
  // An unknown value is omitted instead of being reported as another value.
  expect(text).not.toMatch(/^route_engine_jobs_(oldest_waiting_seconds|running)/m);
});
