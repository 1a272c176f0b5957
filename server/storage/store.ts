/**
 * The embedded store: the face over the thread that owns the database. Nothing happens on the event loop but the copy of a message.
 */
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

/** Units that may wait for an answer: a second or two of writes. Beyond it, refusing at once beats queueing. */
export const QUEUED_UNITS_MAX = 10_000;

/** The database inside the data directory. */
export const DATABASE_FILE = 'route-engine.db';

export type StoreOptions = {
  /** Made with access for its owner alone if it does not exist. */
  readonly dataDir: string;
  /** The store is gone for good. A service should end, so that its supervisor starts a sound one. */
  readonly onCrash: (error: StoreError) => void;
  /** The disk takes nothing: the database has to be there, and is only read. */
  readonly isReadOnly?: boolean;
  /** Tests lower it. */
  readonly queuedUnitsMax?: number;
  /** Tests give a thread that dies. */
  readonly threadFile?: URL;
};

/** Rejects with `StoreError` when the database cannot be opened or is newer than the code. */
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
    // Without its thread it is lost, and the process with it.
    isAway: () => false,
    statistics: () => ({ ...counts, ...link.statistics() }),
    close: () => link.close(),
  };
}

/** The log files take over the mode of the database file, so that all of them are for the owner's eyes alone. */
function makeDatabaseFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, DATABASE_FILE);
  closeSync(openSync(file, 'a', 0o600));
  return file;
}
