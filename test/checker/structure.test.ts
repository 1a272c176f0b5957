/** The checker detects stops that do not belong to a route, and orders that are lost, duplicated or split. */
import { expect, test } from '@jest/globals';
import {
  expectOnly,
  found,
  raise,
  toyRequest,
  toyResponse,
  toyVehicle,
  type ToyRoute,
} from './toy.js';

const DAY: ToyRoute = {
  leave: '08:00',
  steps: [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ],
};
const plan = (): any => ({ request: toyRequest(), response: toyResponse([DAY]) });

test('a plan of two orders is valid', () => {
  expectOnly(plan(), []);
});

test('a route belongs to a shift, is the only one of it, and serves something', () => {
  expectOnly(plan(), [
    {
      name: 'no such vehicle',
      change: (_, response) => (response.routes[0].vehicle_id = 'v9'),
      // Orders on an unknown route count as not served.
      expected: ['order_lost /unserved', 'order_lost /unserved', 'route_unknown /routes/0'],
    },
    {
      name: 'no such date',
      change: (_, response) => (response.routes[0].date = '2026-05-05'),
      expected: ['order_lost /unserved', 'order_lost /unserved', 'route_unknown /routes/0'],
    },
  ]);
  const twice = toyResponse([
    { leave: '08:00', steps: [{ at: 'a', order: 'o1', duration: 300 }] },
    { leave: '09:00', steps: [{ at: 'b', order: 'o2', duration: 300 }] },
  ]);
  expect(found(toyRequest(), twice)).toEqual(['route_twice /routes/1']);
  const empty = toyResponse(
    [{ leave: '08:00', steps: [] }],
    [{ order_id: 'o1' }, { order_id: 'o2' }],
  );
  expect(found(toyRequest(), empty)).toContain('route_empty /routes/0');
});

test('copies of a vehicle are named v1#1, v1#2', () => {
  const request = toyRequest({ vehicles: [toyVehicle({ count: 2 })] });
  const response = toyResponse([
    { vehicle: 'v1#1', leave: '08:00', steps: [{ at: 'a', order: 'o1', duration: 300 }] },
    { vehicle: 'v1#2', leave: '08:00', steps: [{ at: 'b', order: 'o2', duration: 300 }] },
  ]);
  expectOnly({ request, response }, [
    {
      name: 'a third copy',
      change: (_, changed) => (changed.routes[1].vehicle_id = 'v1#3'),
      expected: ['order_lost /unserved', 'route_unknown /routes/1'],
    },
  ]);
});

test('stops are numbered, known and on their own route', () => {
  expectOnly(plan(), [
    {
      name: 'sequence',
      change: (_, response) => (response.routes[0].stops[1].sequence = 7),
      expected: ['stop_sequence /routes/0/stops/1/sequence'],
    },
    {
      name: 'unknown order',
      change: (request) => (request.orders[1].order_id = 'o9'),
      expected: [
        'order_lost /unserved',
        'statistics /statistics/orders_served',
        'stop_unknown /routes/0/stops/2',
      ],
    },
    {
      name: 'kind',
      change: (_, response) => (response.routes[0].stops[1].kind = 'pickup'),
      expected: ['stop_kind /routes/0/stops/1/kind'],
    },
    {
      name: 'place',
      change: (request) => (request.orders[1].location = 'c'),
      expected: ['stop_place /routes/0/stops/2'],
    },
    {
      name: 'coordinates',
      change: (_, response) => raise(response.routes[0].stops[2], 'latitude', 0.001),
      expected: ['stop_place /routes/0/stops/2'],
    },
    {
      name: 'unreadable',
      change: (_, response) => (response.routes[0].stops[2].arrival_time = 'at nine'),
      expected: ['shape /routes/0/stops/2/arrival_time'],
    },
    {
      name: 'fractions of a second',
      change: (_, response) => (response.routes[0].stops[2].waiting_duration = 0.5),
      expected: ['shape /routes/0/stops/2/waiting_duration'],
    },
    {
      name: 'time_format',
      change: (request) => (request.options.time_format = 'unix'),
      expected: [
        'shape /routes/0/end_time',
        'shape /routes/0/start_time',
        ...[0, 1, 2, 3].flatMap((idx) => [
          `shape /routes/0/stops/${idx}/arrival_time`,
          `shape /routes/0/stops/${idx}/departure_time`,
          `shape /routes/0/stops/${idx}/service_start_time`,
        ]),
      ],
    },
  ]);
});

