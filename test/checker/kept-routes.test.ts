/** The checker detects changes of given routes that break rules, of the status that they cause, and of locked times. */
import { test } from '@jest/globals';
import {
  expectOnly,
  MONDAY,
  raise,
  toyRequest,
  toyResponse,
  toyVehicle,
  type Change,
  type ToyRoute,
  type ToyStep,
} from './toy.js';

const step = (order: string, at: string): ToyStep => ({ at, order, duration: 300 });
const [O1, O2, O3, O4] = [step('o1', 'a'), step('o2', 'b'), step('o3', 'c'), step('o4', 'e')];
const route = (vehicle: string, ...steps: ToyStep[]): ToyRoute => ({
  ...{ vehicle, leave: '08:00' },
  steps,
});
const planned = (vehicle_id: string, ...order_ids: string[]): object => ({
  ...{ vehicle_id, shift_id: 'mon', date: MONDAY },
  stops: order_ids.map((order_id) => ({ order_id })),
});
const TOO_LONG = { code: 'duration', amount: 100 };

/** The first route broke its limit as it was given, and still does. */
function broken(first: ToyRoute, others: ToyRoute[], violations: object[] = [TOO_LONG]): any {
  const response = toyResponse([first, ...others]);
  response.routes[0].violations = violations;
  response.status = 'Invalid';
  return response;
}

/** `v1` is planned from 08:00 to 08:40, 100 s longer than it may. `o3` is new, and `v2` serves it. */
const kept = (): any => ({
  request: toyRequest({
    vehicles: [toyVehicle({ limits: { duration: 2300 } }), toyVehicle({ vehicle_id: 'v2' })],
    orders: [O1, O2, O3, O4].flatMap(({ order, at, duration }) => ({
      ...{ order_id: order, location: at, duration },
    })),
    plan: { routes: [planned('v1', 'o1', 'o2'), planned('v2', 'o4')] },
    options: { geometry: 'none', mode: 'insert' },
  }),
  response: broken(route('v1', O1, O2), [route('v2', O4, O3)]),
});

/** Answers with this instead. */
const answer =
  (response: object): Change['change'] =>
  (_, changed) =>
    Object.assign(changed, response);

test('a route that breaks a rule as given stays as it is, and says so', () => {
  const serving = (...steps: ToyStep[]): ToyRoute => route('v1', ...steps);
  const reasons = [{ code: 'lock' }];
  expectOnly(kept(), [
    {
      name: 'its stops are in another order',
      change: answer(broken(serving(O2, O1), [route('v2', O4, O3)])),
      expected: ['lock /routes/0'],
    },
    {
      name: 'a new stop is added to it',
      // 900 s more
      change: answer(
        broken(serving(O1, O2, O3), [route('v2', O4)], [{ ...TOO_LONG, amount: 1000 }]),
      ),
      expected: ['plan_changed /routes/0/stops/3'],
    },
    {
      name: 'a stop is dropped from it, which repairs it',
      change: (_, changed) => {
        const response = toyResponse(
          [serving(O1), route('v2', O4, O3)],
          [{ order_id: 'o2', reasons }],
        );
        Object.assign(changed, response);
      },
      expected: ['lock /routes/0'],
    },
    {
      name: 'a stop of it is moved to another route, which repairs it',
      change: answer(toyResponse([serving(O1), route('v2', O4, O3, O2)])),
      expected: ['lock /routes/0'],
    },
    {
      name: 'its violation is missing',
      change: (_, changed) => {
        changed.routes[0].violations = [];
        changed.status = 'Ok';
      },
      expected: ['duration /routes/0'],
    },
    {
      name: 'one of two violations is missing',
      change: (request) => (request.vehicles[0].limits.stops = 1),
      expected: ['violation_missing /routes/0'],
    },
    {
      name: 'by how much the rule is broken',
      change: (_, { routes }) => (routes[0].violations[0].amount = 98),
      expected: ['violation_amount /routes/0/violations/0'],
    },
    {
      name: 'a violation of a route that keeps all rules',
      change: (request, changed) => {
        request.plan.routes[1].stops.push({ order_id: 'o3' });
        changed.routes[1].violations = [TOO_LONG];
      },
      expected: ['violation_untrue /routes/1/violations/0'],
    },
    {
      name: 'an insertion breaks a rule, and the answer admits it',
      change: (request, changed) => {
        request.vehicles[1].limits = { stops: 1 };
        changed.routes[1].violations = [{ code: 'stops', amount: 1 }];
      },
      expected: ['plan_changed /routes/1/stops/2'],
    },
    {
      name: 'other errors of the route are errors',
      change: (_, { routes, statistics }) => {
        raise(routes[0].statistics, 'distance');
        raise(statistics, 'distance');
      },
      expected: ['statistics /routes/0/statistics/distance', 'statistics /statistics/distance'],
    },
  ]);
});

