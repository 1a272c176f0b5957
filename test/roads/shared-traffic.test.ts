/** Shared traffic in one thread: what a reader sees when a write happens at the worst moment. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  claimFirst,
  createSharedTraffic,
  createSpeedsReader,
  publish,
  type SharedTraffic,
} from '../../server/roads/shared-traffic.js';
import { parseTrafficFile, type TrafficFile } from '../../server/travel/index.js';

const nothing = (): void => undefined;
const goOn = (): boolean => false;

/** The shipped file with another detour factor for cars. */
function trafficOf(detourFactor: number): TrafficFile {
  const file = JSON.parse(readFileSync('server/travel/traffic.json', 'utf8'));
  file.profiles.car.detour_factor = detourFactor;
  const outcome = parseTrafficFile(JSON.stringify(file));
  if (outcome.kind === 'bad') throw new Error(outcome.problems.join());
  return outcome.file;
}

function sharedOf(traffic: TrafficFile): SharedTraffic {
  const shared = createSharedTraffic();
  expect(claimFirst(shared)).toBe(true);
  publish(shared, traffic, nothing);
  return shared;
}

test('one thread sets the first speeds, and the others find them set', () => {
  const shared = sharedOf(trafficOf(2));
  expect(claimFirst(shared)).toBe(false);
  const read = createSpeedsReader(shared).read(nothing, nothing, goOn);
  expect(read?.traffic.file).toEqual(trafficOf(2));
});

test('what was read while traffic changed is discarded and read again', () => {
  const shared = sharedOf(trafficOf(2));
  const discarded: string[] = [];
  let cost = 'old';
  const takes: string[] = [];
  const read = createSpeedsReader(shared).read(
    () => {
      const taken = `${cost}, at take ${takes.length}`;
      if (takes.length === 0) publish(shared, trafficOf(3), () => (cost = 'new'));
      takes.push(taken);
      return taken;
    },
    (taken) => discarded.push(taken),
    goOn,
  );
  expect(discarded).toEqual(['old, at take 0']);
  expect(read?.taken).toBe('new, at take 1');
  expect(read?.traffic.file.profiles.car.detour_factor).toBe(3);
});

test('new costs with the same traffic do not disturb readers', () => {
  const shared = sharedOf(trafficOf(2));
  let takeCount = 0;
  const read = createSpeedsReader(shared).read(
    () => {
      publish(shared, trafficOf(2), nothing);
      return (takeCount += 1);
    },
    nothing,
    goOn,
  );
  expect([takeCount, read?.traffic.file.profiles.car.detour_factor]).toEqual([1, 2]);
});

test('a reader waits while costs change, and stops waiting when its request is cancelled', () => {
  const shared = sharedOf(trafficOf(2));
  const reader = createSpeedsReader(shared);
  let lookCount = 0;
  publish(shared, trafficOf(3), () => {
    // The writer works as long as this function runs.
    const read = reader.read(
      () => 'taken',
      nothing,
      () => (lookCount += 1) > 3,
    );
    expect(read).toBeUndefined();
  });
  expect(lookCount).toBe(4);
  expect(reader.read(() => 'taken', nothing, goOn)?.traffic.file).toEqual(trafficOf(3));
});

test('if costs cannot be set, the previous traffic remains', () => {
  const shared = sharedOf(trafficOf(2));
  const fail = (): never => {
    throw new Error('no memory');
  };
  expect(() => {
    publish(shared, trafficOf(3), fail);
  }).toThrow('no memory');
  const read = createSpeedsReader(shared).read(nothing, nothing, goOn);
  expect(read?.traffic.file).toEqual(trafficOf(2));
});
