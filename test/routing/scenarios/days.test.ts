/** Reduced daily rests and extended days: exceptions that the routes of one vehicle share. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
  exactly,
  MONDAY,
  minutes,
  on,
  order,
  planOf,
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
const THURSDAY = '2026-05-07';
const hours = (count: number): number => minutes(60 * count);

const PRESET = { preset: 'ec_561_2006' };
/** The preset as numbers. */
const NUMBERS = {
  ...{ max_driving_duration: hours(4.5), break_duration: hours(0.75) },
  ...{ break_parts: [hours(0.25), hours(0.5)] },
  ...{ max_daily_driving_duration: hours(9), max_daily_duration: hours(13) },
  ...{ extended_daily_driving_duration: hours(10), max_extended_days_per_week: 2 },
  ...{ daily_rest_duration: hours(11), reduced_daily_rest_duration: hours(9) },
  ...{ max_reduced_daily_rests: 3, weekly_rest_duration: hours(45) },
  ...{ max_weekly_duration: hours(144), max_weekly_driving_duration: hours(56) },
  max_two_week_driving_duration: hours(90),
};

/** Returns the plan of a free request as the given plan of another one, and what check mode says. */
async function judged(asked: any, free: any): Promise<any[]> {
  const { routes } = await answerTo(service, free);
  const { options } = asked;
  const judging = { ...asked, plan: { routes }, options: { ...options, mode: 'check' } };
  const body = await answerTo(service, judging);
  return body.routes.map(({ violations }: any) => violations);
}

/** Five routes of half an hour, and ten hours between them; the third takes 70 minutes. */
const TIMES = [
  ['08:10', MONDAY],
  ['18:40', MONDAY],
  ['05:30', TUESDAY],
  ['16:20', TUESDAY],
  ['02:50', WEDNESDAY],
] as const;

const fiveRoutes = (driving_rules: object, fields: object = {}) =>
  request({
    orders: TIMES.map(([clock, day], idx) =>
      order(idx === 2 ? 'c' : 'a', {
        order_id: `o${idx + 1}`,
        time_windows: [exactly(clock, day)],
      }),
    ),
    vehicles: [
      vehicle({
        driving_rules,
        shifts: TIMES.map(([clock, day], idx) => {
          const start = new Date(`${on(clock, day)}:00Z`).getTime() - 3_600_000;
          const at = (time: number) => new Date(time).toISOString().slice(0, 16);
          return shift({
            shift_id: `s${idx + 1}`,
            start_time: at(start),
            end_time: at(start + 3 * 3_600_000),
          });
        }),
        ...fields,
      }),
    ],
  });

test('the rest between two routes may be reduced three times between two weekly rests', async () => {
  // 08:30 to 18:30, 19:00 to 05:00, 06:10 to 16:10 and 16:40 to 02:40 are ten hours each. Without the third route, two
  // reduced rests remain; it is the longest one.
  for (const rules of [PRESET, NUMBERS]) {
    const body = await answerTo(service, fiveRoutes(rules));
    expect(body.unserved.map(({ order_id }: any) => order_id)).toEqual(['o3']);
    expect(body.unserved[0].reasons).toContainEqual(
      expect.objectContaining({ code: 'shift_rest', amount: hours(1) }),
    );
  }
  for (const enough of [
    { ...PRESET, max_reduced_daily_rests: 4 },
    { ...NUMBERS, max_reduced_daily_rests: 4 },
    // Each rest of ten hours ends a week of work.
    { ...PRESET, weekly_rest_duration: hours(10) },
  ]) {
    expect((await answerTo(service, fiveRoutes(enough))).unserved).toEqual([]);
  }
  const few = await answerTo(service, fiveRoutes({ ...PRESET, max_reduced_daily_rests: 0 }));
  expect(few.unserved).toHaveLength(2);
  // A rest that the vehicle states is not reduced.
  const own = fiveRoutes(PRESET, { rest_between_shifts: hours(11) });
  expect((await answerTo(service, own)).unserved).toHaveLength(2);
});

test('check reports each reduced rest beyond the first three', async () => {
  const free = fiveRoutes({ max_driving_duration: hours(4.5), break_duration: hours(0.75) });
  const over = expect.objectContaining({ code: 'shift_rest', amount: hours(1) });
  expect(await judged(fiveRoutes(PRESET), free)).toEqual([[], [], [], [], [over]]);
  const two = fiveRoutes({ ...PRESET, max_reduced_daily_rests: 2 });
  expect(await judged(two, free)).toEqual([[], [], [], [over], [over]]);
});

const DAYS = [MONDAY, TUESDAY, WEDNESDAY, THURSDAY];

/** From 06:50 to 20:40 on four days, which is 50 minutes more than 13 hours. */
const longDays = (driving_rules: object, seconds = hours(13.5)) =>
  request({
    orders: DAYS.map((day, idx) =>
      order('a', {
        order_id: `o${idx + 1}`,
        duration: seconds,
        time_windows: [exactly('07:00', day)],
      }),
    ),
    vehicles: [
      vehicle({
        driving_rules,
        shifts: DAYS.map((day, idx) =>
          shift({
            shift_id: `s${idx + 1}`,
            start_time: on('06:00', day),
            end_time: on('23:00', day),
          }),
        ),
      }),
    ],
  });

