/** Reasons of a single order: each code, with its amount if it has one. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  LINE_MATRIX,
  answerTo,
  between,
  exactly,
  minutes,
  on,
  order,
  request,
  until,
  vehicle,
  type Request,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Case = { code: string; amount?: number; dimension?: string; asked: Request };

const one = (fields: object, vehicleFields: object = {}, shiftFields: object = {}): Request =>
  request({ orders: [order('b', fields)], vehicles: [vehicle(vehicleFields, shiftFields)] });
/** From b to c. */
const pair = (fields: object): object => ({
  order_id: 'p',
  duration: minutes(10),
  pickups: [{ location: 'b' }],
  dropoffs: [{ location: 'c', time_windows: [exactly('11:00')] }],
  ...fields,
});
/** From the depot there is a path to every place except b. */
const rowOfD = Object.fromEntries(
  Object.entries(LINE_MATRIX.travel_costs.d).filter(([place]) => place !== 'b'),
);

/** b and back is 50 minutes, 40 of them on the road, and 40 kilometers. */
const CASES: Case[] = [
  { code: 'attribute_missing', asked: one({ required_attributes: ['lift'] }) },
  {
    code: 'attribute_forbidden',
    asked: one({ forbidden_attributes: ['diesel'] }, { attributes: ['diesel'] }),
  },
  { code: 'vehicle_not_allowed', asked: one({ forbidden_vehicles: ['v'] }) },
  {
    code: 'capacity',
    amount: 1.5,
    dimension: 'weight',
    asked: one({ load: { boxes: 1, weight: 11.5 } }, { capacity: { boxes: 1, weight: 10 } }),
  },
  {
    code: 'unreachable',
    asked: request({
      orders: [order('b')],
      travel: {
        matrix: {
          ...LINE_MATRIX,
          travel_costs: { ...LINE_MATRIX.travel_costs, d: rowOfD },
        },
      },
    }),
  },
  // 20 minutes to b.
  {
    code: 'time_window',
    amount: minutes(5),
    asked: one({ time_windows: [between('08:05', '08:15')] }),
  },
  // At b at 10:20.
  {
    code: 'time_window',
    amount: minutes(80),
    asked: {
      ...one({ time_windows: [until('09:00')] }, {}, { start_time: on('10:00') }),
      planning_period: between('00:00', '23:00'),
    },
  },
  { code: 'shift_time', amount: minutes(5), asked: one({}, {}, { end_time: on('08:45') }) },
  { code: 'duration', amount: minutes(1), asked: one({}, { limits: { duration: minutes(49) } }) },
  {
    code: 'driving_duration',
    amount: minutes(1),
    asked: one({}, { limits: { driving_duration: minutes(39) } }),
  },
  { code: 'distance', amount: 1000, asked: one({}, { limits: { distance: 39_000 } }) },
  { code: 'stops', amount: 1, asked: one({}, { limits: { stops: 0 } }) },
  // It waits at c, because it left b by 08:20: 20 from d, 10 of service, 10 on the road.
  {
    code: 'waiting_duration',
    asked: request({
      orders: [pair({ pickups: [{ location: 'b', time_windows: [until('08:30')] }] })],
      vehicles: [vehicle({ limits: { waiting_duration: minutes(60) } })],
    }),
  },
  {
    code: 'ride_duration',
    amount: minutes(5),
    asked: request({ orders: [pair({ max_ride_duration: minutes(5) })] }),
  },
  // At b at 08:20, so the vehicle cannot be at f then.
  {
    code: 'break',
    asked: one(
      { time_windows: [until('08:20')] },
      {},
      { breaks: [{ duration: minutes(40), location: 'f', time_windows: [exactly('08:20')] }] },
    ),
  },
  {
    code: 'no_vehicle',
    asked: request({
      planning_period: {
        start_time: on('00:00', '2026-06-01'),
        end_time: on('23:00', '2026-06-01'),
      },
      orders: [order('b')],
    }),
  },
  {
    code: 'outside_period',
    asked: request({
      planning_period: { start_time: on('00:00'), end_time: on('23:00') },
      orders: [order('b', { time_windows: [exactly('09:00', '2026-06-01')] })],
    }),
  },
  // A rest of 30 minutes on the road extends the route to 09:20.
  {
    code: 'driving_rules',
    asked: one(
      {},
      { driving_rules: { max_driving_duration: minutes(30), break_duration: minutes(30) } },
      { end_time: on('09:15') },
    ),
  },
  {
    code: 'distance',
    amount: 1000,
    asked: one({}, { limits: { per_week: { distance: 39_000 } } }),
  },
  { code: 'cheaper_unserved', asked: one({ mandatory: false, unserved_cost: 49 }) },
];

test.each(CASES)('$code', async ({ asked, code, amount, dimension }) => {
  const { unserved, status } = await answerTo(service, asked);
  expect(status).toBe(code === 'cheaper_unserved' ? 'Ok' : 'Partial');
  expect(unserved).toHaveLength(1);
  const { comment, ...reason } = unserved[0].reasons[0];
  expect(reason).toMatchObject({
    code,
    ...(amount === undefined ? {} : { amount }),
    ...(dimension === undefined ? {} : { dimension }),
  });
  expect(comment).toMatch(/^[A-Z].*\.$/);
});

test('shifts that refuse for different reasons are named', async () => {
  const { unserved } = await answerTo(
    service,
    request({
      orders: [order('b', { required_attributes: ['lift'], load: { boxes: 2 } })],
      vehicles: [
        vehicle({ vehicle_id: 'small', attributes: ['lift'], capacity: { boxes: 1 } }),
        vehicle({ vehicle_id: 'plain' }),
      ],
    }),
  );
  expect(
    unserved[0].reasons.map(({ code, vehicle_id }: any) => [vehicle_id, code]).toSorted(),
  ).toEqual([
    ['plain', 'attribute_missing'],
    ['small', 'capacity'],
  ]);
});

test('no reasons are given unless requested', async () => {
  const asked = one({ required_attributes: ['lift'] });
  const { unserved } = await answerTo(service, {
    ...asked,
    options: { ...asked['options'], explain: false },
  });
  expect(unserved[0].reasons).toEqual([]);
});
