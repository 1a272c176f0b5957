/** A given plan: where the search starts, what it may not move, where it inserts, and how a plan is judged. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  CHEAPEST,
  TUESDAY,
  answerTo,
  between,
  exactly,
  expectPlan,
  minutes,
  on,
  order,
  plan,
  planOf,
  request,
  until,
  vehicle,
  type Request,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const given = (stops: object[], fields: object = {}) => ({
  routes: [{ vehicle_id: 'v', shift_id: 'day', stops, ...fields }],
});
const stop = (order_id: string, lock = 'none') => ({ order_id, lock });

/** The other vehicle is cheaper. */
const fleet = [vehicle(), vehicle({ vehicle_id: 'cheap', costs: { per_hour: 30 } })];

test('lock vehicle: the stop stays on its route', async () => {
  const asked = (lock: string) =>
    request({
      orders: [order('a')],
      objective: CHEAPEST,
      vehicles: fleet,
      plan: given([stop('a', lock)]),
    });
  await expectPlan(
    service,
    asked('vehicle'),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'] }, 30),
    asked('none'),
  );
});

/** In this order it is 80 on the road instead of 60. */
const detour = ['a', 'x', 'b'];
const inOrder = [
  ...['d 08:00', 'a a 08:10-08:20', 'x x 08:40-08:50', 'b b 09:20-09:30'],
  'd 09:50',
];

test('lock sequence: the stops keep their order', async () => {
  const asked = (lock: string) =>
    request({
      orders: detour.map((place) => order(place)),
      plan: given(detour.map((place) => stop(place, lock))),
    });
  await expectPlan(service, asked('sequence'), plan({ v: inOrder }, 110), asked('none'));
});

test('lock vehicle: the stops may be in any order', async () => {
  // x first saves 20. b before a would cost the same, but a is due by 08:40. The other vehicle would cost 45.
  const orders = [
    order('a', { time_windows: [until('08:40')] }),
    order('x', { time_windows: [until('08:40')] }),
    order('b'),
  ];
  const asked = (lock: string) =>
    request({
      orders,
      objective: CHEAPEST,
      vehicles: fleet,
      plan: given(detour.map((place) => stop(place, lock))),
    });
  await expectPlan(
    service,
    asked('vehicle'),
    plan(
      { v: ['d 08:00', 'x x 08:10-08:20', 'a a 08:40-08:50', 'b b 09:00-09:10', 'd 09:30'] },
      90,
    ),
    asked('sequence'),
    asked('none'),
  );
});

test('a locked stop is served by its route or not at all', async () => {
  // The shift of v begins too late for a; the other vehicle could serve it.
  const asked = (lock: string) =>
    request({
      orders: [order('a', { time_windows: [until('08:30')] })],
      vehicles: [
        vehicle({}, { start_time: on('08:25') }),
        vehicle({ vehicle_id: 'w', costs: { per_hour: 60 } }),
      ],
      plan: given([stop('a', lock)]),
    });
  await expectPlan(
    service,
    asked('vehicle'),
    plan({}, 0, { a: ['time_window', 'lock'] }),
    asked('none'),
  );
});

test('lock time: nothing is inserted before the locked stop', async () => {
  // a, x, b are served first; the new order, also at a, comes after them: 20 to b, 10 to a, 10 to the depot.
  const asked = (lock: string) =>
    request({
      orders: [...detour.map((place) => order(place)), order('a', { order_id: 'new' })],
      plan: given([stop('a', lock), stop('x', lock), stop('b', lock)]),
    });
  await expectPlan(
    service,
    asked('time'),
    plan({ v: [...inOrder.slice(0, 4), 'new a 09:40-09:50', 'd 10:00'] }, 120),
    asked('vehicle'),
  );
});

