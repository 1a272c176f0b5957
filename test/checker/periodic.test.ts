/** The checker counts periodic visits and checks their days, times and vehicles. */
import { expect, test } from '@jest/globals';
import { expectOnly, found, toyRequest, toyResponse, toyVehicle, type ToyRoute } from './toy.js';

const SHIFT = {
  start_time: '2026-05-04T08:00',
  end_time: '2026-05-04T17:00',
  repeat: 'FREQ=DAILY',
};
const visit = (date: string, number: number, fields: Partial<ToyRoute> = {}): ToyRoute => ({
  date: `2026-05-${date}`,
  leave: '08:00',
  steps: [{ at: 'a', order: 'o1', visit: number, duration: 300 }],
  ...fields,
});
const request = (visits: object, fields: object = {}): any =>
  toyRequest({
    vehicles: [toyVehicle({}, SHIFT), toyVehicle({ vehicle_id: 'v2' }, SHIFT)],
    orders: [{ order_id: 'o1', location: 'a', duration: 300, visits }],
    // Two weeks, Monday to Sunday.
    planning_period: { start_time: '2026-05-04', end_time: '2026-05-18' },
    ...fields,
  });
const rules = (fields: object) => (changed: any) => Object.assign(changed.orders[0].visits, fields);

test('each week has its visits, at the required distance and on allowed days', () => {
  // Monday and Thursday, then Tuesday and Friday.
  const response = toyResponse([visit('04', 1), visit('07', 2), visit('12', 3), visit('15', 4)]);
  const spacing = (...routes: number[]): string[] =>
    routes.map((idx) => `visit_spacing /routes/${idx}/stops/1`);
  expectOnly({ request: request({ count: 2, per: 'week' }), response }, [
    // The visits are 3, 5 and 3 days apart.
    { name: 'at least 3', change: rules({ min_days_between: 3 }), expected: [] },
    { name: 'at least 4', change: rules({ min_days_between: 4 }), expected: spacing(1, 3) },
    { name: 'at most 5', change: rules({ max_days_between: 5 }), expected: [] },
    { name: 'at most 4', change: rules({ max_days_between: 4 }), expected: spacing(2) },
    { name: 'weekdays', change: rules({ weekdays: ['MO', 'TU', 'TH', 'FR'] }), expected: [] },
    { name: 'no Tuesdays', change: rules({ weekdays: ['MO', 'TH', 'FR'] }), expected: spacing(2) },
    {
      name: 'patterns',
      change: rules({
        day_patterns: [
          ['MO', 'TH'],
          ['TU', 'FR'],
        ],
      }),
      expected: [],
    },
    {
      name: 'patterns are not mixed',
      change: rules({
        day_patterns: [
          ['MO', 'TH'],
          ['TU', 'TH'],
        ],
      }),
      expected: spacing(2),
    },
    {
      name: 'in the wrong week',
      change: (_, changed) => {
        changed.routes[1].stops[1].visit = 3;
        changed.routes[2].stops[1].visit = 2;
      },
      expected: spacing(1, 2),
    },
    {
      name: 'one too many',
      change: (_, changed) => (changed.routes[3].stops[1].visit = 5),
      expected: ['order_lost /unserved', 'visit_number /routes/3/stops/1'],
    },
  ]);
});

test('visits of a month or of the whole period', () => {
  const period = { planning_period: { start_time: '2026-04-30', end_time: '2026-05-18' } };
  const shift = { ...SHIFT, start_time: '2026-04-30T08:00', end_time: '2026-04-30T17:00' };
  const vehicles = [toyVehicle({}, shift)];
  const april = { ...visit('04', 1), date: '2026-04-30' };
  const monthly = toyResponse([april, visit('04', 2)]);
  expect(found(request({ count: 1, per: 'month' }, { ...period, vehicles }), monthly)).toEqual([]);
  expect(
    found(request({ count: 2, per: 'planning_period' }, { ...period, vehicles }), monthly),
  ).toEqual([]);
  const both = toyResponse([visit('04', 1), visit('11', 2)]);
  expect(found(request({ count: 1, per: 'month' }, { ...period, vehicles }), both)).toEqual([
    'visit_spacing /routes/0/stops/1',
  ]);
});

test('two visits are on different days unless the request allows the same day', () => {
  const steps = [
    { at: 'a', order: 'o1', visit: 1, duration: 300 },
    { at: 'a', order: 'o1', visit: 2, duration: 300 },
  ];
  const response = toyResponse([visit('04', 1, { steps })]);
  const visits = { count: 2, per: 'planning_period' };
  expect(found(request(visits), response)).toEqual(['visit_spacing /routes/0/stops/2']);
  expect(found(request({ ...visits, min_days_between: 0 }), response)).toEqual([]);
});

test('all visits by the same vehicle, or at the same time of day', () => {
  const response = toyResponse([visit('04', 1), visit('11', 2, { vehicle: 'v2', leave: '08:20' })]);
  const second = ['visit_spacing /routes/1/stops/1'];
  expectOnly({ request: request({ count: 1, per: 'week' }), response }, [
    { name: 'required', change: rules({ same_vehicle: 'required' }), expected: second },
    { name: 'preferred', change: rules({ same_vehicle: 'preferred' }), expected: [] },
    { name: '1,200 s apart', change: rules({ same_time_tolerance: 1200 }), expected: [] },
    { name: 'a second more', change: rules({ same_time_tolerance: 1199 }), expected: second },
  ]);
});

