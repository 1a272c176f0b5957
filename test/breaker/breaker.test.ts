/** When a server counts as unavailable, and what happens to the calls that wait for it. */
import { afterEach, expect, test } from '@jest/globals';
import { createBreaker, type Breaker } from '../../server/breaker/index.js';
import { orAborted } from '../../server/waiting/index.js';
import { until } from '../support/until.js';

const open: Breaker[] = [];
afterEach(() => {
  for (const breaker of open.splice(0)) breaker.close();
});

class Away extends Error {}

/** A server that answers, refuses or is silent, as told. */
function newServer(quietMs = 20) {
  const server = { does: 'answers' as 'answers' | 'refuses' | 'nothing', asked: 0 };
  const answer = (): Promise<string> => {
    switch (server.does) {
      case 'answers':
        return Promise.resolve('answer');
      case 'refuses':
        return Promise.reject(new Error('refused'));
      case 'nothing':
        return new Promise(() => undefined);
    }
  };
  const breaker = createBreaker({
    ask: () => {
      server.asked += 1;
      return answer();
    },
    refusal: () => new Away('away'),
    ...{ quietMs, answerMs: 50, againMs: 20 },
  });
  open.push(breaker);
  return { server, breaker, call: () => breaker.run((away) => orAborted(answer(), away)) };
}

test('a call that waits for a hanging server is released, and others are refused until it answers', async () => {
  const { server, breaker, call } = newServer();
  expect(await call()).toBe('answer');
  server.does = 'nothing';
  const waiting = [call(), call()];
  for (const each of waiting) await expect(each).rejects.toThrow(Away);
  expect(breaker.isAway()).toBe(true);
  let isCalled = false;
  await expect(
    breaker.run(async () => {
      isCalled = true;
    }),
  ).rejects.toThrow(Away);
  expect(isCalled).toBe(false);
  server.does = 'answers';
  await until(() => !breaker.isAway());
  expect(await call()).toBe('answer');
});

test('a call that takes long does not mean that its server is unavailable', async () => {
  const { server, breaker } = newServer();
  let end = (): void => undefined;
  const long = breaker.run(() => new Promise<void>((resolve) => (end = resolve)));
  await until(() => server.asked >= 3);
  expect(breaker.isAway()).toBe(false);
  end();
  await long;
});

test('a server that refuses is waited for until a caller has given it up', async () => {
  const { server, breaker } = newServer();
  server.does = 'refuses';
  // Like a call that retries while its server is restarted.
  let end = (): void => undefined;
  const patient = breaker.run(() => new Promise<void>((resolve) => (end = resolve)));
  await until(() => server.asked >= 3);
  expect(breaker.isAway()).toBe(false);
  end();
  await patient;
  breaker.suspect();
  await until(() => breaker.isAway());
});

test('a server that answered while this process was suspended counts as available', async () => {
  let asked = 0;
  const breaker = createBreaker({
    ask: async () => {
      // Longer than the answer may take. The answer has arrived, and is read once the event loop runs again.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      asked += 1;
    },
    refusal: () => new Away('away'),
    ...{ quietMs: 10, answerMs: 200, againMs: 20 },
  });
  open.push(breaker);
  let end = (): void => undefined;
  const long = breaker.run(() => new Promise<void>((resolve) => (end = resolve)));
  await until(() => asked >= 2 || breaker.isAway());
  expect(breaker.isAway()).toBe(false);
  end();
  await long;
});

test('a call that cannot be released continues', async () => {
  const { server, breaker } = newServer();
  let end = (): void => undefined;
  const committing = breaker.run(
    () => new Promise<string>((resolve) => (end = () => resolve('kept'))),
  );
  server.does = 'nothing';
  await until(() => breaker.isAway());
  end();
  expect(await committing).toBe('kept');
});

test('while calls return, the server is not probed', async () => {
  const { server, call } = newServer(60_000);
  for (let idx = 0; idx < 50; idx += 1) await call();
  expect(server.asked).toBe(0);
});
