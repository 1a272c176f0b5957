/**
 * An engine thread: the composition root on the thread's side of the pool, as `app.ts` is on the event loop's side.
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
  /** The lines to the native program that holds the roads. If undefined, the WASM module holds them. */
  program: ProgramLines | undefined;
  /** The maximum search time of a job. */
  jobSecondsMax: number;
};

/** All tasks of the pool. */
export type EngineTasks = MatrixTask &
  MatrixJobTask &
  PrepareTasks &
  OutlineTask &
  RespondTask &
  SetSpeedsTask &
  ReadLiveSpeedsTask &
  TilesTask;

// The pool is typed where it is created, but data arrives in a thread untyped.
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

// Run both tasks once, so that the first request does not wait for compiling validators and reading zone boundaries.
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
