/** The checker computes the load after each stop, and detects loads that must not be on board together. */
import { expect, test } from '@jest/globals';
import { expectOnly, found, toyRequest, toyResponse, toyVehicle, type ToyStep } from './toy.js';

const RELOAD = { reload_id: 'dock', location: 'd', duration: 60 };

test('deliveries are on board from the start and collected goods to the end, in each dimension', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({ capacity: { weight: 30 } })],
    orders: [
      { order_id: 'o1', location: 'a', load: { weight: 20, volume: 1 } },
      { order_id: 'o2', location: 'b', load: { weight: 10 } },
      { order_id: 'o3', location: 'c', load: { weight: 25 }, kind: 'pickup' },
      { order_id: 'o4', location: 'e', load: { weight: 99 }, kind: 'service' },
    ],
  });
  const response = toyResponse([
    {
      leave: '08:00',
      startLoad: { weight: 30, volume: 1 },
      steps: [
        { at: 'a', order: 'o1', load: { weight: 10, volume: 0 } },
        { at: 'b', order: 'o2', load: { weight: 0, volume: 0 } },
        { at: 'c', order: 'o3', kind: 'pickup', load: { weight: 25, volume: 0 } },
        { at: 'e', order: 'o4', kind: 'service', load: { weight: 25, volume: 0 } },
      ],
    },
  ]);
  expectOnly({ request, response }, [
    {
      name: 'too much at the start',
      change: (changed) => (changed.vehicles[0].capacity.weight = 29),
      expected: ['capacity /routes/0/stops/0'],
    },
    {
      name: 'too much by the least amount that can be stated',
      change: (changed) => (changed.vehicles[0].capacity.weight = 29.999999),
      expected: ['capacity /routes/0/stops/0'],
    },
    {
      name: 'too much later on, too',
      change: (changed) => (changed.vehicles[0].capacity = { weight: 24 }),
      // Once for the whole route, at the stop from which the excess is largest.
      expected: ['capacity /routes/0/stops/0'],
    },
    {
      name: 'another dimension',
      change: (changed) => (changed.vehicles[0].capacity.volume = 0.5),
      expected: ['capacity /routes/0/stops/0'],
    },
    {
      name: 'load_after',
      change: (_, answer) => (answer.routes[0].stops[2].load_after = { weight: 1 }),
      expected: ['load_after /routes/0/stops/2/load_after'],
    },
    {
      name: 'max_load',
      change: (_, answer) => (answer.routes[0].statistics.max_load.weight = 29),
      expected: ['max_load /routes/0/statistics/max_load/weight'],
    },
  ]);
});

test('a reload unloads what was collected and loads what is delivered next', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({ capacity: { weight: 10 } }, { reloads: [RELOAD] })],
    orders: [
      { order_id: 'o1', location: 'a', load: { weight: 10 } },
      { order_id: 'o2', location: 'b', load: { weight: 8 }, kind: 'pickup' },
      { order_id: 'o3', location: 'c', load: { weight: 9 } },
    ],
  });
  const response = toyResponse([
    {
      leave: '08:00',
      startLoad: { weight: 10 },
      steps: [
        { at: 'a', order: 'o1', load: { weight: 0 } },
        { at: 'b', order: 'o2', kind: 'pickup', load: { weight: 8 } },
        { at: 'd', type: 'reload', stop: 'dock', duration: 60, load: { weight: 9 } },
        { at: 'c', order: 'o3', load: { weight: 0 } },
      ],
    },
  ]);
  expectOnly({ request, response }, [
    {
      name: 'too much from the reload on',
      change: (changed, answer) => {
        changed.orders[2].load.weight = 11;
        answer.routes[0].stops[3].load_after.weight = 11;
        answer.routes[0].statistics.max_load.weight = 11;
      },
      expected: ['capacity /routes/0/stops/3'],
    },
  ]);
});

test('the initial load must fit even without a start stop', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({ capacity: { weight: 5 } }, { start_location: null })],
    orders: [{ order_id: 'o1', location: 'a', load: { weight: 5 } }],
  });
  const steps = [{ at: 'a', order: 'o1', load: { weight: 0 } }];
  const response = toyResponse([{ leave: '08:00', isOpenStart: true, steps }]);
  response.routes[0].statistics.max_load.weight = 5;
  expectOnly({ request, response }, [
    {
      name: 'too much',
      change: (changed) => (changed.vehicles[0].capacity.weight = 4),
      expected: ['capacity /routes/0'],
    },
  ]);
});

const shipment = (id: string, from: string, to: string, fields: object = {}): object => ({
  order_id: id,
  pickups: [{ stop_id: 'p', location: from, load: { weight: 5 } }],
  dropoffs: [{ stop_id: 'q', location: to, load: { weight: 5 } }],
  ...fields,
});
const take = (order: string, at: string, weight: number, duration = 0): ToyStep => ({
  at,
  order,
  stop: 'p',
  kind: 'pickup',
  duration,
  load: { weight },
});
const bring = (order: string, at: string, weight: number): ToyStep => ({
  at,
  order,
  stop: 'q',
  load: { weight },
});

