/** Relations between orders, one test for each kind, and gaps. */
import { afterAll, beforeAll, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  CHEAPEST,
  exactly,
  expectPlan,
  minutes,
  on,
  order,
  plan,
  request,
  shift,
  until,
  vehicle,
  type Request,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Each vehicle starts and ends at a place that it serves for 10 minutes. */
const apart = [
  vehicle({ vehicle_id: 'east' }, { start_location: 'b', end_location: 'b' }),
  vehicle({ vehicle_id: 'west' }, { start_location: 'y', end_location: 'y' }),
];
const related = (fields: Request, relation: object | undefined): Request =>
  request({
    objective: CHEAPEST,
    ...fields,
    ...(relation === undefined ? {} : { relations: [relation] }),
  });

test('same_route: one route, of the named vehicle', async () => {
  // West drives to b and back: 80, plus 20 of service.
  const fields = {
    orders: [order('b', { time_windows: [until('08:40')] }), order('y')],
    vehicles: apart,
  };
  const relation = { type: 'same_route', orders: ['b', 'y'] };
  await expectPlan(
    service,
    related(fields, { ...relation, vehicle_id: 'west' }),
    plan({ west: ['y 08:00', 'b b 08:40-08:50', 'y y 09:30-09:40', 'y 09:40'] }, 100),
    related(fields, { ...relation, vehicle_id: 'east' }),
    related(fields, undefined),
  );
});

const early = shift({ shift_id: 'early', end_time: on('12:00') });
const late = shift({ shift_id: 'late', start_time: on('13:00') });
const morningAndAfternoon = {
  orders: [
    order('a', { time_windows: [exactly('08:10')] }),
    order('a', { order_id: 'again', time_windows: [exactly('13:10')] }),
  ],
  vehicles: [
    vehicle({ shifts: [early, late] }),
    vehicle({ vehicle_id: 'cheap', costs: { per_hour: 30 }, shifts: [late] }),
  ],
};

test('same_vehicle: one vehicle, on any of its routes', async () => {
  // The other vehicle would be cheaper in the afternoon.
  await expectPlan(
    service,
    related(morningAndAfternoon, { type: 'same_vehicle', orders: ['a', 'again'] }),
    plan(
      {
        'v early': ['d 08:00', 'a a 08:10-08:20', 'd 08:30'],
        'v late': ['d 13:00', 'again a 13:10-13:20', 'd 13:30'],
      },
      60,
    ),
    related(morningAndAfternoon, undefined),
  );
});

test('different_vehicles: no two orders on the same vehicle', async () => {
  // One vehicle would serve both for 40.
  const fields = {
    orders: [order('a', { forbidden_vehicles: ['w'] }), order('a', { order_id: 'too' })],
    vehicles: [vehicle(), vehicle({ vehicle_id: 'w' })],
  };
  await expectPlan(
    service,
    related(fields, { type: 'different_vehicles', orders: ['a', 'too'] }),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'],
        w: ['d 08:00', 'too a 08:10-08:20', 'd 08:30'],
      },
      60,
    ),
    related(fields, undefined),
  );
});

test('sequence: one route, in this order', async () => {
  // 10 + 20 + 30 + 20 on the road and 30 of service, instead of 60 and 30.
  const fields = { orders: [order('a'), order('x'), order('b')] };
  await expectPlan(
    service,
    related(fields, { type: 'sequence', orders: ['a', 'x', 'b'] }),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'x x 08:40-08:50', 'b b 09:20-09:30', 'd 09:50'],
      },
      110,
    ),
    related(fields, undefined),
  );
});

test('consecutive: nothing between them', async () => {
  // b is due by 08:30, and lies between a and c: so it is first, and then the vehicle goes back to a.
  const fields = {
    orders: [order('a'), order('b', { time_windows: [until('08:30')] }), order('c')],
  };
  await expectPlan(
    service,
    related(fields, { type: 'consecutive', orders: ['a', 'c'] }),
    plan(
      {
        v: ['d 08:00', 'b b 08:20-08:30', 'a a 08:40-08:50', 'c c 09:10-09:20', 'd 09:50'],
      },
      110,
    ),
    related(fields, { type: 'sequence', orders: ['a', 'c'] }),
  );
});

