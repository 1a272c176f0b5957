/** Reasons of orders for which other orders leave no room, and bounds: how many can be served at most. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  TUESDAY,
  answerTo,
  between,
  exactly,
  from,
  minutes,
  on,
  order,
  planOf,
  request,
  shift,
  until,
  vehicle,
  type Request,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('another order uses up the time: the missing amount, and what would help', async () => {
  // An hour, of which each order takes 50 minutes. From b to y is 40 minutes: 20 + 10 + 40 + 10 + 20, 40 too many.
  const { unserved } = await answerTo(
    service,
    request({
      orders: [order('b', { priority: 1 }), order('y')],
      vehicles: [vehicle({}, { end_time: on('09:00') })],
    }),
  );
  expect(unserved).toMatchObject([
    {
      order_id: 'y',
      reasons: [
        {
          ...{ code: 'shift_time', vehicle_id: 'v', amount: minutes(40), alone: true },
          time: '2026-05-04T09:40:00+00:00',
          allowed_time: '2026-05-04T09:00:00+00:00',
        },
      ],
      suggestion: { code: 'shift_time', amount: minutes(40) },
    },
  ]);
});

type Beside = { reasons: string[]; asked: Request; free: Request };

/** Two orders, each of which is served if it is alone. */
const both = (one: object, other: object, fields: object = {}): Request =>
  request({ orders: [order('a', { priority: 1, ...one }), order('b', other)], ...fields });
/** Pickups by 08:10 and 08:30 and dropoffs by 08:50 and 09:10, on the path to e, all on time if none is late. */
const crossing = (load_order: string): Request => {
  const ride = (order_id: string, [up, upBy]: string[], [down, downBy]: string[]): object => ({
    order_id,
    duration: minutes(10),
    load_order,
    priority: order_id === 'o' ? 1 : 0,
    pickups: [{ location: up, time_windows: [until(upBy ?? '')] }],
    dropoffs: [{ location: down, time_windows: [until(downBy ?? '')] }],
  });
  return request({
    orders: [ride('o', ['a', '08:10'], ['c', '08:50']), ride('b', ['b', '08:30'], ['e', '09:10'])],
  });
};
/** One shift on each of two days, and the number of them that the vehicle may use. */
const twoDays = (shifts: number) => ({
  planning_period: { start_time: on('00:00'), end_time: on('23:00', '2026-05-05') },
  vehicles: [vehicle({ limits: { per_period: { shifts } } }, { repeat: 'FREQ=DAILY' })],
});
const collected = (load_type: string) => ({ kind: 'pickup', load: { boxes: 1 }, load_type });
/** An hour, of which y takes 50 minutes. */
const lockedAtY = (lock: string, priority: number): Request =>
  request({
    orders: [order('y', { priority: 1 - priority }), order('b', { priority })],
    vehicles: [vehicle({}, { end_time: on('09:00') })],
    plan: {
      routes: [{ vehicle_id: 'v', shift_id: 'day', stops: [{ order_id: 'y', lock }] }],
    },
  });
/** Shifts on four days; visits on the first and the third are two days apart. */
const thrice = (visits: object): Request =>
  request({
    planning_period: { start_time: on('00:00'), end_time: on('23:00', '2026-05-07') },
    vehicles: [vehicle({}, { repeat: 'FREQ=DAILY' })],
    orders: [order('b', { visits: { count: 3, per: 'planning_period', ...visits } })],
  });

