/** The checker adds up statistics and costs, decodes polylines, computes slack, and requires warnings. */
import { expect, test } from '@jest/globals';
import { checkSolution } from '../support/checker/index.js';
import {
  expectOnly,
  found,
  latitudeOf,
  MONDAY,
  raise,
  toyRequest,
  toyResponse,
  toyVehicle,
  TRAVEL,
  type ToyStep,
} from './toy.js';

const STEPS: ToyStep[] = [
  { at: 'a', order: 'o1', wait: 360, duration: 300 },
  { at: 'b', order: 'o2', duration: 300 },
];

test('every statistic of a route and of the plan is the sum over its stops', () => {
  const request = toyRequest();
  const response = toyResponse([{ leave: '08:00', steps: STEPS }]);
  const names = [
    'distance',
    'duration',
    'driving_duration',
    'service_duration',
    'waiting_duration',
  ];
  const others = ['break_duration', 'overtime', 'earliness', 'lateness', 'stops'];
  expectOnly({ request, response }, [
    ...[...names, ...others].flatMap((name) => [
      {
        name,
        change: (_: any, changed: any) => raise(changed.routes[0].statistics, name),
        expected: [`statistics /routes/0/statistics/${name}`],
      },
      {
        name: `${name}, in all`,
        change: (_: any, changed: any) => (changed.statistics[name] = null),
        expected: [`statistics /statistics/${name}`],
      },
    ]),
    ...['vehicles', 'shifts', 'orders_served'].map((name) => ({
      name,
      change: (_: any, changed: any) => raise(changed.statistics, name),
      expected: [`statistics /statistics/${name}`],
    })),
    {
      name: 'orders',
      change: (_, changed) => (changed.routes[0].statistics.orders = 1),
      expected: ['statistics /routes/0/statistics/orders'],
    },
    {
      name: 'status',
      change: (_, changed) => (changed.status = 'Partial'),
      expected: ['status /status'],
    },
  ]);
});

test('costs follow the rates, for fractions of hours and kilometers too', () => {
  const costs = {
    fixed: 50,
    per_hour: 30,
    per_kilometer: 0.6,
    per_stop: 2,
    per_waiting_hour: 10,
    per_overtime_hour: 45,
  };
  const shift = { end_time: `${MONDAY}T08:36`, max_overtime: 3600 };
  const request = toyRequest({ vehicles: [toyVehicle({ costs }, shift)] });
  request.orders[0].preferred_vehicles = [
    { vehicle_id: 'v1', cost: -5 },
    { vehicle_id: 'v2', cost: 7 },
  ];
  // Service at 08:16 is 960 s late for 08:00: 960 / 3600 × 20. o2 at 08:31 is 29 minutes early for 09:00.
  request.orders[0].soft_time_windows = [{ end_time: `${MONDAY}T08:00`, cost_per_hour_late: 20 }];
  request.orders[1].soft_time_windows = [{ start_time: `${MONDAY}T09:00`, cost_per_hour_early: 6 }];
  const terms = {
    fixed: 50,
    time: 23, // 08:00 to 08:46 is 46 / 60 × 30
    distance: 9, // 15 km × 0.6
    stops: 4,
    waiting: 1, // 360 s
    overtime: 7.5, // ten minutes at 45
    soft_windows: 960 / 180 + 2.9,
    preferred_vehicles: -5,
  };
  const total = Object.values(terms).reduce((sum, cost) => sum + cost, 0);
  const [first, second] = STEPS;
  if (first === undefined || second === undefined) throw new Error('two steps');
  const response = toyResponse([
    {
      leave: '08:00',
      steps: [
        { ...first, lateness: 960 },
        { ...second, earliness: 1740 },
      ],
      over: '08:36',
      until: '09:36',
      cost: { ...terms, total },
    },
  ]);
  expectOnly({ request, response }, [
    ...Object.keys(terms).map((name) => ({
      name,
      change: (_: any, changed: any) => raise(changed.routes[0].statistics.cost, name),
      expected: [`cost /routes/0/statistics/cost/${name}`],
    })),
    {
      name: 'total',
      change: (_, changed) => raise(changed.statistics.cost, 'total'),
      expected: ['cost /statistics/cost/total'],
    },
    {
      name: 'a term of its own',
      change: (_, changed) => (changed.routes[0].statistics.cost.tolls = 0),
      expected: ['cost /routes/0/statistics/cost/tolls'],
    },
  ]);
});

