/** Waiting that can be cancelled leaves nothing behind, neither on the signal nor in the queue of a semaphore. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { createSemaphore, follow, orAborted } from '../../server/waiting/index.js';

const never = new Promise<never>(() => undefined);
const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
const enough = new Error('enough');

describe('waiting for a promise', () => {
  test('returns its result, and leaves nothing on the signal', async () => {
    const { signal } = new AbortController();
    expect(await orAborted(Promise.resolve(7), signal)).toBe(7);
    await expect(orAborted(Promise.reject(enough), signal)).rejects.toBe(enough);
    expect(await orAborted(7, undefined)).toBe(7);
    expect(listeners(signal)).toBe(0);
  });

  test('ends with the reason of the signal, whether it aborts before or meanwhile', async () => {
    const controller = new AbortController();
    const waiting = orAborted(never, controller.signal);
    controller.abort(enough);
    await expect(waiting).rejects.toBe(enough);
    await expect(orAborted(never, controller.signal)).rejects.toBe(enough);
    // A failure after the wait has ended is not an unhandled rejection, which would end this process.
    await expect(orAborted(Promise.reject(new Error('late')), controller.signal)).rejects.toThrow();
    expect(listeners(controller.signal)).toBe(0);
  });
});

test('a controller follows signals until told to stop', () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const follower = new AbortController();
  const stop = follow(follower, [first.signal, second.signal]);
  second.abort(enough);
  expect(follower.signal.reason).toBe(enough);
  stop();
  expect(listeners(first.signal)).toBe(0);

  const other = new AbortController();
  follow(other, [first.signal])();
  first.abort(enough);
  expect(other.signal.aborted).toBe(false);
  follow(other, [first.signal]);
  expect(other.signal.aborted).toBe(true);
});

describe('a semaphore', () => {
  test('hands out permits in the order of the requests', async () => {
    const semaphore = createSemaphore(1);
    const { signal } = new AbortController();
    const giveBack = await semaphore.take(signal);
    const order: number[] = [];
    const later = [1, 2].map(async (number) => {
      const done = await semaphore.take(signal);
      order.push(number);
      done();
    });
    expect(order).toEqual([]);
    giveBack();
    await Promise.all(later);
    expect(order).toEqual([1, 2]);
    expect(listeners(signal)).toBe(0);
  });

  test('skips waiters that have given up', async () => {
    const semaphore = createSemaphore(1);
    const { signal } = new AbortController();
    const giveBack = await semaphore.take(signal);
    const impatient = new AbortController();
    const given = semaphore.take(impatient.signal);
    const patient = semaphore.take(signal);
    impatient.abort(enough);
    await expect(given).rejects.toBe(enough);
    await expect(semaphore.take(impatient.signal)).rejects.toBe(enough);
    giveBack();
    (await patient)();
    // The permit is free again.
    (await semaphore.take(signal))();
  });
});
