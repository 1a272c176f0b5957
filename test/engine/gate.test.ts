/** Which owner gets a thread next: owners take turns by the time that they have used, within limits. */
import { expect, jest, test } from '@jest/globals';
import { PoolFullError, createGate } from '../../server/engine/index.js';

/** A gate with a clock that the test moves, and the owners admitted so far, in order. */
function gateOf(
  places: number,
  more: { placesOfOwnerMax?: number; waitingMax?: number; keptFreeMs?: number } = {},
) {
  let now = 0;
  const gate = createGate({
    places,
    waitingMax: 100,
    retryAfterSeconds: 1,
    clock: () => now,
    ...more,
  });
  const order: string[] = [];
  const leaves: { owner: string; leave: () => void }[] = [];
  return {
    gate,
    order,
    enter: async (owner: string, signal = new AbortController().signal) => {
      const leave = await gate.enter(owner, signal);
      order.push(owner);
      leaves.push({ owner, leave });
    },
    /** Lets `ms` pass and ends the task that has run the longest, or the longest one of `owner`. */
    end: async (ms: number, owner?: string) => {
      now += ms;
      const at = leaves.findIndex((each) => owner === undefined || each.owner === owner);
      leaves.splice(at, 1)[0]?.leave();
      // An admitted task continues in a later turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a task behind twenty tasks of another owner is next but one', async () => {
  const { order, enter, end } = gateOf(1);
  for (let count = 0; count < 20; count += 1) void enter('a');
  void enter('b');
  await settle();
  await end(100);
  await end(100);
  expect(order.slice(0, 3)).toEqual(['a', 'b', 'a']);
});

test('owners get equal time, not equal numbers of tasks', async () => {
  const { order, enter, end } = gateOf(1);
  for (let count = 0; count < 4; count += 1) void enter('long');
  for (let count = 0; count < 12; count += 1) void enter('short');
  await settle();
  for (let count = 0; count < 12; count += 1) {
    await end(order.at(-1) === 'long' ? 3000 : 1000);
  }
  const longCount = order.filter((owner) => owner === 'long').length;
  const shortCount = order.length - longCount;
  // Three short tasks for each long one, except at the edges.
  expect(shortCount / longCount).toBeGreaterThan(2);
  expect(shortCount / longCount).toBeLessThan(4);
});

test('the tasks of one owner are admitted in the order of arrival', async () => {
  const { gate } = gateOf(1);
  const order: number[] = [];
  const { signal } = new AbortController();
  const leave = await gate.enter('a', signal);
  const waiting = [1, 2, 3].map(async (number) => {
    const done = await gate.enter('a', signal);
    order.push(number);
    done();
  });
  leave();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2, 3]);
});

test('an owner gets no more places than its limit, even if others are free', async () => {
  const { gate, order, enter, end } = gateOf(3, { placesOfOwnerMax: 2 });
  for (let count = 0; count < 3; count += 1) void enter('a');
  await settle();
  expect([order, gate.waiting()]).toEqual([['a', 'a'], 1]);
  await enter('b');
  await end(1, 'b');
  expect(order).toEqual(['a', 'a', 'b']);
  await end(1, 'a');
  expect(order).toEqual(['a', 'a', 'b', 'a']);
});

test('an owner leaves a place for another owner that was active lately, and uses all places again later', async () => {
  const { order, enter, end } = gateOf(2, { keptFreeMs: 100 });
  for (let count = 0; count < 5; count += 1) void enter('a');
  await settle();
  expect(order).toEqual(['a', 'a']);
  void enter('b');
  // The place that `a` leaves is for `b`, and the one that `b` leaves stays free, so that the next task of `b` need not
  // wait.
  await end(1, 'a');
  await end(1, 'b');
  expect(order).toEqual(['a', 'a', 'b']);
  await enter('b');
  await end(1, 'b');
  await end(1, 'a');
  expect(order).toEqual(['a', 'a', 'b', 'b', 'a']);
  await end(100, 'a');
  expect(order.slice(5)).toEqual(['a', 'a']);
});

test('a place that was reserved in vain is given away, even if no task leaves', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    let now = 0;
    const options = { places: 2, waitingMax: 10, retryAfterSeconds: 1, keptFreeMs: 100 };
    const gate = createGate({ ...options, clock: () => now });
    const { signal } = new AbortController();
    (await gate.enter('b', signal))();
    await gate.enter('a', signal);
    const second = gate.enter('a', signal);
    expect(gate.waiting()).toBe(1);
    now = 100;
    jest.advanceTimersByTime(100);
    await second;
    expect(gate.waiting()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('the queue is bounded: one task more is refused, and one that leaves makes room', async () => {
  const { gate, enter } = gateOf(1, { waitingMax: 1 });
  await enter('a');
  const leaving = new AbortController();
  const left = enter('a', leaving.signal);
  await expect(enter('b')).rejects.toThrow(PoolFullError);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(gate.waiting()).toBe(0);
  void enter('b');
  expect(gate.waiting()).toBe(1);
});

test('a task that has already left gets no place', async () => {
  const { gate } = gateOf(1);
  await expect(gate.enter('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  await gate.enter('b', new AbortController().signal);
});

test('leaving twice is the same as leaving once', async () => {
  const { gate } = gateOf(1);
  const { signal } = new AbortController();
  const first = await gate.enter('a', signal);
  const second = gate.enter('b', signal);
  first();
  first();
  const leaveSecond = await second;
  void gate.enter('c', signal);
  expect(gate.waiting()).toBe(1);
  leaveSecond();
});