/** One order for each of two vehicles from the depot. */
const twoVehicles = {
  orders: [
    order('a', { allowed_vehicles: ['v'] }),
    order('x', { allowed_vehicles: ['w'], time_windows: [until('09:00')] }),
  ],
  vehicles: [vehicle(), vehicle({ vehicle_id: 'w' })],
};

test('before: one ends before the other begins, on any routes', async () => {
  // x by 09:00 and 40 minutes after a, so a ends by 08:20.
  const relation = { type: 'before', orders: ['a', 'x'], min_gap: minutes(40) };
  await expectPlan(
    service,
    related(twoVehicles, relation),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'],
        w: ['d 08:50', 'x x 09:00-09:10', 'd 09:20'],
      },
      60,
    ),
    related(twoVehicles, undefined),
  );
});

test('before with a maximum gap: not too long before', async () => {
  // x at 09:00: a ends at 08:40 or later. The vehicle leaves as early as this allows.
  const fields = {
    ...twoVehicles,
    orders: [
      order('a', { allowed_vehicles: ['v'], time_windows: [until('08:30')] }),
      order('x', { allowed_vehicles: ['w'], time_windows: [exactly('09:00')] }),
    ],
  };
  await expectPlan(
    service,
    related(fields, { type: 'before', orders: ['a', 'x'], max_gap: minutes(20) }),
    plan(
      {
        v: ['d 08:20', 'a a 08:30-08:40', 'd 08:50'],
        w: ['d 08:50', 'x x 09:00-09:10', 'd 09:20'],
      },
      60,
    ),
    related(fields, undefined),
  );
});

test('a minimum gap on one route: the vehicle waits', async () => {
  // From a to x it drives 20 of the 60 minutes: 10 + 20 + 10 on the road, 20 of service and 40 of waiting.
  const fields = { orders: [order('a'), order('x')] };
  await expectPlan(
    service,
    related(fields, { type: 'before', orders: ['a', 'x'], min_gap: minutes(60) }),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'x x 08:40-09:30 waits 40', 'd 09:40'] }, 100),
    related(fields, { type: 'before', orders: ['a', 'x'] }),
  );
});

test('a maximum gap on one route: the vehicle waits before the first of the two', async () => {
  // b is due at 08:20, x at 10:00. Most of the waiting is before a, which must not end before 09:30.
  const fields = {
    orders: [
      order('b', { time_windows: [exactly('08:20')] }),
      order('a'),
      order('x', { time_windows: [exactly('10:00')] }),
    ],
  };
  await expectPlan(
    service,
    related(fields, { type: 'sequence', orders: ['a', 'x'], max_gap: minutes(30) }),
    plan(
      {
        v: [
          ...['d 08:00', 'b b 08:20-08:30', 'a a 08:40-09:30 waits 40'],
          ...['x x 09:50-10:10 waits 10', 'd 10:20'],
        ],
      },
      140,
    ),
    related(fields, undefined),
  );
});

test('simultaneous: both begin at the same time', async () => {
  // c cannot be reached before 08:30, and a must begin by then.
  const fields = {
    ...twoVehicles,
    orders: [
      order('a', { allowed_vehicles: ['v'], time_windows: [until('08:30')] }),
      order('c', { allowed_vehicles: ['w'] }),
    ],
  };
  await expectPlan(
    service,
    related(fields, { type: 'simultaneous', orders: ['a', 'c'] }),
    plan(
      {
        v: ['d 08:20', 'a a 08:30-08:40', 'd 08:50'],
        w: ['d 08:00', 'c c 08:30-08:40', 'd 09:10'],
      },
      100,
    ),
    related(fields, undefined),
  );
});
