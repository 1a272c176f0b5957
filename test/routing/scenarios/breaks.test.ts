/** Breaks, hard and soft, and the rests that driving rules require: whether, when and where. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  TUESDAY,
  answerTo,
  between,
  exactly,
  expectPlan,
  minutes,
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

/** a, b, c from 08:10 on: 90 minutes, at c until 09:00. */
const threeOrders = [order('a', { time_windows: [exactly('08:10')] }), order('b'), order('c')];
const lunch = (fields: object): object => ({
  breaks: [{ break_id: 'lunch', duration: minutes(30), ...fields }],
});

test('a break begins in its window, wherever the vehicle is at that time', async () => {
  // At c until 09:00, then 30 of break and 30 back to the depot: 120.
  const orders = [threeOrders[0], order('b', { time_windows: [exactly('08:30')] }), threeOrders[2]];
  const window = { time_windows: [exactly('09:00')] };
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({}, lunch(window))] }),
    plan(
      {
        v: [
          'd 08:00',
          'a a 08:10-08:20',
          'b b 08:30-08:40',
          'c c 08:50-09:00',
          'lunch c 09:00-09:30',
          'd 10:00',
        ],
      },
      120,
    ),
    request({ orders }),
  );
});

test('a break is taken on the road if its window opens there', async () => {
  // 5 of the 30 minutes to the depot are driven by 09:05.
  const orders = [threeOrders[0], order('b', { time_windows: [exactly('08:30')] }), threeOrders[2]];
  const window = { time_windows: [exactly('09:05')] };
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({}, lunch(window))] }),
    plan(
      {
        v: [
          'd 08:00',
          'a a 08:10-08:20',
          'b b 08:30-08:40',
          'c c 08:50-09:00',
          'lunch road 09:05-09:35',
          'd 10:00',
        ],
      },
      120,
    ),
    request({ orders }),
  );
});

test('a break that may be taken after the route is not owed', async () => {
  // The route takes from 08:00 to 08:30, and the break may begin until 09:00.
  const orders = [order('a', { time_windows: [exactly('08:10')] })];
  const window = (end: string) => ({ time_windows: [between('08:20', end)] });
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({}, lunch(window('09:00')))] }),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'] }, 30),
    request({ orders, vehicles: [vehicle({}, lunch(window('08:25')))] }),
  );
});

test('a break with a place is taken there', async () => {
  // 20 minutes from a to x, and 20 back after the break, without waiting.
  const orders = [
    order('a', { time_windows: [exactly('08:10')] }),
    order('a', { order_id: 'again', time_windows: [exactly('09:30')] }),
  ];
  const window = { time_windows: [between('08:40', '09:20')] };
  await expectPlan(
    service,
    request({ orders, vehicles: [vehicle({}, lunch({ ...window, location: 'x' }))] }),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'lunch x 08:40-09:10', 'again a 09:30-09:40', 'd 09:50'],
      },
      110,
    ),
    request({ orders, vehicles: [vehicle({}, lunch(window))] }),
  );
});

const coffee = (fields: object): object => ({
  soft_breaks: [{ break_id: 'coffee', duration: minutes(30), ...fields }],
});

test('a soft break is skipped if that is cheaper, and taken if it is not', async () => {
  // 30 minutes of break cost 30; skipping it costs 10, or 40.
  const orders = [order('a', { time_windows: [exactly('08:10')] })];
  const asked = (skip_cost: number) =>
    request({
      orders,
      vehicles: [vehicle({}, coffee({ time_windows: [exactly('08:20')], skip_cost }))],
    });
  await expectPlan(
    service,
    asked(10),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'd 08:30'] }, 40),
    request({ orders }),
  );
  await expectPlan(
    service,
    asked(40),
    plan({ v: ['d 08:00', 'a a 08:10-08:20', 'coffee a 08:20-08:50', 'd 09:00'] }, 60),
    asked(10),
  );
});

