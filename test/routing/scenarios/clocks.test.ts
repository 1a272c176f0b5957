/** Clocks: traffic windows, weekends, and days with clock changes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  LINE_MATRIX,
  between,
  costsOfLine,
  exactly,
  expectPlan,
  locations,
  order,
  plan,
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

/** Before 09:00 each step takes 20 minutes, afterwards 10. */
const rush = {
  traffic_windows: [
    { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['08:59:59'] },
    { traffic_window_start_times: ['09:00:00'], traffic_window_end_times: ['23:59:59'] },
  ],
  travel_costs: costsOfLine((steps) => [10_000 * steps, 1200 * steps, 600 * steps]),
};
const inTraffic = (fields: Request, travel: object = {}): Request =>
  request({ ...fields, travel: { matrix: rush, ...travel } });
const atA = { orders: [order('a', { time_windows: [until('12:00')] })] };

test('a route leaves when the traffic is over', async () => {
  // Leaving at 08:00, it would take 20 there, leave a at 08:30, and take 20 back.
  await expectPlan(
    service,
    inTraffic(atA),
    plan({ v: ['d 09:00', 'a a 09:10-09:20', 'd 09:30'] }, 30),
    request(atA),
  );
});

test('without traffic each leg takes its free-flow time', async () => {
  await expectPlan(
    service,
    inTraffic(atA, { use_traffic: false }),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'] }, 30),
    inTraffic(atA),
  );
});

test('the traffic of each moment determines the time of a leg', async () => {
  // Due at b at 09:10. A step takes 10 minutes from 09:00 on, so one of the two is driven before then, and took 20.
  const orders = [order('b', { time_windows: [exactly('09:10')] })];
  await expectPlan(
    service,
    inTraffic({ orders }),
    plan({ v: ['d 08:40', 'b b 09:10-09:20', 'd 09:40'] }, 60),
    request({ orders }),
  );
});

test('weekends have their own times', async () => {
  // Saturday, the 9th: 5 minutes per step.
  const saturday = '2026-05-09';
  const shift = { start_time: `${saturday}T08:00`, end_time: `${saturday}T17:00` };
  const asked = (more: object) =>
    request({
      orders: [order('b')],
      vehicles: [vehicle({}, shift)],
      travel: { matrix: { ...LINE_MATRIX, ...more } },
    });
  await expectPlan(
    service,
    asked({ weekend_travel_costs: costsOfLine((steps) => [10_000 * steps, 300 * steps]) }),
    plan({ 'v 05-09': ['d 08:00', 'b b 08:10-08:20', 'd 08:30'] }, 30),
    asked({}),
  );
});

test('the hour that the clock skips is not worked', async () => {
  // In Berlin on 29 March, 02:00 is followed by 03:00: ten minutes on the road from 01:50.
  const day = '2026-03-29';
  const asked = (timeZone: string) =>
    request({
      locations: locations(timeZone),
      orders: [order('a', { time_windows: [exactly('03:00', day)] })],
      vehicles: [vehicle({}, { start_time: `${day}T00:00`, end_time: `${day}T06:00` })],
    });
  await expectPlan(
    service,
    asked('Europe/Berlin'),
    plan({ 'v 03-29': ['d 01:50', 'a a 03:00-03:10', 'd 03:20'] }, 30),
    asked('Etc/UTC'),
  );
});

test('the hour that the clock repeats is worked twice', async () => {
  // On 25 October, 03:00 is followed by 02:00, so 01:40 to 03:40 is three hours. At a from 02:10, the first time.
  const day = '2026-10-25';
  const asked = (timeZone: string) =>
    request({
      locations: locations(timeZone),
      orders: [
        order('a', { time_windows: [between('01:50', '01:50', day)] }),
        order('b', { time_windows: [exactly('03:30', day)] }),
      ],
      vehicles: [vehicle({}, { start_time: `${day}T00:00`, end_time: `${day}T06:00` })],
    });
  // Waiting at b from 02:10 on, for 80 minutes by the clock and 60 more.
  const body = await expectPlan(
    service,
    asked('Europe/Berlin'),
    plan(
      { 'v 10-25': ['d 01:40', 'a a 01:50-02:00', 'b b 02:10-03:40 waits 140', 'd 04:00'] },
      200,
    ),
    asked('Etc/UTC'),
  );
  expect(body.routes[0].start_time).toBe('2026-10-25T01:40:00+02:00');
  expect(body.routes[0].end_time).toBe('2026-10-25T04:00:00+01:00');
});

test('a dated time that the clock skips is moved, with a warning', async () => {
  const day = '2026-03-29';
  const body = await expectPlan(
    service,
    request({
      locations: locations('Europe/Berlin'),
      orders: [order('a', { time_windows: [exactly('02:30', day)] })],
      vehicles: [vehicle({}, { start_time: `${day}T00:00`, end_time: `${day}T06:00` })],
    }),
    plan({ 'v 03-29': ['d 03:20', 'a a 03:30-03:40', 'd 03:50'] }, 30),
  );
  expect(body.warnings.map(({ pointer }: any) => pointer)).toEqual([
    '/orders/0/time_windows/0/start_time',
    '/orders/0/time_windows/0/end_time',
  ]);
});
