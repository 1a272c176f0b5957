/** The checker detects breaks that are missing or at the wrong time or place, and drivers who drive too long. */
import { expect, test } from '@jest/globals';
import { type TravelTable } from '../support/checker/index.js';
import {
  expectOnly,
  found,
  MONDAY,
  toyRequest,
  toyResponse,
  toyVehicle,
  type ToyRoute,
  type ToyStep,
} from './toy.js';

const dated = (start: string, end: string): object => ({
  start_time: `${MONDAY}T${start}`,
  end_time: `${MONDAY}T${end}`,
});

/** Lunch at `a` from 12:00, after waiting: the vehicle leaves at 11:40, arrives at 11:50 and serves until 11:55. */
const lunch = (fields: object = {}): any => {
  const entry = {
    break_id: 'lunch',
    duration: 1800,
    time_windows: [dated('12:00', '12:20')],
    ...fields,
  };
  const request = toyRequest({ vehicles: [toyVehicle({}, { breaks: [entry] })] });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'a', type: 'break', stop: 'lunch', wait: 300, duration: 1800, latest: '12:20' },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  return { request, response: toyResponse([{ leave: '11:40', steps }]) };
};

test('a break starts within its window and lasts as long as required', () => {
  const break_ = (request: any): any => request.vehicles[0].shifts[0].breaks[0];
  expectOnly(lunch(), [
    {
      name: 'too early',
      change: (request) => (break_(request).time_windows = [dated('12:00:01', '12:20')]),
      expected: ['break /routes/0/stops/2'],
    },
    {
      name: 'too late',
      change: (request) => (break_(request).time_windows = [dated('11:00', '11:59:59')]),
      expected: ['break /routes/0/stops/2'],
    },
    {
      name: 'too short',
      change: (request) => (break_(request).duration = 2000),
      expected: ['service_duration /routes/0/stops/2/duration'],
    },
    {
      name: 'a break of no shift',
      change: (_, response) => delete response.routes[0].stops[2].stop_id,
      expected: [
        'break /routes/0',
        'slack /routes/0/stops/0/slack',
        'slack /routes/0/stops/1/slack',
        'slack /routes/0/stops/2/slack',
        'stop_unknown /routes/0/stops/2',
      ],
    },
  ]);
});

test('an owed break is neither left out nor taken twice', () => {
  const steps = (times: number): ToyStep[] => [
    { at: 'a', order: 'o1', duration: 300 },
    ...Array.from({ length: times }, (): ToyStep => ({
      at: 'a',
      type: 'break',
      stop: 'lunch',
      duration: 600,
    })),
    { at: 'b', order: 'o2', duration: 300 },
  ];
  const entry = { break_id: 'lunch', duration: 600 };
  const request = toyRequest({ vehicles: [toyVehicle({}, { breaks: [entry] })] });
  const response = (times: number): any => toyResponse([{ leave: '08:00', steps: steps(times) }]);
  expect(found(request, response(1))).toEqual([]);
  expect(found(request, response(0))).toEqual(['break /routes/0']);
  expect(found(request, response(2))).toEqual(['break /routes/0/stops/3']);

  // The route lasts from 08:00 to 08:40. A break that fits before the route or may begin after it is not owed.
  const cases: [object[], string[]][] = [
    [[dated('08:10', '08:30')], ['break /routes/0']],
    [[dated('08:10', '08:40')], []],
    [[dated('07:00', '08:30')], ['break /routes/0']],
    [[dated('12:00', '13:00')], []],
  ];
  for (const [time_windows, expected] of cases) {
    request.vehicles[0].shifts[0].breaks[0].time_windows = time_windows;
    expect([time_windows, found(request, response(0))]).toEqual([time_windows, expected]);
  }
  // An earlier shift start leaves twenty minutes, enough for the break.
  request.vehicles[0].shifts[0].breaks[0].time_windows = [dated('07:00', '08:30')];
  request.vehicles[0].shifts[0].start_time = `${MONDAY}T07:40`;
  expect(found(request, response(0))).toEqual([]);
});

test('a break with a place is taken there, and one without a place where the vehicle is', () => {
  const { request, response } = lunch({ location: 'a' });
  expectOnly({ request, response }, [
    {
      name: 'elsewhere',
      change: (changed) => (changed.vehicles[0].shifts[0].breaks[0].location = 'c'),
      expected: ['stop_place /routes/0/stops/2'],
    },
  ]);
  const { request: free, response: strayed } = lunch();
  strayed.routes[0].stops[2].location_id = 'c';
  expect(found(free, strayed)).toContain('stop_place /routes/0/stops/2');
});

