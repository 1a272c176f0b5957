/**
 * The store as the service sees it: typed queries in, promises out.
 *
 * Callers build queries with `store.queries` and hand them over; they never see SQL text or a transaction. What stands behind is `openStore`'s
 * embedded SQLite or `openSharedStore`'s Postgres; the face has no word of either, and one suite of tests holds both to it.
 */
import type { Compilable, Kysely } from 'kysely';
import type { Statement } from './messages.js';
import type { Database } from './schema.js';

export type WriteStatement = {
  readonly query: Compilable;
  /** Makes the statement a guard of this name: if it changes no row, the unit is undone and the outcome names the guard. */
  readonly mustChange?: string;
};

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

export type StoreStatistics = {
  readonly reads: number;
  /** Write units asked for, whatever their outcome. Units per commit is how well the grouping works. */
  readonly units: number;
  readonly commits: number;
  readonly commitSeconds: number;
  readonly queuedUnits: number;
  readonly migrationsRun: number;
};

export type Store = {
  /** Builds queries; running them goes through `read` and `write` alone. */
  readonly queries: Kysely<Database>;
  /** Sees everything that was acknowledged before the call. */
  read<Row>(query: Compilable<Row>): Promise<readonly Row[]>;
  /**
   * Runs the statements as one unit and resolves when they are on disk. Rejects with `StoreError`, the unit undone: only after `crashed`
   * and `outcome_unknown` it may be stored nevertheless.
   */
  write<const Statements extends readonly WriteStatement[]>(
    statements: Statements,
  ): Promise<WriteOutcome<Statements>>;
  /** Known to hang or to be gone: calls are refused at once until it answers again. */
  isAway(): boolean;
  statistics(): StoreStatistics;
  /** Lets pending units finish and sets everything free. May be called twice. */
  close(): Promise<void>;
};

/** What a store has made of a unit, before the types of its statements are given back to it. */
export type UnitAnswer =
  | { readonly kind: 'committed'; readonly rows: readonly (readonly unknown[])[] }
  | { readonly kind: 'guard_failed'; readonly guard: string };

export function compileStatement({ query, mustChange }: WriteStatement): Statement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, mustChange: mustChange ?? null };
}

/** Rows come from the database as plain data; the type of the query that asked for them vouches for their form. Brand maker. */
export function asRowsOf<Row>(_query: Compilable<Row>, rows: readonly unknown[]): readonly Row[] {
  return rows as readonly Row[];
}

/** As above; the guard is one of the names that the unit was sent with. Brand maker. */
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
