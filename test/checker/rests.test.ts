/** The checker detects rests that are too short: between shifts, of weeks, reduced, and in parts. */
import { test } from '@jest/globals';
import { expectOnly, toyResponse, type ToyRoute, type ToyStep } from './toy.js';
import { answer, on, plan, rule, state } from './toy-days.js';

test('the next route of a vehicle begins after the rest between shifts', () => {
  // From 08:25 to 08:00 on the next day are 84,900 s.
  const routes = [on('04'), on('05')];
  const rest = ['shift_rest /routes/1'];
  expectOnly(plan(routes, {}, { rest_between_shifts: 84_900 }), [
    { name: 'a second more', change: state({ rest_between_shifts: 84_901 }), expected: rest },
    {
      name: 'a second early',
      change: answer(on('04'), on('05', { leave: '07:59:59' })),
      expected: rest,
    },
    {
      name: 'listed in another order',
      change: answer(on('05', { leave: '07:59:59' }), on('04')),
      expected: ['shift_rest /routes/0'],
    },
    {
      name: 'another vehicle',
      change: (request, response) => {
        request.vehicles.push({ ...request.vehicles[0], vehicle_id: 'v2' });
        const other = on('05', { vehicle: 'v2', leave: '07:59:59' });
        Object.assign(response, toyResponse([on('04'), other]));
      },
      expected: [],
    },
  ]);
});

test('limits of a day set the rest between shifts, unless the vehicle states a longer one', () => {
  const routes = [on('04'), on('05')];
  const rules = { max_daily_duration: 9_999, daily_rest_duration: 84_900 };
  expectOnly(plan(routes, rules), [
    {
      name: 'a longer daily rest',
      change: rule({ daily_rest_duration: 84_901 }),
      expected: ['shift_rest /routes/1'],
    },
    {
      name: 'a longer rest of its own',
      change: ({ vehicles: [vehicle] }) => {
        Object.assign(vehicle, { rest_between_shifts: 84_901 });
      },
      expected: ['shift_rest /routes/1'],
    },
    {
      name: 'that of a preset, eleven hours',
      // 08:00 − 11 h = 21:00, after the shift of Monday: the second route begins too early.
      change: (request, response) => {
        const [vehicle] = request.vehicles;
        vehicle.driving_rules = { preset: 'ec_561_2006', max_reduced_daily_rests: 0 };
        vehicle.driving_rules.daily_rest_parts = [];
        vehicle.shifts[0].end_time = '2026-05-04T23:00';
        const late = { until: '23:00' };
        const routes = [
          on('04', { leave: '20:35', ...late }),
          on('05', { leave: '07:59', ...late }),
        ];
        Object.assign(response, toyResponse(routes));
      },
      expected: ['shift_rest /routes/1'],
    },
  ]);
});

test('a week of work lasts from weekly rest to weekly rest', () => {
  // Without a weekly rest, from Monday 08:00 to Wednesday 08:25: 174,300 s. The rests are 84,900 s long.
  const routes = [on('04'), on('05'), on('06')];
  const rules = { weekly_rest_duration: 85_000, max_weekly_duration: 174_300 };
  const third = ['weekly_rest /routes/2'];
  expectOnly(plan(routes, rules), [
    { name: 'a second less', change: rule({ max_weekly_duration: 174_299 }), expected: third },
    {
      name: 'two days are too long already',
      change: rule({ max_weekly_duration: 87_899 }),
      expected: ['weekly_rest /routes/1'],
    },
    {
      name: 'each night is a weekly rest',
      change: rule({ max_weekly_duration: 1_500, weekly_rest_duration: 84_900 }),
      expected: [],
    },
    {
      name: 'a second late',
      change: answer(on('04'), on('05'), on('06', { leave: '08:00:01' })),
      expected: third,
    },
  ]);
  const slept: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'a', type: 'break', duration: 5000 },
  ];
  // 600 + 300 + 5,000 + 600 s
  const within = { weekly_rest_duration: 5000, max_weekly_duration: 6500 };
  expectOnly(plan([on('04', { steps: slept })], within), [
    {
      name: 'a rest within a route is no weekly rest',
      change: rule({ max_weekly_duration: 6499 }),
      expected: ['weekly_rest /routes/0'],
    },
  ]);
});

