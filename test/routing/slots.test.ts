/** Slots: the cost that a window for a new order adds, compared with plans where only that order is inserted. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SLOTS_EXAMPLE } from '../../server/routing/schema/index.js';
import { startTestService, type TestService } from '../support/service.js';
import {
  answerTo,
  between,
  exactly,
  minutes,
  MONDAY,
  on,
  order,
  request,
  shift,
  TUESDAY,
  vehicle,
} from './scenarios/world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const PATH = '/engine/routing/v1/slots';

async function slotsOf(asked: object): Promise<any> {
  const { body, status } = await service.postTo(PATH)(asked);
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body;
}
async function refusalOf(asked: object): Promise<any> {
  const { body, status } = await service.postTo(PATH)(asked);
  expect(status).toBe(400);
  return body.errors;
}

const planned = (...orderIds: string[]): any => ({
  routes: [{ vehicle_id: 'v', shift_id: 'day', stops: orderIds.map((order_id) => ({ order_id })) }],
});

const HOURS = [8, 10, 12, 14].map((hour) =>
  between(`${String(hour).padStart(2, '0')}:00`, `${String(hour + 2).padStart(2, '0')}:00`),
);

test('a window costs the detour, and the waiting of a vehicle that would be early', async () => {
  // a 08:10, c 08:40; e is ten minutes beyond c.
  const answer = await slotsOf(
    request({
      orders: [order('a'), order('c'), order('e')],
      plan: planned('a', 'c'),
      slots: { order_id: 'e', windows: [between('12:00', '13:00'), between('08:00', '10:00')] },
    }),
  );
  expect(answer).toMatchObject({ order_id: 'e', unavailable: [], not_kept: [] });
  // To e and back: 20 minutes, and 10 of service. Later windows move the whole day, which costs nothing more.
  expect(answer.slots).toMatchObject([
    {
      ...{
        start_time: `${on('08:00')}:00+00:00`,
        cost: 30,
        distance: 20_000,
        duration: minutes(30),
      },
      ...{ vehicle_id: 'v', shift_id: 'day', date: '2026-05-04' },
    },
    { start_time: `${on('12:00')}:00+00:00`, cost: 30 },
  ]);
});

test('infeasible windows are reported with their reason, and recurring ones are offered on each day', async () => {
  const answer = await slotsOf(
    request({
      vehicles: [vehicle({}, { repeat: 'FREQ=DAILY;COUNT=2' })],
      orders: [order('a'), order('b', { time_windows: [between('08:00', '12:00', TUESDAY)] })],
      plan: { routes: [{ ...planned('a').routes[0], date: '2026-05-04' }] },
      slots: {
        order_id: 'b',
        windows: [
          { start_time: '09:00', end_time: '10:00' },
          { start_time: '19:00', end_time: '20:00' },
        ],
      },
    }),
  );
  expect(answer.slots.map(({ start_time, date }: any) => [start_time, date])).toEqual([
    [`${on('09:00', TUESDAY)}:00+00:00`, '2026-05-05'],
  ]);
  expect(answer.unavailable.map(({ start_time }: any) => start_time)).toEqual([
    `${on('09:00')}:00+00:00`,
    `${on('19:00')}:00+00:00`,
  ]);
});

describe.each([
  ['one after the other', {}],
  ['with lunch', { breaks: [{ duration: 1800, time_windows: [between('11:30', '13:30')] }] }],
])('each slot costs what the plan with it costs: %s', (_name, shiftFields) => {
  test('two vehicles, eight orders', async () => {
    const orders = ['a', 'c', 'f', 'x', 'z'].map((it, idx) =>
      order(it, {
        order_id: `${it}${idx}`,
        ...(idx % 2 === 0 ? { time_windows: [between('08:30', '13:00')] } : {}),
      }),
    );
    const vehicles = [vehicle({}, shiftFields), vehicle({ vehicle_id: 'w' }, shiftFields)];
    const base = { vehicles, orders, objective: { minimize: ['unserved', 'cost'] } };
    const before = await answerTo(service, request({ ...base, options: { max_iterations: 500 } }));
    expect(before.unserved).toEqual([]);
    const added = order('b', { order_id: 'new' });
    const plan = { routes: before.routes };
    const answer = await slotsOf(
      request({
        ...base,
        orders: [...orders, added],
        plan,
        slots: { order_id: 'new', windows: HOURS },
      }),
    );
    expect(answer.slots.length).toBeGreaterThan(2);
    for (const slot of answer.slots) {
      const { start_time, end_time } = slot;
      const within = { ...added, time_windows: [{ start_time, end_time }] };
      // Vehicles and sequences are fixed; only other positions of the new order are tried.
      const after = await answerTo(
        service,
        request({
          ...base,
          orders: [...orders, within],
          plan,
          options: { mode: 'insert', max_iterations: 200 },
        }),
      );
      expect(after.unserved).toEqual([]);
      expect(slot.cost).toBeCloseTo(after.statistics.cost.total - before.statistics.cost.total, 4);
    }
  });
});

const insertOf = async (asked: any, window: object): Promise<any> => {
  const { slots, ...rest } = asked;
  const orders = rest.orders.map((each: any) =>
    each.order_id === slots.order_id ? { ...each, time_windows: [window] } : each,
  );
  return await answerTo(service, { ...rest, orders, options: { ...rest.options, mode: 'insert' } });
};

describe('the cheapest position and time within a window', () => {
  const lunch = { duration: minutes(30), time_windows: [between('10:00', '13:00')] };

  test('are found if the other orders keep their soft windows only then', async () => {
    const early = { ...exactly('11:30'), cost_per_hour_early: 30, cost_per_hour_late: 60 };
    const asked = request({
      vehicles: [vehicle({}, { breaks: [lunch] })],
      orders: [order('b', { soft_time_windows: [early] }), order('a'), order('x')],
      plan: planned('b', 'a'),
      slots: { order_id: 'x', windows: [between('10:00', '12:00')] },
    });
    // First x at 10:50, then b at 11:30: 90 minutes instead of 60. Last, x at 12:00 costs 10 more, since b would be 20
    // minutes early.
    const { slots } = await slotsOf(asked);
    expect(slots).toMatchObject([
      { cost: 30, service_start_time: `${on('10:50')}:00+00:00`, duration: minutes(30) },
    ]);
    const { statistics } = await insertOf(asked, between('10:00', '12:00'));
    expect(statistics.cost.total).toBe(60 + 30);
  });

  test('are found in a route that has to start hours earlier', async () => {
    const soon = { ...exactly('12:00'), cost_per_hour_early: 1, cost_per_hour_late: 60 };
    const costs = { per_hour: 60, fixed: 30 };
    const asked = request({
      vehicles: [vehicle(), vehicle({ vehicle_id: 'w', costs })],
      orders: [order('a', { soft_time_windows: [soon] }), order('c'), order('b')],
      plan: planned('a', 'c'),
      slots: { order_id: 'b', windows: [between('08:00', '08:30')] },
    });
    // On the way from a, at 08:10 instead of 12:00, to c: only the service, and 3 hours 50 minutes at 1 an hour. The
    // other vehicle would cost 80.
    const { slots } = await slotsOf(asked);
    expect(slots).toMatchObject([{ vehicle_id: 'v', distance: 0, duration: minutes(10) }]);
    expect(slots[0].cost).toBeCloseTo(10 + 230 / 60, 5);
  });

  test('are found if a reload is needed that is not beside the new stop', async () => {
    const one = { kind: 'dropoff', load: { box: 1 } };
    const reload = { reload_id: 'r', location: 'd', duration: minutes(5) };
    const asked = request({
      vehicles: [vehicle({ capacity: { box: 2 } }, { reloads: [reload] })],
      orders: [order('a', one), order('x', one), order('b', one)],
      plan: planned('a', 'x'),
      slots: { order_id: 'b', windows: [between('08:00', '08:20')] },
    });
    // d b a d x d: 95 minutes instead of 60. With the reload right after b, on the way to a, it would be 115.
    const { slots } = await slotsOf(asked);
    expect(slots).toMatchObject([{ cost: 35 }]);
    const { routes, statistics } = await insertOf(asked, between('08:00', '08:20'));
    expect(statistics.cost.total).toBe(60 + 35);
    const stops = routes[0].stops.map(({ order_id, type }: any) => order_id ?? type);
    expect(stops).toEqual(['start', 'b', 'a', 'reload', 'x', 'end']);
  });
});

describe('if the vehicle stays overnight', () => {
  const asked = (fields: object) =>
    request({
      vehicles: [
        vehicle({
          costs: { per_hour: 60, per_night: 7 },
          shifts: [
            shift({ end_location: 'stay' }),
            shift({
              ...{ shift_id: 'tu', start_time: on('08:00', TUESDAY) },
              end_time: on('17:00', TUESDAY),
            }),
          ],
        }),
      ],
      orders: [
        order('a', { time_windows: [between('08:00', '17:00', TUESDAY)], ...fields }),
        order('y'),
      ],
      plan: {
        routes: [{ vehicle_id: 'v', shift_id: 'tu', date: TUESDAY, stops: [{ order_id: 'a' }] }],
      },
      slots: { order_id: 'y', windows: [{ start_time: '08:00', end_time: '12:00' }] },
    });

  test('a slot includes what it costs that the next route begins elsewhere', async () => {
    const { slots } = await slotsOf(asked({}));
    expect(slots).toMatchObject([
      // d y a d or d a y d: 80 minutes instead of 30.
      { date: TUESDAY, cost: 50, distance: 40_000, duration: minutes(50) },
      // 30 minutes and a night; the next day from y to a and back to d, 50 minutes instead of 30.
      { date: MONDAY, cost: 30 + 7 + 20, distance: 40_000, duration: minutes(30 + 20) },
    ]);
    const within = between('08:00', '12:00');
    const { statistics } = await insertOf(asked({}), within);
    expect(statistics.cost.total).toBe(30 + 57);
  });

  test('a slot after which the next route would be late is not offered', async () => {
    // From y, the vehicle would be at a at 08:30.
    const { slots, unavailable } = await slotsOf(
      asked({ time_windows: [between('08:00', '08:15', TUESDAY)] }),
    );
    expect(slots.map(({ date }: any) => date)).toEqual([TUESDAY]);
    expect(unavailable).toMatchObject([{ start_time: `${on('08:00')}:00+00:00` }]);
  });
});

test('with now, no slot before it is offered', async () => {
  const answer = await slotsOf(
    request({
      orders: [order('a'), order('b')],
      plan: planned('a'),
      slots: { order_id: 'b', windows: HOURS },
      options: { now: on('12:30') },
    }),
  );
  const starts = [...answer.slots, ...answer.unavailable].map(({ start_time }: any) => start_time);
  expect(starts.toSorted()).toEqual([`${on('12:00')}:00+00:00`, `${on('14:00')}:00+00:00`]);
  expect(answer.slots[0].service_start_time >= on('12:30')).toBe(true);
});

test('the documented example is answered, and priced by windows and shifts', async () => {
  const answer = await slotsOf(SLOTS_EXAMPLE);
  expect([...answer.slots, ...answer.unavailable]).toHaveLength(3);
  const { body } = await service.postTo(`${PATH}?dry_run=true`)(SLOTS_EXAMPLE);
  expect(body.credits).toBe(2);
});

test('requests that are refused', async () => {
  const asked = (fields: object, slots: object = {}) =>
    request({
      orders: [order('a'), order('b'), order('c')],
      plan: planned('a'),
      slots: { order_id: 'b', windows: HOURS, ...slots },
      ...fields,
    });
  const codeOf = async (question: object): Promise<unknown> => {
    const errors = await refusalOf(question);
    return errors.map(({ pointer, code }: any) => [pointer, code]);
  };
  expect(await codeOf(asked({}, { order_id: 'nobody' }))).toEqual([
    ['/slots/order_id', 'unknown_order'],
  ]);
  expect(await codeOf(asked({}, { order_id: 'a' }))).toEqual([['/slots/order_id', 'not_allowed']]);
  expect(await codeOf(asked({ plan: undefined }))).toEqual([['/plan', 'missing_field']]);
  expect(await codeOf(asked({ options: { mode: 'check' } }))).toEqual([
    ['/options/mode', 'not_allowed'],
  ]);
  expect(await codeOf(asked({ relations: [{ type: 'same_route', orders: ['b', 'c'] }] }))).toEqual([
    ['/slots/order_id', 'not_allowed'],
  ]);
  expect(await codeOf(asked({}, { windows: [between('08:00', '09:00', '2027-01-01')] }))).toEqual([
    ['/slots/windows', 'out_of_range'],
  ]);
  expect(await codeOf(asked({ slots: undefined }))).toMatchObject([['/slots', 'missing_field']]);
});