test('the absolute times of a repeated break move with its shift', () => {
  const { request, response } = lunch();
  const [shift] = request.vehicles[0].shifts;
  // The shift and its break are defined for the Monday before.
  shift.start_time = '2026-04-27T08:00';
  shift.end_time = '2026-04-27T17:00';
  shift.breaks[0].time_windows = [{ start_time: '2026-04-27T12:00', end_time: '2026-04-27T12:20' }];
  shift.repeat = 'FREQ=WEEKLY';
  request.planning_period = { start_time: MONDAY, end_time: '2026-05-05' };
  expect(found(request, response)).toEqual([]);
  shift.breaks[0].time_windows[0].start_time = '2026-04-27T12:05';
  expect(found(request, response)).toEqual(['break /routes/0/stops/2']);
});

test('soft breaks may be late or left out at a cost, but not early', () => {
  const soft = {
    break_id: 'coffee',
    duration: 900,
    time_windows: [dated('08:00', '08:10')],
    cost_per_hour_late: 20,
    skip_cost: 10,
  };
  const request = toyRequest({ vehicles: [toyVehicle({}, { soft_breaks: [soft] })] });
  const coffee: ToyStep = {
    at: 'a',
    type: 'soft_break',
    stop: 'coffee',
    duration: 900,
    lateness: 300,
  };
  const [first, second]: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  if (first === undefined || second === undefined) throw new Error('two steps');
  // It starts at 08:15, five minutes late: 20 / 12.
  const cost = { total: 20 / 12, soft_breaks: 20 / 12 };
  const response = toyResponse([{ leave: '08:00', steps: [first, coffee, second], cost }]);
  expectOnly({ request, response }, [
    {
      name: 'early',
      change: (changed, answer) => {
        changed.vehicles[0].shifts[0].soft_breaks[0].time_windows = [dated('08:16', '08:30')];
        for (const { statistics } of [answer, answer.routes[0]]) {
          statistics.lateness = 0;
          statistics.cost = { total: 0 };
        }
        answer.routes[0].stops[2].lateness = 0;
      },
      expected: ['break /routes/0/stops/2'],
    },
    {
      name: 'the price',
      change: (changed) => (changed.vehicles[0].shifts[0].soft_breaks[0].cost_per_hour_late = 40),
      expected: ['soft_breaks', 'total']
        .flatMap((name) => [
          `cost /routes/0/statistics/cost/${name}`,
          `cost /statistics/cost/${name}`,
        ])
        .sort(),
    },
    {
      name: 'the lateness',
      change: (_, answer) => {
        answer.routes[0].stops[2].lateness = 0;
        answer.routes[0].statistics.lateness = 0;
        answer.statistics.lateness = 0;
      },
      expected: ['lateness /routes/0/stops/2/lateness'],
    },
  ]);
  const skipped = { total: 10, soft_breaks: 10 };
  soft.time_windows = [dated('08:00', '08:30')];
  const left = (names: string[]): ToyRoute => ({
    ...{ leave: '08:00', steps: [first, second] },
    ...{ cost: skipped, skipped: names },
  });
  expect(found(request, toyResponse([left(['coffee'])]))).toEqual([]);
  expect(found(request, toyResponse([left([])]))).toEqual([
    'skipped_soft_breaks /routes/0/skipped_soft_breaks',
  ]);
});

const REST: ToyStep = { at: 'a', type: 'break', duration: 2700 };

test('a driver does not drive longer than allowed without a break or its parts in order', () => {
  const rules = { max_driving_duration: 1300, break_duration: 2700, break_parts: [900, 1800] };
  const request = toyRequest({ vehicles: [toyVehicle({ driving_rules: rules })] });
  const rest = (at: string, duration: number): ToyStep => ({ ...REST, at, duration });
  const cases: [string, ToyStep[], string[]][] = [
    // Three legs of 600 s: the third exceeds 1,300 s.
    ['none', [], ['driving_rules /routes/0/stops/3']],
    ['whole', [rest('a', 2700)], []],
    ['too short', [rest('a', 2699)], ['driving_rules /routes/0/stops/4']],
    ['one part', [rest('a', 900)], ['driving_rules /routes/0/stops/4']],
    ['long part first', [rest('a', 1800), rest('b', 900)], ['driving_rules /routes/0/stops/5']],
    ['parts', [rest('a', 900), rest('b', 1800)], []],
    // Two breaks without anything between them count as one.
    ['together', [rest('a', 1350), rest('a', 1350)], []],
  ];
  for (const [name, rests, expected] of cases) {
    const steps: ToyStep[] = [
      { at: 'a', order: 'o1', duration: 300 },
      ...rests.filter(({ at }) => at === 'a'),
      { at: 'b', order: 'o2', duration: 300 },
      ...rests.filter(({ at }) => at === 'b'),
    ];
    expect([name, found(request, toyResponse([{ leave: '08:00', steps }]))]).toEqual([
      name,
      expected,
    ]);
  }
});

