/**
 * The store as the service sees it: typed queries in, promises out, and nothing on the event loop but the copy of a message.
 *
 * Callers build queries with `store.queries` and hand them over; they never see SQL text, a transaction or the thread. The face says
 * nothing of SQLite, so that a shared Postgres can stand behind it later.
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Compilable, Kysely } from 'kysely';
import type { StoreError } from './errors.js';
import type { Statement } from './messages.js';
import { createQueries } from './queries.js';
import type { Database } from './schema.js';
import { startThread, type Answer, type LinkStatistics } from './thread-link.js';

/** Units that may wait for an answer: a second or two of writes. Beyond it, refusing at once beats queueing. */
export const QUEUED_UNITS_MAX = 10_000;

/** The database inside the data directory. */
export const DATABASE_FILE = 'route-engine.db';

export interface StoreOptions {
  /** Made with access for its owner alone if it does not exist. */
  readonly dataDir: string;
  /** The store is gone for good. A service should end, so that its supervisor starts a sound one. */
  readonly onCrash: (error: StoreError) => void;
  /** Tests lower it. */
  readonly queuedUnitsMax?: number;
  /** Tests give a thread that dies. */
  readonly threadFile?: URL;
}

export interface WriteStatement {
  readonly query: Compilable;
  /** Makes the statement a guard of this name: if it changes no row, the unit is undone and the outcome names the guard. */
  readonly mustChange?: string;
}

/** Rows that each statement of a unit returns, in order; empty for a statement without RETURNING. */
export type RowsOf<Statements extends readonly WriteStatement[]> = {
  readonly [Idx in keyof Statements]: Statements[Idx] extends {
    readonly query: Compilable<infer Row>;
  }
    ? readonly Row[]
    : never;
};

type GuardOf<One> = One extends { readonly mustChange: infer Guard extends string } ? Guard : never;

export type WriteOutcome<Statements extends readonly WriteStatement[]> =
  | { readonly kind: 'committed'; readonly rows: RowsOf<Statements> }
  | { readonly kind: 'guard_failed'; readonly guard: GuardOf<Statements[number]> };

export interface StoreStatistics extends LinkStatistics {
  readonly reads: number;
  /** Write units asked for, whatever their outcome. Units per commit is how well the grouping works. */
  readonly units: number;
}

export interface Store {
  /** Builds queries; running them goes through `read` and `write` alone. */
  readonly queries: Kysely<Database>;
  /** Sees everything that was acknowledged before the call. */
  read<Row>(query: Compilable<Row>): Promise<readonly Row[]>;
  /** Runs the statements as one unit and resolves when they are on disk. Rejects with `StoreError`, the unit undone. */
  write<const Statements extends readonly WriteStatement[]>(
    statements: Statements,
  ): Promise<WriteOutcome<Statements>>;
  statistics(): StoreStatistics;
  /** Lets pending units finish, folds the log into the database file and ends the thread. May be called twice. */
  close(): Promise<void>;
}

/** Rejects with `StoreError` when the database cannot be opened or is newer than the code. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const link = await startThread({
    threadFile: options.threadFile ?? threadFileBeside(import.meta.url),
    input: { file: makeDatabaseFile(options.dataDir) },
    onCrash: options.onCrash,
    queuedUnitsMax: options.queuedUnitsMax ?? QUEUED_UNITS_MAX,
  });
  const counts = { reads: 0, units: 0 };

  return {
    queries: createQueries(),
    async read<Row>(query: Compilable<Row>) {
      counts.reads += 1;
      const statement = compile({ query });
      const answer = await link.ask((id) => ({ kind: 'read', id, statement }));
      return asRowsOf(query, answer);
    },
    async write<const Statements extends readonly WriteStatement[]>(statements: Statements) {
      counts.units += 1;
      const compiled = statements.map(compile);
      const answer = await link.ask((id) => ({
        kind: 'write',
        unit: { id, statements: compiled },
      }));
      return asOutcomeOf<Statements>(answer);
    },
    statistics: () => ({ ...counts, ...link.statistics() }),
    close: () => link.close(),
  };
}

/** The thread runs from the same kind of file as this one: sources in tests, compiled in service. */
function threadFileBeside(moduleUrl: string): URL {
  return new URL(moduleUrl.endsWith('.ts') ? './thread.ts' : './thread.js', moduleUrl);
}

/** The log files take over the mode of the database file, so that all of them are for the owner's eyes alone. */
function makeDatabaseFile(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, DATABASE_FILE);
  closeSync(openSync(file, 'a', 0o600));
  return file;
}

function compile({ query, mustChange }: WriteStatement): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, mustChange: mustChange ?? null };
}

/** Rows come back from the thread as plain data; the type of the query that asked for them vouches for their form. Brand maker. */
function asRowsOf<Row>(_query: Compilable<Row>, answer: Answer): readonly Row[] {
  if (answer.kind !== 'rows')
    throw new TypeError('The store answered a read as if it were a write.');
  return answer.rows as readonly Row[];
}

/** As above; the guard is one of the names that the unit was sent with. Brand maker. */
function asOutcomeOf<Statements extends readonly WriteStatement[]>(
  answer: Answer,
): WriteOutcome<Statements> {
  switch (answer.kind) {
    case 'committed':
      return { kind: 'committed', rows: answer.rows as RowsOf<Statements> };
    case 'guard_failed':
      return { kind: 'guard_failed', guard: answer.guard as GuardOf<Statements[number]> };
    case 'rows':
      throw new TypeError('The store answered a write as if it were a read.');
  }
}
