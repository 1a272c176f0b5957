/** Where and when routes begin and end: open ends, several shifts, repeats, copies, overtime, midnight. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  TUESDAY,
  between,
  exactly,
  expectPlan,
  from,
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

const toB = { orders: [order('b')] };

test('with an open start the route begins at the first stop', async () => {
  // 10 at b, 20 back: 30. From the depot it would be 20 more.
  await expectPlan(
    service,
    request({ ...toB, vehicles: [vehicle({}, { start_location: null })] }),
    plan({ v: ['b b 08:00-08:10', 'd 08:30'] }, 30),
    request(toB),
  );
});

test('with an open end the route ends at the last stop', async () => {
  await expectPlan(
    service,
    request({ ...toB, vehicles: [vehicle({}, { end_location: null })] }),
    plan({ v: ['d 08:00', 'b b 08:20-08:30'] }, 30),
    request(toB),
  );
});

test('a shift may end at a different place', async () => {
  // 20 there, 10 of service, 20 on to e.
  await expectPlan(
    service,
    request({ ...toB, vehicles: [vehicle({}, { end_location: 'e' })] }),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'e 08:50'] }, 50),
    request(toB),
  );
});

test('a vehicle has a route in each of its shifts', async () => {
  // Each trip takes 50 of the 60 minutes of a shift.
  const early = shift({ shift_id: 'early', end_time: on('09:00') });
  const late = shift({ shift_id: 'late', start_time: on('13:00'), end_time: on('14:00') });
  const orders = [
    order('b', { time_windows: [until('12:00')] }),
    order('y', { time_windows: [from('12:00')] }),
  ];
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({ shifts: [early, late] })] }),
    plan(
      {
        'v early': ['d 08:00', 'b b 08:20-08:30', 'd 08:50'],
        'v late': ['d 13:00', 'y y 13:20-13:30', 'd 13:50'],
      },
      100,
    ),
    request({ orders, vehicles: [vehicle({ shifts: [early] })] }),
  );
});

test('a shift repeats', async () => {
  // The second day of the rule is Tuesday.
  const orders = [order('a', { time_windows: [from('00:00', TUESDAY)] })];
  const period = {
    planning_period: { start_time: on('00:00'), end_time: on('23:00', TUESDAY) },
  };
  await expectPlan(
    service,
    request({
      ...period,
      orders,
      vehicles: [vehicle({}, { repeat: 'FREQ=DAILY;COUNT=2' })],
    }),
    plan({ 'v 05-05': ['d 08:00', 'a a 08:10-08:20', 'd 08:30'] }, 30),
    request({ ...period, orders }),
  );
});

test('copies of a vehicle have names and routes of their own', async () => {
  // 50 minutes each in shifts of 60, so both copies are used.
  const orders = [
    order('b', { allowed_vehicles: ['v#1'] }),
    order('y', { allowed_vehicles: ['v#2'] }),
  ];
  const hour = { end_time: on('09:00') };
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({ count: 2 }, hour)] }),
    plan(
      {
        'v#1': ['d 08:00', 'b b 08:20-08:30', 'd 08:50'],
        'v#2': ['d 08:00', 'y y 08:20-08:30', 'd 08:50'],
      },
      100,
    ),
    request({ orders: [order('b'), order('y')], vehicles: [vehicle({}, hour)] }),
  );
});

test('overtime is allowed up to its maximum, and paid', async () => {
  // 50 minutes until 08:50, of which 5 are after the end of the shift: 50 + 5.
  const costs = { per_hour: 60, per_overtime_hour: 60 };
  const body = await expectPlan(
    service,
    request({
      ...toB,
      vehicles: [vehicle({ costs }, { end_time: on('08:45'), max_overtime: minutes(5) })],
    }),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'd 08:50'] }, 55),
    request({ ...toB, vehicles: [vehicle({ costs }, { end_time: on('08:45') })] }),
  );
  expect(body.routes[0].statistics.overtime).toBe(minutes(5));
});

test('a shift spans midnight', async () => {
  // The vehicle leaves so late that it does not wait.
  const orders = [order('a', { time_windows: [between('00:30', '01:00', TUESDAY)] })];
  const night = { start_time: on('22:00'), end_time: on('02:00', TUESDAY) };
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({}, night)] }),
    plan({ v: ['d +1 00:20', 'a a +1 00:30-+1 00:40', 'd +1 00:50'] }, 30),
    request({ orders, vehicles: [vehicle({}, { ...night, end_time: on('00:00', TUESDAY) })] }),
  );
});

test('a route starts late instead of waiting', async () => {
  await expectPlan(
    service,
    request({ orders: [order('a', { time_windows: [exactly('10:00')] })] }),
    plan({ v: ['d 09:50', 'a a 10:00-10:10', 'd 10:20'] }, 30),
    request({ orders: [order('a')] }),
  );
});
