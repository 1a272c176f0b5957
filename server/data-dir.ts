/**
 * The data directory of a standalone process: lock, database and files, and the errors if it cannot be used.
 *
 *     lock ──► database ──a row is written──► files          normal service
 *       └────────┴──the disk is full or read-only──► the same, read-only: balances, jobs and results are served
 *
 * Read-only data is intact, because a full disk damages nothing. A damaged database is not served, because its keys can
 * no longer be trusted; `npm run account -- check` examines it.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { hasBlobs, openDirectoryBlobs, type DirectoryBlobs } from './blobs/index.js';
import { ConfigError } from './config.js';
import { lockDataDir } from './data-dir-lock.js';
import { probeStore } from './readiness.js';
import { adviceOn, codeAndMessage, type StartFaults } from './start-faults.js';
import { DATABASE_FILE, openStore, type Store } from './storage/index.js';

export type DataDirOptions = {
  dataDir: string;
  logger: Logger;
  /** Epoch milliseconds. */
  clock: () => number;
  onStoreLost: (error: Error) => void;
};

export type DataDir = {
  store: Store;
  blobs: DirectoryBlobs;
  isReadOnly: boolean;
  close: () => Promise<void>;
};

/** Opens the data directory, read-only if it cannot be written. Throws `ConfigError` if it cannot even be read. */
export async function openDataDir(options: DataDirOptions): Promise<DataDir> {
  try {
    return await open(options, { isReadOnly: false });
  } catch (error) {
    const { dataDir, logger } = options;
    const hasDatabase = existsSync(join(dataDir, DATABASE_FILE));
    if (!hasDatabase || !CANNOT_WRITE.test(codeAndMessage(error))) throw sentenceOf(dataDir, error);
    const opened = await open(options, { isReadOnly: true }).catch((again: unknown) => {
      // A first start on a full disk leaves a database without tables; the fault to report is then the disk.
      const sentence = sentenceOf(dataDir, again);
      throw sentence instanceof ConfigError ? sentence : sentenceOf(dataDir, error);
    });
    logger.error(
      { data_dir: dataDir, reason: codeAndMessage(error) },
      'the disk cannot be written: the service only serves stored data until the disk is writable and the service is restarted',
    );
    return opened;
  }
}

async function open(
  { dataDir, clock, onStoreLost }: DataDirOptions,
  { isReadOnly }: { isReadOnly: boolean },
): Promise<DataDir> {
  const stops: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const stop of stops.reverse().splice(0)) await stop();
  };
  try {
    stops.push(isReadOnly ? lockIfPossible(dataDir) : lockDataDir(dataDir));
    requireDatabaseBesideResults(dataDir);
    const store = await openStore({ dataDir, onCrash: onStoreLost, isReadOnly });
    stops.push(() => store.close());
    // A database may open on a full disk and then reject writes.
    if (!isReadOnly) await probeStore(store, clock());
    const blobs = await openDirectoryBlobs({ dir: resultsDirOf(dataDir), clock, isReadOnly });
    stops.push(() => blobs.close());
    return { store, blobs, isReadOnly, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Throws `ConfigError` if there are results but no database: the database was lost, or only a part of the disk is
 * mounted. A new database would silently replace all accounts by a first account with new credits.
 */
function requireDatabaseBesideResults(dataDir: string): void {
  const [database, results] = [join(dataDir, DATABASE_FILE), resultsDirOf(dataDir)];
  const isEmpty = (statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (!isEmpty || !hasBlobs(results)) return;
  throw new ConfigError([
    `DATA_DIR: the database ${database} is missing or empty, though results of earlier runs lie in ${results}; mount the right disk or put a backup in its place, or remove the results as well to start over.`,
  ]);
}

const resultsDirOf = (dataDir: string): string => join(dataDir, 'results');

/** Takes the lock if the disk allows it; reading is harmless without it. Throws if another process has the lock. */
function lockIfPossible(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    return () => undefined;
  }
}

const CANNOT_WRITE =
  /ENOSPC|EROFS|EACCES|disk is full|readonly database|read-only|disk I\/O error|unable to open database file/;

/** Runs `open`. Turns errors of the system or SQLite into a `ConfigError` that names the path and what to do. */
export async function inWords<Opened>(
  dataDir: string,
  open: () => Opened | Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    throw sentenceOf(dataDir, error);
  }
}

function sentenceOf(dataDir: string, error: unknown): unknown {
  if (error instanceof ConfigError) return error;
  const advice = adviceOn(DATA_DIR_FAULTS, dataDir, error);
  return advice === undefined ? error : new ConfigError([`DATA_DIR: ${advice}.`]);
}

const DATA_DIR_FAULTS: StartFaults<string> = [
  [
    /ENOENT/,
    (dir) =>
      `${dir} does not exist and cannot be created; mount its disk, or correct a link that leads nowhere`,
  ],
  [
    /EISDIR/,
    (dir) => `a file of the service in ${dir} is a directory; move the directory elsewhere`,
  ],
  [/EEXIST|ENOTDIR/, (dir) => `${dir} is a file or lies below one; give the path of a directory`],
  [
    /EACCES|EPERM/,
    (dir) =>
      `${dir} cannot be written by the user that runs the service; change its owner or its mode`,
  ],
  [
    /EROFS|readonly database|read-only/,
    (dir) => `${dir} is on a read-only disk; mount the disk with write access`,
  ],
  [/ENOSPC|disk is full/, (dir) => `the disk of ${dir} is full; free some space`],
  [
    /not a database|malformed|file is encrypted/,
    (dir) =>
      `the database ${join(dir, DATABASE_FILE)} is damaged; put a backup in its place, or see what "npm run account -- check" and "repair" can save`,
  ],
  [
    /unable to open database file|disk I\/O error/,
    (dir) =>
      `the database in ${dir} cannot be opened; check the mode of the directory, and its disk`,
  ],
];
