/** Periodic orders: how many visits, on which days, how far apart, by which vehicle, at what time. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  CHEAPEST,
  MONDAY,
  TUESDAY,
  answerTo,
  between,
  expectPlan,
  minutes,
  on,
  order,
  plan,
  request,
  shift,
  vehicle,
  type Request,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Monday to Sunday, with one shift per day. */
const SUNDAY = '2026-05-10';
const week = (visits: object, fields: object = {}): Request =>
  request({
    planning_period: { start_time: on('00:00'), end_time: on('23:59', SUNDAY) },
    orders: [order('a', { visits: { count: 2, per: 'week', ...visits } })],
    vehicles: [vehicle({}, { repeat: 'FREQ=DAILY' })],
    ...fields,
  });
const visit = (number: number) => ['d 08:00', `a#${number} a 08:10-08:20`, 'd 08:30'];
/** Two visits on these days in May; for Monday the date is omitted. */
const onDays = (first: string, second: string) =>
  plan({ [`v${first}`]: visit(1), [`v${second}`]: visit(2) }, 60);

test('visits take place on their weekdays', async () => {
  await expectPlan(
    service,
    week({ weekdays: ['WE', 'SA'] }),
    onDays(' 05-06', ' 05-09'),
    week({ weekdays: ['WE', 'TU'] }),
  );
});

test('visits keep their minimum distance in days', async () => {
  // Of these days, only Monday and Thursday are three days apart.
  const weekdays = ['MO', 'TU', 'TH'];
  await expectPlan(
    service,
    week({ weekdays, min_days_between: 3 }),
    onDays('', ' 05-07'),
    week({ weekdays }),
  );
});

test('each week owes its visits', async () => {
  // A Monday in each of two weeks.
  const fields = {
    planning_period: { start_time: on('00:00'), end_time: on('23:00', '2026-05-17') },
  };
  await expectPlan(
    service,
    week({ count: 1, weekdays: ['MO'] }, fields),
    onDays('', ' 05-11'),
    week({ count: 1, weekdays: ['MO'] }),
    week({ count: 1, per: 'planning_period', weekdays: ['MO'] }, fields),
  );
});

test('with partial service, some visits may be served without the others', async () => {
  // There is no shift on a second day.
  const fields = { vehicles: [vehicle()] };
  await expectPlan(
    service,
    week({ partial: true }, fields),
    plan({ v: visit(1) }, 30, { 'a#2': ['visit_spacing'] }),
    week({}, fields),
  );
});

test('one vehicle makes all visits if that is required', async () => {
  // On Tuesday the other vehicle would be cheaper.
  const vehicles = [
    vehicle({ shifts: [shift({ repeat: 'FREQ=DAILY;COUNT=2' })] }),
    vehicle(
      { vehicle_id: 'cheap', costs: { per_hour: 30 } },
      { start_time: on('08:00', '2026-05-05'), end_time: on('17:00', '2026-05-05') },
    ),
  ];
  const asked = (same_vehicle: string) =>
    week({ weekdays: ['MO', 'TU'], same_vehicle }, { vehicles, objective: CHEAPEST });
  await expectPlan(service, asked('required'), onDays('', ' 05-05'), asked('free'));
});