test('goods between two stops stay on board, even through a reload', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({ capacity: { weight: 5 } }, { reloads: [RELOAD] })],
    orders: [shipment('o1', 'a', 'b')],
  });
  const reload = {
    at: 'd',
    type: 'reload',
    stop: 'dock',
    duration: 60,
    load: { weight: 5 },
  } as const;
  const steps = [take('o1', 'a', 5), reload, bring('o1', 'b', 0)];
  expectOnly({ request, response: toyResponse([{ leave: '08:00', steps }]) }, [
    {
      name: 'too heavy',
      change: (changed) => (changed.vehicles[0].capacity.weight = 4),
      expected: ['capacity /routes/0/stops/1', 'capacity /routes/0/stops/2'],
    },
  ]);
});

test('the amount dropped in excess of pickups was on board from the start', () => {
  const request = toyRequest({ orders: [shipment('o1', 'a', 'b')] });
  request.orders[0].dropoffs[0].load.weight = 7;
  const steps = [take('o1', 'a', 7), bring('o1', 'b', 0)];
  const response = toyResponse([{ leave: '08:00', startLoad: { weight: 2 }, steps }]);
  expect(found(request, response)).toEqual([]);
});

test('pickups come before dropoffs, unless `after` is weaker', () => {
  const order = {
    order_id: 'o1',
    pickups: [
      { stop_id: 'p1', location: 'a' },
      { stop_id: 'p2', location: 'b' },
    ],
    dropoffs: [{ stop_id: 'q', location: 'c', after: ['p1'] }],
  };
  const request = toyRequest({ orders: [order] });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', stop: 'p1', kind: 'pickup' },
    { at: 'c', order: 'o1', stop: 'q' },
    { at: 'b', order: 'o1', stop: 'p2', kind: 'pickup' },
  ];
  expectOnly({ request, response: toyResponse([{ leave: '08:00', steps }]) }, [
    {
      name: 'after both',
      change: (changed) => delete changed.orders[0].dropoffs[0].after,
      expected: ['load_order /routes/0/stops/2'],
    },
    {
      name: 'one pickup after the other',
      change: (changed) => (changed.orders[0].pickups[0].after = ['p2']),
      expected: ['load_order /routes/0/stops/1'],
    },
  ]);
});

test('last in, first out; first in, first out', () => {
  const nested = [
    take('o1', 'a', 5),
    take('o2', 'b', 10),
    bring('o2', 'c', 5),
    bring('o1', 'e', 0),
  ];
  const crossed = [
    take('o1', 'a', 5),
    take('o2', 'b', 10),
    bring('o1', 'e', 5),
    bring('o2', 'c', 0),
  ];
  const requestOf = (first: string, second: string): any =>
    toyRequest({
      orders: [
        shipment('o1', 'a', 'e', { load_order: first }),
        shipment('o2', 'b', 'c', { load_order: second }),
      ],
    });
  const cases: [string, string, ToyStep[], string[]][] = [
    ['lifo', 'lifo', nested, []],
    ['lifo', 'any', crossed, ['load_order /routes/0/stops/3']],
    // A stop without a load order cannot break the rule itself.
    ['any', 'lifo', crossed, []],
    ['fifo', 'fifo', crossed, []],
    ['any', 'fifo', nested, ['load_order /routes/0/stops/3']],
    ['any', 'any', nested, []],
    ['any', 'any', crossed, []],
  ];
  for (const [first, second, steps, expected] of cases) {
    const response = toyResponse([{ leave: '08:00', steps }]);
    expect([first, second, found(requestOf(first, second), response)]).toEqual([
      first,
      second,
      expected,
    ]);
  }
});

test('a ride lasts from leaving the first pickup to reaching the last dropoff', () => {
  const request = toyRequest({ orders: [shipment('o1', 'a', 'b', { max_ride_duration: 600 })] });
  request.orders[0].pickups[0].duration = 300;
  const steps = [take('o1', 'a', 5, 300), bring('o1', 'b', 0)];
  // The pickup takes 300 s, but the ride is only the 600 s between the two stops.
  expectOnly({ request, response: toyResponse([{ leave: '08:00', steps }]) }, [
    {
      name: 'a second too long',
      change: (changed) => (changed.orders[0].max_ride_duration = 599),
      expected: ['ride_duration /routes/0/stops/2'],
    },
  ]);
});