test('a soft break may be late at a cost', async () => {
  // b must be reached directly from a, so the break is 20 minutes late: 10. The break itself costs 10. Skipping it
  // costs 25.
  const orders = [
    order('a', { time_windows: [exactly('08:10')] }),
    order('b', { time_windows: [exactly('08:30')] }),
  ];
  const rest = { duration: minutes(10), time_windows: [between('08:15', '08:20')], skip_cost: 25 };
  const asked = (fields: object) =>
    request({ orders, vehicles: [vehicle({}, coffee({ ...rest, ...fields }))] });
  await expectPlan(
    service,
    asked({ cost_per_hour_late: 30 }),
    plan(
      {
        v: ['d 08:00', 'a a 08:10-08:20', 'b b 08:30-08:40', 'coffee b 08:40-08:50', 'd 09:10'],
      },
      70 + 10,
    ),
    asked({ cost_per_hour_late: 300 }),
  );
});

test('a soft break before the first stop is skipped to start later, beside a break that is owed in any case', async () => {
  // The shift ends on the return from b: lunch, 20 to b, 10 there and 20 back are 80. Coffee would make it 95, to skip
  // it costs 2; where that costs 20, coffee is had.
  const asked = (skip_cost: number) =>
    request({
      orders: [order('b', { time_windows: [exactly('10:00')] })],
      vehicles: [
        vehicle(
          {},
          {
            end_time: on('10:30'),
            breaks: [{ break_id: 'lunch', duration: minutes(30) }],
            ...coffee({ duration: minutes(15), skip_cost }),
          },
        ),
      ],
    });
  const skipped = await answerTo(service, asked(2));
  expect(skipped.routes[0].skipped_soft_breaks).toEqual(['coffee']);
  expect(skipped.statistics.cost).toMatchObject({ total: 82, time: 80, soft_breaks: 2 });
  const had = await answerTo(service, asked(20));
  expect(had.statistics.cost).toMatchObject({ total: 95, time: 95 });
});

/** 50 minutes there, 50 back. */
const toF = (clock: string) => [order('f', { time_windows: [exactly(clock)] })];
const rules = { max_driving_duration: minutes(50), break_duration: minutes(45) };

test('driving rules require a rest', async () => {
  // 50 are driven on arrival at f, so a rest of 45 is due before driving back: 50 + 10 + 45 + 50 = 155.
  await expectPlan(
    service,
    request({ orders: toF('08:50'), vehicles: [vehicle({ driving_rules: rules })] }),
    plan({ v: ['d 08:00', 'f f 08:50-09:00', 'rest f 09:00-09:45', 'd 10:35'] }, 155),
    request({ orders: toF('08:50') }),
  );
});

test('rests may be split into parts, and breaks count as parts', async () => {
  // A break of 15 after 20 minutes on the road is the first part, and 30 remain at f. 50 + 15 + 10 + 30 + 50 = 155.
  const shiftFields = {
    breaks: [{ break_id: 'tea', duration: minutes(15), time_windows: [exactly('08:20')] }],
  };
  const parts = { ...rules, break_parts: [minutes(15), minutes(30)] };
  const asked = (driving_rules: object) =>
    request({ orders: toF('09:05'), vehicles: [vehicle({ driving_rules }, shiftFields)] });
  await expectPlan(
    service,
    asked(parts),
    plan(
      {
        v: ['d 08:00', 'tea road 08:20-08:35', 'f f 09:05-09:15', 'rest f 09:15-09:45', 'd 10:35'],
      },
      155,
    ),
    asked(rules),
  );
});

test('waiting is not rest', async () => {
  // 40 minutes of waiting at f, and still a rest before the 50 back, because 10 + 40 are driven: 08:00 to 11:30.
  const orders = [order('a', { time_windows: [until('08:10')] }), ...toF('09:40')];
  await expectPlan(
    service,
    request({
      orders,
      vehicles: [
        vehicle({
          driving_rules: { max_driving_duration: minutes(50), break_duration: minutes(50) },
        }),
      ],
    }),
    plan(
      {
        v: [
          'd 08:00',
          'a a 08:10-08:20',
          'f f 09:00-09:50 waits 40',
          'rest f 09:50-10:40',
          'd 11:30',
        ],
      },
      210,
    ),
    request({ orders }),
  );
});

