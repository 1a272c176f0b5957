/** Stops: one setup per place, alternative places, pickups with dropoffs, rides, the order of unloading. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  between,
  exactly,
  expectPlan,
  locations,
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

test('a place needs setup only once', async () => {
  // 20 there, 5 of setup, twice 10, 20 back.
  const orders = [order('b', { time_windows: [until('08:25')] }), order('b', { order_id: 'too' })];
  await expectPlan(
    service,
    request({
      orders,
      locations: locations('Etc/UTC', { b: { setup_duration: minutes(5) } }),
    }),
    plan({ v: ['d 08:00', 'b b 08:20-08:35 sets up 5', 'too b 08:35-08:45', 'd 09:05'] }, 65),
    request({ orders }),
  );
});

test('an order with its own setup needs it only on arrival', async () => {
  const asked = (setup_duration: number) =>
    request({
      orders: [
        order('b', { setup_duration, time_windows: [until('08:25')] }),
        order('b', { order_id: 'too', setup_duration }),
      ],
    });
  await expectPlan(
    service,
    asked(minutes(5)),
    plan({ v: ['d 08:00', 'b b 08:20-08:35 sets up 5', 'too b 08:35-08:45', 'd 09:05'] }, 65),
    asked(0),
  );
});

test('the cheapest of the alternative places is used', async () => {
  const asked = (fields: object) => request({ orders: [order('c', fields)] });
  await expectPlan(
    service,
    asked({ alternative_locations: [{ location: 'a' }, { location: 'b' }] }),
    plan({ v: ['d 08:00', 'c a 08:10-08:20', 'd 08:30'] }, 30),
    asked({}),
  );
});

test('an alternative place has its own windows', async () => {
  // a is open only before the shift begins, so it is b.
  const asked = (fields: object) =>
    request({
      orders: [
        order('c', {
          alternative_locations: [{ location: 'a', ...fields }, { location: 'b' }],
        }),
      ],
    });
  await expectPlan(
    service,
    asked({ time_windows: [between('06:00', '07:00')] }),
    plan({ v: ['d 08:00', 'c b 08:20-08:30', 'd 08:50'] }, 50),
    asked({}),
  );
});

const stop = (stop_id: string, location: string, fields: object = {}) => ({
  stop_id,
  location,
  ...fields,
});
const ride = (order_id: string, pickup: object, dropoff: object, fields: object = {}): any => ({
  order_id,
  duration: minutes(10),
  pickups: [pickup],
  dropoffs: [dropoff],
  load: { boxes: 1 },
  ...fields,
});

test('a pickup comes before its dropoff, on one route', async () => {
  // To b, back to a, to the depot: 20 + 10 + 10, and 20 of service.
  const away = ride('o', stop('up', 'b'), stop('down', 'a', { time_windows: [until('09:00')] }));
  const body = await expectPlan(
    service,
    request({ orders: [away] }),
    plan({ v: ['d 08:00', 'o/up b 08:20-08:30', 'o/down a 08:40-08:50', 'd 09:00'] }, 60),
    request({ orders: [order('b'), order('a', { time_windows: [exactly('08:10')] })] }),
  );
  expect(body.routes[0].stops.map((each: any) => each.load_after.boxes)).toEqual([0, 1, 0, 0]);
});

test('capacity applies between pickup and dropoff', async () => {
  // The first box leaves at b before the second is loaded at b; otherwise it would be picked up at a on the way.
  const orders = [
    ride('o', stop('up', 'a', { time_windows: [until('08:10')] }), stop('down', 'b')),
    ride('p', stop('up', 'a'), stop('down', 'c')),
  ];
  // a, b, back to a, c, depot: 10 + 10 + 10 + 20 + 30, and 40 of service.
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({ capacity: { boxes: 1 } })] }),
    plan(
      {
        v: [
          'd 08:00',
          'o/up a 08:10-08:20',
          'o/down b 08:30-08:40',
          'p/up a 08:50-09:00',
          'p/down c 09:20-09:30',
          'd 10:00',
        ],
      },
      120,
    ),
    request({ orders, vehicles: [vehicle({ capacity: { boxes: 2 } })] }),
  );
});

test('several pickups share one dropoff, which follows those that it names', async () => {
  // The dropoff at b must be by 08:30: after the pickup at a, and before the one at c.
  const asked = (fields: object) =>
    request({
      orders: [
        {
          order_id: 'o',
          duration: minutes(10),
          pickups: [stop('one', 'a'), stop('two', 'c')],
          dropoffs: [stop('down', 'b', { time_windows: [until('08:30')], ...fields })],
        },
      ],
    });
  await expectPlan(
    service,
    asked({ after: ['one'] }),
    plan(
      {
        v: [
          'd 08:00',
          'o/one a 08:10-08:20',
          'o/down b 08:30-08:40',
          'o/two c 08:50-09:00',
          'd 09:30',
        ],
      },
      90,
    ),
    asked({}),
  );
});

test('a ride is no longer than its maximum', async () => {
  // With a stop at b, the ride from a to c would take 30. b is due by 08:30, so it is first: back to a, then directly
  // to c.
  const asked = (fields: object) =>
    request({
      orders: [
        ride('o', stop('up', 'a'), stop('down', 'c'), fields),
        order('b', { time_windows: [until('08:30')] }),
      ],
    });
  await expectPlan(
    service,
    asked({ max_ride_duration: minutes(20) }),
    plan(
      {
        v: ['d 08:00', 'b b 08:20-08:30', 'o/up a 08:40-08:50', 'o/down c 09:10-09:20', 'd 09:50'],
      },
      110,
    ),
    asked({}),
  );
});

test('last in, first out', async () => {
  // Due are a by 08:10 and c by 09:00. With the box of b on top at c, the one of a could not be reached, so b is after
  // c.
  const asked = (load_order: string) =>
    request({
      orders: [
        ride(
          'o',
          stop('up', 'a', { time_windows: [until('08:10')] }),
          stop('down', 'c', { time_windows: [until('09:00')] }),
          { load_order },
        ),
        ride('p', stop('up', 'b'), stop('down', 'e'), { load_order }),
      ],
    });
  await expectPlan(
    service,
    asked('lifo'),
    plan(
      {
        v: [
          'd 08:00',
          'o/up a 08:10-08:20',
          'o/down c 08:40-08:50',
          'p/up b 09:00-09:10',
          'p/down e 09:30-09:40',
          'd 10:20',
        ],
      },
      140,
    ),
    asked('any'),
  );
});

test('first in, first out', async () => {
  // The box of b is due at c by 08:50, and the one from a to e may not be loaded before it. So a is after c.
  const asked = (load_order: string) =>
    request({
      orders: [
        ride('o', stop('up', 'a'), stop('down', 'e'), { load_order }),
        ride('p', stop('up', 'b'), stop('down', 'c', { time_windows: [until('08:50')] }), {
          load_order,
        }),
      ],
    });
  await expectPlan(
    service,
    asked('fifo'),
    plan(
      {
        v: [
          'd 08:00',
          'p/up b 08:20-08:30',
          'p/down c 08:40-08:50',
          'o/up a 09:10-09:20',
          'o/down e 09:50-10:00',
          'd 10:40',
        ],
      },
      160,
    ),
    asked('any'),
  );
});

test('stops in any order are served in the order that their windows allow', async () => {
  // Each is reached at the last moment: 30 to c, 20 back to a, 30 on to e, 20 back to b, 20 to the depot, and 40 of
  // service.
  const asked = (windows: readonly (readonly [string, string])[]) =>
    request({
      orders: [
        {
          order_id: 'o',
          duration: minutes(10),
          dropoffs: windows.map(([place, clock]) =>
            stop(place, place, { time_windows: [until(clock)] }),
          ),
        },
      ],
    });
  const late = [
    ['a', '09:00'],
    ['b', '10:10'],
    ['c', '08:30'],
    ['e', '09:40'],
  ] as const;
  await expectPlan(
    service,
    asked(late),
    plan(
      {
        v: [
          'd 08:00',
          'o/c c 08:30-08:40',
          'o/a a 09:00-09:10',
          'o/e e 09:40-09:50',
          'o/b b 10:10-10:20',
          'd 10:40',
        ],
      },
      160,
    ),
    asked(late.map(([place]) => [place, '17:00'])),
  );
});

test('a vehicle that works more slowly takes longer for the same order', async () => {
  // 10 there, 15 instead of 10 of service, 10 back.
  const asked = (fields: object) => request({ orders: [order('a')], vehicles: [vehicle(fields)] });
  await expectPlan(
    service,
    asked({ service_factor: 1.5 }),
    plan({ v: ['d 08:00', 'a a 08:10-08:25', 'd 08:35'] }, 35),
    asked({}),
  );
});

test('a vehicle that works faster gets the long orders', async () => {
  // Both cost the same; fast needs 10 + 6 + 10 minutes and 10 + 30 + 10, and slow the durations of the orders.
  const fast = vehicle({ vehicle_id: 'fast', service_factor: 0.6 });
  const orders = [order('a', { duration: minutes(50) })];
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({ vehicle_id: 'slow' }), fast] }),
    plan({ fast: ['d 08:00', 'a a 08:10-08:40', 'd 08:50'] }, 50),
    request({ orders, vehicles: [vehicle({ vehicle_id: 'slow' })] }),
  );
});

test('the cheapest of the alternative places of a stop is used', async () => {
  // Through x it is 10 + 10 + 10 + 10 + 20, and through a 20 more.
  const asked = (fields: object) =>
    request({
      orders: [
        {
          ...{ order_id: 'o', duration: minutes(10) },
          pickups: [{ stop_id: 'get', location: 'a', ...fields }],
          dropoffs: [{ stop_id: 'give', location: 'y' }],
        },
      ],
    });
  const alternative_locations = [{ location: 'x' }];
  await expectPlan(
    service,
    asked({ alternative_locations }),
    plan({ v: ['d 08:00', 'o/get x 08:10-08:20', 'o/give y 08:30-08:40', 'd 09:00'] }, 60),
    asked({}),
    asked({ alternative_locations: [{ location: 'x', time_windows: [until('08:05')] }] }),
  );
});

test('a stop has its own soft windows', async () => {
  // Ten minutes late at the dropoff. By the windows of the order, the pickup would be as late.
  const soft = (end: string) => ({
    soft_time_windows: [{ ...until(end), cost_per_hour_late: 60 }],
  });
  const asked = (ofOrder: object, ofStop: object) =>
    request({
      orders: [
        {
          ...{ order_id: 'o', duration: minutes(10), ...ofOrder },
          pickups: [{ stop_id: 'get', location: 'a' }],
          dropoffs: [{ stop_id: 'give', location: 'b', ...ofStop }],
        },
      ],
    });
  const route = ['d 08:00', 'o/get a 08:10-08:20', 'o/give b 08:30-08:40', 'd 09:00'];
  await expectPlan(service, asked({}, soft('08:20')), plan({ v: route }, 70), asked({}, {}));
  await expectPlan(
    service,
    asked(soft('08:00'), { soft_time_windows: [] }),
    plan({ v: route }, 70),
    asked(soft('08:00'), {}),
  );
});