test('a day with a reduced rest after it may last 15 hours instead of 13', async () => {
  const body = await answerTo(service, longDays(PRESET));
  expect(body.unserved).toHaveLength(1);
  const four = await answerTo(service, longDays({ ...PRESET, max_reduced_daily_rests: 4 }));
  expect(four.unserved).toEqual([]);
  // 10 + 880 + 10 minutes are 15 hours.
  const most = await answerTo(service, longDays(PRESET, minutes(880)));
  expect(most.unserved).toHaveLength(1);
  const more = await answerTo(service, longDays(PRESET, minutes(881)));
  expect(more.unserved).toHaveLength(4);
  expect(more.unserved[0].reasons).toContainEqual(
    expect.objectContaining({ code: 'driving_rules' }),
  );
});

test('check reports a long day beyond the first three', async () => {
  const rules = { max_driving_duration: hours(4.5), break_duration: hours(0.75) };
  const over = expect.objectContaining({ code: 'driving_rules', amount: minutes(50) });
  expect(await judged(longDays(PRESET), longDays(rules))).toEqual([[], [], [], [over]]);
});

/** To f and back on two days: twice 50 minutes on the road; 80 are allowed before a rest of an hour. */
const farDays = (fields: object) =>
  request({
    orders: [MONDAY, TUESDAY].map((day, idx) =>
      order('f', { order_id: `o${idx + 1}`, time_windows: [exactly('09:00', day)] }),
    ),
    vehicles: [
      vehicle({
        driving_rules: {
          ...{ max_driving_duration: hours(4.5), break_duration: minutes(45) },
          ...{ max_daily_driving_duration: minutes(80), daily_rest_duration: minutes(60) },
          ...fields,
        },
        shifts: [MONDAY, TUESDAY].map((day, idx) =>
          shift({
            shift_id: `s${idx + 1}`,
            start_time: on('08:00', day),
            end_time: on('17:00', day),
          }),
        ),
      }),
    ],
  });

const extended = (max_extended_days_per_week: number, driven = 100) => ({
  extended_daily_driving_duration: minutes(driven),
  max_extended_days_per_week,
});

test('a few days of an ISO week may have more driving', async () => {
  // 110 minutes without a rest, 170 with one.
  const costOf = async (fields: object): Promise<number> =>
    planOf(await answerTo(service, farDays(fields))).cost;
  expect(await costOf(extended(2))).toBe(110 + 110);
  expect(await costOf(extended(1))).toBe(110 + 170);
  expect(await costOf(extended(0))).toBe(170 + 170);
  expect(await costOf(extended(2, 99))).toBe(170 + 170);
});

test('check reports an extended day beyond the first ones', async () => {
  const free = farDays(extended(2));
  const over = expect.objectContaining({
    ...{ code: 'driving_rules', amount: minutes(20) },
    limit: 'max_daily_driving_duration',
  });
  expect(await judged(farDays(extended(1)), free)).toEqual([[], [over]]);
});

test('rests within a route may be reduced, too, as often as the vehicle may', async () => {
  // Three orders of 50 minutes at a, 60 minutes of work a day: two rests, of 60 minutes or reduced to 40.
  const asked = (count: number) =>
    request({
      orders: ['one', 'two', 'three'].map((order_id) =>
        order('a', { order_id, duration: minutes(50) }),
      ),
      vehicles: [
        vehicle({
          driving_rules: {
            ...{ max_driving_duration: hours(4.5), break_duration: minutes(30) },
            ...{ max_daily_duration: minutes(60), daily_rest_duration: minutes(60) },
            ...{ reduced_daily_rest_duration: minutes(40), max_reduced_daily_rests: count },
            ...{ weekly_rest_duration: hours(24), max_weekly_duration: hours(100) },
          },
        }),
      ],
    });
  // 10 + 50, a rest, 50, a rest, 50 + 10.
  const costOf = async (count: number) => planOf(await answerTo(service, asked(count))).cost;
  expect(await costOf(0)).toBe(170 + 120);
  expect(await costOf(1)).toBe(170 + 100);
  expect(await costOf(2)).toBe(170 + 80);
});

test('exceptions are refused without the limits that they change', async () => {
  const pointers = async (fields: object): Promise<string[]> => {
    const rules = { max_driving_duration: hours(4.5), break_duration: hours(0.75), ...fields };
    const { status, body } = await service.postPlan(
      request({ orders: [order('a')], vehicles: [vehicle({ driving_rules: rules })] }),
    );
    expect(status).toBe(400);
    return body.errors.map(({ pointer, code }: any) => `${pointer.split('/').at(-1)} ${code}`);
  };
  expect(await pointers({ reduced_daily_rest_duration: hours(9) })).toEqual([
    'max_daily_duration missing_field',
    'max_reduced_daily_rests missing_field',
    'daily_rest_duration missing_field',
    'weekly_rest_duration missing_field',
    'max_weekly_duration missing_field',
  ]);
  expect(await pointers({ max_extended_days_per_week: 2 })).toEqual([
    'max_daily_driving_duration missing_field',
    'extended_daily_driving_duration missing_field',
    'daily_rest_duration missing_field',
  ]);
  expect(await pointers({ ...NUMBERS, reduced_daily_rest_duration: hours(11) })).toEqual([
    'reduced_daily_rest_duration out_of_range',
  ]);
  expect(await pointers({ ...NUMBERS, extended_daily_driving_duration: hours(9) })).toEqual([
    'extended_daily_driving_duration out_of_range',
  ]);
});

test('a limit that the request states has only the exceptions that it states', async () => {
  // The preset with its own 13 hours, stated: no day of 13 hours and 50 minutes.
  const body = await answerTo(service, longDays({ ...PRESET, max_daily_duration: hours(13) }));
  expect(body.unserved).toHaveLength(4);
});