const hours = (count: number): number => minutes(60 * count);

test('days of driving end with a long rest', async () => {
  // 50 there, 50 back, 10 of service, and an hour of rest instead of ten minutes.
  const asked = (fields: object) =>
    request({
      orders: [order('f')],
      vehicles: [
        vehicle({
          driving_rules: {
            ...{ max_driving_duration: minutes(80), break_duration: minutes(10) },
            ...fields,
          },
        }),
      ],
    });
  const daily_rest_duration = minutes(60);
  const body = await expectPlan(
    service,
    asked({ max_daily_driving_duration: minutes(80), daily_rest_duration }),
    plan({ v: ['d 08:00', 'f f 08:50-09:00', 'rest f 09:00-10:00', 'd 10:50'] }, 170),
    asked({}),
    asked({ max_daily_driving_duration: minutes(100), daily_rest_duration }),
  );
  expect(body.routes[0].statistics.break_duration).toBe(minutes(60));
});

test('days of work end with a long rest: Regulation (EC) 561/2006', async () => {
  // 8 hours at b and at c exceed 15: 9 hours of rest between them, or 11, and 1 of driving in total.
  const asked = (driving_rules: object) =>
    request({
      orders: [
        order('b', { duration: hours(8), time_windows: [exactly('08:20')] }),
        order('c', { duration: hours(8) }),
      ],
      vehicles: [
        vehicle({ driving_rules }, { start_time: on('08:00'), end_time: on('22:00', TUESDAY) }),
      ],
    });
  const none = { max_reduced_daily_rests: 0 };
  await expectPlan(
    service,
    asked({ preset: 'ec_561_2006' }),
    plan(
      {
        v: [
          'd 08:00',
          'b b 08:20-16:20',
          'rest b 16:20-+1 01:20',
          'c c +1 01:30-+1 09:30',
          'd +1 10:00',
        ],
      },
      60 * 26,
    ),
    asked({ preset: 'ec_561_2006', max_daily_duration: hours(18) }),
    asked({ max_driving_duration: hours(4.5), break_duration: minutes(45) }),
  );
  await expectPlan(
    service,
    asked({ preset: 'ec_561_2006', ...none }),
    plan(
      {
        v: [
          'd 08:00',
          'b b 08:20-16:20',
          'rest b 16:20-+1 03:20',
          'c c +1 03:30-+1 11:30',
          'd +1 12:00',
        ],
      },
      60 * 28,
    ),
    asked({ preset: 'ec_561_2006' }),
  );
});

test('work requires breaks as driving does', async () => {
  // 20 there, 60 of service, 20 back: a break of 15 after 80 minutes of work.
  const asked = (fields: object) =>
    request({
      orders: [order('b', { duration: minutes(60) })],
      vehicles: [
        vehicle({
          driving_rules: {
            ...{ max_driving_duration: minutes(80), break_duration: minutes(15) },
            ...fields,
          },
        }),
      ],
    });
  await expectPlan(
    service,
    asked({ max_working_duration: minutes(90) }),
    plan({ v: ['d 08:00', 'b b 08:20-09:20', 'rest b 09:20-09:35', 'd 09:55'] }, 115),
    asked({ max_working_duration: minutes(100) }),
  );
});

test('a break is owed after the maximum of work, however little of it is driving', async () => {
  // 10 there and twice 70 of service are 150 without a rest.
  const asked = (max_working_duration: number) =>
    request({
      orders: ['one', 'other'].map((order_id) => order('a', { order_id, duration: minutes(70) })),
      vehicles: [vehicle({ driving_rules: { max_working_duration, break_duration: minutes(30) } })],
      relations: [{ type: 'sequence', orders: ['one', 'other'] }],
    });
  await expectPlan(
    service,
    asked(minutes(120)),
    plan(
      {
        v: [
          ...['d 08:00', 'one a 08:10-09:20', 'rest a 09:20-09:50'],
          ...['other a 09:50-11:00', 'd 11:10'],
        ],
      },
      190,
    ),
    asked(minutes(180)),
  );
});
