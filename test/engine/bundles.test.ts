/** Which waiting tasks are sent to a thread together. */
import { expect, test } from '@jest/globals';
import { createGate } from '../../server/engine/index.js';
import { createBundles } from '../../server/engine/bundles.js';

function bundlesOf(places: number) {
  const sent: string[][] = [];
  const leaves: (() => void)[] = [];
  const bundles = createBundles<string>({
    gate: createGate({ places, waitingMax: 100, retryAfterSeconds: 1 }),
    onPlace: (tasks, leave) => {
      sent.push([...tasks]);
      leaves.push(leave);
    },
    onRefused: (tasks, error) => {
      throw new Error(`${tasks.join()}: ${String(error)}`);
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ bundles, sent, settle },
    small: (owner: string, name: string) => bundles.add(owner, name, true),
    large: (owner: string, name: string) => bundles.add(owner, name, false),
    /** The task that got its place first returns it. */
    end: async () => {
      leaves.shift()?.();
      await settle();
    },
  };
}

test('if a place is free, a task is sent at once and alone', async () => {
  const { bundles, sent, settle, small } = bundlesOf(2);
  small('a', 'first');
  await settle();
  small('a', 'second');
  await settle();
  expect(sent).toEqual([['first'], ['second']]);
  expect(bundles.waiting()).toBe(0);
});

test('waiting small tasks of an owner are sent together, at most eight', async () => {
  const { bundles, sent, settle, small, end } = bundlesOf(1);
  small('a', 'running');
  await settle();
  for (let count = 1; count <= 10; count += 1) small('a', String(count));
  expect(bundles.waiting()).toBe(10);
  await end();
  await end();
  expect(sent.slice(1)).toEqual([
    ['1', '2', '3', '4', '5', '6', '7', '8'],
    ['9', '10'],
  ]);
  expect(bundles.waiting()).toBe(0);
});

test('owners never share a thread at the same time, and take turns', async () => {
  const { sent, settle, small, end } = bundlesOf(1);
  small('a', 'running');
  await settle();
  for (const name of ['a1', 'b1', 'a2', 'b2']) small(name.charAt(0), name);
  await end();
  await end();
  expect(sent.slice(1).sort()).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2'],
  ]);
});

test('a large task is sent alone', async () => {
  const { sent, settle, small, large, end } = bundlesOf(1);
  small('a', 'running');
  await settle();
  small('a', 'small 1');
  large('a', 'large');
  small('a', 'small 2');
  await end();
  await end();
  expect(sent.slice(1)).toEqual([['small 1', 'small 2'], ['large']]);
});

test('a task that was withdrawn is not sent, and if all were, the next ones are', async () => {
  const { bundles, sent, settle, small, end } = bundlesOf(1);
  small('a', 'running');
  await settle();
  const takeBack = [small('a', '1'), small('a', '2')];
  small('b', 'other');
  takeBack[0]?.();
  expect(bundles.waiting()).toBe(2);
  takeBack[1]?.();
  // Withdrawing twice has no further effect.
  takeBack[1]?.();
  expect(bundles.waiting()).toBe(1);
  small('a', '3');
  await end();
  await end();
  expect(sent.slice(1).sort()).toEqual([['3'], ['other']]);
});

test('a task that is withdrawn when it gets its place leaves it to the next one', async () => {
  const { sent, settle, small } = bundlesOf(1);
  const takeBack = small('a', 'gone');
  takeBack();
  small('a', 'next');
  await settle();
  expect(sent).toEqual([['next']]);
});
