/** Travel tables: the request's own matrix, roads, estimates; lanes and speed factors. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import {
  createSharedTraffic,
  createThreadMaps,
  createThreadSpeeds,
} from '../../server/roads/index.js';
import {
  compileProblem,
  fillTravel,
  travelOf,
  type FilledTravel,
  type TravelSources,
} from '../../server/routing/index.js';
import { buildMapFile, degreesOf, writeExtract, type Point } from '../support/maps.js';
import { checkRequest, orderOf, requestOf, vehicleOf } from '../support/routing-requests.js';
import { PROJECT_ROOT } from '../support/service.js';

const folder = mkdtempSync(join(tmpdir(), 'route-engine-travel-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function sharedBytes(path: string): Uint8Array<SharedArrayBuffer> {
  const bytes = readFileSync(path);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

let sources: TravelSources;
beforeAll(async () => {
  const mapPath = join(folder, 'crossroads.map');
  await buildMapFile(writeExtract(folder, 'crossroads'), mapPath, { profiles: ['car', 'truck'] });
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
  const speeds = createThreadSpeeds({
    files: { traffic: sharedBytes('server/travel/traffic.json'), speeds: undefined },
    shared: createSharedTraffic(),
  });
  sources = {
    speeds,
    maps: createThreadMaps(
      { mapPaths: [mapPath], snapRadiusMeters: 350, memoryBytesMax: 1e9 },
      'car',
    ),
  };
});

function filled(request: object, shouldStop = () => false): FilledTravel | undefined {
  const outcome = checkRequest(
    JSON.parse(JSON.stringify(request)),
    'slots' in request ? 'slots' : 'async',
  );
  if (outcome.kind === 'bad') throw new Error(JSON.stringify(outcome.problems));
  const options = { memory: 'own', shouldStop } as const;
  const travel = travelOf(outcome.checked, compileProblem(outcome.checked), options);
  return travel === undefined ? undefined : fillTravel(sources, travel, options);
}

function tablesOf(request: object): FilledTravel {
  const result = filled(request);
  if (result === undefined) throw new Error('stopped');
  return result;
}

/** On the crossroads: the depot in the west, with orders at these points. */
const onMap = (points: readonly Point[], fields: object = {}): object => {
  const locations = [[-1000, 0] as const, ...points].map((point, idx) => ({
    location_id: idx === 0 ? 'd' : `p${idx}`,
    ...degreesOf(point),
    time_zone: 'Etc/UTC',
  }));
  return requestOf({
    locations,
    orders: points.map((_, idx) => orderOf({ order_id: `o${idx}`, location: `p${idx + 1}` })),
    ...fields,
  });
};

test('on roads the costs are those of the map, in each window and on weekends', () => {
  const { traffic, laneCount, tables, travelModel, warnings, attributions } = tablesOf(
    onMap([[1000, 0]]),
  );
  expect([travelModel, warnings]).toEqual(['road', []]);
  expect(attributions).toHaveLength(1);
  // Eight windows and the weekend; those of the shipped file begin at 0:00, 6:00, … and the first again at 22:00.
  expect([laneCount, tables.length]).toEqual([9, 1]);
  expect(traffic.weekday.map(([second, lane]) => [second / 3600, lane])).toEqual([
    [0, 0],
    [6, 1],
    [7, 2],
    [9.5, 3],
    [12, 4],
    [14, 5],
    [16.5, 6],
    [19, 7],
    [22, 0],
  ]);
  expect(traffic.weekend).toEqual([[0, 8]]);
  // 2,000 m along the primary road, and zeros on the diagonal.
  const [table] = tables;
  expect([...(table?.distanceMeters ?? [])]).toEqual([0, 2000, 2000, 0]);
  expect(table?.travelSeconds).toHaveLength(4 * 9);
  expect([...(table?.travelSeconds ?? [])].slice(0, 9)).toEqual(new Array(9).fill(0));
  // It is slower from 16:30 (0.70 on primary roads) than at night (1.0).
  const [night = 0, , , , , , evening = 0] = [...(table?.travelSeconds ?? [])].slice(9, 18);
  expect(evening / night).toBeCloseTo(1 / 0.7, 1);
});

