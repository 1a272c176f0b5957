/**
 * The shared store: the face over a pool of connections to Postgres, for any number of processes on any number of machines.
 *
 * It outlives its server: while Postgres is away calls wait a few seconds and are then refused as `unavailable`, and later ones at once,
 * until it answers again. One that hangs is found within two seconds, and its callers wait no longer. So there is no crash to
 * report, as there is of the embedded store's thread.
 */
import type { Compilable } from 'kysely';
import { createBreaker } from '../../breaker/index.js';
import { STORE_ERRORS, StoreError } from '../errors.js';
import {
  asOutcomeOf,
  asRowsOf,
  compileStatement,
  type Store,
  type WriteStatement,
} from '../types.js';
import { createPostgresQueries } from '../queries.js';
import { askServer, openPool } from './connections.js';
import { migratePostgres } from './migrate.js';
import { PATIENCE_MS, whileSafe } from './retry.js';
import { dropOldMarks, runRead, runUnit } from './unit.js';

/** A server takes some 100 by default; several processes share them, and one process cannot use many. */
const CONNECTIONS_MAX = 10;

/** Reads and units that run or wait for a connection: a second or two of them. Beyond it, refusing at once beats queueing. */
const QUEUED_MAX = 2_000;

/** Answers take milliseconds; a restart after a crash takes none at all. Together within the 2 s in which a caller is to know. */
const QUIET_MS = 900;
const ASKED_MS = 900;
const ASK_AGAIN_MS = 1_000;
/** Ends a question that nobody waits for any more. Later than the breaker does: a question that ends by itself counts as refused, not as silence. */
const QUESTION_MS_MAX = 5 * ASKED_MS;

/** Does not abort. */
const NEVER = new AbortController().signal;

/** Marks of units, see `unit.ts`. */
const DROP_MARKS_MS = 600_000;

export type SharedStoreOptions = {
  /** `postgres://user:password@host:port/database`, with whatever else libpq's addresses may say. */
  readonly databaseUrl: string;
  /** Epoch milliseconds; dates the migrations. */
  readonly clock?: () => number;
  readonly connectionsMax?: number;
  /** Nobody waits for an answer here: calls are as patient with a server that hangs as with one that is started again. */
  readonly isPatient?: boolean;
  /** Tests lower both. */
  readonly queuedUnitsMax?: number;
  readonly patienceMs?: number;
};

/** Rejects with `StoreError` when the database cannot be reached or is newer than the code. */
export async function openSharedStore(options: SharedStoreOptions): Promise<Store> {
  const { databaseUrl, clock = Date.now, queuedUnitsMax = QUEUED_MAX } = options;
  const { patienceMs = PATIENCE_MS, connectionsMax = CONNECTIONS_MAX, isPatient = false } = options;
  const migrationsRun = await whileSafe(patienceMs, () => migratePostgres(databaseUrl, clock()));
  const server = { pool: openPool(databaseUrl, connectionsMax), patienceMs };
  const breaker = createBreaker({
    ask: () => askServer(databaseUrl, QUESTION_MS_MAX),
    refusal: () => new StoreError('unavailable', `${STORE_ERRORS.unavailable}.`),
    ...{ quietMs: QUIET_MS, answerMs: ASKED_MS, againMs: ASK_AGAIN_MS },
  });
  const counts = { reads: 0, units: 0, commits: 0, commitSeconds: 0 };
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;
  const dropping = setInterval(() => {
    // What cannot be dropped now is dropped the next time.
    if (closing === null) admit(() => dropOldMarks(server)).catch(() => undefined);
  }, DROP_MARKS_MS).unref();

  /** Counts what runs, for the limit and for the end. */
  const admit = async <Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    if (closing !== null) throw new StoreError('closed', `${STORE_ERRORS.closed}.`);
    if (running.size >= queuedUnitsMax) {
      const message = `${STORE_ERRORS.overloaded} (${String(queuedUnitsMax)}).`;
      throw new StoreError('overloaded', message);
    }
    const result = isPatient ? call(NEVER) : breaker.run(call);
    running.add(result);
    try {
      return await result;
    } catch (error) {
      const isGivenUp = error instanceof StoreError && error.code === 'unavailable';
      if (isGivenUp && !isPatient) breaker.suspect();
      throw error;
    } finally {
      running.delete(result);
    }
  };
  const shutDown = async (): Promise<void> => {
    clearInterval(dropping);
    await Promise.allSettled(running);
    breaker.close();
    await server.pool.end();
  };

  return {
    queries: createPostgresQueries(),
    async read<Row>(query: Compilable<Row>) {
      counts.reads += 1;
      const statement = compileStatement({ query });
      return asRowsOf(query, await admit((signal) => runRead(server, statement, signal)));
    },
    async write<const Statements extends readonly WriteStatement[]>(statements: Statements) {
      counts.units += 1;
      const compiled = statements.map(compileStatement);
      const startedAtMs = performance.now();
      const answer = await admit((signal) => runUnit(server, compiled, signal));
      if (answer.kind === 'committed') {
        counts.commits += 1;
        counts.commitSeconds += (performance.now() - startedAtMs) / 1_000;
      }
      return asOutcomeOf<Statements>(answer);
    },
    isAway: breaker.isAway,
    statistics: () => ({ ...counts, queuedUnits: running.size, migrationsRun }),
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}
