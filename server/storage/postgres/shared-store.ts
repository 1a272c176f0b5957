/**
 * The shared store: the interface to a pool of connections to Postgres, for any number of processes on any number of
 * machines.
 *
 * It outlives its server. While Postgres is away, calls wait a few seconds and are then refused as `unavailable`; later
 * calls are refused at once until the server answers again. A server that hangs is detected within two seconds, and the
 * calls that wait for it end. So unlike the embedded store with its thread, this store never reports a crash.
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

/** A server accepts about 100 connections by default. Several processes share them, and one process cannot use many. */
const CONNECTIONS_MAX = 10;

/** Reads and units that run or wait: a second or two of them. Beyond that, refusing at once is better than queueing. */
const QUEUED_MAX = 2_000;

/**
 * Answers take milliseconds, and a server that restarts after a crash refuses without delay. The sum of the first two
 * is below the 2 s within which a caller must be told.
 */
const QUIET_MS = 900;
const ASKED_MS = 900;
const ASK_AGAIN_MS = 1_000;
/** Ends an abandoned question. Longer than the breaker's limit: one that ends by itself is a refusal, not silence. */
const QUESTION_MS_MAX = 5 * ASKED_MS;

/** A signal that never aborts. */
const NEVER = new AbortController().signal;

/** How often old marks of units are dropped, see `unit.ts`. */
const DROP_MARKS_MS = 600_000;

export type SharedStoreOptions = {
  /** `postgres://user:password@host:port/database`, with any other parts that libpq's URLs may have. */
  readonly databaseUrl: string;
  /** Epoch milliseconds, for the dates of the migrations. */
  readonly clock?: () => number;
  readonly connectionsMax?: number;
  /** Nobody waits for an answer: calls are as patient with a server that hangs as with one that restarts. */
  readonly isPatient?: boolean;
  /** Tests set lower values for both. */
  readonly queuedUnitsMax?: number;
  readonly patienceMs?: number;
};

/** Opens the store. Rejects with `StoreError` if the database cannot be reached or is newer than the code. */
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
    // Marks that cannot be dropped now are dropped the next time.
    if (closing === null) admit(() => dropOldMarks(server)).catch(() => undefined);
  }, DROP_MARKS_MS).unref();

  /** Runs a call and counts it while it runs, for the limit and so that closing can wait for it. */
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