test('each combination of type and speed factor has a table', () => {
  const vehicles = [
    vehicleOf(),
    vehicleOf({ vehicle_id: 'w', speed_factor: 0.5 }),
    vehicleOf({ vehicle_id: 'x', type: 'truck' }),
  ];
  const { tables, laneCount } = tablesOf(
    onMap([[1000, 0]], { vehicles, travel: { use_traffic: false } }),
  );
  expect([laneCount, tables.length]).toEqual([1, 3]);
  const [car = 0, slow = 0] = tables.map(({ travelSeconds }) => travelSeconds[1] ?? 0);
  // Each number is rounded once, so twice the rounded time differs by at most one second.
  expect(Math.abs(slow - 2 * car)).toBeLessThanOrEqual(1);
});

/** The meters of a pair, then its seconds in nine lanes, looked up as the core does. */
function costsOf(
  { distanceMeters, travelSeconds, rows }: FilledTravel['tables'][number],
  from: number,
  to: number,
  placeCount: number,
): number[] {
  const pairIn = (): number => {
    if (rows === undefined) return placeCount * from + to;
    const [firstPair = 0, firstTo = 0, count = 0] = rows.subarray(3 * from, 3 * from + 3);
    const lists = rows.subarray(3 * placeCount);
    const at = lists.subarray(firstTo, firstTo + count).indexOf(to);
    return at === -1 ? distanceMeters.length - 1 : firstPair + at;
  };
  const pair = pairIn();
  return [distanceMeters[pair] ?? 0, ...travelSeconds.slice(9 * pair, 9 * (pair + 1))];
}

test('a checked plan has the costs of its legs, and no others', () => {
  const vehicles = [vehicleOf(), vehicleOf({ vehicle_id: 'w' })];
  const asked = (mode: string): object =>
    onMap(
      [
        [1000, 0],
        [0, 500],
        [-500, 0],
        [500, 0],
      ],
      {
        vehicles,
        plan: {
          routes: [
            { vehicle_id: 'v', stops: [{ order_id: 'o0' }, { order_id: 'o1' }] },
            { vehicle_id: 'w', stops: [{ order_id: 'o2' }] },
          ],
        },
        options: { mode },
      },
    );
  const [all] = tablesOf(asked('optimize')).tables;
  const [judged] = tablesOf(asked('check')).tables;
  if (all === undefined || judged === undefined) throw new Error('there is no table');
  // From the depot to o0, o1 and back; to o2 and back. The place of o3 is in no route.
  const legs = ['0 1', '1 2', '2 0', '0 3', '3 0'];
  const isAsked = (from: number, to: number): boolean =>
    from === to || legs.includes(`${from} ${to}`);
  const places = [0, 1, 2, 3, 4];
  for (const from of places) {
    for (const to of places) {
      const wanted = isAsked(from, to) ? costsOf(all, from, to, 5) : new Array(10).fill(-1);
      expect([from, to, ...costsOf(judged, from, to, 5)]).toEqual([from, to, ...wanted]);
    }
  }
  // One entry for each place with itself, and one for a pair without a path.
  expect(judged.distanceMeters).toHaveLength(5 + legs.length + 1);
});

test('in a checked plan, breaks at places and reloads may come between any stops', () => {
  const points: readonly Point[] = [1000, 500, -500, 0].map((x, idx) => [x, 100 * idx] as const);
  const shift = {
    breaks: [{ break_id: 'b', duration: 600, location: 'p3' }],
    reloads: [{ reload_id: 'r', location: 'p4' }],
  };
  const orders = [0, 1].map((idx) => ({ order_id: `o${idx}`, location: `p${idx + 1}` }));
  const request = onMap(points, {
    vehicles: [vehicleOf({}, shift)],
    orders,
    plan: { routes: [{ vehicle_id: 'v', stops: orders.map(({ order_id }) => ({ order_id })) }] },
  });
  const [all] = tablesOf({ ...request, options: { mode: 'optimize' } }).tables;
  const [judged] = tablesOf({ ...request, options: { mode: 'check' } }).tables;
  if (all === undefined || judged === undefined) throw new Error('there is no table');
  // Places are numbered by first use: those of the shift before those of the orders.
  for (const [from, to] of [0, 1, 2, 3, 4].flatMap((place) => [1, 2].map((of) => [place, of]))) {
    for (const [a = 0, b = 0] of [
      [from, to],
      [to, from],
    ]) {
      expect([a, b, ...costsOf(judged, a, b, 5)]).toEqual([a, b, ...costsOf(all, a, b, 5)]);
    }
  }
  expect(costsOf(judged, 0, 4, 5)[0]).toBe(-1);
});

