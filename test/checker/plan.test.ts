/** The checker compares a response with the caller's plan: locks, mode `insert`, mode `check` with its violations. */
import { expect, test } from '@jest/globals';
import {
  expectOnly,
  found,
  MONDAY,
  toyRequest,
  toyResponse,
  toyVehicle,
  type ToyRoute,
} from './toy.js';

const step = (order: string, at: string): any => ({ at, order, duration: 300 });
const response = (...steps: any[]): any => toyResponse([{ leave: '08:00', steps }]);
const ORDERS = [
  { order_id: 'o1', location: 'a', duration: 300 },
  { order_id: 'o2', location: 'b', duration: 300 },
  { order_id: 'o3', location: 'c', duration: 300 },
];
const requestWith = (locks: Record<string, string>, mode = 'optimize'): any =>
  toyRequest({
    vehicles: [toyVehicle(), toyVehicle({ vehicle_id: 'v2' })],
    orders: ORDERS,
    plan: {
      routes: [
        {
          vehicle_id: 'v1',
          shift_id: 'mon',
          date: MONDAY,
          stops: Object.entries(locks).map(([order_id, lock]) => ({ order_id, lock })),
        },
      ],
    },
    options: { geometry: 'none', mode },
  });

test('locks keep a stop on its route, in its sequence, at its time', () => {
  const o1 = step('o1', 'a');
  const o2 = step('o2', 'b');
  const o3 = step('o3', 'c');
  const elsewhere: ToyRoute[] = [
    { leave: '08:00', steps: [o2] },
    { vehicle: 'v2', leave: '08:00', steps: [o1, o3] },
  ];
  const lock = ['lock /routes/0'];
  const cases: [Record<string, string>, any, string[]][] = [
    [{ o1: 'none', o2: 'none' }, response(o3, o2, o1), []],
    [{ o1: 'vehicle', o2: 'vehicle' }, response(o3, o2, o1), []],
    [{ o1: 'vehicle' }, toyResponse(elsewhere), lock],
    [{ o1: 'none', o2: 'vehicle' }, toyResponse(elsewhere), []],
    [{ o1: 'sequence', o2: 'sequence' }, response(o1, o3, o2), []],
    [{ o1: 'sequence', o2: 'sequence' }, response(o2, o3, o1), lock],
    [{ o1: 'sequence', o2: 'none' }, response(o2, o3, o1), []],
    [{ o1: 'none', o2: 'time' }, response(o1, o2, o3), []],
    [{ o1: 'none', o2: 'time' }, response(o1, o3, o2), lock],
    [{ o1: 'none', o2: 'time' }, response(o2, o1, o3), lock],
  ];
  for (const [locks, answer, expected] of cases) {
    expect([locks, found(requestWith(locks), answer)]).toEqual([locks, expected]);
  }
});

test('mode insert keeps the plan and inserts the remaining orders', () => {
  const request = requestWith({ o1: 'none', o2: 'none' }, 'insert');
  expect(found(request, response(step('o1', 'a'), step('o3', 'c'), step('o2', 'b')))).toEqual([]);
  expect(found(request, response(step('o2', 'b'), step('o3', 'c'), step('o1', 'a')))).toEqual([
    'lock /routes/0',
  ]);
});

/** The given plan: 08:00, `a`, `b`, back at 08:40. It is 100 s too long, and `b` is served too late. */
const checked = (): any => {
  const request = requestWith({ o1: 'none', o2: 'none' }, 'check');
  request.orders = ORDERS.slice(0, 2);
  request.vehicles[0].limits = { duration: 2300 };
  request.orders[1].time_windows = [{ end_time: `${MONDAY}T08:20` }];
  const answer = response(step('o1', 'a'), step('o2', 'b'));
  answer.status = 'Invalid';
  answer.routes[0].violations = [
    { code: 'duration', amount: 100 },
    { code: 'time_window', amount: 300, stop: 2 },
  ];
  return { request: structuredClone(request), response: answer };
};

test('mode check reports each rule that the plan breaks, with its amount, and no other', () => {
  const violations = (answer: any): any[] => answer.routes[0].violations;
  expectOnly(checked(), [
    {
      name: 'one is missing',
      change: (_, answer) => violations(answer).pop(),
      expected: ['violation_missing /routes/0/stops/2'],
    },
    {
      name: 'one is invented',
      change: (_, answer) => violations(answer).push({ code: 'capacity', amount: 1 }),
      expected: ['violation_untrue /routes/0/violations/2'],
    },
    {
      name: 'one is at the wrong stop',
      change: (_, answer) => (violations(answer)[1].stop = 1),
      expected: ['violation_missing /routes/0/stops/2', 'violation_untrue /routes/0/violations/1'],
    },
    {
      name: 'an amount',
      change: (_, answer) => (violations(answer)[0].amount = 50),
      expected: ['violation_amount /routes/0/violations/0'],
    },
    {
      name: 'an amount of a rule that has none',
      change: (request, answer) => {
        request.orders[0].required_attributes = ['lift'];
        violations(answer).push({ code: 'attribute_missing', amount: 1, stop: 1 });
      },
      expected: ['violation_amount /routes/0/violations/2'],
    },
    {
      name: 'status',
      change: (_, answer) => (answer.status = 'Ok'),
      expected: ['status /status'],
    },
    {
      name: 'another plan',
      change: (request) => request.plan.routes[0].stops.reverse(),
      expected: ['plan_changed /routes/0'],
    },
    {
      name: 'more than the plan',
      change: (request) => request.plan.routes[0].stops.pop(),
      expected: ['plan_changed /routes/0/stops/2'],
    },
  ]);
});

test('an optimized plan has no violations', () => {
  const request = requestWith({ o1: 'none' });
  request.orders = ORDERS.slice(0, 1);
  const answer = response(step('o1', 'a'));
  answer.routes[0].violations = [];
  expect(found(request, answer)).toEqual([]);
  answer.routes[0].violations = [{ code: 'duration', amount: 1 }];
  expect(found(request, answer)).toEqual([
    'status /status',
    'violation_untrue /routes/0/violations/0',
    'violations /routes/0/violations',
  ]);
});

test('mode check leaves orders outside the plan unserved and needs no reasons for them', () => {
  const { request, response: answer } = checked();
  request.orders.push(ORDERS[2]);
  answer.unserved.push({ order_id: 'o3', cost: 0 });
  expect(found(request, answer)).toEqual([]);
  answer.unserved.pop();
  expect(found(request, answer)).toEqual(['order_lost /unserved']);
});