test('mode insert keeps the plan and inserts the other orders', async () => {
  // a, x, b stay as they are; x is due by 08:40, and y lies beyond it: 20 more on the road and 10 of service.
  const asked = (mode: string) =>
    request({
      orders: [order('a'), order('x', { time_windows: [until('08:40')] }), order('b'), order('y')],
      plan: given(detour.map((place) => stop(place))),
      options: { mode },
    });
  await expectPlan(
    service,
    asked('insert'),
    plan(
      {
        v: [
          'd 08:00',
          'a a 08:10-08:20',
          'x x 08:40-08:50',
          'y y 09:00-09:10',
          'b b 09:50-10:00',
          'd 10:20',
        ],
      },
      140,
    ),
    asked('optimize'),
  );
});

test('mode check accepts a plan that breaks no rule, and changes nothing', async () => {
  const asked = request({
    orders: detour.map((place) => order(place)),
    plan: given(detour.map((place) => stop(place))),
    options: { mode: 'check' },
  });
  const body = await expectPlan(service, asked, plan({ v: inOrder }, 110));
  expect([body.status, body.routes[0].violations]).toEqual(['Ok', []]);
});

test('mode check keeps the start and the waiting that a plan states', async () => {
  const asked = (start: object) =>
    request({
      orders: [order('a')],
      plan: given([
        { type: 'start', ...start },
        { ...stop('a'), arrival_time: on('08:10'), waiting_duration: minutes(20) },
      ]),
      options: { mode: 'check' },
    });
  await expectPlan(
    service,
    asked({ arrival_time: on('08:00') }),
    plan({ v: ['d 08:00', 'a a 08:10-08:40 waits 20', 'd 08:50'] }, 50),
    asked({}),
  );
});

test('mode check reports a start before the shift', async () => {
  const body = await answerTo(
    service,
    request({
      orders: [order('a')],
      plan: given([
        { type: 'start', arrival_time: on('07:50') },
        { ...stop('a'), arrival_time: on('08:00') },
      ]),
      options: { mode: 'check' },
    }),
  );
  expect(body.routes[0].start_time).toMatch(/T07:50/);
  expect(body.routes[0].violations).toEqual([{ code: 'shift_time', amount: 600 }]);
});

