/**
 * Speeds set by an operator, through the whole service on a map of three ways: which costs a rule changes, and that a
 * reload takes effect completely or not at all.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';
import {
  TINY_BOX,
  TINY_LOCATIONS,
  WAY_NAMES,
  writeTinyExtract,
  type WayName,
} from '../support/tiny-map.js';
import { compiledFile } from '../support/compiled.js';

const WEEKDAY_WINDOW_COUNT = 8;
const SHIPPED_TRAFFIC = readFileSync('server/travel/traffic.json', 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'route-engine-speeds-'));
const trafficFile = join(folder, 'traffic.json');
const speedsFile = join(folder, 'speeds.json');

let service: TestService;
beforeAll(async () => {
  writeTinyExtract(folder);
  writeFiles([]);
  service = await startTestService({
    config: { mapsDir: folder, trafficFile, speedsFile, threads: 2 },
    workerFile: compiledFile('test/support/crashing-worker'),
  });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  writeFiles([]);
  await service.reloadSpeeds();
});

function writeFiles(rules: readonly object[], traffic = SHIPPED_TRAFFIC): void {
  writeFileSync(trafficFile, traffic);
  writeFileSync(speedsFile, JSON.stringify({ rules }));
}

async function reloadWith(rules: readonly object[], traffic = SHIPPED_TRAFFIC): Promise<void> {
  writeFiles(rules, traffic);
  await service.reloadSpeeds();
}

/** Meters, then seconds in each weekday window and on the weekend, from end to end of each way. */
async function costsByWay(): Promise<Record<WayName, number[]>> {
  const answers = await Promise.all(
    [false, true].map((weekend) =>
      service.postMatrix({ locations: TINY_LOCATIONS, vehicle: {}, weekend }).expect(200),
    ),
  );
  const [weekday, weekend] = answers.map((answer) => {
    expect(answer.body.travel_model).toBe('road');
    return answer.body.travel_costs;
  });
  const costs = WAY_NAMES.map((way) => {
    const [from, to] = [`${way}.near`, `${way}.far`];
    return [way, [...weekday[from][to], ...weekend[from][to].slice(1)]];
  });
  return Object.fromEntries(costs);
}

const EVERY_LANE = Array.from({ length: WEEKDAY_WINDOW_COUNT + 1 }, (_, lane) => lane);
const WEEKEND_LANE = WEEKDAY_WINDOW_COUNT;

/** What a rule should change: lanes of ways, and the factor of their seconds, or their speed. */
type Expected = {
  ways: readonly WayName[];
  lanes: readonly number[];
  times?: number;
  kilometersPerHour?: number;
};

const polygon = [
  [40.9, -8.47],
  [41.2, -8.45],
  [40.9, -8.43],
];

test.each<[object, Expected]>([
  [
    { road_class: 'residential', speed_factor: 0.5 },
    { ways: ['b'], lanes: EVERY_LANE, times: 2 },
  ],
  [
    { way: 103, kilometers_per_hour: 20 },
    { ways: ['c'], lanes: EVERY_LANE, kilometersPerHour: 20 },
  ],
  [
    { area: TINY_BOX, speed_factor: 0.25 },
    { ways: ['b'], lanes: EVERY_LANE, times: 4 },
  ],
  [
    { area: polygon, speed_factor: 2 },
    { ways: ['b'], lanes: EVERY_LANE, times: 0.5 },
  ],
  [
    { windows: [2, 'weekend'], speed_factor: 0.5 },
    { ways: ['a', 'b', 'c'], lanes: [2, WEEKEND_LANE], times: 2 },
  ],
  [
    { way: 101, windows: [0], kilometers_per_hour: 10 },
    { ways: ['a'], lanes: [0], kilometersPerHour: 10 },
  ],
  [
    { way: 101, road_class: 'tertiary', speed_factor: 0.5 },
    { ways: [], lanes: [] },
  ],
  [
    { area: TINY_BOX, road_class: 'primary', speed_factor: 0.5 },
    { ways: [], lanes: [] },
  ],
  [
    { way: 999, speed_factor: 0.5 },
    { ways: [], lanes: [] },
  ],
])('%j changes these costs and no others', async (rule, expected) => {
  const before = await costsByWay();
  await reloadWith([rule]);
  const after = await costsByWay();
  for (const way of WAY_NAMES) {
    const [meters = 0, ...seconds] = before[way];
    expect([way, after[way][0]]).toEqual([way, meters]);
    seconds.forEach((second, lane) => {
      const isChanged = expected.ways.includes(way) && expected.lanes.includes(lane);
      const { kilometersPerHour, times = 1 } = expected;
      // meters ÷ (km/h ÷ 3.6) = seconds
      const changed =
        kilometersPerHour === undefined ? second * times : (meters * 3.6) / kilometersPerHour;
      const got = after[way][lane + 1] ?? Number.NaN;
      // Both numbers are rounded to a second.
      const slack = isChanged ? Math.max(1, times) : 0;
      expect([way, lane, Math.abs(got - (isChanged ? changed : second)) <= slack]).toEqual([
        way,
        lane,
        true,
      ]);
    });
  }
});

test('rules are applied in their order', async () => {
  // 40 km/h × 0.5, and × 0.5 replaced by 40 km/h.
  const orders = [
    [
      { way: 101, kilometers_per_hour: 40 },
      { way: 101, speed_factor: 0.5 },
    ],
    [
      { way: 101, speed_factor: 0.5 },
      { way: 101, kilometers_per_hour: 40 },
    ],
  ];
  const speeds: number[] = [];
  for (const rules of orders) {
    await reloadWith(rules);
    const [meters = 0, seconds = 0] = (await costsByWay()).a;
    speeds.push(Math.round((meters * 3.6) / seconds));
  }
  expect(speeds).toEqual([20, 40]);
});

