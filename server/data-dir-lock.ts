/**
 * Locks a data directory for one process. A second process would take over the running jobs of the first.
 *
 * The lock is an SQLite lock on a file beside the database. The system releases it when the process ends, however it
 * ends, so that no stale lock has to be removed by hand. The account command does not take it.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { ConfigError } from './config.js';

const LOCK_FILE = 'route-engine.lock';

/** Takes the lock. Returns a function that releases it. Throws `ConfigError` if another process has it. */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!/locked|busy/.test(error instanceof Error ? error.message : '')) throw error;
    throw new ConfigError([
      `DATA_DIR: another process of the service works in ${dataDir}; stop that one first, or give this one a directory of its own.`,
    ]);
  }
  return () => {
    database.close();
  };
}
