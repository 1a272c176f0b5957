/**
 * The messages between the two sides of the store. They are plain data, because they are copied from thread to thread.
 *
 *     store.ts (any number of callers)          thread.ts (owns the connection)
 *       read, write, close        ───────►        one group per turn of its event loop
 *       replies, one message per group ◄───────   sent only after COMMIT
 */
import type { StoreFailure } from './errors.js';

export type Statement = {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The guard's name: if the statement changes no row, its unit is undone. Null if the statement is no guard. */
  readonly mustChange: string | null;
};

/** Statements that take effect together or not at all. */
export type WriteUnit = {
  readonly id: number;
  readonly statements: readonly Statement[];
};

export type ToThread =
  | { readonly kind: 'read'; readonly id: number; readonly statement: Statement }
  | { readonly kind: 'write'; readonly unit: WriteUnit }
  | { readonly kind: 'close' };

export type Reply =
  | { readonly id: number; readonly kind: 'rows'; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly kind: 'committed'; readonly rows: readonly unknown[][] }
  | { readonly id: number; readonly kind: 'guard_failed'; readonly guard: string }
  | { readonly id: number; readonly kind: 'failed'; readonly failure: StoreFailure };

export type FromThread =
  | { readonly kind: 'opened'; readonly migrationsRun: number }
  | { readonly kind: 'open_failed'; readonly failure: StoreFailure }
  | {
      readonly kind: 'replies';
      readonly replies: readonly Reply[];
      /** Time from BEGIN to the end of COMMIT; null if the replies are to reads or if nothing was committed. */
      readonly commitSeconds: number | null;
    }
  | { readonly kind: 'closed' };

/** The input with which the thread is started. */
export type ThreadInput = {
  readonly file: string;
  /** The disk accepts no writes: reads are answered, and every write fails with `disk`. */
  readonly isReadOnly: boolean;
};