/** Encodes a polyline as in the published example, with 5 or 6 decimals. */
function encode(points: number[][], precision: number): string {
  let before = [0, 0];
  return points
    .map((point) => {
      const scaled = point.map((degrees) => Math.round(degrees * 10 ** precision));
      const text = scaled
        .map((value, idx) => {
          const difference = value - (before[idx] ?? 0);
          let bits = difference < 0 ? -2 * difference - 1 : 2 * difference;
          let characters = '';
          while (bits >= 32) {
            characters += String.fromCharCode((bits % 32) + 32 + 63);
            bits = Math.floor(bits / 32);
          }
          return characters + String.fromCharCode(bits + 63);
        })
        .join('');
      before = scaled;
      return text;
    })
    .join('');
}

test('a polyline decodes and passes the stops in their order', () => {
  expect(
    encode(
      [
        [38.5, -120.2],
        [40.7, -120.95],
        [43.252, -126.453],
      ],
      5,
    ),
  ).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
  // Places are 1,112 m apart, from south to north.
  const through = (...names: string[]): number[][] => names.map((name) => [latitudeOf(name), 13.4]);
  const swapped = (points: number[][]): number[][] =>
    points.map(([lat = 0, lon = 0]) => [lon, lat]);
  const cases: [string | undefined, any, string[]][] = [
    [undefined, encode(through('d', 'c', 'd'), 5), []],
    ['polyline', encode(through('d', 'c', 'd'), 5), []],
    ['polyline6', encode(through('d', 'c', 'd'), 6), []],
    ['polyline6', encode(through('d', 'c', 'd'), 5), ['polyline /routes/0/stops/0']],
    ['geojson', { type: 'LineString', coordinates: swapped(through('d', 'c', 'd')) }, []],
    ['geojson', encode(through('d', 'c', 'd'), 5), ['polyline /routes/0/polyline']],
    ['polyline', undefined, ['polyline /routes/0/polyline']],
    ['polyline', '_p~iF~ps|', ['polyline /routes/0/polyline']],
    ['none', encode(through('d', 'c', 'd'), 5), ['polyline /routes/0']],
    // Coming from the south, it turns back before `e`, 4,448 m short of it.
    ['polyline', encode(through('d', 'a', 'd'), 5), ['polyline /routes/0/stops/1']],
    // It passes both stops but does not return.
    ['polyline', encode(through('d', 'e'), 5), ['polyline /routes/0/stops/2']],
  ];
  for (const [geometry, polyline, expected] of cases) {
    const request = toyRequest({ orders: [{ order_id: 'o1', location: 'e' }] });
    request.options = geometry === undefined ? {} : { geometry };
    const response = toyResponse([{ leave: '08:00', steps: [{ at: 'e', order: 'o1' }] }]);
    response.routes[0].polyline = polyline;
    expect([geometry, polyline, found(request, response)]).toEqual([geometry, polyline, expected]);
  }
});

test('slack is the delay that the windows and the end of the shift allow after a stop', () => {
  const window = (start: string, end: string): object => ({
    start_time: `${MONDAY}T${start}`,
    end_time: `${MONDAY}T${end}`,
  });
  const request = toyRequest();
  request.orders[0].time_windows = [window('08:16', '08:30')];
  request.orders[1].time_windows = [window('08:00', '08:40')];
  const response = toyResponse([
    {
      leave: '08:00',
      steps: STEPS.map((step, idx) => ({ ...step, latest: ['08:30', '08:40'][idx] ?? '' })),
    },
  ]);
  // o2 starts at 08:31 and may start at 08:40: nine minutes, plus six of waiting at o1 before it.
  expect(response.routes[0].stops.map((stop: any) => stop.slack)).toEqual([900, 900, 540, 29_640]);
  expectOnly({ request, response }, [
    {
      name: 'too much',
      change: (_, changed) => (changed.routes[0].stops[2].slack = 543),
      expected: ['slack /routes/0/stops/2/slack'],
    },
    {
      name: 'too little',
      change: (_, changed) => (changed.routes[0].stops[1].slack = 0),
      expected: ['slack /routes/0/stops/1/slack'],
    },
    {
      name: 'within the rounding of two legs',
      change: (_, changed) => (changed.routes[0].stops[2].slack = 542),
      expected: [],
    },
  ]);
});

