/**
 * The parts that every process of the service has, whether it answers requests, runs jobs or does both.
 *
 *     speeds, maps ──► engine threads, search threads, reading threads ──┐
 *     store ──► accounts ──────────────────────────────────────────────────┴─► jobs ──► metrics
 *
 * Nothing runs before `startCore` is called, and everything that it starts is stopped by `close`, in reverse order.
 */
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { createAccounts, type Accounts } from './accounts/index.js';
import type { BlobStore } from './blobs/index.js';
import { ConfigError, type Config } from './config.js';
import {
  compileModule,
  createPool,
  createIsolatedPool,
  letThreadsHaveHeapsOfTheirOwn,
  type EnginePool,
  type IsolatedPoolOptions,
  type PoolOptions,
} from './engine/index.js';
import { processMetrics } from './process-metrics.js';
import { createMetrics, type Metrics } from './http/index.js';
import { openBackends } from './backends.js';
import { loadOwnProfiles, type LoadedOwnProfiles } from './own-profiles.js';
import { createSpareSearch, type SearchTask, type SpareSearch } from './search/index.js';
import {
  MapsError,
  checkRoadsProgram,
  createSharedTraffic,
  runMapsJob,
  startRoadsProgram,
  type FoundMap,
  type MapBuildProgress,
  type ProgramLines,
  type RoadsProgram,
} from './roads/index.js';
import type { ReadSettings, ReadTasks } from './read-worker.js';
import { createReadiness, type Readiness } from './readiness.js';
import { followLiveSpeeds, type LiveSpeedsFollower } from './live/index.js';
import { createSpeeds, loadSpeeds } from './speeds.js';
import { openJobs, type OpenedJobs } from './start-jobs.js';
import type { Store } from './storage/index.js';
import { PROFILES, type OwnProfiles, type SpeedsFiles } from './travel/index.js';
import type { EngineTasks, ThreadSettings } from './worker.js';

export type CoreOptions = {
  config: Config;
  /** Folder of package.json, as a file URL that ends in a slash. */
  projectRoot: URL;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Called if the store is lost: the process should end, so that a supervisor restarts it. */
  onStoreLost: (error: Error) => void;
  /** Called while a map is built from its extract, which takes a while. */
  onMapProgress?: (mapPath: string, progress: MapBuildProgress) => void;
  /** Ends a start that is still building maps. */
  startSignal?: AbortSignal;
  /** Tests of crashes use other worker files than the service's own, and tighter limits. */
  workerFile?: URL;
  searchWorkerFile?: URL;
  readWorkerFile?: URL;
  threadHeapMebibytes?: number;
  cancelGraceMs?: number;
};

export type Core = Omit<OpenedJobs, 'close'> & {
  accounts: Accounts;
  pool: EnginePool<EngineTasks>;
  /** Search threads for requests with a waiting caller. Undefined in a process that only runs jobs. */
  searchPool: EnginePool<SearchTask> | undefined;
  /** Second searches for such requests, and their threads. Undefined if the operator wants none. */
  spareSearch: SpareSearch | undefined;
  sparePool: EnginePool<SearchTask> | undefined;
  /** Threads that read large bodies. Also undefined in such a process. */
  readers: EnginePool<ReadTasks> | undefined;
  metrics: Metrics;
  /** The loaded road maps. */
  maps: readonly FoundMap[];
  /** Inputs and results of jobs, and other data that is too large for the store. */
  blobs: BlobStore;
  /** Returns whether the store is away, so that no caller with a key can be served. */
  isStoreAway: () => boolean;
  /** Resolves with the parts that cannot work now. */
  notReady: Readiness['notReady'];
  /** Reads the traffic file and the speeds file again and applies them. Logs the outcome. */
  reloadSpeeds: () => Promise<void>;
  liveSpeeds: LiveSpeedsFollower;
  store: Store;
  close: () => Promise<void>;
};

