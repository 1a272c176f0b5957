/**
 * Where a process has its data: all of it in `DATA_DIR`, or a database, a queue and a bucket that it shares with others.
 */
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { openDirectoryBlobs, openS3Blobs, type BlobStore } from './blobs/index.js';
import { ConfigError, type Config, type SharedPlaces } from './config.js';
import { lockDataDir } from './data-dir-lock.js';
import { createMemoryQueue, openSharedQueue, type JobQueue } from './queue/index.js';
import {
  DATABASE_FILE,
  openSharedStore,
  openStore,
  StoreError,
  type Store,
} from './storage/index.js';

export type PlacesOptions = {
  config: Pick<Config, 'dataDir' | 'shared' | 'role'>;
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
    if (config.shared === undefined) {
      const letGo = await inWords(config.dataDir, () => lockDataDir(config.dataDir));
      stops.push(async () => letGo());
    }
    const store = await openConfiguredStore({
      ...{ dataDir: config.dataDir, databaseUrl: config.shared?.databaseUrl },
      ...{ clock, onStoreLost: options.onStoreLost, isPatient: config.role === 'worker' },
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

/** What the system or SQLite says of a data directory that cannot be used, as a sentence with the path and what to do. */
async function inWords<Opened>(
  dataDir: string,
  open: () => Opened | Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const { message, code } = detailsOf(error);
    const fault = DATA_DIR_FAULTS.find(([pattern]) => pattern.test(`${code} ${message}`))?.[1];
    if (fault === undefined || error instanceof ConfigError) throw error;
    const reason = message.split('\n')[0]?.replace(/\.$/, '') ?? '';
    throw new ConfigError([`DATA_DIR: ${fault(dataDir)} (${reason}).`]);
  }
}

const DATA_DIR_FAULTS: readonly [RegExp, (dataDir: string) => string][] = [
  [/EEXIST|ENOTDIR/, (dir) => `${dir} is a file, or lies below one; give the path of a directory`],
  [
    /EACCES|EPERM/,
    (dir) =>
      `${dir} cannot be written by the user that runs the service; change its owner or its mode`,
  ],
  [
    /EROFS|readonly database|read-only/,
    (dir) => `${dir} lies on a disk that cannot be written; mount it for writing`,
  ],
  [/ENOSPC|disk is full/, (dir) => `the disk of ${dir} is full; make room on it`],
  [
    /not a database|malformed|file is encrypted/,
    (dir) =>
      `the database ${join(dir, DATABASE_FILE)} is damaged; put a backup in its place, or move it away to begin with an empty one`,
  ],
  [
    /unable to open database file|disk I\/O error/,
    (dir) =>
      `the database in ${dir} cannot be opened; look at the directory's mode and at its disk`,
  ],
];

function detailsOf(error: unknown): { message: string; code: string } {
  const message = error instanceof Error ? error.message : String(error);
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return { message, code };
}

/** The store alone, as commands want it. */
export async function openConfiguredStore(
  options: Pick<PlacesOptions, 'clock' | 'onStoreLost'> & {
    dataDir: string;
    databaseUrl: string | undefined;
    isPatient?: boolean;
  },
): Promise<Store> {
  const { dataDir, databaseUrl, clock, isPatient = false } = options;
  if (databaseUrl === undefined) {
    return await inWords(dataDir, () => openStore({ dataDir, onCrash: options.onStoreLost }));
  }
  return await openSharedStore({ databaseUrl, clock, isPatient }).catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
    throw new ConfigError([`DATABASE_URL: ${error.message.replace(/\.+$/, '')}.`]);
  });
}

/** In words: of a HEAD request, stores say no more than a status. */
function bucketFault(reason: string): string {
  if (/\b404\b/.test(reason)) return 'there is no such bucket; make it, or correct its name';
  if (/\b40[13]\b/.test(reason)) {
    return 'the store refuses the key: AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is wrong, or has no right to the bucket';
  }
  return reason.replace(/\.+$/, '');
}

async function openBucket(shared: SharedPlaces, clock: () => number): Promise<BlobStore> {
  const blobs = await openS3Blobs(shared.resultsUrl, { ...shared.s3, clock });
  await blobs.check().catch(async (error: unknown) => {
    await blobs.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`RESULTS_URL: ${bucketFault(reason)}.`]);
  });
  return blobs;
}
