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

/** Half an hour of work at noon from Monday to Saturday, on Sunday, again until Saturday, and on the Monday after. */
const twoWeeks = (driving_rules: object, without: string[] = []) => {
  const noons = [4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15].map((day) => [day, '12:00'] as const);
  const times = [...noons, [10, '12:30'] as const, [16, '11:00'] as const, [18, '08:40'] as const];
  return request({
    orders: times
      .toSorted(([left], [right]) => left - right)
      .map(([day, time]) => {
        const date = `2026-05-${String(day).padStart(2, '0')}`;
        return order('a', { order_id: `of ${day}`, time_windows: [exactly(time, date)] });
      })
      .filter(({ order_id }: any) => !without.includes(order_id)),
    vehicles: [
      vehicle(
        { driving_rules: { preset: 'ec_561_2006', ...driving_rules } },
        { start_time: on('06:00'), end_time: on('22:00'), repeat: 'FREQ=DAILY;COUNT=15' },
      ),
    ],
  });
};

const judged = async (driving_rules: object, { routes }: any): Promise<any[]> => {
  const asked = { ...twoWeeks(driving_rules), plan: { routes }, options: { mode: 'check' } };
  const body = await answerTo(service, asked);
  return body.routes.flatMap(({ date, violations }: any) =>
    violations.map(({ code, amount }: any) => [date, code, amount]),
  );
};

test('a weekly rest is reduced to 24 hours and made up for later', async () => {
  // Monday 11:50 to Sunday 12:50 is 145 hours, one more than six days. From Saturday 12:20 to Sunday 12:20 are 24.
  const day = (date: string): [string, string[]] => [
    `v ${date}`,
    ['d 11:50', `of ${Number(date.slice(3))} a 12:00-12:10`, 'd 12:20'],
  ];
  const [, monday] = day('05-04');
  const all = await expectPlan(
    service,
    twoWeeks({}),
    plan(
      {
        v: monday,
        ...Object.fromEntries(['05-05', '05-06', '05-07', '05-08', '05-09'].map(day)),
        'v 05-10': ['d 12:20', 'of 10 a 12:30-12:40', 'd 12:50'],
        ...Object.fromEntries(['05-11', '05-12', '05-13', '05-14', '05-15'].map(day)),
        'v 05-16': ['d 10:50', 'of 16 a 11:00-11:10', 'd 11:20'],
        'v 05-18': ['d 08:30', 'of 18 a 08:40-08:50', 'd 09:00'],
      },
      14 * 30,
    ),
    twoWeeks({ weekly_rest_duration: hours(45) }),
    twoWeeks({ reduced_weekly_rest_duration: hours(25) }),
    twoWeeks({ weekly_rest_compensation_weeks: 1 }),
  );
  expect(await judged({}, all)).toEqual([]);
  // Regular rests only: one hour too many on Sunday; from there on, the week goes on until the next regular rest.
  const regular = await judged({ weekly_rest_duration: hours(45) }, all);
  expect(regular).toEqual([['2026-05-10', 'weekly_rest', hours(143.5)]]);
  // The 21 hours must be over on Sunday, May 17, but 45 of the 45 hours and 10 minutes until Monday are a regular rest:
  // from Monday 09:00, they last until Tuesday 06:00.
  const late = await judged({ weekly_rest_compensation_weeks: 1 }, all);
  expect(late).toEqual([['2026-05-18', 'weekly_rest', hours(30)]]);
});

test('a reduction is made up for beside a daily rest of at least nine hours', async () => {
  // Without Thursday, 47 hours and 30 minutes lie between two routes: 21 and 9 of them suffice.
  const rules = { weekly_rest_compensation_weeks: 1 };
  const { unserved } = await answerTo(service, twoWeeks(rules));
  expect(unserved).toHaveLength(1);
  const codes = unserved[0].reasons.map(({ code }: any) => code);
  expect(codes).toContain('weekly_rest');
  for (const compensation_rest_duration of [hours(9), hours(26.5)]) {
    const enough = twoWeeks({ ...rules, compensation_rest_duration }, ['of 14']);
    expect((await answerTo(service, enough)).unserved).toEqual([]);
  }
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
    { driving_rules: { preset: 'ec_561_2006', daily_rest_duration: hours(9) } },
    { driving_rules: { preset: 'ec_561_2006' } },
  ]) {
    expect((await answerTo(service, asked(enough))).unserved).toEqual([]);
  }
});

test('incomplete rules for weeks are refused', async () => {
  const problemsOf = async (rules: object): Promise<string[]> => {
    const driving_rules = { ...BREAKS, ...rules };
    const { status, body } = await service.postPlan(
      request({ orders: [order('a')], vehicles: [vehicle({ driving_rules })] }),
    );
    expect(status).toBe(400);
    return body.errors.map(({ pointer, code }: any) => `${pointer.split('/').at(-1)} ${code}`);
  };
  expect(await problemsOf({ weekly_rest_duration: hours(45) })).toEqual([
    'max_weekly_duration missing_field',
  ]);
  expect(await problemsOf({ reduced_weekly_rest_duration: hours(24) })).toEqual([
    'weekly_rest_duration missing_field',
    'max_weekly_duration missing_field',
    'weekly_rest_compensation_weeks missing_field',
    'compensation_rest_duration missing_field',
  ]);
  const week = { weekly_rest_duration: hours(45), max_weekly_duration: hours(144) };
  const made_up = { weekly_rest_compensation_weeks: 3, compensation_rest_duration: hours(9) };
  expect(
    await problemsOf({ ...week, ...made_up, reduced_weekly_rest_duration: hours(45) }),
  ).toEqual(['reduced_weekly_rest_duration out_of_range']);
});
