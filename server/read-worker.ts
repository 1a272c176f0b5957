/**
 * A reading thread: parses and checks large bodies, as `worker.ts` does small ones, and nothing else.
 *
 * It has no roads and shares no memory, so it may be ended in the middle of a body, and no other task notices.
 */
import { workerData } from 'node:worker_threads';
import { createTaskRunner, type EngineThreadData } from './engine/index.js';
import { createMatrixReadTask, type MatrixReadTask } from './matrix/index.js';
import { createRoutingReadTasks, type RoutingReadTasks } from './routing/index.js';
import { createZoneLookup } from './time/index.js';
import type { OwnProfiles } from './travel/index.js';

export type ReadSettings = {
  ownProfiles: OwnProfiles;
  /** What a job may search for at most. */
  jobSecondsMax: number;
};

export type ReadTasks = MatrixReadTask & RoutingReadTasks;

// The pool is typed where it is made; what crosses to a thread arrives untyped.
const { settings } = workerData as EngineThreadData<ReadSettings>;

export const runTask = createTaskRunner<ReadTasks>({
  matrix_read: createMatrixReadTask(settings),
  ...createRoutingReadTasks({ zoneOf: createZoneLookup(), ...settings }),
});
