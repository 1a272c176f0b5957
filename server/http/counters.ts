/**
 * Counts per key that start again every minute, for rate limits: counts of this process only, or, on Postgres, of all
 * processes that share a database.
 *
 *     add ──► Postgres ──► the count of all processes
 *              └─ unavailable or slow ──► the count of this process; Postgres is not queried for a few seconds
 *
 * A limit must not cause requests to be refused that can be answered, so each process limits by its own counts while
 * the database is unavailable.
 */
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';

export const WINDOW_SECONDS = 60;
const TABLE = 'rate_limits';
/** The limiter itself never refuses: the caller compares the points with its limit. */
const UNLIMITED = 2 ** 31 - 1;
const AWAY_MS = 5_000;
/** Postgres's error codes for a table and a type that exist already. */
const DUPLICATE_TABLE = '42P07';
const DUPLICATE_OBJECT = '42710';

export type Count = { points: number; msBeforeNext: number };

export type Counter = {
  /** Adds points. Returns the new count of the key, and when it starts again. */
  add: (key: string, points: number) => Promise<Count>;
  /** Returns the count of the key, or undefined if nothing has been counted. */
  get: (key: string) => Promise<Count | undefined>;
};

export type Counters = {
  /** Returns the counter with this name. Keys of different counters are independent. */
  counter: (name: string) => Counter;
  close: () => Promise<void>;
};

/** The part of a `pg` pool that is used here. */
export type Database = {
  query: (statement: object) => Promise<unknown>;
  end: () => Promise<void>;
};

/** Opens the counters; `databaseUrl` is that of a shared database. The driver is loaded only if there is one. */
export async function openCounters(
  databaseUrl: string | undefined,
  onAway: (error: unknown) => void,
): Promise<Counters> {
  if (databaseUrl === undefined) return createOwnCounters();
  const { openSharedCounters } = await import('./shared-counters.js');
  return openSharedCounters(databaseUrl, onAway);
}

export function createOwnCounters(): Counters {
  return { counter: own, close: () => Promise.resolve() };
}

/** Returns counters in `database`. `onAway` is called once per outage. */
export function createSharedCounters(
  database: Database,
  {
    onAway,
    clock = () => performance.now(),
  }: { onAway: (error: unknown) => void; clock?: () => number },
): Counters {
  let awayUntil = -Infinity;
  let isTold = false;

  /** Uses this process's counts while the database is unavailable. They are not added to the shared counts later. */
  async function either<Answer>(
    shared: () => Promise<Answer>,
    alone: () => Promise<Answer>,
  ): Promise<Answer> {
    if (clock() < awayUntil) return await alone();
    try {
      const answer = await shared();
      isTold = false;
      return answer;
    } catch (error) {
      awayUntil = clock() + AWAY_MS;
      if (!isTold) onAway(error);
      isTold = true;
      return await alone();
    }
  }

  return {
    counter: (name) => {
      const alone = own(name);
      let opened: Promise<Counter> | undefined;
      const shared = (): Promise<Counter> =>
        (opened ??= openCounter(database, name).catch((error: unknown) => {
          opened = undefined;
          throw error;
        }));
      return {
        add: (key, points) =>
          either(
            async () => (await shared()).add(key, points),
            () => alone.add(key, points),
          ),
        get: (key) =>
          either(
            async () => (await shared()).get(key),
            () => alone.get(key),
          ),
      };
    },
    close: () => database.end(),
  };
}

/**
 * Opens a counter, and creates the table if it does not exist. `CREATE TABLE IF NOT EXISTS` fails if another process
 * creates the table at the same time; that process has then committed it, so a second attempt finds it.
 */
async function openCounter(database: Database, name: string): Promise<Counter> {
  try {
    return await tryToOpenCounter(database, name);
  } catch (error) {
    if (!isCreatedByOther(error)) throw error;
    return await tryToOpenCounter(database, name);
  }
}

/**
 * Whether another process created the table or its type since the statement looked for it. The limiter itself knows
 * that the row of the catalog may exist.
 */
function isCreatedByOther(error: unknown): boolean {
  const state = error instanceof Error && 'code' in error ? error.code : undefined;
  return state === DUPLICATE_TABLE || state === DUPLICATE_OBJECT;
}

async function tryToOpenCounter(database: Database, name: string): Promise<Counter> {
  return await new Promise((resolve, reject) => {
    const limiter = new RateLimiterPostgres(
      {
        ...{ storeClient: database, storeType: 'pool', tableName: TABLE },
        ...{ keyPrefix: name, points: UNLIMITED, duration: WINDOW_SECONDS },
      },
      (error?: Error) => {
        if (error === undefined) resolve(counterOf(limiter));
        else reject(error);
      },
    );
  });
}

const own = (name: string): Counter =>
  counterOf(
    new RateLimiterMemory({ keyPrefix: name, points: UNLIMITED, duration: WINDOW_SECONDS }),
  );

function counterOf(limiter: RateLimiterMemory | RateLimiterPostgres): Counter {
  const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Count => ({
    points: consumedPoints,
    msBeforeNext,
  });
  return {
    add: async (key, points) => countOf(await limiter.penalty(key, points)),
    get: async (key) => {
      const found = await limiter.get(key);
      return found === null ? undefined : countOf(found);
    },
  };
}