test('a vehicle that stays may go from any of its routes to any other', () => {
  const nights = ['2026-05-04', '2026-05-05'].map((date) => ({
    ...{ start_time: `${date}T08:00`, end_time: `${date}T18:00`, start_location: 'd' },
    ...{ shift_id: date, end_location: 'stay' },
  }));
  const stops = (order_id: string) => [{ order_id }];
  const request = onMap(
    [
      [1000, 0],
      [0, 500],
    ],
    {
      vehicles: [vehicleOf({ shifts: nights })],
      plan: {
        routes: nights.map(({ shift_id }, idx) => ({
          ...{ vehicle_id: 'v', shift_id, stops: stops(`o${idx}`) },
        })),
      },
      options: { mode: 'check' },
    },
  );
  const [judged] = tablesOf(request).tables;
  if (judged === undefined) throw new Error('there is no table');
  expect(costsOf(judged, 1, 2, 3)[0]).toBe(1500);
});

test('for time slots, there are the costs within routes, and from and to the new order', () => {
  const points: readonly Point[] = [1000, 500, -500, 0, 800].map((x, idx) => [x, 100 * idx]);
  const [v, w, idle] = ['v', 'w', 'idle'].map((vehicle_id) => vehicleOf({ vehicle_id }));
  const request = onMap(points, {
    vehicles: [v, w, { ...idle, shifts: [{ ...idle.shifts[0], reloads: [{ location: 'p5' }] }] }],
    orders: [0, 1, 2, 3].map((idx) => ({ order_id: `o${idx}`, location: `p${idx + 1}` })),
    plan: {
      routes: [
        { vehicle_id: 'v', stops: [{ order_id: 'o0' }, { order_id: 'o1' }] },
        { vehicle_id: 'w', stops: [{ order_id: 'o2' }] },
      ],
    },
  });
  const windows = [{ start_time: '08:00', end_time: '10:00' }];
  const [all] = tablesOf(request).tables;
  const [offered] = tablesOf({ ...request, slots: { order_id: 'o3', windows } }).tables;
  if (all === undefined || offered === undefined) throw new Error('there is no table');
  // Places by first use: the depot, the reload at p5, then those of the orders, from 2 on.
  const isAsked = (from: number, to: number): boolean => {
    const within = [
      [0, 2, 3],
      [0, 4],
      [0, 1],
    ];
    return from === 5 || to === 5 || within.some((its) => its.includes(from) && its.includes(to));
  };
  for (const from of [0, 1, 2, 3, 4, 5]) {
    for (const to of [0, 1, 2, 3, 4, 5]) {
      const isKnown = from === to || isAsked(from, to);
      const wanted = isKnown ? costsOf(all, from, to, 6) : new Array(10).fill(-1);
      expect([from, to, ...costsOf(offered, from, to, 6)]).toEqual([from, to, ...wanted]);
    }
  }
});

test('without traffic there is one lane, which always applies', () => {
  const { traffic } = tablesOf(onMap([[1000, 0]], { travel: { use_traffic: false } }));
  expect(traffic).toEqual({ weekday: [[0, 0]], weekend: [[0, 0]] });
});

test('places off the roads are estimated, with a warning for each', () => {
  const { travelModel, warnings, tables } = tablesOf(
    onMap([
      [1000, 0],
      [0, 9000],
    ]),
  );
  expect(travelModel).toBe('mixed');
  expect(warnings.map(({ code, pointer }) => [pointer, code])).toEqual([
    ['/locations/2', 'location_off_road'],
  ]);
  expect(Math.min(...(tables[0]?.distanceMeters ?? []))).toBe(0);
});

