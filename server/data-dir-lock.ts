/**
 * Locks a data directory for one process. A second process would take over the running jobs of the first.
 *
 * The lock is an SQLite lock on a file beside the database. The system releases it when the process ends, however it
 * ends, so that no stale lock has to be removed by hand. The account command does not take it.
 */
import { accessSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { ConfigError } from './config.js';

const LOCK_FILE = 'route-engine.lock';

/** Takes the lock. Returns a function that releases it. Throws `ConfigError` if another process has it. */
export function lockDataDir(dataDir: string): () => void {
  makeDirectory(dataDir);
  // SQLite would not say why it cannot write there.
  accessSync(dataDir, constants.W_OK);
  const database = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!/locked|busy/.test(error instanceof Error ? error.message : '')) throw error;
    throw new ConfigError([
      `DATA_DIR: another process of the service uses ${dataDir}; stop that process, or choose another directory.`,
    ]);
  }
  return () => {
    database.close();
  };
}

/**
 * Makes a directory and those above it. Node's `recursive` never returns, deaf to signals, where a directory takes no
 * new one and says that the path does not exist, as those of an automounter do.
 */
function makeDirectory(path: string): void {
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  // Throws if it is a link that leads nowhere.
  if (isThere && statSync(path).isDirectory()) return;
  if (!isThere) makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
