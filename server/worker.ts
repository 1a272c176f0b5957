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
import { createReadLiveSpeedsTask, type ReadLiveSpeedsTask } from './live/index.js';
import {
  createThreadMaps,
  createThreadSpeeds,
  moduleRoads,
  programRoads,
  type ProgramLines,
  type RoadSettings,
  type SetSpeedsTask,
  type SpeedsSettings,
} from './roads/index.js';
import {
  ROUTING_EXAMPLE,
  createOutlineTask,
  createPrepareTasks,
  createRespondTask,
  type OutlineTask,
  type PrepareTasks,
  type RespondTask,
} from './routing/index.js';
import { createTilesTask, type TilesTask } from './tiles/index.js';
import { createZoneLookup } from './time/index.js';
import { DEFAULT_PROFILE, type OwnProfiles } from './travel/index.js';

export type ThreadSettings = {
  ownProfiles: OwnProfiles;
  roads: RoadSettings;
  speeds: SpeedsSettings;
  /** Of the native program that has the roads. Undefined: the module has them. */
  program: ProgramLines | undefined;
  /** What a job may search for at most. */
  jobSecondsMax: number;
};

/** All that the pool can be asked for. */
export type EngineTasks = MatrixTask &
  MatrixJobTask &
  PrepareTasks &
  OutlineTask &
  RespondTask &
  SetSpeedsTask &
  ReadLiveSpeedsTask &
  TilesTask;

// The pool is typed where it is made; what crosses to a thread arrives untyped.
const { module, memory, settings } = workerData as EngineThreadData<ThreadSettings>;

instantiate(module, memory);
const core = settings.program === undefined ? moduleRoads : programRoads(settings.program);
const speeds = createThreadSpeeds(settings.speeds, core);
const maps = createThreadMaps(settings.roads, DEFAULT_PROFILE, core);
const zoneOf = createZoneLookup();
const { ownProfiles, jobSecondsMax } = settings;
const matrix = createMatrixTask({ speeds, zoneOf, maps, ownProfiles });
const { letEndedGo, ...matrixJob } = createMatrixJobHandlers({ speeds, zoneOf, maps, ownProfiles });
const prepareTasks = createPrepareTasks({ speeds, zoneOf, maps, ownProfiles, jobSecondsMax });

// The first request should not pay for compiling validators and for reading zone boundaries.
const bodyOf = (example: unknown) => [new TextEncoder().encode(JSON.stringify(example))];
const context = { shouldStop: () => false };
matrix({ body: bodyOf(MATRIX_EXAMPLE), mode: 'compute' }, context);
prepareTasks.routing_prepare({ body: bodyOf(ROUTING_EXAMPLE), operation: 'sync' }, context);

export const runTask = createTaskRunner<EngineTasks>({
  matrix: (input, taskContext) => {
    letEndedGo();
    return matrix(input, taskContext);
  },
  ...matrixJob,
  ...prepareTasks,
  routing_outline: createOutlineTask(),
  routing_respond: createRespondTask({ maps }),
  set_speeds: speeds.setSpeeds,
  read_live_speeds: createReadLiveSpeedsTask(speeds.windowCount),
  tile: createTilesTask(maps),
});
