/** Reasons and violations of driving rules name the limit that is exceeded, and by how much. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import { answerTo, minutes, on, order, request, shift, TUESDAY, vehicle } from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const BREAKS = { max_driving_duration: minutes(270), break_duration: minutes(30) };
const DAY = {
  ...BREAKS,
  ...{ max_daily_duration: minutes(90), daily_rest_duration: minutes(60) },
};
const REDUCED = {
  ...DAY,
  ...{ reduced_daily_rest_duration: minutes(40), max_reduced_daily_rests: 1 },
  ...{ weekly_rest_duration: minutes(600), max_weekly_duration: minutes(6000) },
};

/** Ten minutes on the road, and a service of which no rest can be a part. */
const asked = (driving_rules: object, days = ['2026-05-04'], duration = 0) =>
  request({
    orders: days.map((day, idx) =>
      order('a', {
        order_id: `o${idx + 1}`,
        duration,
        time_windows: [{ start_time: on('00:00', day), end_time: on('23:59', day) }],
      }),
    ),
    vehicles: [
      vehicle({
        driving_rules,
        shifts: days.map((day, idx) =>
          shift({
            shift_id: `s${idx + 1}`,
            start_time: on('08:00', day),
            end_time: on('17:00', day),
          }),
        ),
      }),
    ],
  });

const CASES: [string, object, number, number, string][] = [
  // 10 and 105 minutes instead of 90.
  ['max_daily_duration', DAY, 105, 25, 'Length of a day'],
  [
    'max_working_duration',
    { ...BREAKS, max_working_duration: minutes(90) },
    105,
    25,
    'Time without',
  ],
  // 10 and 112 minutes instead of 90 + 60 − 40 before a reduced rest.
  ['reduced_daily_rest_duration', REDUCED, 112, 12, 'Length of a day before a reduced daily rest'],
];

test.each(CASES)('%s', async (limit, rules, serviceMinutes, over, says) => {
  const ask = (of: object) => asked(of, undefined, minutes(serviceMinutes));
  const { unserved } = await answerTo(service, ask(rules));
  const [reason] = unserved[0].reasons;
  expect(reason).toMatchObject({ code: 'driving_rules', limit, amount: minutes(over) });
  expect(reason.comment).toContain(says);
  expect(reason.comment).toContain(`: ${minutes(over)} s more than ${limit} allows`);

  const free = await answerTo(service, ask(BREAKS));
  const judging: Record<string, any> = { ...ask(rules), plan: { routes: free.routes } };
  const options = { ...judging['options'], mode: 'check' };
  const { routes } = await answerTo(service, { ...judging, options });
  const [first] = routes[0].violations;
  expect(first).toEqual({ code: 'driving_rules', limit, amount: minutes(over), stop: 1 });
});

test.each([
  // To f and back is 100 minutes on the road, and 110 with the service.
  ['max_daily_driving_duration', { max_daily_driving_duration: minutes(90) }, 10],
  ['max_daily_duration', { max_daily_duration: minutes(105) }, 5],
])('%s of a day that leaves no time for a night', async (limit, ofDay, over) => {
  const rules = { ...BREAKS, ...ofDay, daily_rest_duration: minutes(600) };
  const day = request({
    orders: [order('f')],
    vehicles: [vehicle({ driving_rules: rules }, { end_time: on('12:00') })],
  });
  const { unserved } = await answerTo(service, day);
  const [reason] = unserved[0].reasons.filter(({ code }: any) => code === 'driving_rules');
  expect(reason).toMatchObject({ limit, amount: minutes(over), alone: true });
});

test('a long day without a reduced rest that is left is judged by the usual limit', async () => {
  // Two days of 100 minutes, of which one may be longer than 90.
  const days = ['2026-05-04', TUESDAY];
  const rules = { ...REDUCED, weekly_rest_duration: minutes(3000) };
  const free = await answerTo(service, asked(BREAKS, days, minutes(80)));
  const judging: Record<string, any> = {
    ...asked(rules, days, minutes(80)),
    plan: { routes: free.routes },
  };
  const options = { ...judging['options'], mode: 'check' };
  const { routes } = await answerTo(service, { ...judging, options });
  expect(routes.map(({ violations }: any) => violations)).toEqual([
    [],
    [{ code: 'driving_rules', limit: 'max_daily_duration', amount: minutes(10) }],
  ]);
});