test('driving time is limited in each ISO week and in each two of them', () => {
  // Sunday, Monday and Tuesday with 1,200 s of driving each, then one week without work.
  const routes = [on('10'), on('11'), on('12'), on('25')];
  const rules = { max_weekly_driving_duration: 2400, max_two_week_driving_duration: 3600 };
  const third = ['driving_duration /routes/2'];
  expectOnly(plan(routes, rules), [
    { name: 'of a week', change: rule({ max_weekly_driving_duration: 2399 }), expected: third },
    {
      name: 'of two weeks',
      change: rule({ max_two_week_driving_duration: 3599 }),
      expected: third,
    },
    {
      name: 'the lower limit of a week',
      change: state({ limits: { per_week: { driving_duration: 2399 } } }),
      expected: third,
    },
    {
      name: 'a higher limit of a week',
      change: state({ limits: { per_week: { driving_duration: 2401 } } }),
      expected: [],
    },
    {
      name: 'a route in the week between',
      change: answer(on('11'), on('12'), on('18'), on('25'), on('26')),
      expected: [],
    },
    {
      name: 'two routes in the week between',
      change: answer(on('11'), on('12'), on('18'), on('19')),
      expected: ['driving_duration /routes/3'],
    },
  ]);
});

const rested = (duration: number): ToyStep => ({ at: 'a', type: 'break', duration });
const work = (order: string, duration = 300): ToyStep => ({ at: 'a', order, duration });

test('a week of work has only so many reduced daily rests', () => {
  // Days of 600 + 300 s, 300 s, and 300 + 600 s. Only the first rest is reduced.
  const rules = {
    ...{ max_daily_duration: 2000, daily_rest_duration: 2000 },
    ...{ reduced_daily_rest_duration: 1500, max_reduced_daily_rests: 1 },
  };
  const day = (first: number, second: number, middle = 300): ToyRoute =>
    on('04', {
      steps: [work('o1'), rested(first), work('o2', middle), rested(second), work('o3')],
    });
  const often = ['driving_rules /routes/0'];
  expectOnly(plan([day(1500, 2000)], rules), [
    { name: 'two are reduced', change: answer(day(1500, 1999)), expected: often },
    {
      // The first rest does not end the day: 600 + 300 + 1,500 + 300 s until the next one.
      name: 'none may be',
      change: rule({ max_reduced_daily_rests: 0 }),
      expected: ['driving_rules /routes/0/stops/3'],
    },
    {
      // 600 + 300 + 1,499 + 300 s until the next rest, 199 more than 2,000 + 500 s.
      name: 'a rest is shorter than a reduced one',
      change: answer(day(1499, 2000)),
      expected: ['driving_rules /routes/0/stops/3'],
    },
    {
      name: 'a longer day has a reduced rest, however long it is',
      change: answer(day(1500, 2000, 2001)),
      expected: often,
    },
    { name: 'a usual day', change: answer(day(1500, 2000, 2000)), expected: [] },
    {
      // 2,400 + 101 s
      name: 'a day that is too long for a reduced rest, too',
      change: answer(
        on('04', {
          steps: [
            ...[work('o1'), rested(2000), work('o2', 2400)],
            ...[work('o3', 101), rested(2000), work('o4')],
          ],
        }),
      ),
      expected: ['driving_rules /routes/0/stops/4'],
    },
  ]);
});

