/** A process that follows the live speeds in a real store: what it applies when, and what it does if applying fails. */
import { expect, test } from '@jest/globals';
import { followLiveSpeeds } from '../../server/live/index.js';
import { writeRecord } from '../../server/live/records.js';
import type { LiveSpeeds } from '../../server/travel/index.js';
import { describeStores } from '../support/stores.js';

const HOUR_MS = 3_600_000;
const at = (ms: number): string => new Date(ms).toISOString();
const rule = (way: number, expiresAtMs: number) => ({
  ...{ way, speed_factor: 0.5, expires_at: at(expiresAtMs) },
});
const areaRule = {
  area: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [1, 2],
        [3, 2],
        [3, 4],
        [1, 2],
      ],
    ],
  },
  kilometers_per_hour: 20,
  expires_at: at(HOUR_MS),
};

describeStores((stores) => {
  /** `outcomes` says whether each attempt succeeds; all further attempts do. */
  async function check(
    body: (parts: {
      put: (rules: Parameters<typeof writeRecord>[2]) => Promise<number>;
      look: () => Promise<void>;
      setNow: (ms: number) => void;
      isInForce: () => boolean;
      /** What was applied since the last call. */
      taken: () => unknown[];
    }) => Promise<void>,
    outcomes: boolean[] = [],
  ): Promise<void> {
    await stores.withDatabase(async (open) => {
      const store = await open();
      let nowMs = 0;
      const asked: unknown[] = [];
      const follower = followLiveSpeeds({
        store,
        clock: () => nowMs,
        apply: async (live: LiveSpeeds | undefined) => {
          const file = live === undefined ? undefined : Buffer.from(live.file).toString();
          asked.push(file === undefined ? 'none' : [live?.version, JSON.parse(file).rules]);
          return outcomes.shift() ?? true;
        },
      });
      try {
        await body({
          put: (rules) => writeRecord(store, nowMs, rules),
          look: follower.look,
          setNow: (ms) => (nowMs = ms),
          isInForce: () => follower.state().isInForce,
          taken: () => asked.splice(0),
        });
      } finally {
        await follower.stop();
        await store.close();
      }
    });
  }

  test('a new set is applied once, in the form of a speeds file', async () => {
    await check(async ({ put, look, taken }) => {
      await look();
      expect(taken()).toEqual([]);
      await put([rule(7, HOUR_MS), areaRule]);
      await look();
      await look();
      const area = [
        [2, 3],
        [4, 3],
        [2, 1],
      ];
      expect(taken()).toEqual([
        [
          '1.0',
          [
            { way: 7, speed_factor: 0.5 },
            { kilometers_per_hour: 20, area },
          ],
        ],
      ]);
    });
  });

  test('the second of two equal sets has its own version', async () => {
    await check(async ({ put, look, taken }) => {
      for (const version of [1, 2]) {
        expect(await put([rule(7, HOUR_MS)])).toBe(version);
        await look();
      }
      expect(taken()).toEqual([
        ['1.0', [{ way: 7, speed_factor: 0.5 }]],
        ['2.0', [{ way: 7, speed_factor: 0.5 }]],
      ]);
    });
  });

  test('expired rules are left out, and after the last one no set is left', async () => {
    await check(async ({ put, look, setNow, taken }) => {
      await put([rule(7, HOUR_MS), rule(8, 2 * HOUR_MS)]);
      await look();
      taken();
      setNow(HOUR_MS - 1);
      await look();
      expect(taken()).toEqual([]);
      setNow(HOUR_MS);
      await look();
      expect(taken()).toEqual([['1.1', [{ way: 8, speed_factor: 0.5 }]]]);
      setNow(2 * HOUR_MS);
      await look();
      expect(taken()).toEqual(['none']);
    });
  });

  test('a set that could not be applied is tried again after ten seconds', async () => {
    await check(
      async ({ put, look, setNow, taken, isInForce }) => {
        await put([rule(7, HOUR_MS)]);
        await look();
        expect(taken()).toHaveLength(1);
        setNow(9_999);
        await look();
        expect([taken(), isInForce()]).toEqual([[], false]);
        setNow(10_000);
        await look();
        expect([taken().length, isInForce()]).toEqual([1, true]);
      },
      [false],
    );
  });

  test('a set that follows it is applied at once', async () => {
    await check(
      async ({ put, look, taken }) => {
        await put([rule(7, HOUR_MS)]);
        await look();
        await put([]);
        await look();
        expect(taken()).toEqual([expect.anything(), 'none']);
      },
      [false],
    );
  });

  test('speeds expire while the store is unavailable', async () => {
    await stores.withDatabase(async (open) => {
      const store = await open();
      let nowMs = 0;
      const asked: (string | undefined)[] = [];
      const follower = followLiveSpeeds({
        ...{ store, clock: () => nowMs },
        apply: async (live) => {
          asked.push(live?.version);
          return true;
        },
      });
      await writeRecord(store, nowMs, [rule(7, HOUR_MS)]);
      await follower.look();
      await store.close();
      nowMs = HOUR_MS;
      await expect(follower.look()).rejects.toThrow();
      await follower.stop();
      expect(asked).toEqual(['1.0', undefined]);
    });
  });
});