test('without a map, everything is estimated, with a single warning', () => {
  const { travelModel, warnings, tables, attributions } = tablesOf(requestOf());
  expect([travelModel, attributions]).toEqual(['estimate', []]);
  expect(warnings.map(({ code }) => code)).toEqual(['travel_estimated']);
  // 0.01° of latitude on the sphere × the detour factor of 1.4.
  const meters = Math.round((6_371_008.8 * Math.PI * 0.01 * 1.4) / 180);
  expect([...(tables[0]?.distanceMeters ?? [])]).toEqual([0, meters, meters, 0]);
});

const DAY = [
  {
    traffic_window_start_times: ['00:00:00', '20:00:00'],
    traffic_window_end_times: ['07:59:59', '23:59:59'],
  },
  { traffic_window_start_times: ['08:00:00'], traffic_window_end_times: ['19:59:59'] },
];
const ownMatrix = (fields: object, travel: object = {}): object =>
  requestOf({
    vehicles: [vehicleOf({ speed_factor: 2 })],
    travel: {
      ...travel,
      matrix: {
        traffic_windows: DAY,
        travel_costs: { d: { a: [500, 60, 91], d: [9, 9, 9] } },
        ...fields,
      },
    },
  });

const OWN: [string, object, object, number, number[]][] = [
  // 91 s at twice the speed are 45.5 s, rounded half up.
  ['weekends are like weekdays', {}, {}, 2, [0, 0, 30, 46, -1, -1, 0, 0]],
  [
    'weekends have a lane',
    { weekend_travel_costs: { d: { a: [500, 50] } } },
    {},
    3,
    [0, 0, 0, 30, 46, 25, -1, -1, -1, 0, 0, 0],
  ],
  [
    'weekends lack a pair',
    { weekend_travel_costs: { a: { d: [500, 50] } } },
    {},
    4,
    [0, 0, 0, 0, 30, 46, 30, 46, -1, -1, -1, -1, 0, 0, 0, 0],
  ],
  ['without traffic the least time holds', {}, { use_traffic: false }, 1, [0, 30, -1, 0]],
  [
    'without traffic the least may be the weekend',
    { weekend_travel_costs: { d: { a: [500, 50] } } },
    { use_traffic: false },
    1,
    [0, 25, -1, 0],
  ],
  [
    'without traffic free flow holds',
    { free_flow_travel_costs: { d: { a: [500, 70] } } },
    { use_traffic: false },
    1,
    [0, 35, -1, 0],
  ],
];
test.each(OWN)("the request's own matrix: %s", (_name, fields, travel, laneCount, seconds) => {
  const { laneCount: lanes, tables, travelModel, warnings } = tablesOf(ownMatrix(fields, travel));
  expect([travelModel, warnings]).toEqual(['matrix', []]);
  expect([lanes, tables.length]).toEqual([laneCount, 1]);
  expect([...(tables[0]?.travelSeconds ?? [])]).toEqual(seconds);
  expect([...(tables[0]?.distanceMeters ?? [])]).toEqual([0, 500, -1, 0]);
});

test('lanes of a request’s own matrix begin with its windows', () => {
  expect(tablesOf(ownMatrix({})).traffic.weekday).toEqual([
    [0, 0],
    [8 * 3600, 1],
    [20 * 3600, 0],
  ]);
});

test('a place may have the name of a built-in property of objects', () => {
  const request = requestOf({
    locations: [
      ...requestOf().locations,
      { location_id: 'constructor', latitude: 52.5, longitude: 13.4 },
    ],
    orders: [orderOf({ location: 'constructor' })],
    travel: {
      matrix: {
        traffic_windows: [
          { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
        ],
        travel_costs: { d: {} },
      },
    },
  });
  expect([...(tablesOf(request).tables[0]?.distanceMeters ?? [])]).toEqual([0, -1, -1, 0]);
});

test('filling stops when the request is cancelled', () => {
  expect(filled(onMap([[1000, 0]]), () => true)).toBeUndefined();
  expect(filled(ownMatrix({}), () => true)).toBeUndefined();
});