test('mode check keeps the breaks that a plan states', async () => {
  const lunch = {
    break_id: 'lunch',
    duration: minutes(30),
    time_windows: [between('08:00', '09:00')],
  };
  const asked = (stops: object[]) =>
    request({
      vehicles: [vehicle({}, { breaks: [lunch] })],
      orders: [order('a'), order('b')],
      plan: given([
        { type: 'start', arrival_time: on('08:00') },
        { ...stop('a'), arrival_time: on('08:10') },
        ...stops,
      ]),
      options: { mode: 'check' },
    });
  const rest = (from: string, until: string) => ({
    ...{ type: 'break', stop_id: 'lunch', location_id: 'b' },
    ...{ arrival_time: on(from), departure_time: on(until) },
  });
  const b = (at: string) => ({ ...stop('b'), arrival_time: on(at) });
  // Before b the lunch would end earlier, but the plan has it after b.
  const late = asked([b('08:30'), rest('08:40', '09:10')]);
  await expectPlan(
    service,
    late,
    plan(
      { v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-08:40', 'lunch b 08:40-09:10', 'd 09:30'] },
      90,
    ),
    asked([rest('08:30', '09:00'), b('09:00')]),
  );
});

const DOCK = { type: 'reload', stop_id: 'dock' };

/** a and b on one route, with something that breaks a rule. */
const judged = (fields: Request, orders: object[] = [{}, {}]): Request =>
  request({
    orders: [order('a', orders[0]), order('b', orders[1])],
    plan: given([stop('a'), stop('b')]),
    ...fields,
    options: { mode: 'check' },
  });

test.each([
  {
    name: 'a window that is missed by 10 minutes',
    // At b at 08:30.
    asked: judged({}, [{ time_windows: [exactly('08:10')] }, { time_windows: [until('08:20')] }]),
    violation: { code: 'time_window', amount: minutes(10), stop: 2 },
  },
  {
    name: 'a load that is 2 boxes too much',
    asked: judged({ vehicles: [vehicle({ capacity: { boxes: 3 } })] }, [
      { load: { boxes: 4 } },
      { load: { boxes: 1 } },
    ]),
    violation: { code: 'capacity', amount: 2, dimension: 'boxes' },
  },
  {
    // 5 boxes are on board at first, then 1.
    name: 'a load whose excess decreases on the way',
    asked: judged({ vehicles: [vehicle({ capacity: { boxes: 0 } })] }, [
      { load: { boxes: 4 } },
      { load: { boxes: 1 } },
    ]),
    violation: { code: 'capacity', amount: 5, stop: 0, dimension: 'boxes' },
  },
  {
    name: 'a reload that is used once too often',
    asked: judged({
      vehicles: [vehicle({}, { reloads: [{ reload_id: 'dock', location: 'd', max_count: 1 }] })],
      plan: given([stop('a'), DOCK, stop('b'), DOCK]),
    }),
    violation: { code: 'capacity', amount: 1, stop: 4 },
  },
  {
    name: 'a shift that is 5 minutes too short',
    // The route takes from 08:00 to 09:00.
    asked: judged({ vehicles: [vehicle({}, { end_time: on('08:55') })] }),
    violation: { code: 'shift_time', amount: minutes(5) },
  },
  {
    name: 'a distance that is 10 kilometers too long',
    asked: judged({ vehicles: [vehicle({ limits: { distance: 30_000 } })] }),
    violation: { code: 'distance', amount: 10_000 },
  },
  {
    name: 'one stop too many',
    asked: judged({ vehicles: [vehicle({ limits: { stops: 1 } })] }),
    violation: { code: 'stops', amount: 1 },
  },
  {
    name: 'an attribute that is missing',
    asked: judged({}, [{ required_attributes: ['lift'] }, {}]),
    violation: { code: 'attribute_missing', stop: 1 },
  },
  {
    name: 'a sequence the other way round',
    asked: judged({ relations: [{ type: 'sequence', orders: ['b', 'a'] }] }),
    violation: { code: 'relation' },
  },
])('mode check finds $name', async ({ asked, violation }) => {
  const body = await answerTo(service, asked);
  expect(body.status).toBe('Invalid');
  expect(body.routes[0].violations).toContainEqual(expect.objectContaining(violation));
  expect(planOf(body).unserved).toEqual({});
});

test('mode check finds times of routes that bind one another, later than the earliest', async () => {
  // East may last 40 minutes and has to be at c at 10:00: it starts at 09:40, and West with it.
  const asked = (relations: object[]) =>
    request({
      orders: [order('b'), order('c', { time_windows: [exactly('10:00')] }), order('y')],
      vehicles: [
        vehicle(
          { vehicle_id: 'east', limits: { duration: minutes(40) } },
          { start_location: 'b', end_location: 'b' },
        ),
        vehicle({ vehicle_id: 'west' }, { start_location: 'y', end_location: 'y' }),
      ],
      relations,
      plan: {
        routes: [
          { vehicle_id: 'east', shift_id: 'day', stops: [stop('b'), stop('c')] },
          { vehicle_id: 'west', shift_id: 'day', stops: [stop('y')] },
        ],
      },
      options: { mode: 'check' },
    });
  const { status } = await expectPlan(
    service,
    asked([{ type: 'simultaneous', orders: ['b', 'y'] }]),
    plan(
      {
        east: ['b 09:40', 'b b 09:40-09:50', 'c c 10:00-10:10', 'b 10:20'],
        west: ['y 09:40', 'y y 09:40-09:50', 'y 09:50'],
      },
      50,
    ),
    asked([]),
  );
  expect(status).toBe('Ok');
});

test('mode check lists what the plan does not serve', async () => {
  const body = await answerTo(
    service,
    request({
      orders: [order('a'), order('b')],
      plan: given([stop('a')]),
      options: { mode: 'check' },
    }),
  );
  expect(body.status).toBe('Partial');
  expect(body.unserved.map((each: any) => each.order_id)).toEqual(['b']);
});

test('an order without room at its place in a locked sequence has that reason, even if it fits elsewhere', async () => {
  // After a, b is reached at 08:30. Before a it would be 08:20, which breaks the sequence.
  const asked = (...places: string[]) =>
    request({
      orders: [order('a'), order('b', { time_windows: [until('08:25')] })],
      plan: given(places.map((place) => stop(place, 'sequence'))),
    });
  await expectPlan(
    service,
    asked('a', 'b'),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'] }, 30, { b: ['lock', 'time_window'] }),
    asked('b', 'a'),
  );
});

test('mode insert keeps a route that breaks a rule, and inserts into others', async () => {
  // After a, b is reached five minutes late. The new order c costs least between them, or on the way back.
  const asked = request({
    orders: [order('a'), order('b', { time_windows: [until('08:25')] }), order('c')],
    vehicles: [vehicle(), vehicle({ vehicle_id: 'w' })],
    plan: given([stop('a', 'none'), stop('b', 'none')]),
    options: { mode: 'insert' },
  });
  const { status, routes, unserved } = await answerTo(service, asked);
  const ordersOf = ({ stops }: any): string[] => stops.flatMap((each: any) => each.order_id ?? []);
  expect([status, unserved]).toEqual(['Invalid', []]);
  expect(routes.map((route: any) => [route.vehicle_id, ordersOf(route)])).toEqual([
    ['v', ['a', 'b']],
    ['w', ['c']],
  ]);
  expect(routes.map(({ violations }: any) => violations)).toEqual([
    [{ code: 'time_window', stop: 2, amount: minutes(5) }],
    [],
  ]);
  // Without another vehicle, nothing is added.
  const alone = await answerTo(service, { ...asked, vehicles: [vehicle()] });
  expect(alone.routes.map(ordersOf)).toEqual([['a', 'b']]);
  expect(alone.unserved).toMatchObject([{ order_id: 'c', reasons: [{ code: 'lock' }] }]);
});

test('a plan reloads where it says, also on a day on which another reload is closed', async () => {
  // The dock at x is open on Monday only, that at d every day: one box at a time, to a and back, and to a again.
  const box = { load: { boxes: 1 }, time_windows: [between('08:00', '17:00', TUESDAY)] };
  const asked = (fields: object = {}) =>
    request({
      planning_period: { start_time: on('00:00'), end_time: on('23:00', TUESDAY) },
      orders: [order('a', box), order('a', { order_id: 'again', ...box })],
      vehicles: [
        vehicle(
          { capacity: { boxes: 1 } },
          {
            repeat: 'FREQ=DAILY',
            reloads: [
              { reload_id: 'at x', location: 'x', time_windows: [{ weekdays: ['MO'] }] },
              { reload_id: 'at d', location: 'd' },
            ],
          },
        ),
      ],
      ...fields,
    });
  const free = await answerTo(service, asked());
  expect(free.routes[0].stops.map(({ stop_id }: any) => stop_id)).toContain('at d');
  const judged = (routes: object[]) =>
    answerTo(service, asked({ plan: { routes }, options: { mode: 'check' } }));
  const own = await judged(free.routes);
  expect([own.status, own.statistics.cost]).toEqual(['Ok', free.statistics.cost]);
  expect(
    (await answerTo(service, asked({ plan: { routes: free.routes }, options: { mode: 'insert' } })))
      .routes,
  ).toEqual(free.routes);

  const closed = { type: 'reload', stop_id: 'at x' };
  const { routes } = await judged([
    {
      ...{ vehicle_id: 'v', shift_id: 'day', date: TUESDAY },
      stops: [{ order_id: 'a' }, closed, { order_id: 'again' }],
    },
  ]);
  expect(routes[0].violations).toEqual([expect.objectContaining({ code: 'time_window', stop: 2 })]);
});
