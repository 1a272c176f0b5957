/** Which vehicles may serve an order, which should, and which orders are left out if not all can be served. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  CHEAPEST,
  answerTo,
  expectPlan,
  minutes,
  on,
  order,
  plan,
  request,
  shift,
  until,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The first vehicle costs half as much. */
const fleet = (cheap: object, dear: object, cheapShift: object = {}): any[] => [
  vehicle({ vehicle_id: 'cheap', costs: { per_hour: 30 }, ...cheap }, cheapShift),
  vehicle({ vehicle_id: 'dear', ...dear }),
];
const way = ['d 08:00', 'a a 08:10-08:20', 'd 08:30'];
const byCheap = plan({ cheap: way }, 15);
const byDear = plan({ dear: way }, 30);

test.each([
  {
    name: 'needs all of its required attributes',
    fields: { required_attributes: ['frozen', 'lift'] },
    vehicles: fleet({ attributes: ['frozen'] }, { attributes: ['lift', 'frozen'] }),
  },
  {
    name: 'needs one attribute of each list',
    fields: { any_of_attributes: [['de', 'en'], ['lift']] },
    vehicles: fleet({ attributes: ['de', 'en'] }, { attributes: ['en', 'lift'] }),
  },
  {
    name: 'keeps away from forbidden attributes',
    fields: { forbidden_attributes: ['diesel'] },
    vehicles: fleet({ attributes: ['diesel'] }, {}),
  },
  {
    name: 'goes by its allowed vehicles alone',
    fields: { allowed_vehicles: ['dear'] },
    vehicles: fleet({}, {}),
  },
  {
    name: 'never goes by forbidden vehicles',
    fields: { forbidden_vehicles: ['cheap'] },
    vehicles: fleet({}, {}),
  },
])('an order $name', async ({ fields, vehicles }) => {
  const asked = (more: object) => request({ orders: [order('a', more)], vehicles });
  await expectPlan(service, asked(fields), byDear, asked({}));
  await expectPlan(service, asked({}), byCheap);
});

test('attributes of a shift are added to those of the vehicle', async () => {
  // Only the second shift has a helper.
  const shifts = [
    shift({ end_time: on('12:00') }),
    shift({ shift_id: 'late', start_time: on('13:00'), attributes: ['helper'] }),
  ];
  const asked = (fields: object) =>
    request({
      orders: [order('a', fields)],
      vehicles: [vehicle({ shifts, attributes: ['lift'] })],
    });
  await expectPlan(
    service,
    asked({ required_attributes: ['lift', 'helper'] }),
    plan({ 'v late': ['d 13:00', 'a a 13:10-13:20', 'd 13:30'] }, 30),
    asked({ required_attributes: ['lift'] }),
  );
});

test('a preferred vehicle is used if its bonus is worth it', async () => {
  // 30 - 20 for the dear vehicle is less than 15; 30 - 10 is more.
  const asked = (cost: number) =>
    request({
      orders: [order('a', { preferred_vehicles: [{ vehicle_id: 'dear', cost }] })],
      vehicles: fleet({}, {}),
    });
  await expectPlan(service, asked(-20), plan({ dear: way }, 10), asked(-10));
  await expectPlan(service, asked(-10), byCheap);
});

test('an optional order is left out if serving it costs more', async () => {
  // To b and back costs 50.
  const asked = (unserved_cost: number, mandatory = false) =>
    request({ orders: [order('b', { mandatory, unserved_cost })] });
  await expectPlan(
    service,
    asked(40),
    plan({}, 40, { b: ['cheaper_unserved'] }),
    asked(60),
    asked(40, true),
  );
  await expectPlan(
    service,
    asked(60),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'd 08:50'] }, 50),
    asked(40),
  );
});

/** An hour: enough for one of two trips of 50 minutes. */
const hour = [vehicle({}, { end_time: on('09:00') })];

test('if not all orders can be served, the more important ones are', async () => {
  const asked = (fields: object) =>
    request({ orders: [order('b', fields), order('y', { priority: 50 })], vehicles: hour });
  await expectPlan(
    service,
    asked({ priority: 60 }),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'd 08:50'] }, 50, { y: ['shift_time'] }),
    asked({ priority: 40 }),
  );
});

test('mandatory orders come before optional ones, whatever their unserved costs', async () => {
  const asked = (mandatory: boolean) =>
    request({
      orders: [order('b'), order('y', { mandatory, unserved_cost: 1000, priority: 1 })],
      vehicles: hour,
    });
  await expectPlan(
    service,
    asked(false),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'd 08:50'] }, 1050, { y: ['shift_time'] }),
    asked(true),
  );
});

/** Vehicles that start at b and at y: each serves its own place for 10, or one of them serves both for 100. */
const apart = [
  vehicle({ vehicle_id: 'east' }, { start_location: 'b', end_location: 'b' }),
  vehicle({ vehicle_id: 'west' }, { start_location: 'y', end_location: 'y' }),
];

test('few vehicles come before low costs, unless the objective says otherwise', async () => {
  const orders = [order('b'), order('y')];
  const asked = (objective: object) => request({ orders, objective, vehicles: apart });
  await expectPlan(
    service,
    asked(CHEAPEST),
    plan(
      {
        east: ['b 08:00', 'b b 08:00-08:10', 'b 08:10'],
        west: ['y 08:00', 'y y 08:00-08:10', 'y 08:10'],
      },
      20,
    ),
    asked({ minimize: ['unserved', 'vehicles', 'cost'] }),
  );
});

