/** Weekly rests, and driving limits across weeks: how the routes of one vehicle depend on each other. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
  between,
  exactly,
  expectPlan,
  minutes,
  on,
  order,
  plan,
  request,
  shift,
  TUESDAY,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const WEDNESDAY = '2026-05-06';
const NEXT_MONDAY = '2026-05-11';
const hours = (count: number): number => minutes(60 * count);

const onDay = (shift_id: string, day: string, start: string) =>
  shift({ shift_id, start_time: on(start, day), end_time: on('22:00', day) });

const BREAKS = { max_driving_duration: hours(4.5), break_duration: minutes(45) };

/** A week of at most 40 hours, then a rest of 30. */
const threeDays = (ofWednesday: object, driving_rules: object) =>
  request({
    orders: [
      order('a', { time_windows: [exactly('09:00')] }),
      order('b', { time_windows: [exactly('09:00', TUESDAY)] }),
      order('c', ofWednesday),
    ],
    vehicles: [
      vehicle({
        driving_rules: { ...BREAKS, ...driving_rules },
        shifts: [
          onDay('mo', '2026-05-04', '08:00'),
          onDay('tu', TUESDAY, '08:00'),
          onDay('we', WEDNESDAY, '08:00'),
        ],
      }),
    ],
  });

const WEEK = { weekly_rest_duration: hours(30), max_weekly_duration: hours(40) };

test('a week ends with a long rest: the next route begins when it is over', async () => {
  // The week that begins on Monday at 08:50 must end by Wednesday 00:50: 30 hours of rest from Tuesday 09:30.
  const open = { time_windows: [between('08:00', '20:00', WEDNESDAY)] };
  await expectPlan(
    service,
    threeDays(open, WEEK),
    plan(
      {
        'v mo': ['d 08:50', 'a a 09:00-09:10', 'd 09:20'],
        'v tu 05-05': ['d 08:40', 'b b 09:00-09:10', 'd 09:30'],
        'v we 05-06': ['d 15:30', 'c c 16:00-16:10', 'd 16:40'],
      },
      30 + 50 + 70,
    ),
    threeDays(open, {}),
    threeDays(open, { ...WEEK, max_weekly_duration: hours(56) }),
  );
});

test('an order too late in a week is left out, and check reports by how much', async () => {
  // Monday 08:50 to Wednesday 10:40 is 49 hours and 50 minutes; 40 hours are allowed.
  const early = { time_windows: [exactly('10:00', WEDNESDAY)] };
  const body = await answerTo(service, threeDays(early, WEEK));
  expect(body.unserved.map(({ order_id }: any) => order_id)).toEqual(['c']);
  const over = { code: 'weekly_rest', amount: minutes(590) };
  expect(body.unserved[0].reasons).toContainEqual(expect.objectContaining(over));
  const free = await answerTo(service, threeDays(early, {}));
  expect(free.unserved).toEqual([]);
  const judged = await answerTo(service, {
    ...threeDays(early, WEEK),
    plan: { routes: free.routes },
    options: { mode: 'check' },
  });
  expect(judged.routes.map(({ violations }: any) => violations)).toEqual([
    [],
    [],
    [expect.objectContaining(over)],
  ]);
});

test('driving within two weeks has its own limit', async () => {
  // 20 minutes on one Monday, 40 on the next.
  const asked = (driving_rules: object) =>
    request({
      orders: [
        order('a', { time_windows: [between('08:00', '20:00')] }),
        order('b', { time_windows: [between('08:00', '20:00', NEXT_MONDAY)] }),
      ],
      vehicles: [
        vehicle({
          driving_rules: { ...BREAKS, ...driving_rules },
          shifts: [onDay('mo', '2026-05-04', '08:00'), onDay('next', NEXT_MONDAY, '08:00')],
        }),
      ],
    });
  const body = await answerTo(service, asked({ max_two_week_driving_duration: minutes(50) }));
  expect(body.unserved.map(({ order_id }: any) => order_id)).toEqual(['b']);
  expect(body.unserved[0].reasons).toContainEqual(
    expect.objectContaining({ code: 'driving_duration', span: 'two_weeks', amount: minutes(10) }),
  );
  for (const enough of [
    { max_two_week_driving_duration: minutes(60) },
    { max_weekly_driving_duration: minutes(40) },
  ]) {
    expect((await answerTo(service, asked(enough))).unserved).toEqual([]);
  }
  const ofWeek = await answerTo(service, asked({ max_weekly_driving_duration: minutes(30) }));
  expect(ofWeek.unserved[0].reasons).toContainEqual(
    expect.objectContaining({ code: 'driving_duration', amount: minutes(10) }),
  );
});

test('daily rests of driving rules also count between routes', async () => {
  // 20:20 to 06:20 is ten hours, which a reduced rest allows.
  const asked = (fields: object) =>
    request({
      orders: [
        order('a', { time_windows: [exactly('20:00')] }),
        order('b', { time_windows: [exactly('06:40', TUESDAY)] }),
      ],
      vehicles: [
        vehicle({
          driving_rules: {
            preset: 'ec_561_2006',
            max_reduced_daily_rests: 0,
            daily_rest_parts: [],
          },
          shifts: [onDay('mo', '2026-05-04', '08:00'), onDay('tu', TUESDAY, '06:00')],
          ...fields,
        }),
      ],
    });
  const body = await answerTo(service, asked({}));
  expect(body.unserved[0].reasons).toContainEqual(
    expect.objectContaining({ code: 'shift_rest', amount: minutes(60) }),
  );
  for (const enough of [
    { rest_between_shifts: hours(9) },
    { driving_rules: { preset: 'ec_561_2006' } },
  ]) {
    expect((await answerTo(service, asked(enough))).unserved).toEqual([]);
  }
});

test('incomplete rules for weeks are refused', async () => {
  const rules = { ...BREAKS, weekly_rest_duration: hours(45) };
  const { status, body } = await service.postPlan(
    request({ orders: [order('a')], vehicles: [vehicle({ driving_rules: rules })] }),
  );
  expect([status, body.errors[0].pointer]).toEqual([
    400,
    '/vehicles/0/driving_rules/max_weekly_duration',
  ]);
});
