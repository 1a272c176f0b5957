/**
 * The store as the service sees it: typed queries in, promises out.
 *
 * Callers build queries with `store.queries` and pass them to the store; they never see SQL text or a transaction. The
 * implementation is either `openStore`'s embedded SQLite or `openSharedStore`'s Postgres. The interface depends on
 * neither, and one test suite runs against both.
 */
import type { Compilable, Kysely } from 'kysely';
import type { Statement } from './messages.js';
import type { Database } from './schema.js';

export type WriteStatement = {
  readonly query: Compilable;
  /**
   * Makes the statement a guard of this name: if it changes no row, the unit is undone and the outcome names the guard.
   */
  readonly mustChange?: string;
};

/** The rows that each statement of a unit returns, in order; empty for a statement without RETURNING. */
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

export type StoreStatistics = {
  readonly reads: number;
  /** Write units that were requested, whatever their outcome. Units per commit measures how well grouping works. */
  readonly units: number;
  readonly commits: number;
  readonly commitSeconds: number;
  readonly queuedUnits: number;
  readonly migrationsRun: number;
};

export type Store = {
  /** Builds queries. They are run only by `read` and `write`. */
  readonly queries: Kysely<Database>;
  /** Returns rows that reflect every write acknowledged before the call. */
  read<Row>(query: Compilable<Row>): Promise<readonly Row[]>;
  /**
   * Runs the statements as one unit, and resolves when they are on disk. Rejects with `StoreError` if the unit was
   * undone; only after `crashed` and `outcome_unknown` it may have been stored nevertheless.
   */
  write<const Statements extends readonly WriteStatement[]>(
    statements: Statements,
  ): Promise<WriteOutcome<Statements>>;
  /**
   * Whether the server is known to hang or to be unreachable. Calls are then refused at once until it answers again.
   */
  isAway(): boolean;
  statistics(): StoreStatistics;
  /** Waits for pending units, then releases all resources. May be called twice. */
  close(): Promise<void>;
};

/** The outcome of a unit, before the types of its statements are restored. */
export type UnitAnswer =
  | { readonly kind: 'committed'; readonly rows: readonly (readonly unknown[])[] }
  | { readonly kind: 'guard_failed'; readonly guard: string };

export function compileStatement({ query, mustChange }: WriteStatement): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, mustChange: mustChange ?? null };
}

/** Brand maker. The database returns plain data; the type of the query vouches for the form of the rows. */
export function asRowsOf<Row>(_query: Compilable<Row>, rows: readonly unknown[]): readonly Row[] {
  return rows as readonly Row[];
}

/** Brand maker: types an outcome, like `asRowsOf`. The guard is one of those that the unit was sent with. */
export function asOutcomeOf<Statements extends readonly WriteStatement[]>(
  answer: UnitAnswer,
): WriteOutcome<Statements> {
  switch (answer.kind) {
    case 'committed':
      return { kind: 'committed', rows: answer.rows as RowsOf<Statements> };
    case 'guard_failed':
      return { kind: 'guard_failed', guard: answer.guard as GuardOf<Statements[number]> };
  }
}