test('incompatible loads are never on board together', () => {
  const typed = (id: string, location: string, kind: string, fields: object): object => ({
    order_id: id,
    location,
    kind,
    ...fields,
  });
  const food = { load_type: 'food', incompatible_load_types: ['chemicals'] };
  const chemicals = { load_type: 'chemicals' };
  const steps = (
    first: 'pickup' | 'service' | undefined,
    second: 'pickup' | undefined,
  ): ToyStep[] => [
    { at: 'a', order: 'o1', ...(first === undefined ? {} : { kind: first }) },
    { at: 'b', order: 'o2', ...(second === undefined ? {} : { kind: second }) },
  ];
  const cases: ['dropoff' | 'pickup' | 'service', 'dropoff' | 'pickup', string[]][] = [
    // Both are on board from the start.
    ['dropoff', 'dropoff', ['load_incompatible /routes/0/stops/0']],
    // The first is gone before the second is collected.
    ['dropoff', 'pickup', []],
    // The collected load is on board with the undelivered one, and with the one collected next.
    ['pickup', 'dropoff', ['load_incompatible /routes/0/stops/1']],
    ['pickup', 'pickup', ['load_incompatible /routes/0/stops/2']],
    ['service', 'dropoff', []],
  ];
  for (const [first, second, expected] of cases) {
    const request = toyRequest({
      orders: [typed('o1', 'a', first, food), typed('o2', 'b', second, chemicals)],
    });
    const response = toyResponse([
      {
        leave: '08:00',
        steps: steps(
          first === 'dropoff' ? undefined : first,
          second === 'dropoff' ? undefined : second,
        ),
      },
    ]);
    expect([first, second, found(request, response)]).toEqual([first, second, expected]);
  }
});

test('pickups without dropoffs are unloaded at the next reload', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({}, { reloads: [RELOAD] })],
    orders: [{ order_id: 'o1', pickups: [{ stop_id: 'p', location: 'a', load: { weight: 5 } }] }],
  });
  const reload = {
    at: 'd',
    type: 'reload',
    stop: 'dock',
    duration: 60,
    load: { weight: 0 },
  } as const;
  const response = toyResponse([{ leave: '08:00', steps: [take('o1', 'a', 5), reload] }]);
  expect(found(request, response)).toEqual([]);
});

test('incompatible shipments may follow one another but not overlap', () => {
  const request = toyRequest({
    orders: [
      shipment('o1', 'a', 'e', { load_type: 'food', incompatible_load_types: ['chemicals'] }),
      shipment('o2', 'b', 'c', { load_type: 'chemicals' }),
    ],
  });
  const one = [take('o1', 'a', 5), bring('o1', 'e', 0), take('o2', 'b', 5), bring('o2', 'c', 0)];
  const both = [take('o1', 'a', 5), take('o2', 'b', 10), bring('o1', 'e', 5), bring('o2', 'c', 0)];
  expect(found(request, toyResponse([{ leave: '08:00', steps: one }]))).toEqual([]);
  expect(found(request, toyResponse([{ leave: '08:00', steps: both }]))).toEqual([
    'load_incompatible /routes/0/stops/2',
  ]);
});

test('dropoffs without pickups are loaded at the reload before them', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({}, { reloads: [RELOAD] })],
    orders: [{ order_id: 'o1', dropoffs: [{ stop_id: 'q', location: 'a', load: { weight: 5 } }] }],
  });
  const reload = {
    at: 'd',
    type: 'reload',
    stop: 'dock',
    duration: 60,
    load: { weight: 5 },
  } as const;
  const response = toyResponse([{ leave: '08:00', steps: [reload, bring('o1', 'a', 0)] }]);
  expect(found(request, response)).toEqual([]);
});

test('a maximum load that is only the rounding error of a sum is none', () => {
  const shipment = (order_id: string, volume: number): object => ({
    order_id,
    pickups: [{ stop_id: 'up', location: 'a', load: { volume } }],
    dropoffs: [{ stop_id: 'down', location: 'b', load: { volume } }],
  });
  const stop = (order: string, kind?: 'pickup'): ToyStep =>
    kind === undefined ? { at: 'b', order, stop: 'down' } : { at: 'a', order, stop: 'up', kind };
  // The wrong way round, nothing is ever on board: −0.1 − 0.7 + 0.7 + 0.1 is 2.8e-17.
  const steps = [stop('o1'), stop('o2'), stop('o2', 'pickup'), stop('o1', 'pickup')];
  const request = toyRequest({ orders: [shipment('o1', 0.1), shipment('o2', 0.7)] });
  const ofMaximum = (volume: number): string[] => {
    const response = toyResponse([{ leave: '08:00', steps }]);
    response.routes[0].statistics.max_load = { volume };
    return found(request, response).filter((finding) => finding.startsWith('max_load'));
  };
  expect(ofMaximum(0)).toEqual([]);
  expect(ofMaximum(0.01)).toEqual(['max_load /routes/0/statistics/max_load/volume']);
});
