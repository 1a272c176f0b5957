/** The checker knows which vehicles may serve which orders, and the relations between orders. */
import { expect, test } from '@jest/globals';
import {
  expectOnly,
  found,
  toyRequest,
  toyResponse,
  toyVehicle,
  type ToyRoute,
  type ToyStep,
} from './toy.js';

const step = (order: string, at: string, fields: object = {}): ToyStep => ({
  at,
  order,
  duration: 300,
  ...fields,
});
const together: ToyRoute = { leave: '08:00', steps: [step('o1', 'a'), step('o2', 'b')] };
const apart: ToyRoute[] = [
  { leave: '08:00', steps: [step('o1', 'a')] },
  { vehicle: 'v2', leave: '08:00', steps: [step('o2', 'b')] },
];
const twoVehicles = (fields: object = {}): any =>
  toyRequest({ vehicles: [toyVehicle(), toyVehicle({ vehicle_id: 'v2' })], ...fields });

test('attributes are the union of those of the vehicle and of its shift', () => {
  const vehicle = toyVehicle({ attributes: ['frozen'] }, { attributes: ['de'] });
  const request = toyRequest({ vehicles: [vehicle] });
  Object.assign(request.orders[0], {
    required_attributes: ['frozen', 'de'],
    any_of_attributes: [
      ['de', 'en'],
      ['frozen', 'dry'],
    ],
    forbidden_attributes: ['night'],
  });
  const order = (fields: object) => (changed: any) => Object.assign(changed.orders[0], fields);
  const stop = '/routes/0/stops/1';
  expectOnly({ request, response: toyResponse([together]) }, [
    {
      name: 'required',
      change: order({ required_attributes: ['frozen', 'tail_lift'] }),
      expected: [`attribute_missing ${stop}`],
    },
    {
      name: 'any of a group',
      change: order({ any_of_attributes: [['de'], ['en', 'fr']] }),
      expected: [`attribute_missing ${stop}`],
    },
    {
      name: 'forbidden',
      change: order({ forbidden_attributes: ['de'] }),
      expected: [`attribute_forbidden ${stop}`],
    },
  ]);
});

test('vehicle lists name a vehicle or one of its copies; an empty list allows all', () => {
  const request = toyRequest({ vehicles: [toyVehicle({ count: 2 })] });
  const response = toyResponse([{ ...together, vehicle: 'v1#1' }]);
  const order = (fields: object) => (changed: any) => Object.assign(changed.orders[0], fields);
  const expected = ['vehicle_not_allowed /routes/0/stops/1'];
  expectOnly({ request, response }, [
    { name: 'all copies', change: order({ allowed_vehicles: ['v1'] }), expected: [] },
    { name: 'this copy', change: order({ allowed_vehicles: ['v1#1'] }), expected: [] },
    { name: 'no list', change: order({ allowed_vehicles: [] }), expected: [] },
    { name: 'another copy', change: order({ allowed_vehicles: ['v1#2'] }), expected },
    { name: 'forbidden', change: order({ forbidden_vehicles: ['v1'] }), expected },
    { name: 'forbidden copy', change: order({ forbidden_vehicles: ['v1#1'] }), expected },
    { name: 'other forbidden', change: order({ forbidden_vehicles: ['v1#2'] }), expected: [] },
  ]);
});

test('relations hold between the routes, vehicles, sequences and times of their orders', () => {
  // Together: o1 from 08:10 to 08:15, o2 from 08:25 to 08:30. Apart: both from 08:10 to 08:15.
  const between = { ...together, steps: [step('o1', 'a'), step('o3', 'c'), step('o2', 'b')] };
  const withThird = (): any => {
    const request = twoVehicles();
    request.orders.push({ order_id: 'o3', location: 'c', duration: 300 });
    return request;
  };
  const second = ['relation /routes/0/stops/2'];
  const other = ['relation /routes/1/stops/1'];
  const first = ['relation /routes/0/stops/1'];
  const cases: [object, ToyRoute[], string[]][] = [
    [{ type: 'same_route' }, [together], []],
    [{ type: 'same_route' }, apart, other],
    [{ type: 'same_route', vehicle_id: 'v1' }, [together], []],
    [{ type: 'same_route', vehicle_id: 'v2' }, [together], [...first, ...second]],
    [{ type: 'same_route', max_gap: 600, min_gap: 600 }, [together], []],
    [{ type: 'same_route', max_gap: 599 }, [together], second],
    [{ type: 'same_route', min_gap: 601 }, [together], second],
    // Sorted by time, whatever the order of the list.
    [{ type: 'same_route', max_gap: 600, min_gap: 600, orders: ['o2', 'o1'] }, [together], []],
    [{ type: 'same_vehicle' }, [together], []],
    [{ type: 'same_vehicle' }, apart, other],
    [{ type: 'different_vehicles' }, apart, []],
    [{ type: 'different_vehicles' }, [together], second],
    [{ type: 'sequence' }, [together], []],
    [{ type: 'sequence' }, apart, other],
    [{ type: 'sequence', orders: ['o2', 'o1'] }, [together], first],
    [{ type: 'sequence' }, [between], []],
    [{ type: 'consecutive' }, [together], []],
    [{ type: 'consecutive' }, [between], ['relation /routes/0/stops/3']],
    [{ type: 'before' }, [together], []],
    [{ type: 'before', orders: ['o2', 'o1'] }, [together], first],
    [{ type: 'before' }, apart, other],
    [{ type: 'simultaneous' }, apart, []],
    [{ type: 'simultaneous' }, [together], second],
    // The starts are 900 s apart.
    [{ type: 'simultaneous', max_gap: 900 }, [together], []],
    [{ type: 'simultaneous', max_gap: 899 }, [together], second],
    [{ type: 'simultaneous', min_gap: 1 }, apart, other],
  ];
  for (const [relation, routes, expected] of cases) {
    const request = routes.includes(between) ? withThird() : twoVehicles();
    request.relations = [{ orders: ['o1', 'o2'], ...relation }];
    expect([relation, found(request, toyResponse(routes))]).toEqual([relation, expected]);
  }
});

