/**
 * An engine thread: the composition root on the other side of the pool, as `app.ts` is on this one.
 */
import { workerData } from 'node:worker_threads';
import { createTaskRunner, instantiate, type EngineThreadData } from './engine/index.js';
import { MATRIX_EXAMPLE, createMatrixTask, type MatrixTask } from './matrix/index.js';
import { createThreadMaps, type RoadSettings } from './roads/index.js';
import { createZoneLookup } from './time/index.js';
import { DEFAULT_PROFILE, type TrafficFile } from './travel/index.js';

export type ThreadSettings = { traffic: TrafficFile; roads: RoadSettings };

// The pool is typed where it is made; what crosses to a thread arrives untyped.
const { module, memory, settings } = workerData as EngineThreadData<ThreadSettings>;

instantiate(module, memory);
const { traffic } = settings;
const maps = createThreadMaps(settings.roads, traffic, DEFAULT_PROFILE);
const matrix = createMatrixTask({ traffic, zoneOf: createZoneLookup(), maps });

// The first request should not pay for compiling validators and for reading zone boundaries.
matrix(
  { body: [new TextEncoder().encode(JSON.stringify(MATRIX_EXAMPLE))], mode: 'compute' },
  { shouldStop: () => false },
);

export const runTask = createTaskRunner<MatrixTask>({ matrix });
