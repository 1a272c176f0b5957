/** Slots: the cost that a window for a new order adds, compared with plans where only that order is inserted. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SLOTS_EXAMPLE } from '../../server/routing/schema/index.js';
import { startTestService, type TestService } from '../support/service.js';
import {
  answerTo,
  between,
  minutes,
  on,
  order,
  request,
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