test('rests between routes may be reduced as well, until a weekly rest', () => {
  // From Monday to Tuesday 84,900 s, which are reduced. From Tuesday to 08:01:40 on Wednesday 85,000 s, which are not.
  const rules = {
    ...{ max_daily_duration: 2000, daily_rest_duration: 85_000 },
    ...{ reduced_daily_rest_duration: 84_000, max_reduced_daily_rests: 1 },
  };
  const routes = [on('04'), on('05'), on('06', { leave: '08:01:40' })];
  const [, , wednesday] = routes;
  const third = ['shift_rest /routes/2'];
  expectOnly(plan(routes, rules), [
    {
      name: 'two are reduced',
      change: answer(on('04'), on('05'), on('06', { leave: '08:01:39' })),
      expected: third,
    },
    {
      name: 'shorter than a reduced one',
      change: rule({ reduced_daily_rest_duration: 84_901 }),
      expected: ['shift_rest /routes/1'],
    },
    {
      name: 'the second is reduced after a weekly rest',
      change: (request, response) => {
        const rests = { weekly_rest_duration: 100_000, max_weekly_duration: 400_000 };
        rule(rests)(request, response);
        answer(on('04'), on('05'), on('08'), on('09'))(request, response);
      },
      expected: [],
    },
    {
      name: 'without a weekly rest',
      change: answer(on('04'), on('05'), on('08'), on('09')),
      expected: ['shift_rest /routes/3'],
    },
    {
      name: 'the vehicle states the rest between shifts',
      change: (request, response) => {
        state({ rest_between_shifts: 85_000 })(request, response);
        answer(on('04'), on('05'), on('06'))(request, response);
      },
      expected: ['shift_rest /routes/1', 'shift_rest /routes/2'],
    },
    { name: 'no change', change: answer(on('04'), on('05'), wednesday ?? on('06')), expected: [] },
  ]);
});

test('an ISO week has only so many days with more driving', () => {
  const long: ToyStep[] = [
    { at: 'a', order: 'o', duration: 300 },
    { at: 'b', order: 'p', duration: 300 },
  ];
  /** 1,800 s of driving. */
  const extended = (day: string): ToyRoute =>
    on(day, { steps: long.map((step) => ({ ...step, order: `${String(step.order)}${day}` })) });
  const rules = {
    ...{ max_daily_driving_duration: 1799, daily_rest_duration: 3600 },
    ...{ extended_daily_driving_duration: 1800, max_extended_days_per_week: 1 },
  };
  // Sunday, then Monday: each ISO week has one.
  expectOnly(plan([on('09'), extended('10'), extended('11'), on('12')], rules), [
    {
      name: 'two in a week',
      change: answer(extended('09'), extended('10'), extended('11'), on('12')),
      expected: ['driving_rules /routes/1'],
    },
    {
      name: 'none',
      change: rule({ max_extended_days_per_week: 0 }),
      expected: ['driving_rules /routes/1/stops/3', 'driving_rules /routes/2/stops/3'],
    },
    {
      name: 'longer than an extended day',
      change: rule({ extended_daily_driving_duration: 1799 }),
      expected: ['driving_rules /routes/1/stops/3', 'driving_rules /routes/2/stops/3'],
    },
    { name: 'a usual day', change: rule({ max_daily_driving_duration: 1800 }), expected: [] },
  ]);
});

test('the second part of a daily rest may be the time until the next route, the first part may not', () => {
  // Monday ends at 08:38:20, 84,100 s before Tuesday.
  const rules = {
    ...{ max_daily_duration: 4000, daily_rest_duration: 85_000 },
    ...{ daily_rest_parts: [500, 84_000] },
  };
  const monday = (seconds: number): ToyRoute =>
    on('04', { steps: [work('o1'), rested(seconds), work('o2')] });
  const second = ['shift_rest /routes/1'];
  expectOnly(plan([monday(500), on('05')], rules), [
    { name: 'the first part is short', change: answer(monday(499), on('05')), expected: second },
    {
      name: 'the second part is short',
      change: rule({ daily_rest_parts: [500, 84_101] }),
      expected: second,
    },
    {
      name: 'the first part ends the route',
      change: answer(
        on('04', { steps: [work('o1'), work('o2'), rested(500)], isOpenEnd: true }),
        on('05'),
      ),
      // Without an end, the route is not finished either.
      expected: ['end_stop /routes/0/stops', ...second],
    },
    {
      name: 'the vehicle states the rest between shifts',
      change: state({ rest_between_shifts: 84_101 }),
      expected: second,
    },
  ]);
});
