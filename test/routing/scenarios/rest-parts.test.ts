/** Daily rests in two parts: the first within a day that may then be longer, the second at its end. */
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
  planOf,
  request,
  shift,
  vehicle,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const hours = (count: number): number => minutes(60 * count);

/** Days and rests of an hour. With the second part of 40 minutes, a day lasts up to 80. */
const RULES = {
  ...{ max_driving_duration: hours(4.5), break_duration: minutes(30) },
  ...{ max_daily_duration: minutes(60), daily_rest_duration: minutes(60) },
};
const inParts = (first: number, second: number) => ({
  ...RULES,
  daily_rest_parts: [minutes(first), minutes(second)],
});

/** One order at each of these times at a, ten minutes from the depot; one shift for each of these starts. */
const asked = (driving_rules: object, times: string[], starts = ['08:00'], fields = {}) =>
  request({
    orders: times.map((clock, idx) =>
      order('a', { order_id: `o${idx + 1}`, time_windows: [exactly(clock)] }),
    ),
    vehicles: [
      vehicle({
        driving_rules,
        shifts: starts.map((start, idx) =>
          shift({
            ...(idx === 0 ? {} : { shift_id: `s${idx + 1}` }),
            start_time: on(start),
            end_time: on('17:00'),
          }),
        ),
        ...fields,
      }),
    ],
  });

test('a day with the first part of its rest may be longer', async () => {
  // 08:00 to 09:20 are 80 minutes, of which 40 pass between the orders.
  const times = ['08:10', '09:00'];
  const both = [
    'd 08:00',
    'o1 a 08:10-08:20',
    'rest a 08:20-08:50',
    'o2 a 08:50-09:10 waits 10',
    'd 09:20',
  ];
  await expectPlan(
    service,
    asked(inParts(30, 40), times),
    plan({ v: both }, 80),
    asked(RULES, times),
    // A part that does not fit, and parts after which the day is five minutes too long.
    asked(inParts(41, 40), times),
    asked(inParts(30, 45), times),
  );
  const longest = planOf(await answerTo(service, asked(inParts(40, 40), times)));
  expect(longest.cost).toBe(80);
  const { unserved } = await answerTo(service, asked(RULES, times));
  expect(unserved).toHaveLength(1);
});

test('the second part ends the day within a route', async () => {
  // The rest from 09:10 on is 45 minutes long.
  const times = ['08:10', '09:00', '09:55'];
  const served = async (rules: object, asks = times): Promise<number> =>
    asks.length - (await answerTo(service, asked(rules, asks))).unserved.length;
  expect(await served(inParts(30, 40))).toBe(3);
  // The first part is not taken if the day before the rest is short, and then 45 minutes end no day.
  expect(await served(RULES)).toBe(2);
  // With 35 minutes of rest the day goes on, and is too long.
  expect(await served(inParts(30, 40), ['08:10', '09:00', '09:45'])).toBe(2);
});

test('the second part may lie between two routes, and asks for the first one before it', async () => {
  // Back at 09:20, away again at 10:00. Two routes take 30 minutes each, one of them 30 more for the first part. One
  // route takes 100 minutes, since a rest of an hour fits between the orders.
  const times = ['09:00', '10:10'];
  const costOf = async (rules: object, fields = {}): Promise<number> =>
    planOf(await answerTo(service, asked(rules, times, ['08:00', '09:30'], fields))).cost;
  expect(await costOf(inParts(30, 40))).toBe(60 + 30);
  expect(await costOf(inParts(30, 41))).toBe(100);
  // Limits of a day make a rest between routes necessary. The vehicle may state a longer one, but no shorter one.
  expect(await costOf(RULES)).toBe(100);
  expect(await costOf(inParts(30, 40), { rest_between_shifts: hours(1) })).toBe(100);
});

test('check judges the parts of a given plan', async () => {
  const times = ['09:00', '10:10'];
  const { routes } = await answerTo(service, asked(inParts(30, 40), times, ['08:00', '09:30']));
  const judged = async (rules: object): Promise<any[]> => {
    const judging = asked(rules, times, ['08:00', '09:30']);
    const options = { ...judging['options'], mode: 'check' };
    const body = await answerTo(service, { ...judging, plan: { routes }, options });
    return body.routes.map(({ violations }: any) =>
      violations.map(({ code, amount }: any) => [code, amount]),
    );
  };
  expect(await judged(inParts(30, 40))).toEqual([[], []]);
  expect(await judged(inParts(20, 40))).toEqual([[], []]);
  // A rest of 40 minutes instead of 50; and instead of 60, as there is no time for a first part before 09:00.
  expect(await judged(inParts(30, 50))).toEqual([[], [['shift_rest', minutes(10)]]]);
  expect(await judged(inParts(51, 40))).toEqual([[], [['shift_rest', minutes(20)]]]);
});

test('the preset has parts of 3 and 9 hours, unless the request states its own rests', async () => {
  // 07:50 to 22:20 are 14.5 hours, with 10 and a half hours between the orders.
  const preset = (fields: object) => {
    const body = asked({ preset: 'ec_561_2006', max_reduced_daily_rests: 0, ...fields }, []);
    return {
      ...body,
      orders: [
        order('a', { order_id: 'o1', duration: hours(3.5), time_windows: [exactly('08:00')] }),
        order('a', { order_id: 'o2', time_windows: [exactly('22:00')] }),
      ],
      vehicles: body['vehicles'].map((it: any) => ({
        ...it,
        shifts: [shift({ start_time: on('07:00'), end_time: on('23:00') })],
      })),
    };
  };
  const unservedOf = async (fields: object): Promise<number> =>
    (await answerTo(service, preset(fields))).unserved.length;
  expect(await unservedOf({})).toBe(0);
  expect(await unservedOf({ daily_rest_parts: [] })).toBe(1);
  expect(
    await unservedOf({ max_daily_duration: hours(13), max_reduced_daily_rests: undefined }),
  ).toBe(1);
  const own = { reduced_daily_rest_duration: hours(8), max_reduced_daily_rests: 0 };
  expect(await unservedOf(own)).toBe(1);
  expect(await unservedOf({ daily_rest_parts: [hours(3), hours(10)] })).toBe(1);
});

test('parts that cannot stand for a daily rest are refused', async () => {
  const pointers = async (fields: object): Promise<string[]> => {
    const rules = { max_driving_duration: hours(4.5), break_duration: hours(0.75), ...fields };
    const { status, body } = await service.postPlan(
      request({ orders: [order('a')], vehicles: [vehicle({ driving_rules: rules })] }),
    );
    expect(status).toBe(400);
    return body.errors.map(
      ({ pointer, code }: any) => `${pointer.split('driving_rules/').at(-1)} ${code}`,
    );
  };
  expect(await pointers({ daily_rest_parts: [hours(3), hours(9)] })).toEqual([
    'max_daily_duration missing_field',
    'daily_rest_duration missing_field',
  ]);
  expect(await pointers({ ...RULES, daily_rest_parts: [minutes(60)] })).toEqual([
    'daily_rest_parts out_of_range',
  ]);
  expect(await pointers(inParts(30, 61))).toEqual(['daily_rest_parts/1 out_of_range']);
  expect(await pointers(inParts(19, 40))).toEqual(['daily_rest_parts out_of_range']);
});