test('nothing is added where a rule connects it with a route that breaks a rule', () => {
  const relate =
    (type: string, ...orders: string[]) =>
    ({ relations }: any): unknown =>
      relations.push({ type, orders });
  const { request, response } = kept();
  const inserted = ['plan_changed /routes/1/stops/2'];
  expectOnly({ request: { ...request, relations: [] }, response }, [
    {
      name: 'the new order comes after one of the route',
      change: relate('before', 'o1', 'o3'),
      expected: inserted,
    },
    {
      name: 'the other route has an order that does',
      change: relate('different_vehicles', 'o2', 'o4'),
      expected: inserted,
    },
    { name: 'a rule of other orders', change: relate('before', 'o4', 'o3'), expected: [] },
    {
      name: 'a route is connected by way of another one',
      change: (changed, its) => {
        changed.vehicles.push(toyVehicle({ vehicle_id: 'v3' }));
        changed.orders.push({ order_id: 'o5', location: 'a', duration: 300 });
        changed.plan.routes.push(planned('v3', 'o5'));
        changed.relations.push({ type: 'different_vehicles', orders: ['o1', 'o4'] });
        changed.relations.push({ type: 'different_vehicles', orders: ['o4', 'o5'] });
        const routes = [route('v2', O4), route('v3', step('o5', 'a'), O3)];
        Object.assign(its, broken(route('v1', O1, O2), routes));
      },
      expected: ['plan_changed /routes/2/stops/2'],
    },
    {
      name: 'the new order needs the same dock',
      change: (changed, its) => {
        changed.locations[2].docks = 1;
        changed.orders[2].location = 'b';
        const later = { ...route('v2', O4, step('o3', 'b')), leave: '08:30' };
        Object.assign(its, broken(route('v1', O1, O2), [later]));
      },
      expected: inserted,
    },
  ]);
});

test('nothing is added to other shifts of the vehicle of such a route if a rule connects them', () => {
  const { request } = kept();
  const tuesday = { start_time: '2026-05-05T08:00', end_time: '2026-05-05T17:00' };
  const [vehicle] = request.vehicles;
  vehicle.shifts.push({ ...vehicle.shifts[0], shift_id: 'tue', ...tuesday });
  const second = { ...route('v1', O3), shift: 'tue', date: '2026-05-05' };
  const response = broken(route('v1', O1, O2), [second, route('v2', O4)]);
  const inserted = ['plan_changed /routes/1/stops/1'];
  expectOnly({ request, response }, [
    {
      name: 'a limit of the period',
      change: ({ vehicles }) => (vehicles[0].limits.per_period = { shifts: 2 }),
      expected: inserted,
    },
    {
      name: 'a rest between shifts',
      change: ({ vehicles }) => (vehicles[0].rest_between_shifts = 3600),
      expected: inserted,
    },
  ]);
});

test('the status is Invalid in mode insert if a route breaks a rule, even if orders are unserved', () => {
  const status = ['status /status'];
  const set = (value: string) => (_: unknown, changed: any) => (changed.status = value);
  expectOnly(kept(), [
    { name: 'Ok', change: set('Ok'), expected: status },
    { name: 'Partial', change: set('Partial'), expected: status },
  ]);
  const { request, response } = kept();
  const o9 = { order_id: 'o9', location: 'a', duration: 300, required_attributes: ['crane'] };
  request.orders.push(o9);
  response.unserved.push({ order_id: 'o9', cost: 0, reasons: [{ code: 'attribute_missing' }] });
  expectOnly({ request, response }, [
    { name: 'Partial', change: set('Partial'), expected: status },
  ]);
});

test('the status is Partial if a mandatory order is unserved, and only then', () => {
  const set = (value: string) => (_: unknown, changed: any) => (changed.status = value);
  const request = toyRequest();
  request.orders[1].mandatory = false;
  const response = toyResponse(
    [route('v1', O1)],
    [{ order_id: 'o2', reasons: [{ code: 'cheaper_unserved' }], mandatory: false }],
  );
  expectOnly({ request, response }, [
    { name: 'Partial', change: set('Partial'), expected: ['status /status'] },
    { name: 'Invalid', change: set('Invalid'), expected: ['status /status'] },
    {
      name: 'a mandatory order',
      change: ({ orders }) => {
        // It fits on no vehicle, so that the answer is right but for its status.
        Object.assign(orders[1], { mandatory: true, required_attributes: ['crane'] });
      },
      expected: ['reason_untrue /unserved/0/reasons/0', 'status /status'],
    },
  ]);
});

