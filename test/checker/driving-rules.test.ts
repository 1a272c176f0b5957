/** The checker detects drivers who drive too long, and tells which breaks count as rest. */
import { expect, test } from '@jest/globals';
import { type TravelTable } from '../support/checker/index.js';
import {
  expectOnly,
  found,
  MONDAY,
  toyRequest,
  toyResponse,
  toyVehicle,
  type ToyStep,
} from './toy.js';

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

test('a daily rest in two parts ends a longer day', () => {
  const rest = (duration: number): ToyStep => ({ ...REST, duration });
  const first: ToyStep = { at: 'a', order: 'o1', duration: 300 };
  const second: ToyStep = { at: 'a', order: 'o2', duration: 300 };
  const third: ToyStep = { at: 'a', order: 'o3', duration: 300 };
  // 600 s on the road to a, 300 s for each order, 600 s back. A day of 2,000 s, or 2,000 + 2,000 − 1,500 with a part.
  const cases: [string, ToyStep[], string[]][] = [
    ['without rests', [first, second, third], ['driving_rules /routes/0/stops/4']],
    ['a first part', [first, rest(500), second, third], ['driving_rules /routes/0/stops/5']],
    ['a part that is too short', [first, rest(499), second], ['driving_rules /routes/0/stops/4']],
    ['a part in time', [first, rest(500), second], []],
    ['both parts', [first, rest(500), second, rest(1500), third], []],
    ['no first part', [first, second, rest(1500), third], ['driving_rules /routes/0/stops/4']],
    ['one rest', [first, rest(500), rest(1000), third], ['driving_rules /routes/0/stops/4']],
    ['a whole rest', [first, second, rest(2000), third], []],
  ];
  const rules = {
    ...{ max_driving_duration: 9999, break_duration: 400 },
    ...{ max_daily_duration: 2000, daily_rest_duration: 2000, daily_rest_parts: [500, 1500] },
  };
  for (const [name, steps, expected] of cases) {
    const request = toyRequest({
      vehicles: [toyVehicle({ driving_rules: rules })],
      orders: steps.flatMap(({ order, duration }) =>
        order === undefined ? [] : [{ order_id: order, location: 'a', duration }],
      ),
    });
    expect([name, found(request, toyResponse([{ leave: '08:00', steps }]))]).toEqual([
      name,
      expected,
    ]);
  }
});
