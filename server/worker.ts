/**
 * An engine thread: the composition root on the other side of the pool, as `app.ts` is on this one.
 */
import { workerData } from 'node:worker_threads';
import { createTaskRunner, instantiate, type EngineThreadData } from './engine/index.js';
import {
  MATRIX_EXAMPLE,
  createMatrixJobHandlers,
  createMatrixTask,
  type MatrixJobTask,
  type MatrixTask,
} from './matrix/index.js';
import {
  createThreadMaps,
  createThreadSpeeds,
  type RoadSettings,
  type SetSpeedsTask,
  type SpeedsSettings,
} from './roads/index.js';
import {
  ROUTING_EXAMPLE,
  createPrepareTasks,
  createRespondTask,
  type PrepareTasks,
  type RespondTask,
} from './routing/index.js';
import { createTilesTask, type TilesTask } from './tiles/index.js';
import { createZoneLookup } from './time/index.js';
import { DEFAULT_PROFILE } from './travel/index.js';

export type ThreadSettings = {
  roads: RoadSettings;
  speeds: SpeedsSettings;
  /** What a job may search for at most. */
  jobSecondsMax: number;
};

/** All that the pool can be asked for. */
export type EngineTasks = MatrixTask &
  MatrixJobTask &
  PrepareTasks &
  RespondTask &
  SetSpeedsTask &
  TilesTask;

// The pool is typed where it is made; what crosses to a thread arrives untyped.
const { module, memory, settings } = workerData as EngineThreadData<ThreadSettings>;

instantiate(module, memory);
const speeds = createThreadSpeeds(settings.speeds);
const maps = createThreadMaps(settings.roads, DEFAULT_PROFILE);
const zoneOf = createZoneLookup();
const matrix = createMatrixTask({ speeds, zoneOf, maps });
const { letEndedGo, ...matrixJob } = createMatrixJobHandlers({ speeds, zoneOf, maps });
const prepareTasks = createPrepareTasks({
  ...{ speeds, zoneOf, maps },
  jobSecondsMax: settings.jobSecondsMax,
});

// The first request should not pay for compiling validators and for reading zone boundaries.
const bodyOf = (example: unknown) => [new TextEncoder().encode(JSON.stringify(example))];
const context = { shouldStop: () => false };
matrix({ body: bodyOf(MATRIX_EXAMPLE), mode: 'compute' }, context);
prepareTasks.routing_prepare({ body: bodyOf(ROUTING_EXAMPLE), way: 'sync' }, context);

export const runTask = createTaskRunner<EngineTasks>({
  matrix: (input, taskContext) => {
    letEndedGo();
    return matrix(input, taskContext);
  },
  ...matrixJob,
  ...prepareTasks,
  routing_respond: createRespondTask({ maps }),
  set_speeds: speeds.setSpeeds,
  tile: createTilesTask(maps),
});
