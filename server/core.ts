/**
 * What every process of the service has, whether it answers requests, works on jobs or does both.
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
  YOUNG_HEAP_OF_PARSERS_MEBIBYTES,
  compileModule,
  createPool,
  createIsolatedPool,
  letThreadsHaveHeapsOfTheirOwn,
  type EnginePool,
  type PoolOptions,
} from './engine/index.js';
import { processMetrics } from './process-metrics.js';
import { createMetrics, type Metrics } from './http/index.js';
import { openBackends } from './backends.js';
import type { SearchTask } from './search/index.js';
import {
  MapsError,
  createSharedTraffic,
  runMapsJob,
  type FoundMap,
  type MapBuildProgress,
} from './roads/index.js';
import type { ReadSettings, ReadTasks } from './read-worker.js';
import { createReadiness, type Readiness } from './readiness.js';
import { createReload, loadSpeeds } from './speeds.js';
import { openJobs, type OpenedJobs } from './start-jobs.js';
import { PROFILES, type SpeedsFiles } from './travel/index.js';
import type { EngineTasks, ThreadSettings } from './worker.js';

export type CoreOptions = {
  config: Config;
  /** Folder of package.json, as a file URL that ends in a slash. */
  projectRoot: URL;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** The store is lost: the process should end, so that a supervisor starts it anew. */
  onStoreLost: (error: Error) => void;
  /** A map is being built from its extract, which takes a while. */
  onMapProgress?: (mapPath: string, progress: MapBuildProgress) => void;
  /** Ends a start that is still building maps. */
  startSignal?: AbortSignal;
  /** Tests of crashes give another worker file than the service's own, and tighter bounds. */
  workerFile?: URL;
  searchWorkerFile?: URL;
  readWorkerFile?: URL;
  threadHeapMebibytes?: number;
  cancelGraceMs?: number;
};

export type Core = Omit<OpenedJobs, 'close'> & {
  accounts: Accounts;
  pool: EnginePool<EngineTasks>;
  /** Search threads for requests that are waited for: none in a process that only works on jobs. */
  searchPool: EnginePool<SearchTask> | undefined;
  /** Threads that read large bodies: none in such a process either. */
  readers: EnginePool<ReadTasks> | undefined;
  metrics: Metrics;
  /** Road maps that are loaded. */
  maps: readonly FoundMap[];
  /** Inputs and results of jobs, and what else is too large for the store. */
  blobs: BlobStore;
  /** Nobody with a key can be served. */
  isStoreAway: () => boolean;
  /** Parts that cannot work now. */
  notReady: Readiness['notReady'];
  /** Reads traffic file and speeds file again and applies them; what comes of it is in the log. */
  reloadSpeeds: () => Promise<void>;
  close: () => Promise<void>;
};

/** JavaScript heap of one engine thread: room for a parsed body of the largest size that is accepted. */
const THREAD_HEAP_MEBIBYTES = 1024;
const CANCEL_GRACE_MS = 5_000;
/** A reading thread is ended without harm; to start another one takes 0.4 s of a processor. */
const READ_GRACE_MS = 500;
const READERS_IDLE_MS = 60_000;

