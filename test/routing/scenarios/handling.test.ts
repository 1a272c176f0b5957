/** Loading at the start, unloading and waiting at the end, rest between shifts. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
  exactly,
  expectPlan,
  between,
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

const boxes = (kind: string, count: number) => ({ kind, load: { boxes: count } });

test('the time of loading and unloading depends on the load', async () => {
  // 9 of loading (5 + 4), 10 to a, 10 on to b, 10 to c, 20 of service, 6 of unloading.
  const asked = (fields: object) =>
    request({
      orders: [order('a', boxes('dropoff', 4)), order('b', boxes('pickup', 3))],
      vehicles: [vehicle(fields, { end_location: 'c' })],
    });
  const body = await expectPlan(
    service,
    asked({
      loading: { duration: minutes(5), per_unit: { boxes: 60 } },
      unloading: { per_unit: { boxes: 120 } },
    }),
    plan({ v: ['d 08:00', 'a a 08:19-08:29', 'b b 08:39-08:49', 'c 08:59'] }, 65),
    asked({}),
    asked({ loading: { per_unit: { boxes: 60 } }, unloading: { per_unit: { boxes: 120 } } }),
  );
  const [route] = body.routes;
  expect([route.start_time, route.end_time]).toEqual([
    expect.stringContaining('08:00'),
    expect.stringContaining('09:05'),
  ]);
  expect(route.stops.map(({ duration }: any) => duration / 60)).toEqual([9, 10, 10, 6]);
});

test('an order that takes too long to load is left out', async () => {
  // 40 of loading, 20 on the road, 10 of service: ten more than the shift has.
  const asked = (load: number) =>
    request({
      orders: [order('a', boxes('dropoff', load))],
      vehicles: [vehicle({ loading: { per_unit: { boxes: 60 } } }, { end_time: on('09:00') })],
    });
  const body = await expectPlan(service, asked(40), plan({}, 0, { a: ['shift_time'] }), asked(30));
  expect(body.unserved[0].reasons[0]).toMatchObject({ amount: minutes(10) });
});

test('loading starts after the release time', async () => {
  await expectPlan(
    service,
    request({
      orders: [order('a', { ...boxes('dropoff', 4), release_time: on('09:00') })],
      vehicles: [vehicle({ loading: { per_unit: { boxes: 60 } } })],
    }),
    plan({ v: ['d 09:00', 'a a 09:14-09:24', 'd 09:34'] }, 34),
  );
});

test('breaks and windows are after loading', async () => {
  // Loading ends at 08:09 at the earliest, so the break of 08:00 to 08:20 is taken then, and not while loading.
  await expectPlan(
    service,
    request({
      orders: [order('a', { ...boxes('dropoff', 4), time_windows: [exactly('08:40')] })],
      vehicles: [
        vehicle(
          { loading: { duration: minutes(5), per_unit: { boxes: 60 } } },
          {
            latest_start_time: on('08:00'),
            breaks: [
              {
                break_id: 'tea',
                duration: minutes(10),
                time_windows: [between('08:00', '08:20')],
              },
            ],
          },
        ),
      ],
    }),
    plan({ v: ['d 08:00', 'tea d 08:09-08:19', 'a a 08:29-08:50 waits 11', 'd 09:00'] }, 60),
  );
});

test('a route with an earliest end starts later, or waits at its end', async () => {
  // 40 on the road, 10 of service.
  const asked = (fields: object) =>
    request({ orders: [order('b')], vehicles: [vehicle({}, fields)] });
  const late = { earliest_end_time: on('10:00') };
  await expectPlan(
    service,
    asked(late),
    plan({ v: ['d 09:10', 'b b 09:30-09:40', 'd 10:00'] }, 50),
    asked({}),
  );
  const body = await expectPlan(
    service,
    asked({ ...late, latest_start_time: on('08:30') }),
    plan({ v: ['d 08:30', 'b b 08:50-09:00', 'd 09:20'] }, 90),
    asked(late),
  );
  expect(body.routes[0].stops.at(-1).waiting_duration).toBe(minutes(40));
  expect(body.routes[0].end_time).toContain('10:00');
});

const twoDays = (ofTuesday: object, rest: number) =>
  request({
    orders: [order('a', { time_windows: [exactly('20:00')] }), order('b', ofTuesday)],
    vehicles: [
      vehicle({
        rest_between_shifts: minutes(60 * rest),
        shifts: [
          shift({ end_time: on('22:00') }),
          shift({
            shift_id: 'next',
            start_time: on('06:00', TUESDAY),
            end_time: on('15:00', TUESDAY),
          }),
        ],
      }),
    ],
  });

test('a shift begins when the vehicle has rested since the previous one', async () => {
  const open = { time_windows: [between('06:00', '12:00', TUESDAY)] };
  await expectPlan(
    service,
    twoDays(open, 11),
    plan(
      {
        v: ['d 19:50', 'a a 20:00-20:10', 'd 20:20'],
        'v next 05-05': ['d 07:20', 'b b 07:40-07:50', 'd 08:10'],
      },
      80,
    ),
    twoDays(open, 9),
  );
});

test('limits of a day require a daily rest between two shifts', async () => {
  // An hour and a half lies between the end of the first shift and the start of the second one.
  const day = {
    ...{ max_driving_duration: minutes(270), break_duration: minutes(45) },
    ...{ max_daily_driving_duration: minutes(540), daily_rest_duration: minutes(600) },
  };
  const asked = (fields: object) =>
    request({
      orders: [
        order('a', { time_windows: [between('08:00', '09:00')] }),
        order('b', { time_windows: [between('13:00', '14:00')] }),
      ],
      vehicles: [
        vehicle({
          shifts: [
            shift({ shift_id: 'morning', end_time: on('11:30') }),
            shift({ shift_id: 'afternoon', start_time: on('13:00') }),
          ],
          ...fields,
        }),
      ],
    });
  const { routes, unserved } = await answerTo(service, asked({ driving_rules: day }));
  expect([routes.length, unserved.length]).toEqual([1, 1]);
  expect(unserved[0].reasons).toContainEqual(expect.objectContaining({ code: 'shift_rest' }));
  expect((await answerTo(service, asked({}))).unserved).toEqual([]);
  await expectTooShort(asked({ driving_rules: day, rest_between_shifts: minutes(599) }));
});

async function expectTooShort(asked: object): Promise<void> {
  const { status, body } = await service.postPlan(asked);
  const problems = body.errors.map(({ pointer, code }: any) => ({ pointer, code }));
  const pointer = '/vehicles/0/rest_between_shifts';
  expect([status, problems]).toEqual([400, [{ pointer, code: 'out_of_range' }]]);
}

test('without limits of a day, driving rules require a full break between two shifts', async () => {
  // However little they drive, since each route starts rested.
  const rules = { max_driving_duration: minutes(270), break_duration: minutes(45) };
  const asked = (fields: object) =>
    request({
      orders: [
        order('a', { duration: minutes(130), time_windows: [exactly('08:20')], priority: 9 }),
        order('b', { time_windows: [exactly('11:40')] }),
      ],
      vehicles: [
        vehicle({
          driving_rules: rules,
          shifts: [
            shift({ shift_id: 'first', end_time: on('10:50') }),
            shift({ shift_id: 'second', start_time: on('11:00'), end_time: on('12:30') }),
          ],
          ...fields,
        }),
      ],
    });
  // The first route ends at 10:40, so that the second one starts at 11:25 at the earliest, and is at b at 11:45.
  const { unserved } = await answerTo(service, asked({}));
  expect(unserved.map(({ order_id }: any) => order_id)).toEqual(['b']);
  expect(unserved[0].reasons).toContainEqual(
    expect.objectContaining({ code: 'shift_rest', amount: minutes(5) }),
  );
  const { routes } = await answerTo(service, asked({ driving_rules: undefined }));
  expect(routes).toHaveLength(2);
  await expectTooShort(asked({ rest_between_shifts: minutes(44) }));
});

test('an order that leaves no time to rest is unserved for that reason', async () => {
  // 20:20 to 06:20 is ten hours.
  const early = { time_windows: [exactly('06:40', TUESDAY)] };
  const body = await answerTo(service, twoDays(early, 11));
  expect(body.unserved).toHaveLength(1);
  expect(body.unserved[0].reasons).toContainEqual(
    expect.objectContaining({ code: 'shift_rest', amount: minutes(60) }),
  );
  expect(body.unserved[0].suggestion).toMatchObject({ code: 'shift_rest', amount: minutes(60) });
  const rested = await answerTo(service, twoDays(early, 10));
  expect(rested.unserved).toEqual([]);
  const judged = await answerTo(service, {
    ...twoDays(early, 11),
    plan: {
      routes: rested.routes.map(({ vehicle_id, shift_id, date, stops }: any) => ({
        ...{ vehicle_id, shift_id, date },
        stops: stops.map(({ type, order_id, arrival_time }: any) => ({
          ...{ type, arrival_time },
          ...(order_id === undefined ? {} : { order_id }),
        })),
      })),
    },
    options: { mode: 'check' },
  });
  expect(judged.routes.flatMap(({ violations }: any) => violations)).toEqual([
    expect.objectContaining({ code: 'shift_rest', amount: minutes(60) }),
  ]);
});

test.each([
  [vehicle({ loading: { duration: 60 } }, { start_location: null }), '/shifts/0/start_location'],
  [vehicle({ unloading: { duration: 60 } }, { end_location: null }), '/shifts/0/end_location'],
  [vehicle({}, { end_location: null, earliest_end_time: on('10:00') }), '/shifts/0/end_location'],
  [vehicle({}, { earliest_end_time: on('18:00') }), '/shifts/0/earliest_end_time'],
  [vehicle({ loading: { per_unit: { crates: 60 } } }), '/loading/per_unit/crates'],
])('fields that need a location are refused without one: %#', async (one, pointer) => {
  const { status, body } = await service.postPlan(
    request({ orders: [order('a')], vehicles: [one] }),
  );
  expect([status, body.errors[0].pointer]).toEqual([400, `/vehicles/0${pointer}`]);
});
