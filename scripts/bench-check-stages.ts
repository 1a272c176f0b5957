/**
 * Measures each stage of a plan, one after another in one thread: the process that `bench-check.ts` forks.
 *
 *     read and compile ══► tables ══► judge or search ══► write, with and without drawing
 *
 * Times are milliseconds of the thread's processor time, medians of several runs. `══►`: in the service, the next stage
 * runs in another thread.
 */
import { join } from 'node:path';
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { readConfig } from '../server/config.js';
import {
  createSharedTraffic,
  createThreadMaps,
  createThreadSpeeds,
} from '../server/roads/index.js';
import {
  compileProblem,
  createPrepareTasks,
  createRequestCheck,
  createRespondTask,
  createRoutingReadTasks,
} from '../server/routing/index.js';
import { createSearchTask } from '../server/search/index.js';
import { loadSpeeds } from '../server/speeds.js';
import { createZoneLookup } from '../server/time/index.js';
import { median } from './median.js';
import { processorMs } from './thread-time.js';

export type StagesOrder = { request: object; runs: number };
export type Stages = Record<string, number>;

const ROOT = new URL('../../', import.meta.url);
const context = { shouldStop: () => false };
const config = readConfig(process.env);

instantiate(await compileModule(ROOT), createSharedMemory());
const speeds = createThreadSpeeds({
  files: await loadSpeeds(config, ROOT),
  shared: createSharedTraffic(),
});
const maps = createThreadMaps(
  {
    mapPaths: [join(config.mapsDir, 'porto.map')],
    snapRadiusMeters: config.snapRadiusMeters,
    memoryBytesMax: config.mapsMemoryBytesMax,
  },
  'car',
);
const sources = { zoneOf: createZoneLookup(), ownProfiles: new Map() };
const check = createRequestCheck(sources);
const { jobSecondsMax } = config;
const { routing_read } = createRoutingReadTasks({ ...sources, jobSecondsMax });
const { routing_fill } = createPrepareTasks({ speeds, maps, ...sources, jobSecondsMax });
const search = createSearchTask({ clock: processorMs });
const respond = createRespondTask({ maps });

function measured(request: object, geometry: 'polyline' | 'none'): Stages {
  const stages: Stages = {};
  const timed = <Result>(name: string, run: () => Result): Result => {
    const startedAt = processorMs();
    const result = run();
    stages[name] = processorMs() - startedAt;
    return result;
  };
  const { options = {} } = request as { options?: object };
  const bytes = new TextEncoder().encode(
    JSON.stringify({ ...request, options: { ...options, geometry } }),
  );
  // These two are parts of the next stage.
  const outcome = timed('read', () =>
    check(JSON.parse(new TextDecoder().decode(bytes)), 'sync', jobSecondsMax),
  );
  if (outcome.kind === 'bad') throw new Error(JSON.stringify(outcome.problems.slice(0, 3)));
  timed('compile', () => compileProblem(outcome.checked));
  const read = timed('read and compile', () =>
    routing_read({ body: [bytes], operation: 'sync' }, context),
  );
  if (read.kind !== 'done' || read.output.kind !== 'compiled') throw new Error('refused');
  const compiled = read.output;
  const prepared = timed('tables', () => routing_fill(compiled, context));
  if (prepared.kind !== 'done' || prepared.output.kind !== 'prepared') throw new Error('refused');
  const { plan, context: waiting } = prepared.output;
  const planned = timed('search', () => search({ ...plan, endsAtMs: Infinity }, context));
  if (planned.kind !== 'done') throw new Error('stopped');
  const { solution, searchMs, pace } = planned.output;
  timed('respond', () => respond({ solution, searchMs, pace, context: waiting }, context));
  return stages;
}

process.on('message', ({ request, runs }: StagesOrder) => {
  const all = Array.from({ length: runs }, () => {
    const { respond: plain = 0 } = measured(request, 'none');
    const { respond: whole = 0, ...stages } = measured(request, 'polyline');
    return { ...stages, write: plain, draw: whole - plain };
  });
  const medians: Stages = {};
  for (const name of Object.keys(all[0] ?? {})) {
    medians[name] = median(all.map((stages: Stages) => stages[name] ?? 0));
  }
  process.send?.(medians);
});
process.send?.({});
