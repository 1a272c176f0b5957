/** Synchronous requests on a service that searches a second time where a thread is idle. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { checkPlan } from '../support/check-plan.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ config: { searchThreads: 2, spareSearchThreads: 1 } });
  // The thread starts when it is needed first, which may take longer than a search on a busy machine.
  await until(async () => {
    await service.postPlan({ ...LARGE, options: { time_limit: 0.3 } }).expect(200);
    return spare()?.threads === 1;
  });
});
afterAll(() => service.stop());

/** Large enough that a search does not settle within a second. */
const LARGE = {
  vehicles: ROUTING_EXAMPLE.vehicles,
  locations: ROUTING_EXAMPLE.locations,
  orders: Array.from({ length: 45 }, (_, idx) => ({
    order_id: `o${idx}`,
    location: { latitude: 52.4 + (idx % 7) / 100, longitude: 13.4 + (idx % 11) / 100 },
    duration: 60,
  })),
};
const options = { time_limit: 2 };

const spare = () => service.sparePool?.stats();

/** How many second searches have ended, in one way or another. */
async function ended(): Promise<number> {
  await until(() => spare()?.runningTasks === 0);
  const { completedTasks = 0, cancelledTasks = 0 } = spare() ?? {};
  return completedTasks + cancelledTasks;
}

test('a plan is searched twice at the price of one', async () => {
  const asked = { ...LARGE, options };
  const searches = await ended();
  const before = await service.accounts.balance(service.accountId);
  const price = Number((await service.postPlan(asked).query('dry_run=true')).body.credits);
  const answer = await service.postPlan(asked).expect(200);
  expect(await service.accounts.balance(service.accountId)).toBe(before - price);
  await checkPlan(service, asked, answer.body);
  expect(await ended()).toBe(searches + 1);
  expect(spare()).toMatchObject({ failedTasks: 0, rejectedTasks: 0, restarts: 0 });
});

test('a plan with a number of iterations is searched once', async () => {
  const before = await ended();
  const limits = { max_iterations: 1e12, time_limit: 1 };
  await service.postPlan({ ...LARGE, options: limits }).expect(200);
  expect(await ended()).toBe(before);
});

describe('only what is searched can be searched twice:', () => {
  const order_id = ROUTING_EXAMPLE.orders[0]?.order_id;
  const slots = { order_id, windows: [{ start_time: '09:00', end_time: '10:00' }] };
  const plan = { routes: [] };

  test.each([
    ['sync', { options: { mode: 'optimize' } }, true],
    ['sync', { options: { mode: 'insert' }, plan }, true],
    ['sync', { options: { mode: 'check' }, plan }, false],
    ['slots', { slots, plan }, false],
  ] as const)('%s %j', async (operation, changes, isSearched) => {
    const body = Buffer.from(JSON.stringify({ ...ROUTING_EXAMPLE, options: {}, ...changes }));
    const input = { body: [body], operation };
    const outcome = await service.pool.run('routing_prepare', input, {
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({ kind: 'prepared', isSearched });
  });
});

test('the second search ends if the client hangs up', async () => {
  const sent = service.postPlan({ ...LARGE, options: { time_limit: 25 } });
  const ignore = (): void => undefined;
  sent.then(ignore, ignore);
  await until(() => spare()?.runningTasks === 1);
  const { restarts } = service.searchPool.stats();
  sent.abort();
  await until(() => spare()?.runningTasks === 0 && service.searchPool.stats().runningTasks === 0);
  expect(spare()).toMatchObject({ restarts: 0 });
  expect(service.searchPool.stats().restarts).toBe(restarts);
});

test('a plan beside another search is searched once', async () => {
  const before = await ended();
  const other = service.postPlan({ ...LARGE, options: { max_iterations: 1e12, time_limit: 25 } });
  const ignore = (): void => undefined;
  other.then(ignore, ignore);
  await until(() => service.searchPool.stats().runningTasks === 1);
  await service.postPlan({ ...LARGE, options }).expect(200);
  expect(service.searchPool.stats().runningTasks).toBe(1);
  other.abort();
  await until(() => service.searchPool.stats().runningTasks === 0);
  expect(await ended()).toBe(before);
});
