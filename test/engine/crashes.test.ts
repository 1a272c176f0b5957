/**
 * When a task fails, only its own request fails; other requests and the service continue. All tests use HTTP and the
 * real module; `broken-worker.ts` fails on demand.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { compiledFile } from '../support/compiled.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
    config: { threads: 2 },
  });
});
afterAll(() => service.stop());

/** The number of restarts while `act` runs and until the pool answers again. */
async function restartsDuring(act: () => Promise<void>): Promise<number> {
  const before = service.pool.stats().restarts;
  await act();
  expect((await service.postMatrix('fine')).body.code).toBe('too_many_locations');
  return service.pool.stats().restarts - before;
}

test('a handler that throws fails its request and keeps its threads', async () => {
  const restarts = await restartsDuring(async () => {
    expect((await service.postMatrix('throw')).status).toBe(500);
  });
  expect(restarts).toBe(0);
});

test('a trap in the core fails its request, spares a concurrent one, and restarts the group', async () => {
  const restarts = await restartsDuring(async () => {
    const beside = service.postMatrix('wait').then((response) => response.body.code);
    expect((await service.postMatrix('trap')).body.code).toBe('internal_error');
    expect(await beside).toBe('too_many_locations');
  });
  expect(restarts).toBe(1);
});

test.each(['trap', 'exit'])(
  'if one of several small requests on a thread causes a %s, the others are answered',
  async (how) => {
    const other = await startTestService({
      workerFile: compiledFile('test/support/broken-worker'),
      config: { threads: 1 },
    });
    try {
      const answered = async (body: string) => (await other.postMatrix(body)).body.code;
      const codes = ['fine', how, 'fine', 'fine'];
      // While the thread is busy, they wait together.
      const busy = answered('wait');
      await until(() => other.pool.stats().runningTasks === 1);
      const together = codes.map(answered);
      expect(await Promise.all(together)).toEqual(
        codes.map((code) => (code === 'fine' ? 'too_many_locations' : 'internal_error')),
      );
      expect(await busy).toBe('too_many_locations');
      expect(other.pool.stats()).toMatchObject({ restarts: 1, completedTasks: 5, failedTasks: 1 });
    } finally {
      await other.stop();
    }
  },
);

test('threads import modules and never require them, which could crash the process when a thread ends', async () => {
  expect((await service.postMatrix('require')).body.code).toBe('too_many_locations');
});

test('a thread that exits by itself is replaced', async () => {
  const restarts = await restartsDuring(async () => {
    expect((await service.postMatrix('exit')).body.code).toBe('internal_error');
  });
  expect(restarts).toBe(1);
});

test('a request that needs more memory than a thread has is too large, and the thread is replaced', async () => {
  const other = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
    threadHeapMebibytes: 64,
  });
  try {
    expect((await other.postMatrix('memory')).body.code).toBe('request_too_large');
    expect((await other.postMatrix('fine')).body.code).toBe('too_many_locations');
    expect(other.pool.stats().restarts).toBe(1);
  } finally {
    await other.stop();
  }
});

test('a task that ignores its flag is answered in time, and its group is discarded after the grace time', async () => {
  const other = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
    config: { answerDeadlineMs: 200 },
    cancelGraceMs: 300,
  });
  try {
    // A task that is cancelled before its thread has taken it does not hang.
    await until(async () => {
      expect((await other.postMatrix('hang')).body.code).toBe('timeout');
      return other.pool.stats().restarts > 0;
    });
    expect((await other.postMatrix('fine', {})).status).toBeGreaterThanOrEqual(413);
  } finally {
    await other.stop();
  }
});

