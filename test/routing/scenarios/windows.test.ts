/** When service may start: several, recurring and soft windows, windows of places, release times. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  MONDAY,
  TUESDAY,
  answerTo,
  between,
  exactly,
  expectPlan,
  from,
  locations,
  on,
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

test('service starts in one of several windows', async () => {
  // The first window is over before the shift begins, so the second is used: leaving at 08:50, without waiting.
  const windows = [between('06:00', '07:00'), exactly('09:00')];
  await expectPlan(
    service,
    request({ orders: [order('a', { time_windows: windows })] }),
    plan({ v: ['d 08:50', 'a a 09:00-09:10', 'd 09:20'] }, 30),
    request({ orders: [order('a', { time_windows: windows.slice(0, 1) })] }),
    request({ orders: [order('a')] }),
  );
});

test('a recurring window opens on its weekdays', async () => {
  const asked = (window: object) =>
    request({
      planning_period: { start_time: on('00:00'), end_time: on('23:00', TUESDAY) },
      orders: [order('a', { time_windows: [window] })],
      vehicles: [vehicle({}, { repeat: 'FREQ=DAILY' })],
    });
  await expectPlan(
    service,
    asked({ start_time: '09:00', end_time: '09:00', weekdays: ['TU', 'WE'] }),
    plan({ 'v 05-05': ['d 08:50', 'a a 09:00-09:10', 'd 09:20'] }, 30),
    asked({ start_time: '09:00', end_time: '09:00' }),
  );
});

test('lateness at a soft window has a cost', async () => {
  // At b at 08:30, 10 minutes late: 60 + 5.
  const asked = (fields: object) =>
    request({ orders: [order('a', { time_windows: [exactly('08:10')] }), order('b', fields)] });
  const body = await expectPlan(
    service,
    asked({ soft_time_windows: [{ ...until('08:20'), cost_per_hour_late: 30 }] }),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-08:40', 'd 09:00'] }, 65),
    asked({}),
  );
  expect(body.routes[0].stops[2].lateness).toBe(600);
});

test('a soft window decides the order of stops', async () => {
  // Both directions take 20 + 40. The order that is second is served at 08:40, 30 minutes after the window of x: 15.
  const asked = (fields: object) =>
    request({ orders: [order('a', { time_windows: [until('08:50')] }), order('x', fields)] });
  await expectPlan(
    service,
    asked({ soft_time_windows: [{ ...until('08:10'), cost_per_hour_late: 30 }] }),
    plan({ v: ['d 08:00', 'x x 08:10-08:20', 'a a 08:40-08:50', 'd 09:00'] }, 60),
    asked({ time_windows: [from('08:20')] }),
  );
});

test('earliness at a soft window has a cost, or the vehicle waits', async () => {
  // At b at 08:30, 30 minutes early: 5 at 10 an hour. Waiting would cost 30; at 100 an hour that is cheaper than 50.
  const asked = (cost_per_hour_early: number) =>
    request({
      orders: [
        order('a', { time_windows: [exactly('08:10')] }),
        order('b', { soft_time_windows: [{ ...from('09:00'), cost_per_hour_early }] }),
      ],
    });
  await expectPlan(
    service,
    asked(10),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-08:40', 'd 09:00'] }, 65),
    asked(0),
  );
  await expectPlan(
    service,
    asked(100),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-09:10 waits 30', 'd 09:30'] }, 90),
    asked(10),
  );
});

test('the windows of a place apply to all orders there', async () => {
  const orders = [order('a')];
  await expectPlan(
    service,
    request({
      orders,
      locations: locations('Etc/UTC', { a: { time_windows: [exactly('10:00')] } }),
    }),
    plan({ v: ['d 09:50', 'a a 10:00-10:10', 'd 10:20'] }, 30),
    request({ orders }),
  );
});

test('a delivery that is released later leaves the depot later', async () => {
  const asked = (fields: object) => request({ orders: [order('a', fields)] });
  await expectPlan(
    service,
    asked({ release_time: on('09:00') }),
    plan({ v: ['d 09:00', 'a a 09:10-09:20', 'd 09:30'] }, 30),
    asked({}),
  );
});

test('a vehicle may drive to a pickup before its release', async () => {
  const asked = (fields: object) =>
    request({ orders: [order('a', { kind: 'pickup', ...fields })] });
  await expectPlan(
    service,
    asked({ release_time: on('09:00') }),
    plan({ v: ['d 08:50', 'a a 09:00-09:10', 'd 09:20'] }, 30),
    asked({}),
  );
});

test('the windows of an order are local to its place, those of a shift to its start', async () => {
  // Berlin is two hours ahead of UTC in May: 11:00 there is 09:00 at the depot.
  const orders = [
    order('a', { time_windows: [{ start_time: `${MONDAY}T11:00`, end_time: `${MONDAY}T11:00` }] }),
  ];
  await expectPlan(
    service,
    request({ orders, locations: locations('Etc/UTC', { a: { time_zone: 'Europe/Berlin' } }) }),
    plan({ v: ['d 08:50', 'a a 11:00-11:10', 'd 09:20'] }, 30),
    request({ orders }),
  );
});

test.each([
  // From Monday 17:00 to Wednesday 09:00, and from Sunday 12:00 to Monday 08:00.
  ['opens next', { start_time: '09:00', end_time: '12:00', weekdays: ['WE'] }, 40, '05-06T09:00'],
  ['was open last', { end_time: '12:00', weekdays: ['SU'] }, 20, '05-03T12:00'],
])('a weekday outside the period says when it %s', async (_name, window, hours, time) => {
  const asked = (weekdays: string[]) =>
    request({ orders: [order('a', { time_windows: [{ ...window, weekdays }] })] });
  const { unserved } = await answerTo(service, asked(window.weekdays));
  expect(unserved[0].reasons).toMatchObject([
    { code: 'outside_period', amount: 3600 * hours, time: `2026-${time}:00+00:00` },
  ]);
  expect((await answerTo(service, asked(['MO']))).unserved).toEqual([]);
});

test('windows that never meet those of the place are the reason, not the period', async () => {
  const asked = (end: string) =>
    request({
      locations: locations('Etc/UTC', { a: { time_windows: [{ start_time: '12:00' }] } }),
      orders: [order('a', { time_windows: [between('09:00', end)] })],
    });
  const { unserved } = await answerTo(service, asked('11:59'));
  expect(unserved[0].reasons).toEqual([
    {
      code: 'time_window',
      comment: 'Its time windows and those of its location never meet.',
    },
  ]);
  expect((await answerTo(service, asked('12:00'))).unserved).toEqual([]);
});

test('a weekday on which the place is closed is not named as its opening', async () => {
  const asked = (weekdays: string[]) =>
    request({
      locations: locations('Etc/UTC', { a: { time_windows: [{ weekdays: ['WE'] }] } }),
      orders: [
        order('a', { time_windows: [{ start_time: '09:00', end_time: '17:00', weekdays }] }),
      ],
    });
  const reasonOf = async (...weekdays: string[]) =>
    (await answerTo(service, asked(weekdays))).unserved[0].reasons[0];
  expect(await reasonOf('TU', 'WE')).toMatchObject({ time: '2026-05-06T09:00:00+00:00' });
  expect(await reasonOf('TU')).not.toHaveProperty('time');
});
