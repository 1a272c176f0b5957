/** Who searches with how many threads, by what each holds after it has taken. */
import { expect, test } from '@jest/globals';
import { createThreadShares, type Share } from '../../server/search/index.js';

const signal = new AbortController().signal;

const shares = (threads: number, bytesMax = 0) => createThreadShares({ threads, bytesMax });

type Leases = Awaited<ReturnType<Share['take']>>;

const held = (leases: Leases): number => leases.filter(({ recalled }) => !recalled.aborted).length;

function giveBack(leases: Leases): void {
  for (const lease of leases) lease.giveBack();
}

test('a team that is alone has all threads, or as many as are of use to it', async () => {
  const all = shares(8);
  const small = all.join({ threadsMax: 1, bytesPerThread: 0 });
  expect(small.threadsMax).toBe(1);
  giveBack(await small.take(signal));
  small.leave();
  const large = all.join({ threadsMax: 99, bytesPerThread: 0 });
  expect(large.threadsMax).toBe(8);
  expect(await large.take(signal)).toHaveLength(8);
});

test('a team that comes gets its part at once, from who has the most', async () => {
  const all = shares(8);
  const [a, b, c] = [1, 2, 3].map(() => all.join({ threadsMax: 8, bytesPerThread: 0 }));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three');
  // With three there are 3, 3 and 2.
  const ofA = await a.take(signal);
  expect(held(ofA)).toBe(3);
  const ofB = await b.take(signal);
  const ofC = await c.take(signal);
  expect([held(ofA), held(ofB), held(ofC)]).toEqual([3, 3, 2]);
  // A fourth: 2 each.
  const d = all.join({ threadsMax: 8, bytesPerThread: 0 });
  const ofD = await d.take(signal);
  expect([ofA, ofB, ofC, ofD].map(held)).toEqual([2, 2, 2, 2]);
  // Two leave; those that stay have 4 each with their next epochs.
  for (const leases of [ofA, ofB, ofC]) giveBack(leases);
  b.leave();
  d.leave();
  giveBack(ofD);
  expect(held(await a.take(signal))).toBe(4);
  expect(held(await c.take(signal))).toBe(4);
});

test('the first thread is never recalled', async () => {
  const all = shares(3);
  const a = all.join({ threadsMax: 3, bytesPerThread: 0 });
  const ofA = await a.take(signal);
  const others = [1, 2].map(() => all.join({ threadsMax: 3, bytesPerThread: 0 }));
  for (const other of others) expect(held(await other.take(signal))).toBe(1);
  expect(ofA.map(({ recalled }) => recalled.aborted)).toEqual([false, true, true]);
});

test('small teams leave to large ones what they cannot use', async () => {
  const all = shares(4);
  const small = all.join({ threadsMax: 1, bytesPerThread: 0 });
  const large = all.join({ threadsMax: 4, bytesPerThread: 0 });
  expect([held(await small.take(signal)), held(await large.take(signal))]).toEqual([1, 3]);
});

test('further threads have to find room in memory, the first one not', async () => {
  const all = shares(8, 2_500);
  const large = all.join({ threadsMax: 8, bytesPerThread: 1_000 });
  // 2,000 of 2,500 bytes for the second and third.
  expect(held(await large.take(signal))).toBe(3);
  const huge = all.join({ threadsMax: 8, bytesPerThread: 9_000 });
  expect(held(await huge.take(signal))).toBe(1);
});

test('where there are more teams than threads, the last one waits until another leaves, or it is told to stop', async () => {
  const all = shares(1);
  const first = all.join({ threadsMax: 1, bytesPerThread: 0 });
  const ofFirst = await first.take(signal);
  const second = all.join({ threadsMax: 1, bytesPerThread: 0 });
  const stopped = all.join({ threadsMax: 1, bytesPerThread: 0 });
  const controller = new AbortController();
  const waiting = second.take(signal);
  const stopping = stopped.take(controller.signal);
  controller.abort(new Error('enough'));
  await expect(stopping).rejects.toThrow('enough');
  giveBack(ofFirst);
  first.leave();
  expect(held(await waiting)).toBe(1);
});
