/**
 * A large plan as a job, searched by several threads: the whole plan, then a part per thread, then the whole plan
 * again.
 *
 *     VISITS=10000 PLACES=5000 SECONDS=300 npx jest test/jobs/large.test.ts   a larger one
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { drawLargeDay } from '../../scripts/draw-large.js';
import { checkPlan } from '../support/check-plan.js';
import { ROUTING_ASYNC, cancelJob, endOfJob, pollJob, resultOf } from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const VISITS = Number(process.env['VISITS'] ?? 1_500);
const PLACES = Number(process.env['PLACES'] ?? 400);
const SECONDS = Number(process.env['SECONDS'] ?? 8);
/** Preparing and checking 10,000 visits takes minutes. */
const TIMEOUT_MS = 600_000 + 21 * SECONDS * 1_000 + VISITS * 60;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ config: { batchThreads: 2 } });
});
afterAll(() => service.stop());

const size = { orders: VISITS, places: PLACES, vehicles: Math.ceil(VISITS / 40) };
const send = async (options: object, of = size) => {
  const request = drawLargeDay(of, options);
  const { body } = await service.postTo(ROUTING_ASYNC)(request).expect(202);
  return { request, jobId: String(body.JobId) };
};

test(
  'two threads search it in the given time, and the result is valid',
  async () => {
    const searched = async (seconds: number) => {
      const { request, jobId } = await send({ time_limit: seconds });
      const { url, best } = await endOfJob(service, jobId);
      return { seconds, request, best, result: await resultOf(service, url) };
    };
    let found = await searched(SECONDS);
    // The threads of jobs have the lowest priority; if others use the processors, the job gets more time instead.
    for (let more = 1; more <= 2 && found.result.unserved.length > 0; more += 1) {
      found = await searched(4 * found.seconds);
    }
    const { seconds: timeLimit, request, best, result } = found;
    await checkPlan(service, request, result);
    expect(result.unserved).toEqual([]);
    const { search, cost } = result.statistics;
    expect(best.cost).toBeCloseTo(cost.total, 6);
    expect(search.duration).toBeGreaterThanOrEqual(timeLimit);
    // The progress of the search, including epochs before the last one.
    const [seconds, costs] = [0, 1].map((at) =>
      search.improvements.map((pair: number[]) => pair[at] ?? 0),
    );
    expect(seconds).toEqual(seconds?.toSorted((a: number, b: number) => a - b));
    expect(costs?.at(-1)).toBeLessThan(costs?.[0] ?? 0);
  },
  TIMEOUT_MS,
);

describe('with a concurrent job', () => {
  const small = { orders: 20, places: 20, vehicles: 2 };

  test(
    'it gives up a thread at once, and ends when it is cancelled',
    async () => {
      const { jobId } = await send({ time_limit: 600 });
      await until(async () => (await pollJob(service, jobId)).body.best !== null);
      // An epoch of the large job takes a minute.
      const { jobId: next } = await send({ time_limit: 1 }, small);
      expect(await endOfJob(service, next)).toMatchObject({ status: 'Completed' });
      expect((await pollJob(service, jobId)).body.status).toBe('Running');
      await cancelJob(service, jobId).expect(200, { status: 'Cancelled' });
      const { jobId: last } = await send({ time_limit: 1 }, small);
      expect(await endOfJob(service, last)).toMatchObject({ status: 'Completed' });
    },
    TIMEOUT_MS,
  );

  test(
    'limited by iterations, it has the same answer as alone',
    async () => {
      const options = { max_iterations: 300, geometry: 'none' };
      const of = { orders: 400, places: 100, vehicles: 10 };
      const routesOf = async (jobId: string) =>
        (await resultOf(service, (await endOfJob(service, jobId)).url)).routes;
      const alone = await routesOf((await send(options, of)).jobId);
      const jobs = await Promise.all([send(options, of), send({ time_limit: 5 }, of)]);
      expect(await routesOf(jobs[0].jobId)).toEqual(alone);
      await cancelJob(service, jobs[1].jobId);
    },
    TIMEOUT_MS,
  );
});
