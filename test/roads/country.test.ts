/**
 * Properties of every matrix on a real map, through a whole service: Liechtenstein, with mountains and one-way streets.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeLiechtenstein } from '../support/maps.js';
import { startTestService, type TestService } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-country-'));
const PLACE_COUNT = 60;

type Answer = {
  travel_model: string;
  travel_costs: Record<string, Record<string, number[]>>;
  unreachable: { source: string; destination: string }[];
};

let service: TestService;
beforeAll(async () => {
  const mapsDir = join(folder, 'maps');
  mkdirSync(mapsDir);
  const mapPath = join(mapsDir, 'liechtenstein.map');
  await writeLiechtenstein(mapPath);
  service = await startTestService({ config: { mapsDir } });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** Spread over the Rhine valley by a fixed rule. */
const locations = Array.from({ length: PLACE_COUNT }, (_, idx) => ({
  location_id: String(idx),
  latitude: 47.06 + 0.18 * ((idx * 0.618_034) % 1),
  longitude: 9.49 + 0.06 * ((idx * 0.754_878) % 1),
}));

async function ask(fields: object = {}): Promise<Answer> {
  const asked = { locations, vehicle: {}, ...fields };
  return (await service.postMatrix(asked).expect(200)).body as Answer;
}

/** The numbers of a pair, or undefined for an unreachable one. */
function costs({ travel_costs }: Answer, from: number, to: number): number[] | undefined {
  return travel_costs[String(from)]?.[String(to)];
}

function eachPair(act: (from: number, to: number) => void): void {
  for (const from of locations.keys()) for (const to of locations.keys()) act(from, to);
}

test.each(['car', 'bicycle', 'foot'])(
  'by %s: every pair has costs or is listed, and so is its reverse',
  async (type) => {
    const answer = await ask({ vehicle: { type } });
    expect(answer.travel_model).toBe('road');
    const listed = new Set(answer.unreachable.map((it) => `${it.source} ${it.destination}`));
    eachPair((from, to) => {
      const row = costs(answer, from, to);
      expect([from, to, row === undefined]).toEqual([from, to, listed.has(`${from} ${to}`)]);
      // Places are snapped to the main network, where every place can be reached from every other.
      expect(listed.has(`${to} ${from}`)).toBe(listed.has(`${from} ${to}`));
      if (from === to) expect(row).toEqual(Array(9).fill(0));
    });
    expect(listed.size).toBe(0);
  },
);

test('by car: no window is faster than the night, whose factors are 1 while all others are below', async () => {
  const answer = await ask();
  eachPair((from, to) => {
    const [, night = NaN, ...others] = costs(answer, from, to) ?? [];
    for (const seconds of others) expect(seconds).toBeGreaterThanOrEqual(night);
  });
});

test('a detour over a third place is no faster than the direct path', async () => {
  // A trip that ends at a place may turn there at no cost, a trip that passes through may not. So the detour can be
  // cheaper by at most that turn: 20 s of turning back, 7.3 s of a left turn, 3 × 0.5 s of rounding.
  const turnSeconds = 29;
  const answer = await ask({ weekend: true });
  eachPair((from, to) => {
    const direct = costs(answer, from, to)?.[1] ?? NaN;
    for (const via of locations.keys()) {
      const detour = (costs(answer, from, via)?.[1] ?? NaN) + (costs(answer, via, to)?.[1] ?? NaN);
      if (!(direct <= detour + turnSeconds)) throw new Error(`${from} → ${via} → ${to}`);
    }
  });
});

test('a single requested window or weekend has the numbers of the whole matrix', async () => {
  const whole = await ask();
  const rush = await ask({ start_local_time: '08:00:00', end_local_time: '08:00:00' });
  eachPair((from, to) => {
    const [meters, , , seconds] = costs(whole, from, to) ?? [];
    expect(costs(rush, from, to)).toEqual([meters, seconds]);
  });
});

test('requested rows and columns have the numbers of the whole matrix', async () => {
  const whole = await ask({ weekend: true });
  const part = await ask({ weekend: true, sources: [7, 3], destinations: [50, 1, 3] });
  for (const from of [7, 3]) {
    for (const to of [50, 1, 3]) expect(costs(part, from, to)).toEqual(costs(whole, from, to));
  }
});

test('the same request gives the same bytes', async () => {
  const texts = await Promise.all(
    [1, 2, 3].map(async () => (await service.postMatrix({ locations, vehicle: {} })).text),
  );
  expect(new Set(texts).size).toBe(1);
});

test('bicycles and pedestrians ignore traffic: all windows are equal', async () => {
  const answer = await ask({ vehicle: { type: 'bicycle' } });
  eachPair((from, to) => {
    const [, ...seconds] = costs(answer, from, to) ?? [];
    expect(new Set(seconds).size).toBe(1);
  });
});

test('twice the speed halves the time', async () => {
  const [slow, fast] = await Promise.all(
    [1, 2].map((speed_factor) => ask({ weekend: true, vehicle: { speed_factor } })),
  );
  if (slow === undefined || fast === undefined) throw new Error('two are asked for');
  eachPair((from, to) => {
    const [meters = NaN, seconds = NaN] = costs(slow, from, to) ?? [];
    const [fastMeters, fastSeconds = NaN] = costs(fast, from, to) ?? [];
    expect(fastMeters).toBe(meters);
    expect(Math.abs(fastSeconds - seconds / 2)).toBeLessThanOrEqual(0.75);
  });
});