test('waiting is not rest, and a break that no rule requires needs driving rules', () => {
  const rules = { max_driving_duration: 1300, break_duration: 2700 };
  const request = toyRequest({ vehicles: [toyVehicle({ driving_rules: rules })] });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', wait: 2700, duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([
    'driving_rules /routes/0/stops/3',
  ]);
  const rested = toyResponse([
    { leave: '08:00', steps: [...steps.slice(0, 1), REST, ...steps.slice(1)] },
  ]);
  expect(found(request, rested)).toEqual([]);
  expect(found(toyRequest(), rested)).toEqual(['stop_unknown /routes/0/stops/2']);
});

test('a break on the road divides a leg, and its parts make up the whole', () => {
  // From `d` to `a` it takes 1,000 s before 09:00 and 2,000 s after, in both directions.
  const table = {
    traffic_windows: [
      { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['08:59:59'] },
      { traffic_window_start_times: ['09:00:00'], traffic_window_end_times: ['23:59:59'] },
    ],
    travel_costs: { d: { a: [10_000, 1000, 2000] }, a: { d: [10_000, 1000, 2000] } },
  } satisfies TravelTable;
  const rules = { max_driving_duration: 2300, break_duration: 900 };
  const request = toyRequest({
    vehicles: [toyVehicle({ driving_rules: rules })],
    orders: [{ order_id: 'o1', location: 'a', duration: 100 }],
  });
  const response = toyResponse([
    { leave: '08:55', steps: [REST, { at: 'a', order: 'o1', duration: 100 }] },
  ]);
  const [route] = response.routes;
  const set = (idx: number, fields: object): void => {
    Object.assign(route.stops[idx], fields);
  };
  const clock = (text: string): string => `${MONDAY}T${text}+02:00`;
  // 08:55 to 08:59 is 240 s at 1/1000: 0.24 of the leg, 2,400 m. Then 15 minutes of rest on the road.
  delete route.stops[1].location_id;
  set(1, {
    latitude: 52.503,
    arrival_time: clock('08:59:00'),
    service_start_time: clock('08:59:00'),
    duration: 900,
    departure_time: clock('09:14:00'),
    travel_duration: 240,
    travel_distance: 2400,
  });
  // The remaining 0.76 at 1/2000 take 1,520 s.
  set(2, {
    arrival_time: clock('09:39:20'),
    service_start_time: clock('09:39:20'),
    departure_time: clock('09:41:00'),
    travel_duration: 1520,
    travel_distance: 7600,
  });
  set(3, {
    arrival_time: clock('10:14:20'),
    service_start_time: clock('10:14:20'),
    departure_time: clock('10:14:20'),
    travel_duration: 2000,
    travel_distance: 10_000,
  });
  route.end_time = clock('10:14:20');
  for (const { statistics } of [route, response]) {
    Object.assign(statistics, {
      distance: 20_000,
      duration: 4760,
      driving_duration: 3760,
      break_duration: 900,
    });
  }
  // 1,520 s and 2,000 s of driving after the break exceed the limit.
  const travel = { car: table };
  expect(found(request, response, travel)).toEqual(['driving_rules /routes/0/stops/3']);
  request.vehicles[0].driving_rules.max_driving_duration = 3520;
  expectOnly(
    { request, response },
    [
      {
        name: 'the second part is too fast',
        change: (changed) => {
          const costs = structuredClone(table);
          costs.travel_costs.d.a[2] = 2100; // 0.76 × 2100 = 1596 s
          changed.travel = { matrix: { ...costs, locations: [] } };
        },
        expected: ['travel_duration /routes/0/stops/2/travel_duration'],
      },
      {
        name: 'the distance of the first part',
        change: (_, changed) => {
          changed.routes[0].stops[1].travel_distance = 2500;
          changed.routes[0].stops[2].travel_distance = 7500;
        },
        expected: ['travel_distance /routes/0/stops/1/travel_distance'],
      },
    ],
    travel,
  );
});

test('a break is no longer owed, exact to the second', () => {
  const entry = { break_id: 'lunch', duration: 600, time_windows: [dated('07:00', '08:30')] };
  const request = toyRequest({
    vehicles: [toyVehicle({}, { breaks: [entry], start_time: `${MONDAY}T07:50` })],
  });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  // From 07:50 to 08:00 there is just enough time; from 07:51 there is not, but an earlier window has room.
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([]);
  request.vehicles[0].shifts[0].breaks[0].time_windows = [dated('07:51', '08:30')];
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual(['break /routes/0']);
  request.vehicles[0].shifts[0].breaks[0].time_windows.push(dated('07:50', '07:50'));
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([]);
});

