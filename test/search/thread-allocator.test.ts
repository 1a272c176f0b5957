/** How threads are divided among searches, as seen from what each holds after it has taken its share. */
import { expect, test } from '@jest/globals';
import { createThreadAllocator, type Allotment } from '../../server/search/index.js';

const signal = new AbortController().signal;

const allocator = (threads: number, bytesMax = 0) => createThreadAllocator({ threads, bytesMax });

type Leases = Awaited<ReturnType<Allotment['take']>>;

const held = (leases: Leases): number => leases.filter(({ revoked }) => !revoked.aborted).length;

function giveBack(leases: Leases): void {
  for (const lease of leases) lease.giveBack();
}

test('a single team has all threads, or as many as it can use', async () => {
  const all = allocator(8);
  const small = all.register({ threadsMax: 1, bytesPerThread: 0 });
  expect(small.threadsMax).toBe(1);
  giveBack(await small.take(signal));
  small.unregister();
  const large = all.register({ threadsMax: 99, bytesPerThread: 0 });
  expect(large.threadsMax).toBe(8);
  expect(await large.take(signal)).toHaveLength(8);
});

test('a new team gets its share at once, from the team that has the most', async () => {
  const all = allocator(8);
  const [a, b, c] = [1, 2, 3].map(() => all.register({ threadsMax: 8, bytesPerThread: 0 }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three');
  // Three teams have 3, 3 and 2.
  const ofA = await a.take(signal);
  expect(held(ofA)).toBe(3);
  const ofB = await b.take(signal);
  const ofC = await c.take(signal);
  expect([held(ofA), held(ofB), held(ofC)]).toEqual([3, 3, 2]);
  // A fourth: 2 each.
  const d = all.register({ threadsMax: 8, bytesPerThread: 0 });
  const ofD = await d.take(signal);
  expect([ofA, ofB, ofC, ofD].map(held)).toEqual([2, 2, 2, 2]);
  // Two leave; those that stay have 4 each from their next epochs on.
  for (const leases of [ofA, ofB, ofC]) giveBack(leases);
  b.unregister();
  d.unregister();
  giveBack(ofD);
  expect(held(await a.take(signal))).toBe(4);
  expect(held(await c.take(signal))).toBe(4);
});

test('the first thread is never revoked', async () => {
  const all = allocator(3);
  const a = all.register({ threadsMax: 3, bytesPerThread: 0 });
  const ofA = await a.take(signal);
  const others = [1, 2].map(() => all.register({ threadsMax: 3, bytesPerThread: 0 }));
  for (const other of others) expect(held(await other.take(signal))).toBe(1);
  expect(ofA.map(({ revoked }) => revoked.aborted)).toEqual([false, true, true]);
});

test('large teams get what small ones cannot use', async () => {
  const all = allocator(4);
  const small = all.register({ threadsMax: 1, bytesPerThread: 0 });
  const large = all.register({ threadsMax: 4, bytesPerThread: 0 });
  expect([held(await small.take(signal)), held(await large.take(signal))]).toEqual([1, 3]);
});

test('additional threads need room in memory, the first one does not', async () => {
  const all = allocator(8, 2_500);
  const large = all.register({ threadsMax: 8, bytesPerThread: 1_000 });
  // 2,000 of 2,500 bytes for the second and third.
  expect(held(await large.take(signal))).toBe(3);
  const huge = all.register({ threadsMax: 8, bytesPerThread: 9_000 });
  expect(held(await huge.take(signal))).toBe(1);
});

test('with more teams than threads, the last one waits until another leaves or it is told to stop', async () => {
  const all = allocator(1);
  const first = all.register({ threadsMax: 1, bytesPerThread: 0 });
  const ofFirst = await first.take(signal);
  const second = all.register({ threadsMax: 1, bytesPerThread: 0 });
  const stopped = all.register({ threadsMax: 1, bytesPerThread: 0 });
  const controller = new AbortController();
  const waiting = second.take(signal);
  const stopping = stopped.take(controller.signal);
  controller.abort(new Error('enough'));
  await expect(stopping).rejects.toThrow('enough');
  giveBack(ofFirst);
  first.unregister();
  expect(held(await waiting)).toBe(1);
});
