/** The embedded store: the interface to the thread that owns the database. The event loop only copies messages. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Compilable } from 'kysely';
import type { StoreError } from './errors.js';
import {
  asOutcomeOf,
  asRowsOf,
  compileStatement,
  type Store,
  type WriteStatement,
} from './types.js';
import { createSqliteQueries } from './queries.js';
import { startThread } from './thread-link.js';

/**
 * Units that may wait for an answer: a second or two of writes. Beyond that, refusing at once is better than queueing.
 */
export const QUEUED_UNITS_MAX = 10_000;

/** The file name of the database in the data directory. */
export const DATABASE_FILE = 'route-engine.db';

export type StoreOptions = {
  /** Created if it does not exist, accessible to its owner only. */
  readonly dataDir: string;
  /** Called when the thread has died. The service should then end, so that its supervisor starts a new process. */
  readonly onCrash: (error: StoreError) => void;
  /** The disk accepts no writes: the database must exist, and is only read. */
  readonly isReadOnly?: boolean;
  /** Tests set a lower limit. */
  readonly queuedUnitsMax?: number;
  /** Tests pass a thread that dies. */
  readonly threadFile?: URL;
};

/** Opens the store. Rejects with `StoreError` if the database cannot be opened or is newer than the code. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, isReadOnly = false } = options;
  const link = await startThread({
    threadFile: options.threadFile ?? new URL('../../threads/storage-thread.js', import.meta.url),
    input: {
      file: isReadOnly ? join(dataDir, DATABASE_FILE) : makeDatabaseFile(dataDir),
      isReadOnly,
    },
    onCrash: options.onCrash,
    queuedUnitsMax: options.queuedUnitsMax ?? QUEUED_UNITS_MAX,
  });
  const counts = { reads: 0, units: 0 };

  return {
    queries: createSqliteQueries(),
    async read<Row>(query: Compilable<Row>) {
      counts.reads += 1;
      const statement = compileStatement({ query });
      const answer = await link.ask((id) => ({ kind: 'read', id, statement }));
      if (answer.kind === 'rows') return asRowsOf(query, answer.rows);
      throw new TypeError('The store answered a read as if it were a write.');
    },
    async write<const Statements extends readonly WriteStatement[]>(statements: Statements) {
      counts.units += 1;
      const compiled = statements.map(compileStatement);
      const answer = await link.ask((id) => ({
        kind: 'write',
        unit: { id, statements: compiled },
      }));
      if (answer.kind !== 'rows') return asOutcomeOf<Statements>(answer);
      throw new TypeError('The store answered a write as if it were a read.');
    },
    // A store whose thread has died does not come back; its process ends.
    isAway: () => false,
    statistics: () => ({ ...counts, ...link.statistics() }),
    close: () => link.close(),
  };
}

/**
 * Returns the path of the database, created if missing. SQLite gives its log files the same mode: only the owner reads
 * them.
 */
function makeDatabaseFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, DATABASE_FILE);
  closeSync(openSync(file, 'a', 0o600));
  return file;
}
