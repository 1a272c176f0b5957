/**
 * Plans with several vehicle profiles when the memory for maps holds only one: each profile is loaded and released
 * before the next. So all are answered, synchronously and as jobs, even if threads want each other's profile.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConfigError } from '../../server/config.js';
import { PROFILES } from '../../server/travel/index.js';
import { ROUTING_ASYNC, endOfJob, resultOf } from '../support/jobs.js';
import { buildMapFile, degreesOf, writeExtract } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-plan-memory-'));
const mapsDir = join(folder, 'maps');

let tight: TestService;
let roomy: TestService;
beforeAll(async () => {
  mkdirSync(mapsDir);
  await buildMapFile(writeExtract(folder, 'a'), join(mapsDir, 'a.map'));
  const failure = await startTestService({ config: { mapsDir, mapsMemoryBytesMax: 1 } }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ConfigError);
  const needs = Array.from(String(failure).matchAll(/needs (\d+) bytes/g), ([, bytes]) =>
    Number(bytes),
  );
  expect(needs.length).toBe(PROFILES.length);
  // The budget that the start reports is what one request needs, however many profiles it has.
  const config = { mapsDir, threads: 3, batchThreads: 2 };
  tight = await startTestService({
    config: { ...config, mapsMemoryBytesMax: Math.max(...needs) },
  });
  roomy = await startTestService({ config });
});
afterAll(async () => {
  await tight.stop();
  await roomy.stop();
  rmSync(folder, { recursive: true });
});

/** A vehicle for each profile, with an order that only it may serve, and a rest on the road. */
function planOf(profiles: readonly string[]) {
  const location = (east: number) => ({ ...degreesOf([east, 0]), time_zone: 'Etc/UTC' });
  return {
    vehicles: profiles.map((type) => ({
      vehicle_id: type,
      type,
      driving_rules: { max_driving_duration: 60, break_duration: 60 },
      shifts: [
        {
          start_location: location(-1000),
          end_location: location(-1000),
          start_time: '2026-03-02T07:00:00',
          end_time: '2026-03-02T20:00:00',
        },
      ],
    })),
    orders: profiles.map((type) => ({
      order_id: type,
      location: location(1000),
      allowed_vehicles: [type],
    })),
    options: { max_iterations: 20 },
  };
}

const TWO = ['car', 'truck'];
const CASES = [
  ['two', TWO],
  ['five', PROFILES],
] as const;

function withoutTimes(body: Record<string, any>): unknown {
  return { ...body, statistics: { ...body['statistics'], search: undefined } };
}

async function answerOf(service: TestService, profiles: readonly string[]): Promise<unknown> {
  const { body } = await service.postPlan(planOf(profiles)).expect(200);
  return withoutTimes(body);
}

async function jobAnswerOf(service: TestService, profiles: readonly string[]): Promise<unknown> {
  const { body } = await service.postTo(ROUTING_ASYNC)(planOf(profiles)).expect(202);
  const end = await endOfJob(service, body.JobId);
  expect(end).toMatchObject({ status: 'Completed' });
  return withoutTimes(await resultOf(service, end.url));
}

function expectNoThreadLost({ pool }: TestService): void {
  expect(pool.stats()).toMatchObject({ restarts: 0, failedTasks: 0 });
}

test.each(CASES)('a plan of %s profiles is answered in the memory of one', async (_, profiles) => {
  const expected = await answerOf(roomy, profiles);
  expect(expected).toMatchObject({ status: 'Ok', travel_model: 'road' });
  expect(await answerOf(tight, profiles)).toEqual(expected);
  expectNoThreadLost(tight);
});

test.each(CASES)('a job of %s profiles ends in the memory of one', async (_, profiles) => {
  expect(await jobAnswerOf(tight, profiles)).toEqual(await jobAnswerOf(roomy, profiles));
  expectNoThreadLost(tight);
});

test("threads that want each other's profile all finish, synchronous plans as well as jobs", async () => {
  const orders = [TWO, TWO.toReversed(), PROFILES, PROFILES.toReversed()];
  const [plans, jobs] = [
    await Promise.all(orders.map((each) => answerOf(roomy, each))),
    await Promise.all(orders.map((each) => jobAnswerOf(roomy, each))),
  ];
  const answers = await Promise.all([
    ...[...orders, ...orders].map((each) => answerOf(tight, each)),
    ...orders.map((each) => jobAnswerOf(tight, each)),
  ]);
  expect(answers).toEqual([...plans, ...plans, ...jobs]);
  expectNoThreadLost(tight);
});
