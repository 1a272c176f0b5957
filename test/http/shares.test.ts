/** An account that fills a queue of threads does not delay another one: its tasks wait in turns with the other's. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { compiledFile } from '../support/compiled.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

/** How many requests the first account has waiting when the second one sends its only request. */
const WAITING = 8;
/** The first account may have another turn before, and answers may overtake each other. */
const LATEST_PLACE = 2;

const stops: (() => Promise<void> | void)[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'route-engine-shares-'));
  stops.push(() => rmSync(folder, { recursive: true }));
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function start(options: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(options);
  stops.push(() => service.stop());
  return service;
}

/**
 * While `occupy` keeps the only thread busy, one account sends requests and then another one sends one. Returns the
 * accounts in the order of their answers.
 */
async function orderOfAnswers(
  service: TestService,
  {
    occupy,
    send,
    waiting,
  }: {
    /** Returns how to end it. */
    occupy: () => () => void;
    send: (headers: Record<string, string>) => PromiseLike<unknown>;
    waiting: () => number;
  },
): Promise<string[]> {
  const order: string[] = [];
  const other = await service.accounts.createAccount({ name: 'other', credits: 1_000 });
  const release = occupy();
  await until(
    () => service.pool.stats().runningTasks + service.searchPool.stats().runningTasks > 0,
  );
  const note = async (name: string, answer: PromiseLike<unknown>): Promise<void> => {
    await answer;
    order.push(name);
  };
  const sent = Array.from({ length: WAITING }, () => note('busy', send({})));
  await until(() => waiting() === WAITING);
  sent.push(note('other', send({ 'x-api-key': other.apiKey })));
  await until(() => waiting() === WAITING + 1);
  release();
  await Promise.all(sent);
  return order;
}

/** Sends a request whose answer nobody waits for. Returns a function that hangs up. */
function begin(sent: ReturnType<TestService['postPlan']>): () => void {
  const ignore = (): void => undefined;
  sent.then(ignore, ignore);
  return () => {
    sent.abort();
  };
}

/** Longer than it takes to send the other requests, on a busy machine too. */
const ENDLESS = { ...ROUTING_EXAMPLE, options: { max_iterations: 1e12, time_limit: 25 } };

test('a matrix of another account comes before those that wait', async () => {
  const workerFile = compiledFile('test/support/broken-worker');
  const service = await start({ workerFile, config: { threads: 1 } });
  const [begun, told] = [join(folder, 'begun'), join(folder, 'told')];
  const send = (how: string, headers = {}) =>
    // Small tasks of one account would be sent to the thread together.
    service.postMatrix(`${how} ${begun} ${told} ${'x'.repeat(2_000)}`, headers);
  const order = await orderOfAnswers(service, {
    occupy: () => {
      begin(send('deaf'));
      return () => writeFileSync(told, '');
    },
    send: (headers) => send('wait', headers),
    waiting: () => service.pool.stats().queuedTasks,
  });
  expect(order).toHaveLength(WAITING + 1);
  expect(order.indexOf('other')).toBeLessThanOrEqual(LATEST_PLACE);
});

test('a plan of another account comes before those that wait', async () => {
  const service = await start({ config: { searchThreads: 1 } });
  const quick = { ...ROUTING_EXAMPLE, options: { max_iterations: 1 } };
  const order = await orderOfAnswers(service, {
    occupy: () => begin(service.postPlan(ENDLESS)),
    send: (headers) => service.postPlan(quick, headers),
    waiting: () => service.searchPool.stats().queuedTasks,
  });
  expect(order).toHaveLength(WAITING + 1);
  expect(order.indexOf('other')).toBeLessThanOrEqual(LATEST_PLACE);
});

test('search threads beyond the limit of an account stay free for others', async () => {
  const service = await start({ config: { searchThreads: 2, searchThreadsOfAccount: 1 } });
  const stats = () => service.searchPool.stats();
  const ends = [1, 2].map(() => begin(service.postPlan(ENDLESS)));
  await until(() => stats().queuedTasks === 1);
  expect(stats().runningTasks).toBe(1);
  const other = await service.accounts.createAccount({ name: 'other', credits: 1_000 });
  ends.push(begin(service.postPlan(ENDLESS, { 'x-api-key': other.apiKey })));
  await until(() => stats().runningTasks === 2);
  expect(stats().queuedTasks).toBe(1);
  for (const end of ends) end();
  await until(() => stats().runningTasks + stats().queuedTasks === 0);
});
