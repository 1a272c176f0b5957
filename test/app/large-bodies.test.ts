/**
 * Large bodies are parsed by separate threads, so that a body that blocks its thread does not affect computations. All
 * tests use HTTP, and the stuck thread is a real one.
 */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { STUCK } from '../support/stuck-body.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { compiledFile } from '../support/compiled.js';

const LARGE = 100_000;
const MATRIX = '{"locations":[{"location_id":"a","latitude":41,"longitude":-8}],"vehicle":{}}';
const PLAN = JSON.stringify({
  locations: [{ location_id: 'depot', latitude: 41, longitude: -8 }],
  vehicles: [
    {
      vehicle_id: 'v',
      shifts: [
        {
          ...{ shift_id: 's', start_location: 'depot' },
          ...{ start_time: '2026-03-02T08:00:00', end_time: '2026-03-02T17:00:00' },
        },
      ],
    },
  ],
  orders: [{ order_id: 'o', location: 'depot', duration: 60 }],
  options: { max_iterations: 1 },
});
const padded = (body: string, bytes = LARGE) => body + ' '.repeat(Math.max(0, bytes - body.length));

let service: TestService;
const tasksOf = () => ({
  engine: service.pool.stats().completedTasks,
  reading: service.readers.stats().completedTasks,
});

beforeAll(async () => {
  service = await startTestService();
  // No such thread exists until now, and its first task is to report that it is ready.
  expect(service.readers.stats().threads).toBe(0);
  await service.postMatrix(padded(MATRIX)).expect(200);
});
afterAll(() => service.stop());

test.each([
  // Answered like a small body. The task that parses a valid body is an additional one; a request that needs no roads
  // ends with it.
  ['/engine/matrix/v1/', 200, MATRIX, 1, 1],
  ['/engine/matrix/v1/?dry_run=true', 200, MATRIX, 1, 1],
  ['/engine/routing/v1/sync', 200, PLAN, 2, 1],
  ['/engine/routing/v1/sync?dry_run=true', 200, PLAN, 0, 1],
  ['/engine/routing/v1/async?dry_run=true', 200, PLAN, 0, 1],
  ['/engine/routing/v1/async', 202, PLAN, 0, 1],
  ['/engine/matrix/v1/', 400, '{"locations":0}', 0, 1],
  ['/engine/routing/v1/sync', 400, '{"orders":0}', 0, 1],
  ['/engine/routing/v1/async', 400, '[', 0, 1],
])('%s answers a large body with %d', async (path, status, body, engineTasks, readingTasks) => {
  const post = service.postTo(path);
  const small = await post(body);
  const before = tasksOf();
  const { status: answered, body: answer } = await post(padded(body));
  expect([answered, answer.credits, answer.errors]).toEqual([
    ...[status, small.body.credits, small.body.errors],
  ]);
  const after = tasksOf();
  expect(after.reading - before.reading).toBe(readingTasks);
  // The work on the job itself follows later, in the other lane.
  expect(after.engine - before.engine).toBe(engineTasks);
});

test('a small body is parsed where the request is computed', async () => {
  const before = tasksOf();
  expect((await service.postMatrix(padded(MATRIX, 60_000))).status).toBe(200);
  expect(tasksOf()).toEqual({ engine: before.engine + 1, reading: before.reading });
});

test('the most expensive body blocks no thread that computes', async () => {
  // Distinct names take longest to parse; a job may have three million of them.
  const names = Array.from({ length: 150_000 }, (_, idx) => `"${idx.toString(36)}":0`).join(',');
  const before = service.pool.stats();
  const reading = service.postTo('/engine/routing/v1/async')(`{${names}}`);
  const answered = reading.then((response) => response.body.code);
  expect((await service.postMatrix(MATRIX)).status).toBe(200);
  expect(await answered).toBe('invalid_request');
  const { completedTasks, restarts } = service.pool.stats();
  expect(completedTasks - before.completedTasks).toBe(1);
  expect(restarts).toBe(before.restarts);
});

describe('while a body is stuck', () => {
  let stuckIn: TestService;
  let stopListening: () => Promise<void>;
  let port: number;
  let otherKey: string;

  beforeEach(async () => {
    stuckIn = await startTestService({
      readWorkerFile: compiledFile('test/support/stuck-read-worker'),
    });
    ({ apiKey: otherKey } = await stuckIn.accounts.createAccount({ name: 'other', credits: 1000 }));
    const server = stuckIn.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    ({ port } = server.address() as AddressInfo);
    stopListening = () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      });
  });
  afterEach(async () => {
    await stopListening();
    await stuckIn.stop();
  });

  /** Sends a body whose parsing never returns. */
  function sendStuck() {
    const sent = request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: '/engine/matrix/v1/' },
      headers: { 'x-api-key': stuckIn.apiKey, 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(padded(STUCK));
    return sent;
  }

  test('others compute, parse and are answered, and the stuck thread ends with its caller', async () => {
    const stuck = [sendStuck(), sendStuck(), sendStuck()];
    // One of the two threads remains free for other accounts, however many bodies arrive.
    await until(() => stuckIn.readers.stats().queuedTasks === 2);
    await until(() => stuckIn.readers.stats().runningTasks === 1);
    expect((await stuckIn.postMatrix(MATRIX)).status).toBe(200);
    expect((await stuckIn.postMatrix(padded(MATRIX), { 'x-api-key': otherKey })).status).toBe(200);
    expect((await stuckIn.postPlan(padded(PLAN), { 'x-api-key': otherKey })).status).toBe(200);
    expect(stuckIn.readers.stats()).toMatchObject({ runningTasks: 1, restarts: 0 });

    for (const each of stuck) each.destroy();
    await until(() => stuckIn.readers.stats().runningTasks === 0);
    expect((await stuckIn.postMatrix(padded(MATRIX))).status).toBe(200);
    expect(stuckIn.readers.stats().restarts).toBeGreaterThan(0);
    expect(stuckIn.pool.stats().restarts).toBe(0);
  });

  test('the service stops', async () => {
    sendStuck();
    await until(() => stuckIn.readers.stats().runningTasks === 1);
    await stuckIn.readers.close();
    expect(stuckIn.readers.stats().threads).toBe(0);
  });
});