test('consecutive breaks count as one, separate ones do not', () => {
  const rest = (at: string, duration: number): ToyStep => ({ at, type: 'break', duration });
  const first: ToyStep = { at: 'a', order: 'o1', duration: 300 };
  const second: ToyStep = { at: 'b', order: 'o2', duration: 300 };
  const late = ['driving_rules /routes/0/stops/5'];
  const cases: [number[], ToyStep[], string[]][] = [
    // Half a break here and half at the next place are not a break.
    [[], [first, rest('a', 1350), rest('b', 1350), second], late],
    [[], [first, rest('a', 1350), { ...rest('a', 1350), wait: 60 }, second], late],
    // Two halves of a part make a part.
    [[600, 600], [first, rest('a', 300), rest('a', 300), second, rest('b', 600)], []],
    // One long rest is one part, even if it is written as two.
    [[600, 600], [first, rest('a', 600), rest('a', 600), second], late],
    [[600, 600], [first, rest('a', 600), rest('a', 100), second, rest('b', 600)], []],
  ];
  for (const [break_parts, steps, expected] of cases) {
    const rules = { max_driving_duration: 1300, break_duration: 2700, break_parts };
    const request = toyRequest({ vehicles: [toyVehicle({ driving_rules: rules })] });
    const response = toyResponse([{ leave: '08:00', steps }]);
    expect([steps, found(request, response)]).toEqual([steps, expected]);
  }
});

test('a soft break without a price is never late', () => {
  const soft = { break_id: 'tea', duration: 60, time_windows: [dated('08:00', '08:10')] };
  const request = toyRequest({
    vehicles: [toyVehicle({}, { soft_breaks: [soft] })],
    orders: [{ order_id: 'o1', location: 'a', duration: 300 }],
  });
  const order: ToyStep = { at: 'a', order: 'o1', duration: 300 };
  const tea: ToyStep = { at: 'a', type: 'soft_break', stop: 'tea', duration: 60, lateness: 300 };
  expect(found(request, toyResponse([{ leave: '08:00', steps: [order, tea] }]))).toEqual([]);
  const left = toyResponse([{ leave: '08:00', steps: [order], skipped: ['tea'] }]);
  expect(found(request, left)).toEqual([]);
});

test('with several windows, a hard break may wait for the last, and a soft one counts the least lateness', () => {
  const windows = [dated('08:00', '08:05'), dated('08:12', '08:14'), dated('10:00', '10:30')];
  const request = toyRequest({
    vehicles: [
      toyVehicle(
        {},
        {
          breaks: [{ break_id: 'lunch', duration: 60, time_windows: windows }],
          soft_breaks: [{ break_id: 'tea', duration: 60, time_windows: windows }],
        },
      ),
    ],
    orders: [{ order_id: 'o1', location: 'a', duration: 300 }],
  });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    // 08:15, a minute after the second window; the third has not opened yet.
    { at: 'a', type: 'soft_break', stop: 'tea', duration: 60, lateness: 60 },
  ];
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([]);
  // Exactly on time is not early.
  request.vehicles[0].shifts[0].soft_breaks[0].time_windows = [dated('08:15', '08:20')];
  const onTime = steps.map((step) => ({ ...step, lateness: 0 }));
  expect(found(request, toyResponse([{ leave: '08:00', steps: onTime }]))).toEqual([]);
});

test('a break without a place may be at a place of the route, and ignores the windows there', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({}, { breaks: [{ break_id: 'lunch', duration: 600 }] })],
    orders: [{ order_id: 'o1', location: 'a', duration: 300, setup_duration: 60 }],
  });
  const lunch: ToyStep = { at: 'a', type: 'break', stop: 'lunch', duration: 600 };
  const order: ToyStep = { at: 'a', order: 'o1', duration: 300, setup: 60 };
  const before = toyResponse([{ leave: '08:00', steps: [lunch, { ...order, latest: '09:00' }] }]);
  const after = toyResponse([{ leave: '08:00', steps: [{ ...order, latest: '09:00' }, lunch] }]);
  // `a` opens at 08:20 for service at 08:21, and closes at 09:00.
  request.locations[1].time_windows = [dated('08:20', '09:00')];
  expect(found(request, before)).toEqual([]);
  request.locations[1].time_windows = [dated('08:00', '08:12')];
  expect(found(request, after).filter((line) => !line.startsWith('slack'))).toEqual([]);
});

test('a recurring window counts on the day of the shift, not on the day before', () => {
  const lunchAtNoon = {
    break_id: 'lunch',
    duration: 1800,
    time_windows: [{ start_time: '12:00', end_time: '12:20' }],
  };
  const request = toyRequest({ vehicles: [toyVehicle({}, { breaks: [lunchAtNoon] })] });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  // On the road from 11:45 to 12:25.
  expect(found(request, toyResponse([{ leave: '11:45', steps }]))).toEqual(['break /routes/0']);
});
