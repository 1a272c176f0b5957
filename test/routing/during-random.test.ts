/**
 * Random requests in the middle of the day: the plan is an answer of which vehicles have made a part, at other times
 * than planned, with locked stops and prices for changes. The checker verifies every answer.
 *
 *     DURING_SEEDS=1-5000,7700   these seeds instead of the fixed ones
 *     DURING_OUT=folder          where the requests that fail are written
 */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkSolution } from '../support/checker/index.js';
import { createRandom, drawDuring, drawRequest } from '../support/draw/index.js';
import { seedsOf } from '../support/seeds.js';
import { startTestService, type TestService } from '../support/service.js';

const { DURING_SEEDS, DURING_OUT } = process.env;
/**
 * In 5417, a vehicle has only to return, and is late because of a rest that it needs on the way. In 5784, vehicles that
 * have left would wait for less if they left later. In 6138, a stop is locked on a day that is not one of its visit. In
 * 6334, a soft break has begun late.
 */
const FIXED_SEEDS = '1-300,5417,5784,6138,6334';
/** Beyond the seeds of all requests. */
const SEEDS_FROM = 900_000_011;
const LONG_RUN_MS = 10 * 3600_000;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ credits: 1_000_000_000 });
});
afterAll(() => service.stop());

/** Returns what is wrong with the answer, as codes with comments. Undefined: the seed has no such request. */
async function faultsOf(seed: number): Promise<string[] | undefined> {
  const request = drawRequest(seed);
  const first = await service.postPlan(request);
  if (first.status === 400) return undefined;
  expect(first.status).toBe(200);
  const during = drawDuring(createRandom(seed + SEEDS_FROM), request, first.body);
  if (during === undefined) return undefined;
  const { status, body } = await service.postPlan(during);
  const faults =
    status === 200
      ? checkSolution(during, body).map(({ code, comment }) => `${code}: ${comment}`)
      : [`status ${status}`];
  if (faults.length > 0 && DURING_OUT !== undefined) {
    writeFileSync(`${DURING_OUT}/during-${seed}.json`, JSON.stringify(during, undefined, 1));
  }
  return [...new Set(faults)];
}

/** Returns the seeds of each fault. */
async function failuresOf(seeds: readonly number[]): Promise<Record<string, number[]>> {
  const failed: Record<string, number[]> = {};
  let count = 0;
  for (const seed of seeds) {
    const faults = await faultsOf(seed);
    if (faults === undefined) continue;
    count += 1;
    for (const fault of faults) (failed[fault] ??= []).push(seed);
  }
  expect(count).toBeGreaterThan(0);
  return failed;
}

test(
  'what has begun stays, locks are kept, and changes are charged',
  async () => {
    expect(await failuresOf(seedsOf(DURING_SEEDS ?? FIXED_SEEDS))).toEqual({});
  },
  LONG_RUN_MS,
);