export async function startCore(options: CoreOptions): Promise<Core> {
  const { config, logger, projectRoot, clock } = options;
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.reverse().splice(0)) {
      await stop().catch((error: unknown) => {
        logger.error({ err: error }, 'a part of the service did not stop cleanly');
      });
    }
  };
  letThreadsHaveHeapsOfTheirOwn();
  try {
    let speeds = await loadSpeeds(config, projectRoot);
    const backends = await openBackends(options);
    stops.push(() => backends.close());
    const { store } = backends;
    const accounts = createAccounts({ store, clock });
    const module = await compileModule(projectRoot);
    const maps = await readMaps(options, module, speeds);
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
    const startSearchPool = (threads: number, queueLengthMax: number, threadsOfOwnerMax?: number) =>
      createIsolatedPool<SearchTask>({
        ...common,
        queueLengthMax,
        workerFile: options.searchWorkerFile ?? new URL('./search-worker.js', import.meta.url),
        threads,
        ...(threadsOfOwnerMax === undefined ? {} : { threadsOfOwnerMax }),
        settings: () => undefined,
        onCrash: (error) => {
          logger.error({ err: error }, 'a search thread was lost; another has taken over');
        },
      });
    const isAsked = config.role !== 'worker';
    const searchPoolStart = isAsked
      ? startSearchPool(
          config.planningThreads,
          config.queueLengthMax,
          config.planningThreadsOfAccount,
        )
      : undefined;
    stops.push(async () => (await searchPoolStart?.catch(() => undefined))?.close());
    // Looked at below; until then a failure must not pass for one that nobody looks at.
    searchPoolStart?.catch(() => undefined);
    const pool = await createPool<EngineTasks>({
      ...common,
      workerFile: options.workerFile ?? new URL('./worker.js', import.meta.url),
      // A pool is not without any; those of a worker have nothing to do.
      threads: isAsked ? config.threads : 1,
      batchThreads: config.batchThreads,
      settings: (): ThreadSettings => ({
        roads,
        jobSecondsMax: config.jobSecondsMax,
        speeds: { files: speeds, shared: createSharedTraffic() },
      }),
      onCrash: (error) => {
        logger.error({ err: error }, 'an engine thread was lost; a fresh group has taken over');
      },
    });
    stops.push(() => pool.close());
    const searchPool = await searchPoolStart;
    const readers = isAsked ? await startReaders(options, common) : undefined;
    stops.push(async () => readers?.close());

    const metrics = createMetrics();
    const { close: closeJobs, ...jobs } = await openJobs({
      ...{ config, backends, accounts, pool, logger, clock, metrics },
      // As many as jobs ask for: who works on them bounds that.
      startSearchPool: () => startSearchPool(config.batchThreads, Infinity),
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
          ...(searchPool === undefined ? {} : { planning: searchPool.stats }),
          ...(readers === undefined ? {} : { reading: readers.stats }),
        },
        ...{ jobs: jobs.jobs, store, notReady: readiness.notReady },
        dataDir: config.shared === undefined ? config.dataDir : undefined,
      }),
    );
    const closing = new AbortController();
    stops.push(async () => closing.abort());
    const reloadSpeeds = createReload({
      ...{ config, projectRoot, pool, logger, metrics },
      onApplied: (files) => (speeds = files),
      signal: closing.signal,
    });
    return {
      ...{ ...jobs, accounts, pool, searchPool, readers, metrics, maps, reloadSpeeds },
      blobs: backends.blobs,
      ...{ isStoreAway: () => store.isAway(), notReady: readiness.notReady, close: stopAll },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Threads for large bodies, started when one comes. One account leaves at least one of them to the others. */
async function startReaders(
  { config, logger, readWorkerFile, cancelGraceMs }: CoreOptions,
  common: Pick<PoolOptions, 'module' | 'queueLengthMax' | 'threadHeapMebibytes'>,
): Promise<EnginePool<ReadTasks>> {
  const threads = Math.max(2, Math.ceil(config.threads / 2));
  return await createIsolatedPool<ReadTasks>({
    ...common,
    workerFile: readWorkerFile ?? new URL('./read-worker.js', import.meta.url),
    ...{ threads, threadsOfOwnerMax: threads - 1, idleMs: READERS_IDLE_MS },
    youngHeapMebibytes: YOUNG_HEAP_OF_PARSERS_MEBIBYTES,
    cancelGraceMs: cancelGraceMs ?? READ_GRACE_MS,
    settings: (): ReadSettings => ({ jobSecondsMax: config.jobSecondsMax }),
    onCrash: (error) => {
      logger.warn({ err: error }, 'a thread that read a body was ended; another takes over');
    },
  });
}

/** Paths of the maps, those first built that are missing. */
async function readMaps(
  options: CoreOptions,
  module: WebAssembly.Module,
  speeds: SpeedsFiles,
): Promise<FoundMap[]> {
  const { config, logger, onMapProgress, startSignal } = options;
  // Without a folder there is nothing to look through, and no thread to start for it.
  if (!existsSync(config.mapsDir)) {
    requireNoMap(config, 'there is no such directory; is its disk mounted?');
    logger.warn({ maps_dir: config.mapsDir }, 'no folder of maps: all costs are estimates');
    return [];
  }
  try {
    const mapsMemory = { bytesMax: config.mapsMemoryBytesMax, speeds };
    const job = { mapsDir: config.mapsDir, profiles: PROFILES, mapsMemory };
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
      requireNoMap(config, 'no road map and no extract lies in it.');
      logger.warn({ maps_dir: config.mapsDir }, 'no road map: all costs are estimates');
    }
    return maps;
  } catch (error) {
    if (!(error instanceof MapsError)) throw error;
    logger.debug({ err: error }, 'a map cannot be used');
    throw new ConfigError([`MAPS_DIR: ${error.message}.`]);
  }
}

/** Throws `ConfigError` where the operator wants no service without one. */
function requireNoMap({ mapsRequired, mapsDir }: Config, sentence: string): void {
  if (mapsRequired) throw new ConfigError([`MAPS_DIR: ${mapsDir}, and MAPS_REQUIRED: ${sentence}`]);
}