test('a route without a start or end location has no start or end stop', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({}, { start_location: null, end_location: null })],
  });
  const response = toyResponse([{ ...DAY, isOpenStart: true, isOpenEnd: true }]);
  expectOnly({ request, response }, [
    {
      name: 'start given, no stop',
      change: (changed) => (changed.vehicles[0].shifts[0].start_location = 'd'),
      expected: ['start_stop /routes/0/stops'],
    },
    {
      name: 'end given, no stop',
      change: (changed) => (changed.vehicles[0].shifts[0].end_location = 'd'),
      expected: ['end_stop /routes/0/stops'],
    },
  ]);
});

test('an order is either served once or listed as unserved', () => {
  const request = toyRequest({
    orders: [
      ...toyRequest().orders,
      // No vehicle has this attribute.
      { order_id: 'o3', location: 'c', required_attributes: ['wings'] },
    ],
  });
  const response = toyResponse(
    [DAY],
    [{ order_id: 'o3', reasons: [{ code: 'attribute_missing' }] }],
  );
  expectOnly({ request, response }, [
    {
      name: 'neither',
      change: (_, changed) => {
        changed.unserved = [];
        changed.status = 'Ok';
      },
      expected: ['order_lost /unserved'],
    },
    {
      name: 'listed twice',
      change: (_, changed) => changed.unserved.push(changed.unserved[0]),
      expected: ['unserved_twice /unserved/1'],
    },
    {
      name: 'unknown',
      change: (_, changed) => changed.unserved.push({ order_id: 'o9', cost: 0, reasons: [] }),
      expected: ['unserved_unknown /unserved/1/order_id'],
    },
    {
      name: 'a visit that nobody asked for',
      change: (_, changed) => changed.unserved.push({ ...changed.unserved[0], visits: [2] }),
      expected: ['visit_number /unserved/1'],
    },
  ]);
  const both = toyResponse([DAY], [{ order_id: 'o2', reasons: [{ code: 'time_window' }] }]);
  expect(found(toyRequest(), both)).toContain('unserved_twice /unserved/0');
  const again = toyResponse([
    { leave: '08:00', steps: [...DAY.steps, { at: 'a', order: 'o1', duration: 300 }] },
  ]);
  expect(found(toyRequest(), again)).toEqual(['order_twice /routes/0/stops/3']);
});

test('all stops of an order are served, on the same route', () => {
  const request = toyRequest({
    vehicles: [toyVehicle(), toyVehicle({ vehicle_id: 'v2' })],
    orders: [
      {
        order_id: 'o1',
        pickups: [{ stop_id: 'p', location: 'a', duration: 300 }],
        dropoffs: [{ stop_id: 'q', location: 'b', duration: 300 }],
      },
    ],
  });
  const pickup = { at: 'a', order: 'o1', stop: 'p', kind: 'pickup', duration: 300 } as const;
  const dropoff = { at: 'b', order: 'o1', stop: 'q', duration: 300 };
  expectOnly(
    { request, response: toyResponse([{ leave: '08:00', steps: [pickup, dropoff] }]) },
    [],
  );
  const half = toyResponse([{ leave: '08:00', steps: [pickup] }]);
  expect(found(request, half)).toEqual(['order_incomplete /routes/0/stops/1']);
  const torn = toyResponse([
    { leave: '08:00', steps: [pickup] },
    { vehicle: 'v2', leave: '08:00', steps: [dropoff] },
  ]);
  // Each route counts the order as served.
  torn.statistics.orders_served = 1;
  expect(found(request, torn)).toEqual(['order_split /routes/1/stops/1']);
});

test('a shift reloads no more often than allowed', () => {
  const shift = { reloads: [{ reload_id: 'dock', location: 'd', duration: 60, max_count: 1 }] };
  const request = toyRequest({ vehicles: [toyVehicle({}, shift)] });
  const reload = { at: 'd', type: 'reload', stop: 'dock', duration: 60 } as const;
  const [first, second] = DAY.steps;
  if (first === undefined || second === undefined) throw new Error('two steps');
  const response = toyResponse([{ leave: '08:00', steps: [first, reload, second, reload] }]);
  expect(found(request, response)).toEqual(['capacity /routes/0/stops/4']);
  request.vehicles[0].shifts[0].reloads[0].max_count = 2;
  expect(found(request, response)).toEqual([]);
});

test('no service takes place at the start or at the end', () => {
  const response = toyResponse([DAY]);
  const [route] = response.routes;
  raise(route.stops[3], 'duration', 60);
  route.stops[3].departure_time = '2026-05-04T08:41:00+02:00';
  route.end_time = '2026-05-04T08:41:00+02:00';
  for (const stop of route.stops) raise(stop, 'slack', -60);
  for (const { statistics } of [route, response]) {
    raise(statistics, 'duration', 60);
    raise(statistics, 'service_duration', 60);
  }
  expect(found(toyRequest(), response)).toEqual(['service_duration /routes/0/stops/3/duration']);
});