test('a local time in a gap or an overlap of the clock has its warning', () => {
  const request = toyRequest();
  request.orders[0].release_time = '2026-03-29T02:30';
  request.orders[1].time_windows = [{ start_time: '2025-10-26T02:30' }];
  const response = toyResponse([{ leave: '08:00', steps: STEPS }]);
  response.warnings = ['/orders/0/release_time', '/orders/1/time_windows/0/start_time'].map(
    (pointer) => ({
      code: 'clock_change',
      pointer,
      comment: '',
    }),
  );
  expectOnly({ request, response }, [
    {
      name: 'none',
      change: (_, changed) => changed.warnings.pop(),
      expected: ['warning /warnings'],
    },
    {
      name: 'not needed with an offset',
      change: (changed, answer) => {
        changed.orders[1].time_windows[0].start_time = '2025-10-26T02:30:00+01:00';
        answer.warnings.pop();
      },
      expected: [],
    },
  ]);
});

test('only order stops have a cost per stop, and preferences apply to copies', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({ count: 2, costs: { per_stop: 3 } })],
    orders: [
      {
        order_id: 'o1',
        location: 'a',
        preferred_vehicles: [
          { vehicle_id: 'v1', cost: 4 },
          { vehicle_id: 'v1#2', cost: 1 },
        ],
      },
    ],
  });
  const responseOf = (vehicle: string, preferred: number): any =>
    toyResponse([
      {
        vehicle,
        leave: '08:00',
        steps: [{ at: 'a', order: 'o1' }],
        cost: { total: 3 + preferred, stops: 3, preferred_vehicles: preferred },
      },
    ]);
  expect(found(request, responseOf('v1#1', 4))).toEqual([]);
  expect(found(request, responseOf('v1#2', 1))).toEqual([]);
});

test('a polyline is compared to the meter if requested', () => {
  const request = toyRequest({ orders: [{ order_id: 'o1', location: 'e' }], options: {} });
  const response = toyResponse([{ leave: '08:00', steps: [{ at: 'e', order: 'o1' }] }]);
  const offered = (points: number[][]): number => {
    response.routes[0].polyline = encode(points, 5);
    return checkSolution(request, response, TRAVEL, { lineMeters: 2 }).length;
  };
  const [from, to] = [latitudeOf('d'), latitudeOf('e')];
  // A curve to the west, and back on a curve to the east.
  const bow = [
    [from, 13.4],
    [52.52, 13.3],
    [to, 13.4],
    [52.51, 13.5],
    [from, 13.4],
  ];
  expect(offered(bow)).toBe(0);
  // Five meters north of the stop, on a piece that passes it from west to east.
  const beside = (degrees: number): number[][] => [
    [from, 13.4],
    [to + degrees, 13.3],
    [to + degrees, 13.5],
    [from, 13.4],
  ];
  expect(offered(beside(0.00001))).toBe(0);
  expect(offered(beside(0.00005))).toBe(1);
});

test('slack ends with the current window, even if there is a later one', () => {
  const window = (start: string, end: string): object => ({
    start_time: `${MONDAY}T${start}`,
    end_time: `${MONDAY}T${end}`,
  });
  const request = toyRequest({ orders: [{ order_id: 'o1', location: 'a', duration: 300 }] });
  // It waits for the second window, so it may arrive at any time before 12:00.
  request.orders[0].time_windows = [window('08:00', '08:30'), window('11:00', '12:00')];
  const response = toyResponse([
    { leave: '08:00', steps: [{ at: 'a', order: 'o1', duration: 300, latest: '12:00' }] },
  ]);
  expect(found(request, response)).toEqual([]);
  // It cannot be later if the shift is over: from the second window it is back at 11:15.
  request.vehicles[0].shifts[0].end_time = `${MONDAY}T11:14`;
  const early = toyResponse([
    {
      leave: '08:00',
      until: '11:14',
      steps: [{ at: 'a', order: 'o1', duration: 300, latest: '08:30' }],
    },
  ]);
  expect(found(request, early)).toEqual([]);
});
