/**
 * The thread that builds maps and scans their folder, so that the process keeps handling signals meanwhile.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createSharedMemory, instantiate } from '../engine/index.js';
import { buildMap, type MapBuildOptions, type MapBuildProgress } from './build-map.js';
import { prepareMaps, type CatalogOptions } from './catalog.js';
import { checkMapsMemory, type MapsMemory } from './memory.js';
import { openMapFile, type MapFile } from './map-file.js';
import { messageOf } from './maps-error.js';
import { checkMapByProgram } from './program/index.js';

/** A job: to build one map, or to make sure that every extract in a folder has one. */
export type MapsJob =
  | {
      kind: 'build';
      options: Omit<MapBuildOptions, 'onProgress' | 'onReport' | 'scratchSuffix' | 'memory'>;
    }
  | {
      kind: 'prepare';
      options: Omit<CatalogOptions, 'scratchSuffix' | 'memory' | 'checkMap'> & {
        mapsMemory: MapsMemory;
        /** The path of the native program. If given, it checks maps: their sections may be too large for the module. */
        program: string | undefined;
      };
    };

export type MapsThreadData = {
  module: WebAssembly.Module;
  job: MapsJob;
  scratchSuffix: string;
};

/** A map and its bounds, in degrees. */
export type FoundMap = { path: string; bounds: MapFile['bounds'] };

export type MapsMessage =
  | { kind: 'progress'; mapPath: string; progress: MapBuildProgress }
  | { kind: 'report'; report: string }
  | { kind: 'done'; maps: FoundMap[] }
  | { kind: 'failed'; message: string };

const { module, job, scratchSuffix } = workerData as MapsThreadData;

const memory = createSharedMemory();

function post(message: MapsMessage): void {
  parentPort?.postMessage(message);
}

async function run(): Promise<string[]> {
  switch (job.kind) {
    case 'build': {
      const { mapPath } = job.options;
      await buildMap({
        ...job.options,
        scratchSuffix,
        memory,
        onProgress: (progress) => {
          post({ kind: 'progress', mapPath, progress });
        },
        onReport: (report) => {
          post({ kind: 'report', report });
        },
      });
      return [mapPath];
    }
    case 'prepare': {
      const { mapsMemory, program, ...options } = job.options;
      const checkMap = (file: MapFile): void => {
        if (program === undefined) file.checkSections();
        else checkMapByProgram(program, file.path);
      };
      const mapPaths = await prepareMaps(
        { ...options, scratchSuffix, memory, checkMap },
        (mapPath, progress) => {
          post({ kind: 'progress', mapPath, progress });
        },
      );
      checkMapsMemory(mapPaths, mapsMemory);
      return mapPaths;
    }
  }
}

instantiate(module, memory);
run().then(
  (mapPaths) => {
    const maps = mapPaths.map((path) => ({ path, bounds: openMapFile(path).bounds }));
    post({ kind: 'done', maps });
  },
  (error: unknown) => {
    post({ kind: 'failed', message: messageOf(error) });
  },
);