test.each<Beside>([
  {
    reasons: ['relation'],
    asked: both({}, {}, { relations: [{ type: 'different_vehicles', orders: ['a', 'b'] }] }),
    free: both({}, {}),
  },
  {
    reasons: ['visit_spacing'],
    asked: thrice({ min_days_between: 2, partial: true }),
    free: thrice({ partial: true }),
  },
  { reasons: ['lock', 'shift_time'], asked: lockedAtY('sequence', 1), free: lockedAtY('none', 1) },
  {
    // Or b alone, later than its window allows.
    reasons: ['load_order', 'time_window'],
    asked: crossing('lifo'),
    free: crossing('any'),
  },
  {
    reasons: ['load_incompatible'],
    asked: both(
      { ...collected('food'), incompatible_load_types: ['chemicals'] },
      collected('chemicals'),
    ),
    free: both(collected('food'), collected('chemicals')),
  },
  {
    reasons: ['shift_time'],
    asked: both(
      { time_windows: [until('17:00')] },
      { time_windows: [from('08:00', '2026-05-05')] },
      twoDays(1),
    ),
    free: both(
      { time_windows: [until('17:00')] },
      { time_windows: [from('08:00', '2026-05-05')] },
      twoDays(2),
    ),
  },
])('$reasons.0, because of the other orders', async ({ reasons, asked, free }) => {
  // It does not matter which of several visits is left out.
  const reasonsOf = async (of: Request) =>
    Object.entries(planOf(await answerTo(service, of)).unserved).map(([name, codes]) => [
      name.replace(/#.*/, ''),
      codes,
    ]);
  expect(await reasonsOf(asked)).toEqual([['b', reasons]]);
  expect(await reasonsOf(free)).not.toContainEqual(['b', reasons]);
});

test('with all-or-none service, all unserved visits of an order have the spacing as their reason', async () => {
  const { unserved } = planOf(await answerTo(service, thrice({ min_days_between: 2 })));
  const reason = ['visit_spacing'];
  expect(unserved).toEqual({ 'b#1,2,3': reason });
});

test('a shift with room but without an attribute is named with it, next to one that is full', async () => {
  // Each gas order takes 50 minutes, and `gas` has only an hour; `plain` has the whole day.
  const gas = { required_attributes: ['gas'] };
  const { unserved, unserved_summary, bounds } = await answerTo(
    service,
    request({
      orders: [order('b', { priority: 1, ...gas }), order('y', gas)],
      vehicles: [
        vehicle({ vehicle_id: 'gas', attributes: ['gas'] }, { end_time: on('09:00') }),
        vehicle({ vehicle_id: 'plain' }),
      ],
    }),
  );
  expect(unserved[0].reasons).toMatchObject([
    { code: 'shift_time', vehicle_id: 'gas', amount: minutes(40), alone: true },
    { code: 'attribute_missing', vehicle_id: 'plain', attribute: 'gas', alone: true },
  ]);
  expect(unserved_summary).toMatchObject([{ code: 'shift_time', orders: 1, visits: 1 }]);
  // 20 to either and 10 there, 20 back: one of them takes 50 of the 60 minutes.
  expect(bounds).toMatchObject([
    { code: 'shift_time', visits: 2, served_max: 1, served: 1, vehicle_ids: ['gas'] },
  ]);
});

test('a break in the way is named, and so is what would help', async () => {
  // A break from 09:00 to 10:00. b closes before it ends, and y, 40 from there, is open until 09:00.
  const orders = [
    order('y', { priority: 1, time_windows: [exactly('08:30')] }),
    order('b', { time_windows: [between('09:20', '09:40')] }),
  ];
  const lunch = { breaks: [{ duration: minutes(60), time_windows: [between('08:45', '09:00')] }] };
  const { unserved } = await answerTo(service, request({ orders, vehicles: [vehicle({}, lunch)] }));
  expect(unserved).toMatchObject([
    { order_id: 'b', reasons: [{ code: 'break', alone: true }, { code: 'time_window' }] },
  ]);
});

test.each([
  ['the capacity', { load: { kg: 4 } }, { capacity: { kg: 10 } }, 'capacity', 2],
  ['the stops', {}, { limits: { stops: 3 } }, 'stops', 3],
  // 10 there and 10 of service each, 10 back: two orders take 50 of the 55 minutes.
  ['the duration', {}, { limits: { duration: minutes(55) } }, 'duration', 2],
  ['the driving', {}, { limits: { driving_duration: minutes(45) } }, 'driving_duration', 3],
  ['the distance', {}, { limits: { distance: 45_000 } }, 'distance', 3],
])('how many of five fit into %s is proven', async (_name, fields, vehicleFields, code, most) => {
  const { bounds, unserved } = await answerTo(
    service,
    request({
      orders: ['a', 'x', 'b', 'y', 'z'].map((place) => order(place, fields)),
      vehicles: [vehicle(vehicleFields)],
    }),
  );
  expect(bounds).toContainEqual(expect.objectContaining({ code, visits: 5, served_max: most }));
  expect(unserved.every(({ reasons }: any) => reasons[0].code === code)).toBe(true);
});

test('windows that one vehicle cannot meet together are proven to conflict', async () => {
  const { bounds } = await answerTo(
    service,
    request({
      orders: ['a', 'x', 'b'].map((place) => order(place, { time_windows: [exactly('09:00')] })),
      vehicles: [vehicle({ count: 2 })],
    }),
  );
  expect(bounds).toMatchObject([{ code: 'time_window', visits: 3, served_max: 2, served: 2 }]);
});

test('a week whose hours are used up is the reason, even if driving rules bind too', async () => {
  const rules = { driving_rules: { max_driving_duration: minutes(60), break_duration: 900 } };
  const { unserved } = await answerTo(
    service,
    request({
      planning_period: { start_time: on('00:00'), end_time: on('23:00', '2026-05-05') },
      orders: [
        order('a', { time_windows: [until('17:00')] }),
        order('b', { time_windows: [from('08:00', '2026-05-05')] }),
      ],
      vehicles: [
        vehicle(
          { ...rules, limits: { per_week: { duration: minutes(45) } } },
          { repeat: 'FREQ=DAILY' },
        ),
      ],
    }),
  );
  // 30 minutes for a; with the 50 of b it would be 35 too many.
  expect(unserved).toMatchObject([
    { order_id: 'b', reasons: [{ code: 'duration', span: 'week', amount: minutes(35) }] },
  ]);
});

test('an order that needs overtime and one shift more than a week allows gets no suggestion of either', async () => {
  // It is reached after the end of the second shift, and the week allows only one.
  const asked = (shifts: number) =>
    request({
      orders: [
        order('a', { time_windows: [exactly('09:00')] }),
        order('b', { time_windows: [exactly('17:00', TUESDAY)] }),
      ],
      vehicles: [
        vehicle({
          limits: { per_week: { shifts } },
          shifts: [
            shift({ shift_id: 'mo' }),
            shift({
              shift_id: 'tu',
              start_time: on('08:00', TUESDAY),
              end_time: on('17:00', TUESDAY),
            }),
          ],
        }),
      ],
    });
  const [both] = (await answerTo(service, asked(1))).unserved;
  const spans = both.reasons
    .filter(({ code, shift_id }: any) => code === 'shift_time' && shift_id === 'tu')
    .map(({ span }: any) => span);
  expect(new Set(spans)).toEqual(new Set([undefined, 'week']));
  expect(both).not.toHaveProperty('suggestion');
  const [late] = (await answerTo(service, asked(2))).unserved;
  expect(late.suggestion).toMatchObject({ code: 'shift_time', amount: minutes(30) });
});
