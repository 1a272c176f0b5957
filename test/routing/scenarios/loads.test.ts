/** What vehicles carry: capacity in several dimensions, reloads, incompatible load types, mixed fleets. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  CHEAPEST,
  exactly,
  expectPlan,
  minutes,
  order,
  plan,
  request,
  until,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const boxes = (count: number) => ({ load: { boxes: count } });

test('a reload takes place between stops of one order that are too much at once', async () => {
  // 20 minutes to b and 20 back, 5 at the dock, 20 to y and 20 back, 20 of service.
  const asked = (reloads: object[]) =>
    request({
      orders: [
        {
          ...{ order_id: 'o', duration: minutes(10), load: { weight: 6 } },
          dropoffs: [
            { stop_id: 'one', location: 'b', time_windows: [exactly('08:20')] },
            { stop_id: 'two', location: 'y' },
          ],
        },
      ],
      vehicles: [vehicle({ capacity: { weight: 10 } }, { reloads })],
    });
  await expectPlan(
    service,
    asked([{ reload_id: 'dock', location: 'd', duration: minutes(5) }]),
    plan(
      {
        v: [
          'd 08:00',
          'o/one b 08:20-08:30',
          'dock d 08:50-08:55',
          'o/two y 09:15-09:25',
          'd 09:45',
        ],
      },
      105,
    ),
    asked([]),
  );
});

test('a reload gives the route a second trip', async () => {
  // One box at a time: 10 + 10 + 10, 5 at the dock, 10 + 10 + 10.
  const orders = [
    order('a', { ...boxes(1), time_windows: [until('08:10')] }),
    order('b', boxes(1)),
  ];
  const capacity = { boxes: 1 };
  const dock = {
    reloads: [{ reload_id: 'dock', location: 'd', duration: minutes(5), max_count: 1 }],
  };
  const body = await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({ capacity }, dock)] }),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'dock d 08:30-08:35', 'b b 08:55-09:05', 'd 09:25'],
      },
      85,
    ),
    request({ orders, vehicles: [vehicle({ capacity })] }),
  );
  expect(body.routes[0].stops.map((stop: any) => stop.load_after.boxes)).toEqual([1, 0, 1, 0, 0]);
});

test('every dimension of a load must fit', async () => {
  // a is too heavy for the second vehicle, and b too large for it; c is too heavy for the first.
  const orders = [
    order('a', { load: { weight: 15, volume: 1 } }),
    order('x', { load: { weight: 5, volume: 2 } }),
  ];
  const fleet = (light: object, heavy: object) => [
    vehicle({ vehicle_id: 'light', capacity: light }),
    vehicle({ vehicle_id: 'heavy', capacity: heavy }),
  ];
  await expectPlan(
    service,
    request({ orders, vehicles: fleet({ weight: 10, volume: 9 }, { weight: 20, volume: 1 }) }),
    plan(
      {
        light: ['d 08:00', 'x x 08:10-08:20', 'd 08:30'],
        heavy: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'],
      },
      60,
    ),
    // Without volumes the second vehicle takes both.
    request({ orders, vehicles: fleet({ weight: 10 }, { weight: 20 }) }),
  );
});

test('collected goods take the space of delivered ones', async () => {
  // The box for a leaves at a; the one from b fits afterwards, but not before.
  const orders = [order('a', boxes(1)), order('b', { kind: 'pickup', ...boxes(1) })];
  const asked = (second: object) =>
    request({
      orders: [orders[0], { ...orders[1], ...second }],
      vehicles: [vehicle({ capacity: { boxes: 1 } })],
    });
  const body = await expectPlan(
    service,
    asked({}),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-08:40', 'd 09:00'] }, 60),
    asked({ kind: 'dropoff' }),
  );
  expect(body.routes[0].stops.map((stop: any) => stop.load_after.boxes)).toEqual([1, 0, 1, 1]);
});

test('in a mixed fleet each vehicle is used where it is cheapest', async () => {
  // The truck alone would cost 100 + 2 × 100 = 300. The van takes one box to y for 50, and the truck goes to b for 100
  // + 2 × 50.
  const orders = [order('y', boxes(1)), order('b', boxes(5))];
  const van = vehicle({ vehicle_id: 'van', capacity: { boxes: 1 } });
  const truck = vehicle({
    vehicle_id: 'truck',
    capacity: { boxes: 10 },
    costs: { fixed: 100, per_hour: 120 },
  });
  await expectPlan(
    service,
    request({ orders, objective: CHEAPEST, vehicles: [truck, van] }),
    plan(
      {
        truck: ['d 08:00', 'b b 08:20-08:30', 'd 08:50'],
        van: ['d 08:00', 'y y 08:20-08:30', 'd 08:50'],
      },
      250,
    ),
    request({ orders, objective: CHEAPEST, vehicles: [truck] }),
  );
});

test('the speed factor of a vehicle determines its travel times', async () => {
  const orders = [order('b')];
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({ speed_factor: 2 })] }),
    plan({ v: ['d 08:00', 'b b 08:10-08:20', 'd 08:30'] }, 30),
    request({ orders }),
  );
});

test('incompatible loads are not on board together', async () => {
  // Food first; chemicals are loaded at the dock once the food is gone: 30 + 50. Together it would be 60.
  const asked = (fields: object) =>
    request({
      orders: [
        order('a', { load_type: 'food', time_windows: [exactly('08:10')], ...boxes(1), ...fields }),
        order('b', { load_type: 'chemicals', ...boxes(1) }),
      ],
      vehicles: [vehicle({}, { reloads: [{ reload_id: 'dock', location: 'd' }] })],
    });
  await expectPlan(
    service,
    asked({ incompatible_load_types: ['chemicals'] }),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'dock d 08:30-08:30', 'b b 08:50-09:00', 'd 09:20'],
      },
      80,
    ),
    asked({}),
  );
});
