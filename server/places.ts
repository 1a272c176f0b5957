/**
 * Where a process has its data: all of it in `DATA_DIR`, or a database, a queue and a bucket that it shares with others.
 */
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { openDirectoryBlobs, openS3Blobs, type BlobStore } from './blobs/index.js';
import { ConfigError, type Config, type SharedPlaces } from './config.js';
import { createMemoryQueue, openSharedQueue, type JobQueue } from './queue/index.js';
import { openSharedStore, openStore, StoreError, type Store } from './storage/index.js';

export type PlacesOptions = {
  config: Pick<Config, 'dataDir' | 'shared'>;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** The store is lost for good. Of a shared one this is never said: it comes back. */
  onStoreLost: (error: Error) => void;
};

export type Places = {
  store: Store;
  queue: JobQueue;
  blobs: BlobStore;
  /** What serves results, where this service itself does. */
  results: readonly { path: string; handler: RequestHandler }[];
  /** No other process has these places. */
  isAlone: boolean;
  close: () => Promise<void>;
};

/** Throws `ConfigError` when a shared place cannot be used as it is configured. */
export async function openPlaces(options: PlacesOptions): Promise<Places> {
  const { config, clock } = options;
  const stops: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const stop of stops.reverse().splice(0)) await stop();
  };
  try {
    const store = await openConfiguredStore({
      ...{ dataDir: config.dataDir, databaseUrl: config.shared?.databaseUrl },
      ...{ clock, onStoreLost: options.onStoreLost },
    });
    stops.push(() => store.close());
    if (config.shared === undefined) {
      const queue = createMemoryQueue();
      stops.push(() => queue.close());
      const blobs = await openDirectoryBlobs({ dir: join(config.dataDir, 'results'), clock });
      stops.push(() => blobs.close());
      const results = [{ path: blobs.path, handler: blobs.handler }];
      return { store, queue, blobs, results, isAlone: true, close };
    }
    const queue = await openSharedQueue({
      databaseUrl: config.shared.databaseUrl,
      onError: (error) => {
        options.logger.warn({ err: error }, 'the queue of jobs cannot be reached; it is tried on');
      },
    });
    stops.push(() => queue.close());
    const blobs = await openBucket(config.shared, clock);
    stops.push(() => blobs.close());
    return { store, queue, blobs, results: [], isAlone: false, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The store alone, as commands want it. */
export async function openConfiguredStore(
  options: Pick<PlacesOptions, 'clock' | 'onStoreLost'> & {
    dataDir: string;
    databaseUrl: string | undefined;
  },
): Promise<Store> {
  const { dataDir, databaseUrl, clock } = options;
  if (databaseUrl === undefined) {
    return await openStore({ dataDir, onCrash: options.onStoreLost });
  }
  return await openSharedStore({ databaseUrl, clock }).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    throw new ConfigError([`DATABASE_URL: ${error.message}.`]);
  });
}

async function openBucket(shared: SharedPlaces, clock: () => number): Promise<BlobStore> {
  const blobs = await openS3Blobs(shared.resultsUrl, { ...shared.s3, clock });
  await blobs.check().catch(async (error: unknown) => {
    await blobs.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`RESULTS_URL: ${reason}.`]);
  });
  return blobs;
}
