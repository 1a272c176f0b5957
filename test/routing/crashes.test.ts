/** A lost search thread fails one request: nothing is charged, and the next request is planned. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { compiledFile } from '../support/compiled.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    searchWorkerFile: compiledFile('test/support/crashing-search-worker'),
    // One request hangs until this deadline; the others have threads that have already started.
    config: { searchThreads: 2, answerDeadlineMs: 8_000 },
    cancelGraceMs: 100,
  });
});
afterAll(() => service.stop());

const plan = (seed: number) =>
  service.postPlan({ ...ROUTING_EXAMPLE, options: { max_iterations: 50, seed } });

beforeEach(async () => {
  await until(async () => {
    const answers = await Promise.all([plan(1), plan(1)]);
    return answers.every(({ status }) => status === 200);
  });
});

test.each([
  [666, 500, 'internal_error'],
  [667, 504, 'timeout'],
])('seed %d is answered with %d %s, and other requests continue', async (seed, status, code) => {
  const balance = await service.accounts.balance(service.accountId);
  const { restarts } = service.searchPool.stats();
  const failing = plan(seed);
  const answers = await Promise.all([failing, plan(1)]);
  expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual([
    [status, code],
    [200, undefined],
  ]);
  expect((await plan(2)).status).toBe(200);
  // Two were planned, at 2 credits each.
  expect(await service.accounts.balance(service.accountId)).toBe(balance - 4);
  await until(() => service.searchPool.stats().restarts !== restarts);
  expect(service.searchPool.stats().restarts).toBe(restarts + 1);
  expect(service.pool.stats().restarts).toBe(0);
});