test('visits are all served or all unserved, unless partial service is allowed', () => {
  const reasons = [{ code: 'visit_spacing' }];
  const response = toyResponse([visit('04', 1)], [{ order_id: 'o1', visits: [2], reasons }]);
  const visits = { count: 1, per: 'week' };
  expect(found(request({ ...visits, partial: true }), response)).toEqual([]);
  expect(found(request(visits), response)).toEqual(['visit_spacing /routes/0/stops/1']);
  // A visit left out between two others does not break the limit of the gap between them.
  const hole = toyResponse(
    [visit('04', 1), visit('11', 3)],
    [
      { order_id: 'o1', visits: [2], reasons },
      { order_id: 'o1', visits: [4], reasons },
    ],
  );
  const sparse = { count: 2, per: 'week', max_days_between: 4, partial: true };
  expect(found(request(sparse), hole)).toEqual([]);
});

test('with prorate, a week or month owes the share of its days in the period, rounded half up', () => {
  // Thursday to Sunday are 4 of 7 days: 3 × 4/7 = 1.71, so 2. The week after owes all 3.
  const period = (start: string, end: string): object => ({
    planning_period: { start_time: `2026-05-${start}`, end_time: `2026-05-${end}` },
  });
  const visits = { count: 3, per: 'week', prorate: true };
  const days = ['07', '09', '11', '13', '15'].map((date, idx) => visit(date, idx + 1));
  const lost = (count: number): string[] => Array(count).fill('order_lost /unserved');
  const shorten = (start: string, end = '18') => {
    return (changed: any): unknown => Object.assign(changed, period(start, end));
  };
  expectOnly({ request: request(visits, period('07', '18')), response: toyResponse(days) }, [
    {
      name: 'not prorated',
      change: rules({ prorate: false }),
      // The third visit belongs to the first week, and the sixth is missing.
      expected: [
        'order_lost /unserved',
        'visit_spacing /routes/0/stops/1',
        'visit_spacing /routes/2/stops/1',
      ],
    },
    {
      // 3 × 5/7 = 2.14
      name: 'a day more owes no more',
      change: shorten('06'),
      expected: [],
    },
    {
      // 3 × 6/7 = 2.57, so 3.
      name: 'two days more owe one more',
      change: shorten('05'),
      expected: [...lost(1), 'visit_spacing /routes/0/stops/1', 'visit_spacing /routes/2/stops/1'],
    },
    {
      name: 'a visit is left out',
      change: (_, changed) => Object.assign(changed, toyResponse(days.slice(0, 4))),
      expected: [...lost(1), 'visit_spacing /routes/0/stops/1'],
    },
    {
      name: 'a visit too many',
      change: (_, changed) => Object.assign(changed, toyResponse([...days, visit('17', 6)])),
      expected: ['visit_number /routes/5/stops/1'],
    },
  ]);
  // Monday and Tuesday owe 2/7 of a visit, which is none at all.
  const none = request({ count: 1, per: 'week', prorate: true }, period('04', '06'));
  expect(found(none, toyResponse([]))).toEqual([]);
  expect(found(none, toyResponse([visit('04', 1)]))).toEqual(['visit_number /routes/0/stops/1']);
  // From the 16th of April on, 15 of 30 days.
  const half = (start: string): any => {
    const shift = { ...SHIFT, start_time: '2026-04-01T08:00', end_time: '2026-04-01T17:00' };
    return request(
      { count: 1, per: 'month', prorate: true },
      {
        vehicles: [toyVehicle({}, shift)],
        planning_period: { start_time: start, end_time: '2026-05-01' },
      },
    );
  };
  const april = toyResponse([{ ...visit('04', 1), date: '2026-04-20' }]);
  expect(found(half('2026-04-16'), april)).toEqual([]);
  expect(found(half('2026-04-17'), april)).toEqual(['visit_number /routes/0/stops/1']);
});

test('visits on the same weekdays use no more weekdays than there are visits in a week', () => {
  const visits = { count: 2, per: 'week', same_weekdays: true };
  const on = (...dates: string[]): any =>
    toyResponse(dates.map((date, idx) => visit(date, idx + 1)));
  // Monday and Thursday in both weeks.
  expectOnly({ request: request(visits), response: on('04', '07', '11', '14') }, [
    {
      name: 'another weekday in the second week',
      change: (_, changed) => Object.assign(changed, on('04', '07', '11', '15')),
      expected: ['visit_spacing /routes/3/stops/1'],
    },
    {
      name: 'one that is not used in the first week',
      change: (_, changed) => Object.assign(changed, on('04', '07', '12', '14')),
      expected: ['visit_spacing /routes/2/stops/1'],
    },
    {
      name: 'any weekdays',
      change: (changed, its) => {
        rules({ same_weekdays: false })(changed);
        Object.assign(its, on('04', '07', '12', '15'));
      },
      expected: [],
    },
  ]);
});
