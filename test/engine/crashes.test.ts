/**
 * What the pool does when a task goes wrong: one request fails, the others and the service go on.
 * All through HTTP, over the real module; `broken-worker.ts` goes wrong on demand.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    workerFile: new URL('../support/broken-worker.ts', import.meta.url),
    config: { threads: 2, answerDeadlineMs: 1_000 },
  });
});
afterAll(() => service.stop());

/** Restarts that are counted while `act` runs and the pool answers again. */
async function restartsDuring(act: () => Promise<void>): Promise<number> {
  const before = service.pool.figures().restarts;
  await act();
  expect((await service.postMatrix('fine')).body.code).toBe('too_many_locations');
  return service.pool.figures().restarts - before;
}

test('a handler that throws fails its request and keeps its threads', async () => {
  const restarts = await restartsDuring(async () => {
    expect((await service.postMatrix('throw')).status).toBe(500);
  });
  expect(restarts).toBe(0);
});

test('a trap in the core fails its request, spares the one beside it, and starts the group afresh', async () => {
  const restarts = await restartsDuring(async () => {
    const beside = service.postMatrix('wait').then((response) => response.body.code);
    expect((await service.postMatrix('trap')).body.code).toBe('internal_error');
    expect(await beside).toBe('too_many_locations');
  });
  expect(restarts).toBe(1);
});

test('a thread that ends by itself is replaced', async () => {
  const restarts = await restartsDuring(async () => {
    expect((await service.postMatrix('exit')).body.code).toBe('internal_error');
  });
  expect(restarts).toBe(1);
});

test('a request that needs more memory than a thread has is too large, and the thread is replaced', async () => {
  const other = await startTestService({
    workerFile: new URL('../support/broken-worker.ts', import.meta.url),
    threadHeapMebibytes: 64,
  });
  try {
    expect((await other.postMatrix('memory')).body.code).toBe('request_too_large');
    expect((await other.postMatrix('fine')).body.code).toBe('too_many_locations');
    expect(other.pool.figures().restarts).toBe(1);
  } finally {
    await other.stop();
  }
});

test('a task that never looks at its flag is answered in time and its group is given up after the grace time', async () => {
  const other = await startTestService({
    workerFile: new URL('../support/broken-worker.ts', import.meta.url),
    config: { answerDeadlineMs: 200 },
    cancelGraceMs: 300,
  });
  try {
    expect((await other.postMatrix('hang')).body.code).toBe('timeout');
    while (other.pool.figures().restarts === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await other.postMatrix('fine', {})).status).toBeGreaterThanOrEqual(413);
  } finally {
    await other.stop();
  }
});

test('a client that hangs up stops its task and pays nothing', async () => {
  const before = await service.accounts.balance(service.accountId);
  const sent = service.postMatrix('poll');
  const gone = sent.then(
    () => 'answered',
    () => 'gone',
  );
  while (service.pool.figures().runningTasks === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  sent.abort();
  // superagent does not settle an aborted request, so the pool is asked.
  while (service.pool.figures().runningTasks > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(service.pool.figures().restarts).toBeGreaterThanOrEqual(0);
  expect(await service.accounts.balance(service.accountId)).toBe(before);
  void gone;
});

test('threads that cannot start are an error at the start, not a service that never answers', async () => {
  await expect(
    startTestService({ workerFile: new URL('../support/no-worker.ts', import.meta.url) }),
  ).rejects.toThrow('threads do not start');
});
