/**
 * Counts by key that start again every minute: what rate limits are made of. Of this process alone, or, on Postgres, of all that
 * share a database.
 *
 *     add ──► Postgres ──► the count of all processes
 *              └─ away, or too slow ──► the count of this process, for some seconds without asking again
 *
 * A limit is no reason to refuse what could be answered: while the database is away each process limits by itself.
 */
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';

export const WINDOW_SECONDS = 60;
const TABLE = 'rate_limits';
/** Points are no limit here: the caller compares. */
const UNLIMITED = 2 ** 31 - 1;
const AWAY_MS = 5_000;

export type Count = { points: number; msBeforeNext: number };

export type Counter = {
  /** The key's count with these, and when it starts again. */
  add: (key: string, points: number) => Promise<Count>;
  /** Undefined: nothing has been counted. */
  get: (key: string) => Promise<Count | undefined>;
};

export type Counters = {
  /** `name` keeps keys of different kinds apart. */
  counter: (name: string) => Counter;
  close: () => Promise<void>;
};

/** What statements are sent to: a pool of `pg`. */
export type Database = {
  query: (statement: object) => Promise<unknown>;
  end: () => Promise<void>;
};

/** `databaseUrl`: of the database that processes share. The driver is loaded only where there is one. */
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

/** `onAway` is told once for each outage. */
export function createSharedCounters(
  database: Database,
  {
    onAway,
    clock = () => performance.now(),
  }: { onAway: (error: unknown) => void; clock?: () => number },
): Counters {
  let awayUntil = -Infinity;
  let isTold = false;

  /** What this process has counted of what it was asked while the database was away is not added to the others' later. */
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

/** Makes the table where it is not there yet. */
async function openCounter(database: Database, name: string): Promise<Counter> {
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
