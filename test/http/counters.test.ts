/** Rate limits across all processes: counted in one Postgres database, or by each process alone while it is away. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createOwnCounters, createRateLimit } from '../../server/http/index.js';
import { createSharedCounters, type Counters } from '../../server/http/counters.js';
import { openSharedCounters } from '../../server/http/shared-counters.js';
import { POSTGRES_MISSING, startPostgres, type PostgresServer } from '../support/postgres.js';

const callerOf = (accountId: string, requestsPerMinute: number | null = null) =>
  ({ accountId, keyId: 'k', credits: 1, requestsPerMinute }) as never;

/** How many of the requests pass, with the processes taking turns. */
async function passed(
  limits: readonly ReturnType<typeof createRateLimit>[],
  count: number,
  accountId = 'a',
): Promise<number> {
  let passes = 0;
  for (let idx = 0; idx < count; idx += 1) {
    const limit = limits[idx % limits.length];
    const outcome = await limit?.(callerOf(accountId));
    if (outcome?.refusal === undefined) passes += 1;
  }
  return passes;
}

test('in a single process, each request counts, and the headers state what is left', async () => {
  let nowMs = 0;
  const limit = createRateLimit(3, createOwnCounters(), () => nowMs);
  const left: (string | undefined)[] = [];
  for (let idx = 0; idx < 3; idx += 1) left.push((await limit(callerOf('a'))).headers['ratelimit']);
  expect(left).toEqual(['"default";r=2;t=60', '"default";r=1;t=60', '"default";r=0;t=60']);
  const refused = await limit(callerOf('a'));
  expect(refused.refusal).toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 60 },
  });
  expect((await limit(callerOf('b'))).refusal).toBeUndefined();
  nowMs = 59_000;
  expect((await limit(callerOf('a'))).refusal?.details.retryAfterSeconds).toBe(1);
});

test('a changed limit applies at once', async () => {
  const limit = createRateLimit(1, createOwnCounters());
  expect((await limit(callerOf('a'))).refusal).toBeUndefined();
  expect((await limit(callerOf('a'))).refusal).toBeDefined();
  expect((await limit(callerOf('a', 10))).refusal).toBeUndefined();
});

test('while the database is away, a process counts alone, logs it once, and tries again later', async () => {
  let nowMs = 0;
  let asked = 0;
  const told: unknown[] = [];
  const database = {
    query: () => {
      asked += 1;
      return Promise.reject(new Error('away'));
    },
    end: () => Promise.resolve(),
  };
  const counters = createSharedCounters(database, {
    onAway: (error) => told.push(error),
    clock: () => nowMs,
  });
  const counter = counters.counter('x');
  expect((await counter.add('a', 2)).points).toBe(2);
  expect((await counter.add('a', 3)).points).toBe(5);
  expect(asked).toBe(1);
  nowMs = 5_000;
  expect((await counter.get('a'))?.points).toBe(5);
  expect(asked).toBe(2);
  expect(told).toHaveLength(1);
});

test.each([
  [1, 0],
  [2, 1],
])(
  'if others create the table %i times, the database is away %i times',
  async (failures, awayCount) => {
    let created = 0;
    const told: unknown[] = [];
    const database = {
      query: (statement: object) => {
        if (!('text' in statement && String(statement.text).startsWith('CREATE'))) {
          return Promise.resolve({
            rowCount: 1,
            rows: [{ points: 2, expire: Date.now() + 60_000 }],
          });
        }
        created += 1;
        const error = Object.assign(new Error('exists'), { code: '42710' });
        return created <= failures ? Promise.reject(error) : Promise.resolve({});
      },
      end: () => Promise.resolve(),
    };
    const counters = createSharedCounters(database, { onAway: (error) => told.push(error) });
    expect((await counters.counter('x').add('a', 2)).points).toBe(2);
    expect(told).toHaveLength(awayCount);
  },
);

const describePostgres = POSTGRES_MISSING === null ? describe : describe.skip;
describePostgres(`on Postgres${POSTGRES_MISSING === null ? '' : `: ${POSTGRES_MISSING}`}`, () => {
  let postgres: PostgresServer;
  let url = '';
  const opened: Counters[] = [];
  const open = (): Counters => {
    const counters = openSharedCounters(url, (error) => {
      throw error;
    });
    opened.push(counters);
    return counters;
  };
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());
  afterEach(async () => {
    for (const counters of opened.splice(0)) await counters.close();
  });

  test('two processes together allow the limit and no more', async () => {
    url = await postgres.newDatabase();
    const limits = [open(), open()].map((counters) => createRateLimit(20, counters));
    // A hundredth of 20 is less than one, so each request queries the database.
    expect(await passed(limits, 60)).toBe(20);
    expect(await passed(limits, 10, 'another')).toBe(10);
  });

  test('processes that start together on a new database all count there', async () => {
    // Whether they collide in creating the table depends on timing: without a second attempt, most rounds of ten fail.
    for (let run = 0; run < 10; run += 1) {
      url = await postgres.newDatabase();
      const counters = Array.from({ length: 4 }, () => open().counter('x'));
      await Promise.all(counters.map((counter) => counter.add('a', 1)));
      expect((await counters[0]?.get('a'))?.points).toBe(4);
    }
  });

  test('at most what one process takes at a time is lost to the other', async () => {
    url = await postgres.newDatabase();
    const limits = [open(), open()].map((counters) => createRateLimit(1_000, counters));
    // 10 at a time: the first process keeps up to 9 that it is not asked for any more.
    expect(await passed(limits, 6)).toBe(6);
    const [, second] = limits;
    if (second === undefined) throw new Error('there are two');
    const alone = await passed([second], 1_100);
    expect(3 + alone).toBeLessThanOrEqual(1_000);
    expect(3 + alone).toBeGreaterThanOrEqual(990 - 3);
  });

  test('concurrent requests do not exceed the limit', async () => {
    url = await postgres.newDatabase();
    const limits = [open(), open()].map((counters) => createRateLimit(300, counters));
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, async (_, idx) => await limits[idx % 2]?.(callerOf('a'))),
    );
    const passes = outcomes.filter((outcome) => outcome?.refusal === undefined).length;
    // 3 at a time: the process whose requests end first keeps up to 2.
    expect(passes).toBeLessThanOrEqual(300);
    expect(passes).toBeGreaterThanOrEqual(298);
  });
});