test('one vehicle makes all visits if preferred, at the cost of a detour unless another cost is given', async () => {
  // v is there on Monday, w on both days. Half an hour of v saves one minute at 58, and 15.50 at 29; a quarter of an
  // hour of w is 15. If the cost is 0, one vehicle makes all visits only if that costs nothing.
  const days = (count: number) => ({ repeat: `FREQ=DAILY;COUNT=${count}` });
  const asked = (same_vehicle: string, per_hour = 60, visits = {}) =>
    week(
      { weekdays: ['MO', 'TU'], same_vehicle, ...visits },
      {
        vehicles: [
          vehicle({ costs: { per_hour } }, days(1)),
          vehicle({ vehicle_id: 'w' }, days(2)),
        ],
        objective: CHEAPEST,
      },
    );
  await expectPlan(
    service,
    asked('preferred', 60, { other_vehicle_cost: 0 }),
    plan({ w: visit(1), 'w 05-05': visit(2) }, 60),
    asked('free'),
  );
  const whole = plan({ w: visit(1), 'w 05-05': visit(2) }, 60);
  const parted = (cost: number) => plan({ v: visit(1), 'w 05-05': visit(2) }, cost);
  await expectPlan(service, asked('preferred', 58), whole, asked('free', 58));
  await expectPlan(service, asked('preferred', 29), parted(14.5 + 30 + 15), asked('required', 29));
  await expectPlan(
    service,
    asked('preferred', 58, { other_vehicle_cost: 0 }),
    parted(59),
    asked('required', 58),
  );
});

test('visits keep their maximum distance in days', async () => {
  // Only Friday and Saturday are within a day.
  await expectPlan(
    service,
    week({ weekdays: ['MO', 'FR', 'SA'], max_days_between: 1 }),
    onDays(' 05-08', ' 05-09'),
    week({ weekdays: ['MO', 'FR', 'SA'] }),
  );
});

test('the visits of a week follow one pattern', async () => {
  const patterns = [['MO'], ['TU', 'FR']];
  await expectPlan(service, week({ day_patterns: patterns }), onDays(' 05-05', ' 05-08'), week({}));
});

test('visits take place at the same time of day', async () => {
  // On Tuesday the shift begins at 10:00, so on Monday the route starts then too.
  const shifts = [
    shift(),
    shift({
      shift_id: 'tue',
      start_time: on('10:00', '2026-05-05'),
      end_time: on('10:30', '2026-05-05'),
    }),
  ];
  const asked = (visits: object) => week(visits, { vehicles: [vehicle({ shifts })] });
  await expectPlan(
    service,
    asked({ same_time_tolerance: 0 }),
    plan(
      {
        v: ['d 10:00', 'a#1 a 10:10-10:20', 'd 10:30'],
        'v tue 05-05': ['d 10:00', 'a#2 a 10:10-10:20', 'd 10:30'],
      },
      60,
    ),
    asked({}),
  );
});

test('a second vehicle is used if it saves more than it costs', async () => {
  // On Tuesday v takes 30 minutes from d, and w only the time of service.
  const asked = (other_vehicle_cost: number) =>
    week(
      { weekdays: ['MO', 'TU'], same_vehicle: 'preferred', other_vehicle_cost },
      {
        objective: CHEAPEST,
        vehicles: [
          vehicle({}, { repeat: 'FREQ=DAILY' }),
          vehicle(
            { vehicle_id: 'w' },
            {
              start_time: on('08:00', TUESDAY),
              end_time: on('17:00', TUESDAY),
              start_location: 'a',
              end_location: 'a',
            },
          ),
        ],
      },
    );
  const atA = ['a 08:00', 'a#2 a 08:00-08:10', 'a 08:10'];
  const both = await expectPlan(
    service,
    asked(15),
    plan({ v: visit(1), 'w 05-05': atA }, 30 + 10 + 15),
    asked(25),
  );
  expect(both.statistics.cost.other_vehicles).toBe(15);
  await expectPlan(service, asked(25), onDays('', ' 05-05'));
});

test('visits of all weeks are on the same weekdays', async () => {
  // Monday and the Tuesday of the next week cost half as much as two Wednesdays.
  const on_days = (...days: string[]) =>
    days.map((day) =>
      shift({ shift_id: day, start_time: on('08:00', day), end_time: on('17:00', day) }),
    );
  const asked = (visits: object) =>
    week(
      { count: 1, ...visits },
      {
        planning_period: { start_time: on('00:00'), end_time: on('23:00', '2026-05-17') },
        objective: CHEAPEST,
        vehicles: [
          vehicle({
            vehicle_id: 'cheap',
            costs: { per_hour: 30 },
            shifts: on_days(MONDAY, '2026-05-12'),
          }),
          vehicle({ shifts: on_days('2026-05-06', '2026-05-13') }),
        ],
      },
    );
  await expectPlan(
    service,
    asked({ same_weekdays: true }),
    plan({ 'v 2026-05-06 05-06': visit(1), 'v 2026-05-13 05-13': visit(2) }, 60),
    asked({}),
  );
});

