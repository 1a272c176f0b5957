/**
 * A reading thread, which only parses and checks large bodies, as `worker.ts` does small ones.
 *
 * It has no roads and shares no memory, so it can be terminated in the middle of a body without affecting other tasks.
 */
import { workerData } from 'node:worker_threads';
import { createTaskRunner, type EngineThreadData } from './engine/index.js';
import { createMatrixReadTask, type MatrixReadTask } from './matrix/index.js';
import { createRoutingReadTasks, type RoutingReadTasks } from './routing/index.js';
import { createZoneLookup } from './time/index.js';
import type { OwnProfiles } from './travel/index.js';

export type ReadSettings = {
  ownProfiles: OwnProfiles;
  /** The maximum search time of a job. */
  jobSecondsMax: number;
};

export type ReadTasks = MatrixReadTask & RoutingReadTasks;

// The pool is typed where it is created, but data arrives in a thread untyped.
const { settings } = workerData as EngineThreadData<ReadSettings>;

export const runTask = createTaskRunner<ReadTasks>({
  matrix_read: createMatrixReadTask(settings),
  ...createRoutingReadTasks({ zoneOf: createZoneLookup(), ...settings }),
});