test('by default a second vehicle is used if it is cheaper, including its fixed cost', async () => {
  // 40 from b to y, 40 back and 20 of service. y is served either by the vehicle at b, or by its own for 10 plus the
  // fixed cost.
  const orders = [
    order('b', { forbidden_vehicles: ['west'], time_windows: [until('08:30')] }),
    order('y'),
  ];
  const asked = (fixed: number) =>
    request({
      orders,
      vehicles: apart.map((each) => ({ ...each, costs: { ...each.costs, fixed } })),
    });
  const oneVehicle = {
    east: ['b 08:00', 'b b 08:00-08:10', 'y y 08:50-09:00', 'b 09:40'],
  };
  await expectPlan(service, asked(81), plan(oneVehicle, 181), asked(79));
  await expectPlan(
    service,
    asked(79),
    plan(
      {
        east: ['b 08:00', 'b b 08:00-08:10', 'b 08:10'],
        west: ['y 08:00', 'y y 08:00-08:10', 'y 08:10'],
      },
      178,
    ),
    { ...asked(79), objective: { minimize: ['unserved', 'vehicles', 'cost'] } },
  );
});

test('without costs, or with equal ones, the plan is the shortest in time, then in distance', async () => {
  // 10 to x, 30 to b, 20 back past a: 60 of driving and 30 of service. Other sequences take longer.
  const orders = [order('x'), order('b'), order('a')];
  for (const objective of [{}, { objective: { minimize: ['unserved', 'vehicles'] } }]) {
    const asked = request({ orders, vehicles: [vehicle({ costs: {} })], ...objective });
    const { statistics } = await answerTo(service, asked);
    expect([statistics.duration, statistics.distance]).toEqual([minutes(90), 60_000]);
  }
  // Only a fixed cost per vehicle is paid: the result is still one vehicle on the shortest path.
  const vehicles = [vehicle({ costs: { fixed: 5 }, count: 3 })];
  const { statistics } = await answerTo(service, request({ orders, vehicles }));
  expect([statistics.vehicles, statistics.duration]).toEqual([1, minutes(90)]);
});

test('few shifts may come before low costs', async () => {
  // The second shift does not pass a: two shifts cost 30 + 30, and one costs 10 + 10 + 10 + 10 plus the waiting
  // between.
  const shifts = [
    shift({ end_time: on('10:00') }),
    shift({ shift_id: 'late', start_time: on('10:00') }),
  ];
  const orders = [
    order('a', { time_windows: [{ start_time: on('08:10'), end_time: on('08:10') }] }),
    order('x', { time_windows: [{ start_time: on('09:40'), end_time: on('11:00') }] }),
  ];
  const asked = (minimize: string[]) =>
    request({ orders, objective: { minimize }, vehicles: [vehicle({ shifts })] });
  await expectPlan(
    service,
    asked(['unserved', 'shifts', 'cost']),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'x x 08:40-09:50 waits 60', 'd 10:00'] }, 120),
    asked(['unserved', 'cost']),
  );
});

test('a short distance may come before low costs', async () => {
  // The vehicle from d drives 20 kilometers at 120 an hour, the one from f 80 at almost no cost.
  const vehicles = [
    vehicle({ costs: { per_hour: 120 } }),
    vehicle({ vehicle_id: 'far', costs: {} }, { start_location: 'f', end_location: 'f' }),
  ];
  const asked = (minimize: string[]) =>
    request({ orders: [order('a')], objective: { minimize }, vehicles });
  await expectPlan(
    service,
    asked(['unserved', 'distance']),
    plan({ v: way }, 60),
    asked(['unserved', 'cost']),
  );
});

test('work is spread if balance is requested', async () => {
  // One vehicle would do both in 40 minutes; separately each takes 30.
  const orders = [order('a', { forbidden_vehicles: ['dear'] }), order('a', { order_id: 'too' })];
  const asked = (minimize: string[]) =>
    request({
      orders,
      objective: { minimize, balance: 'stops' },
      vehicles: fleet({}, {}),
    });
  await expectPlan(
    service,
    asked(['unserved', 'imbalance', 'cost']),
    plan({ cheap: way, dear: ['d 08:00', 'too a 08:10-08:20', 'd 08:30'] }, 45),
    asked(['unserved', 'cost']),
  );
});

test('a vehicle leaves its territory if that is worth the cost', async () => {
  // East of d, the line belongs to v, except for a hole at b; west of it, to w.
  const square = (from: number, to: number) => [
    [from, 50],
    [to, 50],
    [to, 52],
    [from, 52],
    [from, 50],
  ];
  const asked = (outside_cost: number) => {
    const homed = (vehicle_id: string, ...coordinates: number[][][]) =>
      vehicle({ vehicle_id, territory: { area: { type: 'Polygon', coordinates }, outside_cost } });
    return request({
      objective: CHEAPEST,
      orders: [order('a'), order('b'), order('y')],
      vehicles: [homed('v', square(0.31, 0.9), square(0.49, 0.51)), homed('w', square(-1, 0.29))],
    });
  };
  // 40 of driving on each side and 30 of service, with one vehicle or with two.
  const { statistics } = await answerTo(service, asked(0));
  expect(statistics.cost.total).toBe(110);
  // b costs twice as much, whichever vehicle serves it.
  await expectPlan(
    service,
    asked(7),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-08:40', 'd 09:00'],
        w: ['d 08:00', 'y y 08:20-08:30', 'd 08:50'],
      },
      60 + 50 + 7,
    ),
    asked(0),
  );
});
