/** Runs a job on map files from the event loop, in a thread that is started for this job. */
import { Worker } from 'node:worker_threads';
import { newScratchSuffix, removeScratch, type MapBuildProgress } from './build-map.js';
import { MapsError, messageOf } from './maps-error.js';
import type { FoundMap, MapsJob, MapsMessage, MapsThreadData } from './maps-thread.js';

export type MapsJobOptions = {
  module: WebAssembly.Module;
  onProgress: (mapPath: string, progress: MapBuildProgress) => void;
  /** See `MapBuildOptions`. Called only by jobs that build a single map. */
  onReport?: (report: string) => void;
  signal: AbortSignal;
};

/** Returns the maps that the job built or found. Rejects with `MapsError` or the signal's reason. */
export async function runMapsJob(job: MapsJob, options: MapsJobOptions): Promise<FoundMap[]> {
  const { module, onProgress, onReport, signal } = options;
  signal.throwIfAborted();
  const scratchSuffix = newScratchSuffix();
  const data: MapsThreadData = { module, job, scratchSuffix };
  let mapUnderWay: string | undefined;
  const thread = new Worker(new URL('../../threads/maps-thread.js', import.meta.url), {
    workerData: data,
  });
  const abort = (): void => void thread.terminate();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await new Promise<FoundMap[]>((resolve, reject) => {
      thread.on('message', (message: MapsMessage) => {
        switch (message.kind) {
          case 'progress':
            mapUnderWay = message.mapPath;
            onProgress(message.mapPath, message.progress);
            break;
          case 'report':
            onReport?.(message.report);
            break;
          case 'done':
            resolve(message.maps);
            break;
          case 'failed':
            reject(new MapsError(message.message));
            break;
        }
      });
      thread.on('error', (error: unknown) => {
        reject(new MapsError(messageOf(error), { cause: error }));
      });
      thread.on('exit', () => {
        reject(new MapsError('the thread that works on maps has ended'));
      });
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.terminate();
    // A terminated thread does not clean up after itself. After a finished one, there is nothing to remove.
    if (mapUnderWay !== undefined) removeScratch(mapUnderWay, scratchSuffix);
  }
}