test('the speeds file applies from the start', async () => {
  const rules = [{ way: 102, speed_factor: 0.5 }];
  await reloadWith(rules);
  const expected = await costsByWay();
  const other = await startTestService({ config: { mapsDir: folder, trafficFile, speedsFile } });
  try {
    const answer = await other.postMatrix({ locations: TINY_LOCATIONS, vehicle: {} }).expect(200);
    expect(answer.body.travel_costs['b.near']['b.far']).toEqual(expected.b.slice(0, -1));
  } finally {
    await other.stop();
  }
});

test('a speeds file with faults keeps the service from starting', async () => {
  writeFiles([{ way: 'x' }, {}]);
  const start = startTestService({ config: { mapsDir: folder, trafficFile, speedsFile } });
  await expect(start).rejects.toMatchObject({
    faults: [
      'SPEEDS_FILE: /rules/0/way must be integer',
      expect.stringContaining('SPEEDS_FILE: /rules/0 must have exactly one'),
      expect.stringContaining('SPEEDS_FILE: /rules/1 must have exactly one'),
    ],
  });
});

test.each<[string, () => void, RegExp]>([
  ['faults', () => writeFiles([{ speed_factor: 0 }]), /SPEEDS_FILE: \/rules\/0\/speed_factor/],
  [
    'a bad traffic file beside it',
    () => writeFiles([{ speed_factor: 0.5 }], '{}'),
    /TRAFFIC_FILE: \//,
  ],
  ['no file', () => rmSync(speedsFile), /SPEEDS_FILE cannot be read: .*ENOENT/],
])('a reload that finds %s is logged and changes nothing', async (_what, spoil, expected) => {
  const before = await costsByWay();
  spoil();
  await service.reloadSpeeds();
  expect(await costsByWay()).toEqual(before);
  const line = service
    .logLines()
    .findLast(({ msg }) => msg === 'new speeds were refused; the previous ones stay in force');
  expect(JSON.stringify(line?.['faults'])).toMatch(expected);
  expect(await service.metrics.text()).toMatch(/speeds_reloads_total\{outcome="refused"\} [1-9]/);
});

test('an applied reload is logged with its duration, and counted', async () => {
  await reloadWith([{ speed_factor: 0.5 }, { way: 1, speed_factor: 1 }]);
  expect(service.logLines().at(-1)).toMatchObject({
    msg: 'new speeds are applied',
    windows: WEEKDAY_WINDOW_COUNT,
    rules: 2,
    ms: expect.any(Number),
  });
  expect(await service.metrics.text()).toMatch(/speeds_reloads_total\{outcome="applied"\} [1-9]/);
});

test('threads that take over after a crash have the speeds of the last reload', async () => {
  await reloadWith([{ speed_factor: 0.5 }]);
  const before = await costsByWay();
  const { restarts } = service.pool.stats();
  await service.postMatrix('exit').expect(500);
  expect(service.pool.stats().restarts).toBe(restarts + 1);
  expect(await costsByWay()).toEqual(before);
});

/** Two windows, split at noon, and slower on the weekend. */
function otherTraffic(): string {
  const traffic = JSON.parse(SHIPPED_TRAFFIC);
  const factors = (factor: number) => ({
    motorway: factor,
    primary: factor,
    tertiary: factor,
    residential: factor,
  });
  traffic.weekday_windows = [
    {
      intervals: [{ start_time: '00:00:00', end_time: '11:59:59' }],
      speed_factors: factors(0.5),
    },
    {
      intervals: [{ start_time: '12:00:00', end_time: '23:59:59' }],
      speed_factors: factors(0.25),
    },
  ];
  traffic.weekend_speed_factors = factors(0.2);
  return JSON.stringify(traffic);
}

test('requests concurrent with reloads are answered with one set of speeds, never a mixture', async () => {
  // One place is off the map, so that costs come from roads and from estimates, both of which depend on the traffic
  // file.
  const body = {
    locations: [...TINY_LOCATIONS, { location_id: 'off', latitude: 42, longitude: -8 }],
    vehicle: {},
  };
  const settings = [
    [[], SHIPPED_TRAFFIC],
    [[{ way: 102, speed_factor: 0.5 }], otherTraffic()],
  ] as const;
  const ask = async (): Promise<string> =>
    JSON.stringify((await service.postMatrix(body).expect(200)).body);
  const pure: string[] = [];
  for (const [rules, traffic] of settings) {
    await reloadWith(rules, traffic);
    pure.push(await ask());
  }
  expect(new Set(pure).size).toBe(2);

  const RELOAD_COUNT = 40;
  let isOver = false;
  const answers: string[] = [];
  const askOn = async (): Promise<void> => {
    while (!isOver) answers.push(await ask());
  };
  const asking = Array.from({ length: 6 }, askOn);
  for (let idx = 0; idx < RELOAD_COUNT; idx += 1) {
    const [rules, traffic] = settings[idx % 2] ?? settings[0];
    await reloadWith(rules, traffic);
    // Every later request is answered with the new speeds.
    expect(await ask()).toBe(pure[idx % 2]);
  }
  isOver = true;
  await Promise.all(asking);
  for (const answer of answers) expect(pure).toContain(answer);
  expect(new Set(answers)).toEqual(new Set(pure));
});

test('concurrent reloads end with the files that were written last', async () => {
  const slow = [{ way: 101, speed_factor: 0.5 }];
  await reloadWith(slow);
  const expected = await costsByWay();
  await reloadWith([]);
  const underWay = service.reloadSpeeds();
  writeFiles(slow);
  await Promise.all([underWay, service.reloadSpeeds(), service.reloadSpeeds()]);
  expect(await costsByWay()).toEqual(expected);
});
