/**
 * What the two sides of the store say to each other: plain data only, because it is copied from thread to thread.
 *
 *     store.ts (any number of callers)          thread.ts (owns the connection)
 *       read, write, close        ───────►        one group per turn of its event loop
 *       replies, one message a group  ◄───────    sent only after COMMIT
 */
import type { StoreFailure } from './errors.js';

export type Statement = {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The guard's name: if the statement changes no row, its whole unit is undone. Null for a statement that guards nothing. */
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
      /** Time from BEGIN to the end of COMMIT; null when the replies are to reads or nothing was committed. */
      readonly commitSeconds: number | null;
    }
  | { readonly kind: 'closed' };

/** What the thread is started with. */
export type ThreadInput = {
  readonly file: string;
  /** The disk takes nothing: reads are answered, and every write fails as `disk`. */
  readonly isReadOnly: boolean;
};