test('a part of a month owes its share of the visits', async () => {
  // 3 × 4/30 rounds to none in April, 3 × 10/31 to one in May; only the fifth is open.
  const asked = (visits: object) => {
    const { orders, ...others } = week(
      { count: 3, per: 'month', ...visits },
      {
        planning_period: {
          start_time: on('00:00', '2026-04-27'),
          end_time: on('00:00', '2026-05-11'),
        },
      },
    );
    const time_windows = [{ start_time: on('08:00', TUESDAY), end_time: on('12:00', TUESDAY) }];
    return { ...others, orders: orders.map((each: object) => ({ ...each, time_windows })) };
  };
  await expectPlan(service, asked({ prorate: true }), plan({ 'v 05-05': visit(1) }, 30), asked({}));
});

test('days that are too close together are the reason, even if the shift would be full', async () => {
  // May and June each owe a visit, five days apart, and two days are planned. On the first of June there are 50
  // minutes, of which x takes 40.
  const FIRST = '2026-06-01';
  const asked = (min_days_between: number) =>
    request({
      planning_period: { start_time: on('00:00', '2026-05-31'), end_time: on('23:00', FIRST) },
      orders: [
        order('a', { visits: { count: 1, per: 'month', min_days_between } }),
        order('x', {
          duration: minutes(20),
          priority: 9,
          time_windows: [between('00:00', '23:00', FIRST)],
        }),
      ],
      vehicles: [
        vehicle({
          shifts: [
            shift({ start_time: on('08:00', '2026-05-31'), end_time: on('17:00', '2026-05-31') }),
            shift({
              shift_id: 'first',
              start_time: on('08:00', FIRST),
              end_time: on('08:50', FIRST),
            }),
          ],
        }),
      ],
    });
  const { unserved } = await answerTo(service, asked(5));
  const whole = { code: 'visit_spacing', amount: 4, date: FIRST };
  const full = { code: 'shift_time', amount: minutes(20), date: FIRST };
  expect(unserved).toMatchObject([{ order_id: 'a', visits: [1, 2] }]);
  expect(unserved[0].reasons.map(({ alone }: any) => alone)).toEqual([undefined, undefined]);
  expect(unserved[0].reasons).toMatchObject([full, whole]);
});

test('visits whose windows never open on their weekdays, or in their week, break a rule of visits', async () => {
  const asked = (visits: object, window: object, last: string): Request =>
    week(visits, {
      planning_period: { start_time: on('00:00'), end_time: on('23:00', last) },
      orders: [
        order('a', { visits: { count: 1, per: 'week', ...visits }, time_windows: [window] }),
      ],
    });
  const reasonsOf = async (request: Request) =>
    (await answerTo(service, request)).unserved.flatMap(({ visits, reasons }: any) =>
      reasons.map(({ code, limit }: any) => [visits, code, limit]),
    );
  const daily = { start_time: '08:00' };
  expect(await reasonsOf(asked({ weekdays: ['MO'] }, daily, SUNDAY))).toEqual([]);
  expect(
    await reasonsOf(asked({ weekdays: ['MO'] }, { ...daily, weekdays: ['TU'] }, SUNDAY)),
  ).toEqual([[[1], 'visit_spacing', 'weekdays']]);
  // Two weeks, the second of which has no window.
  const dated = between('08:00', '17:00');
  expect(await reasonsOf(asked({ partial: true }, dated, '2026-05-17'))).toEqual([
    [[2], 'visit_spacing', 'per'],
  ]);
});
