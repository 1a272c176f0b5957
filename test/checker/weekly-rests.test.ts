/** The checker detects weekly rests that must not be reduced, and reductions that are not made up for. */
import { test } from '@jest/globals';
import { expectOnly } from './toy.js';
import { answer, on, plan, rule } from './toy-days.js';

/*
 * Each route is from 08:00 to 08:25. Rests from one day to the next, the second and the third after it:
 *
 *     1 day  84,900 s  daily            2 days  171,300 s  reduced         3 days  257,700 s  regular
 */
const RULES = {
  ...{ max_weekly_duration: 87_900, weekly_rest_duration: 180_000 },
  ...{ reduced_weekly_rest_duration: 171_300, weekly_rest_compensation_weeks: 1 },
  compensation_rest_duration: 84_000,
};

test('a weekly rest may be reduced, but not two in a row', () => {
  // Monday and Tuesday, a reduced rest, Thursday and Friday, a regular rest, Monday.
  const routes = [on('04'), on('05'), on('07'), on('08'), on('11')];
  expectOnly(plan(routes, RULES), [
    {
      name: 'no rest may be reduced',
      change: ({ vehicles }) => delete vehicles[0].driving_rules.reduced_weekly_rest_duration,
      expected: ['weekly_rest /routes/2'],
    },
    {
      name: 'shorter than a reduced rest',
      change: rule({ reduced_weekly_rest_duration: 171_301 }),
      expected: ['weekly_rest /routes/2'],
    },
    {
      name: 'the next rest is reduced, too',
      change: answer(on('04'), on('05'), on('07'), on('08'), on('10')),
      expected: ['weekly_rest /routes/4'],
    },
    {
      name: 'the week of work between is too long',
      change: answer(on('04'), on('05'), on('07'), on('08', { leave: '08:00:01' }), on('11')),
      expected: ['weekly_rest /routes/3'],
    },
    {
      name: 'a reduced rest after a regular one',
      change: answer(on('04'), on('05'), on('07'), on('08'), on('11'), on('13')),
      expected: [],
    },
  ]);
});

test('a route that is too long by itself is reported once', () => {
  const rules = { ...RULES, max_weekly_duration: 1_600 };
  const long = on('04', { steps: [{ at: 'a', order: 'o04', duration: 600 }] });
  expectOnly(plan([on('04'), on('07')], rules), [
    {
      name: 'a regular rest follows',
      change: answer(long, on('07')),
      expected: ['weekly_rest /routes/0'],
    },
    {
      name: 'a daily rest follows',
      change: answer(long, on('05')),
      expected: ['weekly_rest /routes/0', 'weekly_rest /routes/1'],
    },
  ]);
});

test('a later rest is longer by the reduction, and in time', () => {
  // The rest before Thursday is reduced by 43,200 s, as much as the rest before Monday is longer than a regular one.
  const rules = { ...RULES, weekly_rest_duration: 214_500, weekly_rest_compensation_weeks: 0 };
  const week = [on('04'), on('05'), on('07'), on('08')];
  expectOnly(plan([...week, on('11')], rules), [
    {
      name: 'a second short',
      change: answer(...week, on('11', { leave: '07:59:59' })),
      expected: ['weekly_rest /routes/4'],
    },
    {
      name: 'it can still be made up for in the week after',
      change: (request, response) => {
        rule({ weekly_rest_compensation_weeks: 1 })(request, response);
        answer(...week, on('11', { leave: '07:59:59' }))(request, response);
      },
      expected: [],
    },
    {
      // 257,700 − 43,200 s are left.
      name: 'the rest that makes up for it is too short without it',
      change: rule({ compensation_rest_duration: 214_501 }),
      expected: ['weekly_rest /routes/4'],
    },
  ]);
});

test('after the plan, a reduction is made up for by the end of its last ISO week', () => {
  // From Thursday 08:25 to Monday 00:00 are 315,300 s: 171,300 + 315,300 = 486,600.
  const rules = { ...RULES, weekly_rest_duration: 486_600, weekly_rest_compensation_weeks: 0 };
  const routes = [on('04'), on('05'), on('07')];
  expectOnly(plan(routes, rules), [
    {
      name: 'a second more is owed',
      change: rule({ weekly_rest_duration: 486_601 }),
      expected: ['weekly_rest /routes/2'],
    },
    {
      name: 'it is owed for a week longer',
      change: rule({ weekly_rest_duration: 486_601, weekly_rest_compensation_weeks: 1 }),
      expected: [],
    },
    {
      name: 'the rest begins in the ISO week before',
      // Saturday and Sunday, a reduced rest, Tuesday: it should have been over by Monday 00:00.
      change: answer(on('09'), on('10'), on('12')),
      expected: ['weekly_rest /routes/2'],
    },
  ]);
});

test('a vehicle owes at most six reductions at a time', () => {
  // A weekly rest after each route, every other one of which is reduced. All are made up for after the plan.
  const rules = {
    ...RULES,
    ...{ max_weekly_duration: 1_500, weekly_rest_compensation_weeks: 20 },
    compensation_rest_duration: 1_000_000,
  };
  const days = ['04', '06', '09', '11', '14', '16', '19', '21', '24', '26', '29', '31', '06-03'];
  const routes = days.map((day) => on(day));
  expectOnly(plan(routes, rules), [
    {
      name: 'a seventh',
      change: answer(...routes, on('06-05')),
      expected: ['weekly_rest /routes/13'],
    },
    { name: 'a regular one', change: answer(...routes, on('06-06')), expected: [] },
  ]);
});