/** A client that can hang up, of the service on a real port. */
async function listen({ app, apiKey }: TestService) {
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const folder = mkdtempSync(join(tmpdir(), 'stuck-'));
  let hangCount = 0;
  const send = (body: string) => {
    const sent = request({
      ...{ host: '127.0.0.1', port: address.port, method: 'POST', path: '/engine/matrix/v1/' },
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(body);
    return () => sent.destroy();
  };
  return {
    /** Returns the function that hangs up. */
    send,
    /** Starts an endless task and waits until it runs: a task that is cancelled before that does not hang. */
    hang: async () => {
      hangCount += 1;
      const begun = join(folder, `begun-${hangCount}`);
      const hangUp = send(`hang ${begun}`);
      await until(() => existsSync(begun));
      return hangUp;
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

/** The threads of the whole process, as counted by the system. */
const threadCount = (): number => readdirSync('/proc/self/task').length;
const [countsThreads, because] = existsSync('/proc/self/task')
  ? [test, '']
  : [test.skip, ', left out: the system does not tell'];

countsThreads(`discarded threads end, even if their task is stuck${because}`, async () => {
  const other = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
    config: { threads: 2 },
    cancelGraceMs: 50,
  });
  const caller = await listen(other);
  try {
    const works = async () => (await other.postMatrix('throw')).status === 500;
    await until(works);
    const before = threadCount();
    for (let restarts = 1; restarts <= 3; restarts += 1) {
      const hangUp = await caller.hang();
      hangUp();
      await until(() => other.pool.stats().restarts === restarts);
      await until(works);
    }
    // Each of the three groups had two threads.
    await until(() => threadCount() <= before);
  } finally {
    await caller.close();
    await other.stop();
  }
});

test('a task that is stuck does not end a concurrent one', async () => {
  const other = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
    config: { threads: 2 },
    // Shorter than the concurrent task takes.
    cancelGraceMs: 50,
  });
  const caller = await listen(other);
  try {
    // Both threads have started, so that the concurrent task does not wait for one.
    await Promise.all([other.postMatrix('wait'), other.postMatrix('wait')]);
    const hangUp = await caller.hang();
    const beside = other.postMatrix('wait').then((response) => response.body.code);
    await until(() => other.pool.stats().runningTasks === 2);
    hangUp();
    await until(() => other.pool.stats().restarts === 1);
    expect(await beside).toBe('too_many_locations');
    expect((await other.postMatrix('fine')).body.code).toBe('too_many_locations');
  } finally {
    await caller.close();
    await other.stop();
  }
});

test('a batch task has longer to stop, and interactive tasks continue meanwhile', async () => {
  const other = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
    // The task ignores its flag for longer than this, and for much less than twelve times this, even on a busy machine.
    cancelGraceMs: 300,
  });
  try {
    const body = () => [new TextEncoder().encode('wait')];
    const restartsAfter = async (lane: 'batch' | 'interactive'): Promise<number> => {
      const controller = new AbortController();
      const { signal } = controller;
      const task = other.pool.run('matrix', { body: body(), mode: 'compute' }, { signal, lane });
      await until(() => other.pool.stats(lane).runningTasks === 1);
      controller.abort(new Error('cancelled'));
      await expect(task).rejects.toThrow('cancelled');
      await until(() => other.pool.stats(lane).runningTasks === 0);
      return other.pool.stats().restarts;
    };
    for (let round = 0; round < 4; round += 1) expect(await restartsAfter('batch')).toBe(0);
    // Occasionally, a task is cancelled before its thread has taken it.
    await until(async () => (await restartsAfter('interactive')) > 0);
  } finally {
    await other.stop();
  }
});

test('a client that hangs up stops its task and pays nothing', async () => {
  const other = await startTestService({
    workerFile: compiledFile('test/support/broken-worker'),
  });
  const caller = await listen(other);
  try {
    const before = await other.accounts.balance(other.accountId);
    const hangUp = caller.send('poll');
    await until(() => other.pool.stats().runningTasks > 0);
    hangUp();
    await until(() => other.pool.stats().runningTasks === 0);
    expect(other.pool.stats()).toMatchObject({ cancelledTasks: 1, restarts: 0 });
    expect(await other.accounts.balance(other.accountId)).toBe(before);
  } finally {
    await caller.close();
    await other.stop();
  }
});

test('threads that cannot start fail the start, instead of leaving a service that never answers', async () => {
  await expect(
    startTestService({ workerFile: compiledFile('test/support/no-worker') }),
  ).rejects.toThrow('threads do not start');
});
