/** Nights away from the depot: a route begins where the vehicle stayed after the previous one. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
  between,
  exactly,
  expectPlan,
  locations,
  minutes,
  on,
  order,
  plan,
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

const THURSDAY = '2026-05-07';

const onDay = (shift_id: string, day: string, fields: object = {}) =>
  shift({ shift_id, start_time: on('08:00', day), end_time: on('18:00', day), ...fields });

const stays = { end_location: 'stay' };
const onMonday = { time_windows: [between('08:00', '18:00')] };
const onTuesday = { time_windows: [between('08:00', '18:00', TUESDAY)] };

const twoDays = (
  ofMonday: object,
  { per_night = 15, orders = [order('e', onMonday), order('f', onTuesday)] } = {},
) =>
  request({
    orders,
    vehicles: [
      vehicle({
        costs: { per_hour: 60, per_night },
        shifts: [onDay('mo', '2026-05-04', ofMonday), onDay('tu', TUESDAY)],
      }),
    ],
  });

test('a vehicle that stays overnight continues from there, at the cost of a night', async () => {
  // 40 to e and 10 there, a night for 15, 10 on to f, 10 there and 50 back, instead of 90 and 110.
  const body = await expectPlan(
    service,
    twoDays(stays),
    plan(
      {
        'v mo': ['d 08:00', 'e e 08:40-08:50'],
        'v tu 05-05': ['e 08:00', 'f f 08:10-08:20', 'd 09:10'],
      },
      50 + 15 + 70,
    ),
    twoDays({}),
  );
  expect(body.routes.map(({ statistics }: any) => statistics.cost.nights)).toEqual([15, undefined]);
  expect(body.statistics.cost.nights).toBe(15);
});

test('the last order of a day is chosen by where the next day begins', async () => {
  // To z and back to e is as far as to e and back to z, but f is served on Tuesday.
  const orders = [order('z', onMonday), order('e', onMonday), order('f', onTuesday)];
  await expectPlan(
    service,
    twoDays(stays, { orders }),
    plan(
      {
        'v mo': ['d 08:00', 'z z 08:30-08:40', 'e e 09:50-10:00'],
        'v tu 05-05': ['e 08:00', 'f f 08:10-08:20', 'd 09:10'],
      },
      120 + 15 + 70,
    ),
    twoDays({}, { orders }),
  );
});

test('nights across days without a route are all paid, and an unused vehicle stays where it was', async () => {
  const onThursday = { time_windows: [between('08:00', '18:00', THURSDAY)] };
  const body = await answerTo(
    service,
    request({
      orders: [order('e', onMonday), order('f', onThursday)],
      vehicles: [
        vehicle({
          costs: { per_hour: 60, per_night: 1 },
          shifts: [
            onDay('mo', '2026-05-04', stays),
            onDay('tu', TUESDAY, stays),
            onDay('th', THURSDAY),
          ],
        }),
      ],
    }),
  );
  expect(body.routes.map(({ shift_id, statistics }: any) => [shift_id, statistics.cost])).toEqual([
    ['mo', expect.objectContaining({ time: 50, nights: 1 })],
    ['th', expect.objectContaining({ time: 70, nights: 2 })],
  ]);
});

test('a plan with nights is judged from where its routes begin', async () => {
  const free = await answerTo(service, twoDays(stays));
  const judged = await answerTo(service, {
    ...twoDays(stays),
    plan: { routes: free.routes },
    options: { mode: 'check' },
  });
  expect(judged.status).toBe('Ok');
  expect(judged.statistics.cost).toEqual(free.statistics.cost);
  // From d, f cannot be reached by 08:20.
  const late = { time_windows: [exactly('08:20', TUESDAY)] };
  const { unserved } = await answerTo(
    service,
    twoDays({}, { orders: [order('e', onMonday), order('f', late)] }),
  );
  expect(unserved).toHaveLength(1);
  const begun = twoDays(stays, { orders: [order('e', onMonday), order('f', late)] });
  expect((await answerTo(service, begun)).unserved).toEqual([]);
});

test('a plan with nights is also judged as planned without its own matrix', async () => {
  const asked = twoDays(stays);
  delete asked['travel'];
  const free = await answerTo(service, asked);
  expect(free.routes).toHaveLength(2);
  const judged = await answerTo(service, {
    ...asked,
    plan: { routes: free.routes },
    options: { mode: 'check' },
  });
  expect(judged.routes.map(({ violations }: any) => violations)).toEqual([[], []]);
  expect(judged.statistics.cost).toEqual(free.statistics.cost);
});

test('the routes of a plan stay when a new order is inserted', async () => {
  const planned = await answerTo(service, twoDays(stays));
  const orders = [order('e', onMonday), order('f', onTuesday), order('c', onTuesday)];
  const body = await answerTo(service, {
    ...twoDays(stays, { orders }),
    plan: { routes: planned.routes },
    options: { mode: 'insert', max_iterations: 100 },
  });
  // On the way back from f.
  expect(body.unserved).toEqual([]);
  expect(body.statistics.cost.total).toBe(50 + 15 + 80);
});

test.each(['insert', 'optimize'])(
  'with `now` on the next morning, mode %s ends the route at its last stop',
  async (mode) => {
    const planned = await answerTo(service, twoDays(stays));
    const orders = [order('e', onMonday), order('f', onTuesday), order('c', onTuesday)];
    // Not judged by the checker: stops that have begun have no slack.
    const { body } = await service.postPlan({
      ...twoDays(stays, { orders }),
      plan: { routes: planned.routes },
      options: { mode, now: on('05:00', TUESDAY), max_iterations: 100 },
    });
    expect(planOf(body)).toEqual(
      plan(
        {
          'v mo': ['d 08:00', 'e e 08:40-08:50'],
          'v tu 05-05': ['e 08:00', 'f f 08:10-08:20', 'c c 08:40-08:50', 'd 09:20'],
        },
        50 + 15 + 80,
      ),
    );
  },
);

test('a location with the id `stay` is a location', async () => {
  const asked = twoDays(stays);
  asked['locations'] = [...locations(), { ...locations()[3], location_id: 'stay' }];
  delete asked['travel'];
  const { status, body } = await service.postPlan(asked);
  expect(status).toBe(200);
  expect(body.routes[0].stops.at(-1)).toMatchObject({ type: 'end', location_id: 'stay' });
});

test('loading away from the depot is refused', async () => {
  const asked = twoDays(stays);
  asked['vehicles'][0].loading = { duration: minutes(5) };
  const { status, body } = await service.postPlan(asked);
  expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([
    400,
    '/vehicles/0/loading',
    'not_allowed',
  ]);
});

test('an order that would make the next route late is unserved for that route', async () => {
  // From z, the way to f takes 80 minutes instead of 50.
  const late = { time_windows: [between('08:00', '09:00', TUESDAY)], priority: 50 };
  const body = await expectPlan(
    service,
    twoDays(stays, { orders: [order('z', onMonday), order('f', late)] }),
    plan({ 'v tu 05-05': ['d 08:00', 'f f 08:50-09:00', 'd 09:50'] }, 110, { z: ['time_window'] }),
    twoDays({}, { orders: [order('z', onMonday), order('f', late)] }),
  );
  expect(body.unserved[0].reasons).toMatchObject([
    {
      ...{ code: 'time_window', vehicle_id: 'v', shift_id: 'tu', date: TUESDAY },
      ...{ amount: minutes(20), order_id: 'f', alone: true },
    },
  ]);
});

test('an order that would make the next route longer than its shift is unserved for that shift', async () => {
  const planning_period = { start_time: on('00:00'), end_time: on('23:00', TUESDAY) };
  const asked = (ofMonday: object) => {
    const base = twoDays(ofMonday, {
      orders: [order('z', onMonday), order('f', { priority: 50, ...onTuesday })],
    });
    // From z, the route would end at 10:20.
    base['vehicles'][0].shifts[1].end_time = on('10:00', TUESDAY);
    return { ...base, planning_period };
  };
  const body = await expectPlan(
    service,
    asked(stays),
    plan({ 'v tu 05-05': ['d 08:00', 'f f 08:50-09:00', 'd 09:50'] }, 110, { z: ['shift_time'] }),
    asked({}),
  );
  expect(body.unserved[0]).toMatchObject({
    reasons: [
      {
        ...{ code: 'shift_time', vehicle_id: 'v', shift_id: 'tu', date: TUESDAY },
        ...{ amount: minutes(20), alone: true },
      },
    ],
    suggestion: { code: 'shift_time', shift_id: 'tu', amount: minutes(20) },
  });
});

test('a window that is open longer than the last shift does not keep an order out', async () => {
  const onTuesdayFrom = (clock: string) => ({ time_windows: [between(clock, '18:00', TUESDAY)] });
  const orders = [
    order('z', onMonday),
    order('f', { priority: 50, ...onTuesday }),
    order('d', { priority: 50, ...onTuesdayFrom('08:30') }),
  ];
  const asked = (ofMonday: object) => {
    const base = twoDays(ofMonday, { orders });
    base['vehicles'][0].shifts[1].end_time = on('10:12', TUESDAY);
    return base;
  };
  // From z, service at d would start at 10:20, after the end of the shift and thus of the period.
  const body = await expectPlan(
    service,
    asked(stays),
    plan({ 'v tu 05-05': ['d 08:00', 'f f 08:50-09:00', 'd d 09:50-10:00', 'd 10:00'] }, 120, {
      z: ['shift_time'],
    }),
    asked({}),
  );
  expect(body.unserved[0]).toMatchObject({
    reasons: [{ code: 'shift_time', shift_id: 'tu', amount: minutes(18), alone: true }],
    suggestion: { code: 'shift_time', shift_id: 'tu', amount: minutes(18) },
  });
});