/** JavaScript heap of one engine thread: enough for the largest accepted body, parsed. */
const THREAD_HEAP_MEBIBYTES = 1024;
const CANCEL_GRACE_MS = 5_000;
/** A reading thread can be terminated without harm. Starting another one takes 0.4 s of CPU time. */
const READ_GRACE_MS = 500;
const READERS_IDLE_MS = 60_000;
const SPARES_IDLE_MS = 60_000;
/**
 * While other threads compute, a thread of the lowest priority may need many seconds to see that it is cancelled.
 * Nobody waits for it, and its place stays taken until then.
 */
const SPARE_GRACE_MS = 120_000;
/**
 * Semi-spaces of 8 MiB, twice those of an engine thread: all that a body becomes survives until its problem is written.
 * Reading and compiling a check of 1,000 stops takes 35 ms instead of 41 ms of processor time. Reading threads end when
 * they are idle, so the memory returns.
 */
const YOUNG_HEAP_OF_READERS_MEBIBYTES = 24;
/** Loading the map of a country takes 1 µs per node of its turn graph and cannot be interrupted. */
const PROGRAM_START_DEADLINE_MS = 600_000;
const PROGRAM_CANCEL_GRACE_MS = 60_000;

export async function startCore(options: CoreOptions): Promise<Core> {
  const { config, logger, projectRoot, clock } = options;
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.reverse().splice(0)) {
      await stop().catch((error: unknown) => {
        logger.error({ err: error }, 'part of the service did not stop cleanly');
      });
    }
  };
  letThreadsHaveHeapsOfTheirOwn();
  try {
    let speeds = await loadSpeeds(config, projectRoot);
    const ownProfiles = await loadOwnProfiles(config);
    const backends = await openBackends(options);
    stops.push(() => backends.close());
    const { store } = backends;
    const accounts = createAccounts({ store, clock });
    const module = await compileModule(projectRoot);
    await checkProgram(options);
    const maps = await readMaps(options, module, speeds, ownProfiles);
    const roads = {
      mapPaths: maps.map(({ path }) => path),
      snapRadiusMeters: config.snapRadiusMeters,
      memoryBytesMax: config.mapsMemoryBytesMax,
    };
    const common = {
      module,
      queueLengthMax: config.queueLengthMax,
      threadHeapMebibytes: options.threadHeapMebibytes ?? THREAD_HEAP_MEBIBYTES,
      cancelGraceMs: options.cancelGraceMs ?? CANCEL_GRACE_MS,
    };
    const startSearchPool = (
      of: Pick<IsolatedPoolOptions, 'threads' | 'queueLengthMax'> & Partial<IsolatedPoolOptions>,
    ) =>
      createIsolatedPool<SearchTask>({
        ...{ ...common, ...of },
        workerFile:
          options.searchWorkerFile ?? new URL('../threads/search-worker.js', import.meta.url),
        settings: () => undefined,
        onCrash: (error) => {
          logger.error({ err: error }, 'a search thread was lost; another one has taken over');
        },
      });
    const answersRequests = config.role !== 'worker';
    const searchPoolStart = answersRequests
      ? startSearchPool({
          threads: config.searchThreads,
          queueLengthMax: config.queueLengthMax,
          ...(config.searchThreadsOfAccount === undefined
            ? {}
            : { threadsOfOwnerMax: config.searchThreadsOfAccount }),
        })
      : undefined;
    stops.push(async () => (await searchPoolStart?.catch(() => undefined))?.close());
    // Awaited below. Until then, a failure must not count as an unhandled rejection.
    searchPoolStart?.catch(() => undefined);
    // A pool needs at least one thread; that of a worker process has nothing to do.
    const threads = answersRequests ? config.threads : 1;
    const program = programOf(options, maps, threads + config.batchThreads);
    const pool = await createPool<EngineTasks>({
      ...common,
      ...program?.options,
      workerFile: options.workerFile ?? new URL('../threads/worker.js', import.meta.url),
      threads,
      batchThreads: config.batchThreads,
      settings: (): ThreadSettings => ({
        roads,
        program: program?.lines(),
        ownProfiles: ownProfiles.types,
        jobSecondsMax: config.jobSecondsMax,
        speeds: { files: speeds, shared: createSharedTraffic() },
      }),
      onCrash: (error) => {
        logger.error({ err: error }, 'an engine thread was lost; a new group has taken over');
      },
    });
    stops.push(() => pool.close());
    const searchPool = await searchPoolStart;
    const sparePool =
      answersRequests && config.spareSearchThreads > 0
        ? await startSearchPool({
            ...{ threads: config.spareSearchThreads, queueLengthMax: 0, isInBackground: true },
            ...{ idleMs: SPARES_IDLE_MS, cancelGraceMs: SPARE_GRACE_MS },
          })
        : undefined;
    stops.push(async () => sparePool?.close());
    const readers = answersRequests
      ? await startReaders(options, common, ownProfiles.types)
      : undefined;
    stops.push(async () => readers?.close());

    const metrics = createMetrics();
    const closing = new AbortController();
    const { reload: reloadSpeeds, setLive } = createSpeeds({
      ...{ config, projectRoot, pool, logger, metrics, files: speeds },
      onApplied: (files) => (speeds = files),
      signal: closing.signal,
    });
    const liveSpeeds = followLiveSpeeds({ store, clock, apply: setLive });
    stops.push(() => liveSpeeds.stop());
    // Ends the pauses between attempts, for reloads and live speeds.
    stops.push(async () => closing.abort());
    // Live speeds are applied before jobs run. If that fails, the log says so.
    await liveSpeeds.look();
    const { close: closeJobs, ...jobs } = await openJobs({
      ...{ config, backends, accounts, pool, logger, clock, metrics },
      // The queue needs no limit, because the runner of jobs limits how many run.
      startSearchPool: () =>
        startSearchPool({
          ...{ threads: config.batchThreads, queueLengthMax: Infinity, isInBackground: true },
        }),
    });
    stops.push(closeJobs);
    const readiness = createReadiness({
      ...{ store, blobs: backends.blobs, clock },
      isEngineReady: () => pool.ready() && (searchPool?.ready() ?? true),
    });
    metrics.watch(
      processMetrics({
        pools: {
          interactive: pool.stats,
          batch: () => pool.stats('batch'),
          ...(searchPool === undefined ? {} : { search: searchPool.stats }),
          ...(sparePool === undefined ? {} : { spare: sparePool.stats }),
          ...(readers === undefined ? {} : { reading: readers.stats }),
        },
        ...{ jobs: jobs.jobs, store, notReady: readiness.notReady },
        dataDir: config.shared === undefined ? config.dataDir : undefined,
      }),
    );
    const isJobRunning = (): boolean => (jobs.jobs.stats.attempts()?.running ?? 0) > 0;
    const spareSearch =
      searchPool === undefined || sparePool === undefined
        ? undefined
        : createSpareSearch({
            ...{ searchPool, sparePool },
            // A job may use all of them.
            jobThreads: () => (isJobRunning() ? config.batchThreads : 0),
          });
    return {
      ...{ ...jobs, accounts, pool, searchPool, readers, metrics, maps, reloadSpeeds },
      ...{ spareSearch, sparePool },
      ...{ liveSpeeds, store },
      blobs: backends.blobs,
      ...{ isStoreAway: () => store.isAway(), notReady: readiness.notReady, close: stopAll },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Starts the pool that reads large bodies. Its threads start on demand, and one account cannot use all of them. */
async function startReaders(
  { config, logger, readWorkerFile, cancelGraceMs }: CoreOptions,
  common: Pick<PoolOptions, 'module' | 'queueLengthMax' | 'threadHeapMebibytes'>,
  ownProfiles: OwnProfiles,
): Promise<EnginePool<ReadTasks>> {
  const threads = Math.max(2, Math.ceil(config.threads / 2));
  return await createIsolatedPool<ReadTasks>({
    ...common,
    workerFile: readWorkerFile ?? new URL('../threads/read-worker.js', import.meta.url),
    ...{ threads, threadsOfOwnerMax: threads - 1, idleMs: READERS_IDLE_MS },
    youngHeapMebibytes: YOUNG_HEAP_OF_READERS_MEBIBYTES,
    cancelGraceMs: cancelGraceMs ?? READ_GRACE_MS,
    settings: (): ReadSettings => ({ ownProfiles, jobSecondsMax: config.jobSecondsMax }),
    onCrash: (error) => {
      logger.warn({ err: error }, 'a thread that parsed a body was ended; another one takes over');
    },
  });
}

/** Throws `ConfigError` if `ROADS_PROGRAM` is not a program for roads. */
async function checkProgram({ config: { roadsProgram }, projectRoot }: CoreOptions): Promise<void> {
  if (roadsProgram === undefined) return;
  await checkRoadsProgram(roadsProgram, projectRoot).catch((error: unknown) => {
    if (!(error instanceof MapsError)) throw error;
    throw new ConfigError([`ROADS_PROGRAM: ${error.message}.`]);
  });
}

/** Returns how to start the native program of each thread group, or undefined if there is none, or no map. */
function programOf(
  { config: { roadsProgram: path }, logger, cancelGraceMs }: CoreOptions,
  maps: readonly FoundMap[],
  lineCount: number,
): { options: Partial<PoolOptions>; lines: () => ProgramLines | undefined } | undefined {
  if (path === undefined || maps.length === 0) return undefined;
  /** The lines of the program that was started last, for the group that is starting. */
  let lines: ProgramLines | undefined;
  const startCompanion = (): RoadsProgram => {
    const program = startRoadsProgram({ path, lineCount });
    lines = program.lines;
    logger.info({ program: path, pid: program.pid }, 'a native program serves the roads');
    return program;
  };
  return {
    lines: () => lines,
    options: {
      startCompanion,
      startDeadlineMs: PROGRAM_START_DEADLINE_MS,
      cancelGraceMs: cancelGraceMs ?? PROGRAM_CANCEL_GRACE_MS,
    },
  };
}

/** Returns the maps. Builds missing ones first. */
async function readMaps(
  options: CoreOptions,
  module: WebAssembly.Module,
  speeds: SpeedsFiles,
  { roadUsers }: LoadedOwnProfiles,
): Promise<FoundMap[]> {
  const { config, logger, onMapProgress, startSignal } = options;
  // If the folder does not exist, no thread needs to be started to search it.
  if (!existsSync(config.mapsDir)) {
    requireNoMap(config, 'the directory does not exist; is its disk mounted?');
    logger.warn({ maps_dir: config.mapsDir }, 'no map directory: all costs are estimates');
    return [];
  }
  try {
    const mapsMemory = { bytesMax: config.mapsMemoryBytesMax, speeds };
    const { mapsDir, roadsProgram: program } = config;
    const job = { mapsDir, profiles: [...PROFILES, ...roadUsers], mapsMemory, program };
    const maps = await runMapsJob(
      { kind: 'prepare', options: job },
      {
        module,
        onProgress: (mapPath, progress) => onMapProgress?.(mapPath, progress),
        signal: startSignal ?? new AbortController().signal,
      },
    );
    if (maps.length > 0) logger.info({ maps: maps.map(({ path }) => path) }, 'road maps');
    else {
      requireNoMap(config, 'it contains no road map and no extract.');
      logger.warn({ maps_dir: config.mapsDir }, 'no road map: all costs are estimates');
    }
    return maps;
  } catch (error) {
    if (!(error instanceof MapsError)) throw error;
    logger.debug({ err: error }, 'a map cannot be used');
    throw new ConfigError([`MAPS_DIR: ${error.message}.`]);
  }
}

/** Throws `ConfigError` if the operator requires a map. */
function requireNoMap({ mapsRequired, mapsDir }: Config, sentence: string): void {
  if (mapsRequired) throw new ConfigError([`MAPS_DIR: ${mapsDir}, and MAPS_REQUIRED: ${sentence}`]);
}
