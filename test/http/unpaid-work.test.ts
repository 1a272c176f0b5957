/** Unpaid work is limited for each account; paid work does not count. */
import { expect, test } from '@jest/globals';
import { createUnpaidWork } from '../../server/http/unpaid-work.js';
import { compiledFile } from '../support/compiled.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';

test('a minute restores the budget, and no more than that', () => {
  let now = 0;
  const unpaid = createUnpaidWork(30, () => now);
  const use = (ms: number, isPaid = false) => {
    const work = unpaid.begin('a');
    work.add(ms);
    work.settle(isPaid);
  };
  use(100_000, true);
  use(29_999);
  // A request that begins within the budget may exceed it.
  use(15_001);
  expect(() => unpaid.begin('a')).toThrow(
    expect.objectContaining({ code: 'rate_limited', details: { retryAfterSeconds: 30 } }),
  );
  unpaid.begin('b');
  // The excess of 15 s is half a minute's budget.
  now += 30_000;
  expect(() => unpaid.begin('a')).toThrow();
  now += 1;
  use(0);
  now += 3_600_000;
  use(29_999);
  unpaid.begin('a');
  use(1);
  expect(() => unpaid.begin('a')).toThrow();
});

test('work that ends after the answer counts when it ends', () => {
  const unpaid = createUnpaidWork(1, () => 0);
  const [late, paid] = [unpaid.begin('a'), unpaid.begin('a')];
  late.settle(false);
  paid.settle(true);
  paid.add(1000);
  unpaid.begin('a');
  late.add(1000);
  expect(() => unpaid.begin('a')).toThrow();
});

/** A hundredth of a second: one paid matrix takes longer. */
const TIGHT = { unpaidSecondsPerMinute: 0.01 };

const body = {
  locations: Array.from({ length: 150 }, (_, idx) => ({
    location_id: `${idx}`,
    latitude: 41 + idx / 1000,
    longitude: -8,
  })),
  vehicle: {},
};

test.each([
  ['dry runs', 200, '/engine/matrix/v1/?dry_run=true', body],
  ['refusals', 400, '/engine/matrix/v1/', { ...body, vehicle: { type: 'submarine' } }],
])('%s use up the budget, and paid answers do not', async (_, status, path, unpaid) => {
  const service = await startTestService({ config: TIGHT });
  for (let count = 0; count < 3; count += 1) await service.postMatrix(body).expect(200);
  const statuses: number[] = [];
  while (statuses.length < 200 && statuses.at(-1) !== 429) {
    statuses.push((await service.postTo(path)(unpaid)).status);
  }
  expect(statuses[0]).toBe(status);
  const refused = await service.postMatrix(body);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await service.stop();
});

test('an answer that is too late uses up the budget, by the time that its task took', async () => {
  const service = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
    config: { ...TIGHT, answerDeadlineMs: 300 },
  });
  try {
    expect((await service.postMatrix('poll')).status).toBe(504);
    // The task is counted when it has seen its flag and ended.
    await until(() => service.pool.stats().runningTasks === 0);
    expect((await service.postMatrix('none')).body.code).toBe('rate_limited');
  } finally {
    await service.stop();
  }
});
