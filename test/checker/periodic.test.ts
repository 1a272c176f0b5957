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
