/** Limits per route, week and period, and all terms of the cost. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
  exactly,
  expectPlan,
  minutes,
  on,
  order,
  plan,
  request,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** To b and back: 50 minutes, 40 of them on the road, and 40 kilometers. */
const toB = [order('b')];

test.each([
  { limit: 'duration', enough: minutes(50), orders: toB },
  { limit: 'driving_duration', enough: minutes(40), orders: toB },
  { limit: 'distance', enough: 40_000, orders: toB },
  { limit: 'stops', enough: 1, orders: toB },
])('a shift keeps its limit of $limit', async ({ limit, enough, orders }) => {
  const asked = (max: number) =>
    request({ orders, vehicles: [vehicle({ limits: { [limit]: max } })] });
  await expectPlan(
    service,
    asked(enough),
    plan({ v: ['d 08:00', 'b b 08:20-08:30', 'd 08:50'] }, 50),
    asked(enough - 1),
  );
  const { unserved } = await answerTo(service, asked(enough - 1));
  expect(unserved[0].reasons).toEqual([expect.objectContaining({ code: limit, amount: 1 })]);
});

test('a shift keeps its limit of waiting', async () => {
  // From a at 08:20 to b at 08:30, half an hour before service may start.
  const orders = [
    order('a', { time_windows: [exactly('08:10')] }),
    order('b', { time_windows: [exactly('09:00')], mandatory: false, unserved_cost: 100 }),
  ];
  const asked = (waiting_duration: number) =>
    request({ orders, vehicles: [vehicle({ limits: { waiting_duration } })] });
  await expectPlan(
    service,
    asked(minutes(30)),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-09:10 waits 30', 'd 09:30'] }, 90),
    asked(minutes(30) - 1),
  );
});

/** Sunday the 10th is the last day of a week, Monday the 11th the first of the next. */
const SUNDAY = '2026-05-10';
const NEXT_MONDAY = '2026-05-11';
const twoDays = {
  planning_period: { start_time: on('00:00', SUNDAY), end_time: on('23:00', NEXT_MONDAY) },
  orders: [
    order('a', { time_windows: [exactly('08:10', SUNDAY)] }),
    order('a', { order_id: 'next', time_windows: [exactly('08:10', NEXT_MONDAY)] }),
  ],
};

test.each([
  { limit: 'shifts', enough: 1 },
  { limit: 'duration', enough: minutes(30) },
  { limit: 'driving_duration', enough: minutes(20) },
  { limit: 'distance', enough: 20_000 },
])('$limit are limited per week, and over the whole period', async ({ limit, enough }) => {
  const asked = (span: 'per_week' | 'per_period', max: number) =>
    request({
      ...twoDays,
      vehicles: [vehicle({ limits: { [span]: { [limit]: max } } }, { repeat: 'FREQ=DAILY' })],
    });
  const expected = plan(
    {
      'v 05-10': ['d 08:00', 'a a 08:10-08:20', 'd 08:30'],
      'v 05-11': ['d 08:00', 'next a 08:10-08:20', 'd 08:30'],
    },
    60,
  );
  await expectPlan(
    service,
    asked('per_week', enough),
    expected,
    asked('per_week', enough - 1),
    asked('per_period', enough),
  );
  await expectPlan(
    service,
    asked('per_period', 2 * enough),
    expected,
    asked('per_period', 2 * enough - 1),
  );
});

test('each term of the cost is paid', async () => {
  // 70 minutes from 08:00 to 09:20, plus 10 of waiting at b; 40 kilometers; 2 stops; the last 20 minutes are overtime.
  const costs = {
    ...{ fixed: 7, per_hour: 60, per_kilometer: 0.5, per_stop: 3 },
    ...{ per_waiting_hour: 12, per_overtime_hour: 30 },
  };
  const orders = [
    order('a', { time_windows: [exactly('08:10')] }),
    order('b', { time_windows: [exactly('08:40')] }),
  ];
  const overtime = { end_time: on('08:50'), max_overtime: minutes(20) };
  const asked = (fields: object) =>
    request({ orders, vehicles: [vehicle({ costs: fields }, overtime)] });
  const total = 7 + 70 + 20 + 6 + 2 + 10;
  const body = await expectPlan(
    service,
    asked(costs),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-08:50 waits 10', 'd 09:10'] }, total),
    asked({ per_hour: 60 }),
  );
  expect(body.routes[0].statistics.cost).toEqual({
    ...{ total, fixed: 7, time: 70, distance: 20, stops: 6, waiting: 2, overtime: 10 },
  });
});