test('a time that is locked is kept if the plan states it, and only waiting before it is slack', () => {
  // Service at `b` is at 08:30, 300 s after the arrival.
  const steps = [O1, { ...O2, wait: 300 }, O3];
  const stop = { order_id: 'o2', lock: 'time', arrival_time: `${MONDAY}T08:25` };
  const request = toyRequest({
    orders: [O1, O2, O3].map(({ order, at }) => ({ order_id: order, location: at, duration: 300 })),
    plan: {
      routes: [
        {
          ...{ vehicle_id: 'v1', shift_id: 'mon', date: MONDAY },
          stops: [{ order_id: 'o1' }, { ...stop, waiting_duration: 300 }],
        },
      ],
    },
  });
  const held = (...own: ToyStep[]): any => {
    const response = toyResponse([route('v1', ...own)]);
    const waits = [0, ...own.slice(0, 2).map(({ wait = 0 }) => wait)];
    waits.forEach((_, idx) => {
      response.routes[0].stops[idx].slack = waits.slice(idx).reduce((sum, wait) => sum + wait, 0);
    });
    return response;
  };
  expectOnly({ request, response: held(...steps) }, [
    {
      name: 'a visit before its release',
      change: (changed, answered) => {
        changed.orders[1].kind = 'service';
        changed.orders[1].release_time = `${MONDAY}T08:31`;
        answered.routes[0].stops[2].kind = 'service';
      },
      expected: [],
    },
    {
      name: 'a delivery that leaves before its release',
      change: (changed) => (changed.orders[1].release_time = `${MONDAY}T08:31`),
      expected: ['time_window /routes/0/stops/2'],
    },
    {
      name: 'earlier',
      change: answer(held(O1, { ...O2, wait: 299 }, O3)),
      expected: ['lock /routes/0/stops/2'],
    },
    {
      name: 'later',
      change: answer(held(O1, { ...O2, wait: 301 }, O3)),
      expected: ['lock /routes/0/stops/2'],
    },
    {
      name: 'the arrival may be another one',
      change: answer(held({ ...O1, wait: 60 }, { ...O2, wait: 240 }, O3)),
      expected: [],
    },
    {
      name: 'earlier, on a route that does not name its only shift',
      change: (changed, response) => {
        delete changed.plan.routes[0].shift_id;
        Object.assign(response, held(O1, { ...O2, wait: 299 }, O3));
      },
      expected: ['lock /routes/0/stops/2'],
    },
    {
      name: 'another stop before it',
      change: answer(held(O1, O3, { ...O2, wait: 0 })),
      expected: ['lock /routes/0', 'lock /routes/0/stops/3'],
    },
    {
      name: 'no time is stated',
      change: (changed, response) => {
        delete changed.plan.routes[0].stops[1].arrival_time;
        Object.assign(response, held(O1, { ...O2, wait: 301 }, O3));
      },
      expected: [],
    },
    {
      name: 'its slack',
      change: (_, { routes }) => (routes[0].stops[2].slack = 1),
      expected: ['slack /routes/0/stops/2/slack'],
    },
    {
      name: 'the slack of a stop before it',
      change: (_, { routes }) => (routes[0].stops[0].slack = 60),
      expected: ['slack /routes/0/stops/0/slack'],
    },
    {
      name: 'stops after it have slack',
      change: (_, { routes }) => (routes[0].stops[3].slack = 0),
      expected: ['slack /routes/0/stops/3/slack'],
    },
    {
      name: 'another vehicle',
      change: (changed) => {
        changed.vehicles.push(toyVehicle({ vehicle_id: 'v2' }));
        changed.plan.routes[0].vehicle_id = 'v2';
      },
      // Its slack on this one counts.
      expected: [
        'lock /routes',
        ...[0, 1, 2].map((idx) => `slack /routes/0/stops/${String(idx)}/slack`),
      ],
    },
  ]);
});

test('an order whose locked time is impossible is unserved, and no other', () => {
  const stop = { order_id: 'o1', lock: 'time', arrival_time: `${MONDAY}T08:05` };
  const request = toyRequest({
    orders: [{ order_id: 'o1', location: 'a', duration: 300 }],
    plan: { routes: [{ vehicle_id: 'v1', shift_id: 'mon', date: MONDAY, stops: [stop] }] },
  });
  const response = toyResponse([], [{ order_id: 'o1', reasons: [{ code: 'lock' }] }]);
  expectOnly({ request, response }, [
    {
      name: 'no time is stated',
      change: ({ plan }) => delete plan.routes[0].stops[0].arrival_time,
      expected: ['unserved_avoidable /unserved/0'],
    },
    {
      name: 'only its route is locked',
      change: ({ plan }) => (plan.routes[0].stops[0].lock = 'vehicle'),
      expected: ['unserved_avoidable /unserved/0'],
    },
  ]);
});