test('simultaneous orders are all served or all unserved', () => {
  const request = twoVehicles({ relations: [{ type: 'simultaneous', orders: ['o1', 'o2'] }] });
  const [only] = apart;
  if (only === undefined) throw new Error('a route');
  const reasons = [{ code: 'relation' }];
  expect(found(request, toyResponse([only], [{ order_id: 'o2', reasons }]))).toEqual([
    'relation /routes/0/stops/1',
  ]);
  // For other relations, one order alone may be served.
  request.relations[0].type = 'same_route';
  expect(found(request, toyResponse([only], [{ order_id: 'o2', reasons }]))).toEqual([]);
});

test('an order with many stops starts with its first and ends with its last', () => {
  const request = toyRequest({
    orders: [
      { order_id: 'o1', location: 'a', duration: 300 },
      {
        order_id: 'o2',
        pickups: [{ stop_id: 'p', location: 'b', duration: 300 }],
        dropoffs: [{ stop_id: 'q', location: 'c', duration: 300 }],
      },
      { order_id: 'o3', location: 'e', duration: 300 },
    ],
    relations: [{ type: 'consecutive', orders: ['o1', 'o2', 'o3'], min_gap: 600, max_gap: 600 }],
  });
  const response = toyResponse([
    {
      leave: '08:00',
      steps: [
        step('o1', 'a'),
        step('o2', 'b', { stop: 'p', kind: 'pickup' }),
        step('o2', 'c', { stop: 'q' }),
        step('o3', 'e'),
      ],
    },
  ]);
  expect(found(request, response)).toEqual([]);
});

test('relations bind periodic orders visit by visit', () => {
  const repeated = {
    start_time: '2026-05-04T08:00',
    end_time: '2026-05-04T17:00',
    repeat: 'FREQ=DAILY',
  };
  const visits = { count: 2, per: 'planning_period' };
  const request = toyRequest({
    vehicles: [toyVehicle({}, repeated)],
    orders: [
      { order_id: 'o1', location: 'a', duration: 300, visits },
      { order_id: 'o2', location: 'b', duration: 300, visits },
    ],
    planning_period: { start_time: '2026-05-04', end_time: '2026-05-06' },
    relations: [{ type: 'sequence', orders: ['o1', 'o2'] }],
  });
  const day = (date: string, ...steps: ToyStep[]): ToyRoute => ({ date, leave: '08:00', steps });
  const of = (order: string, at: string, visit: number): ToyStep => step(order, at, { visit });
  const right = toyResponse([
    day('2026-05-04', of('o1', 'a', 1), of('o2', 'b', 1)),
    day('2026-05-05', of('o1', 'a', 2), of('o2', 'b', 2)),
  ]);
  expect(found(request, right)).toEqual([]);
  const crossed = toyResponse([
    day('2026-05-04', of('o1', 'a', 1), of('o2', 'b', 2)),
    day('2026-05-05', of('o1', 'a', 2), of('o2', 'b', 1)),
  ]);
  expect(found(request, crossed)).toEqual([
    'relation /routes/0/stops/2',
    'relation /routes/1/stops/2',
  ]);
});

test('gaps count from the last stop of an order', () => {
  const request = toyRequest({
    orders: [
      { order_id: 'o1', pickups: [{ location: 'a' }], dropoffs: [{ location: 'b' }] },
      { order_id: 'o2', location: 'c' },
    ],
    relations: [{ type: 'before', orders: ['o1', 'o2'], min_gap: 600, max_gap: 600 }],
  });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', stop: 'pickups/0', kind: 'pickup' },
    { at: 'b', order: 'o1', stop: 'dropoffs/0' },
    { at: 'c', order: 'o2' },
  ];
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([]);
});
