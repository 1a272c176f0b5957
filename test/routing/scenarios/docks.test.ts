/** Docks: the number of vehicles that a location serves at the same time is limited. */
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
  request,
  vehicle,
  type Request,
} from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const docks = (of: Record<string, object>) => locations('Etc/UTC', of);
const two = (fields: object, shiftFields: object = {}) => [
  vehicle(fields, shiftFields),
  vehicle({ ...fields, vehicle_id: 'w' }, shiftFields),
];
const costOf = ({ statistics }: any): number => statistics.cost.total;
const violationsOf = ({ routes }: any): any[] => routes.map(({ violations }: any) => violations);

/** Half an hour of loading for each vehicle. v is at a at nine, and w at x within ten minutes before nine. */
const loading = (ofDepot: object): Request =>
  request({
    locations: docks({ d: ofDepot }),
    orders: [
      order('a', { allowed_vehicles: ['v'], time_windows: [exactly('09:00')] }),
      order('x', { allowed_vehicles: ['w'], time_windows: [between('08:50', '09:00')] }),
    ],
    vehicles: two({ loading: { duration: minutes(30) } }, { start_time: on('07:00') }),
  });

const IN_TURN = {
  v: ['d 08:20', 'a a 09:00-09:10', 'd 09:20'],
  w: ['d 07:50', 'x x 08:30-09:00 waits 20', 'd 09:10'],
};

test('vehicles load one after the other, in the cheapest order', async () => {
  // v loads from 08:20 to 08:50, as it would alone: an hour. So w loads first, until 08:20, and waits 20: 80 minutes.
  // If w loaded until 08:50 instead, an hour, v would be half an hour early: 90.
  await expectPlan(
    service,
    loading({ docks: 1 }),
    plan(IN_TURN, 60 + 80),
    loading({}),
    loading({ docks: 2 }),
  );
});

test('a plan that is sent back loads at the same times and costs the same', async () => {
  const asked = loading({ docks: 1 });
  const found = await answerTo(service, asked);
  const judged = await answerTo(service, {
    ...asked,
    plan: { routes: found.routes },
    options: { mode: 'check' },
  });
  expect([violationsOf(judged), costOf(judged)]).toEqual([[[], []], costOf(found)]);
  // If the plan has only orders, without times, there are also times that are possible together.
  const timeless = found.routes.map(({ vehicle_id, stops }: any) => ({
    ...{ vehicle_id, shift_id: 'day' },
    stops: stops.flatMap(({ type, order_id }: any) => (type === 'order' ? [{ order_id }] : [])),
  }));
  const timed = await answerTo(service, {
    ...asked,
    plan: { routes: timeless },
    options: { mode: 'check' },
  });
  expect(violationsOf(timed)).toEqual([[], []]);
});

test('a plan in which two load at once breaks the rule, by the time for which the dock is occupied', async () => {
  const together = await answerTo(service, loading({}));
  const judged = await answerTo(service, {
    ...loading({ docks: 1 }),
    plan: { routes: together.routes },
    options: { mode: 'check' },
  });
  // w loads from 08:10 to 08:40, and v arrives at 08:20.
  const dock = { code: 'dock', amount: minutes(20), stop: 0 };
  expect(violationsOf(judged)).toEqual([[expect.objectContaining(dock)], []]);
});

/** Two orders at f at ten, an hour from d. f has five minutes of setup, and each order has its own vehicle. */
const atOnce = (ofF: object): Request =>
  request({
    locations: docks({ f: { setup_duration: minutes(5), ...ofF } }),
    orders: [
      order('f', { allowed_vehicles: ['v'], time_windows: [exactly('10:00')], priority: 9 }),
      order('f', {
        order_id: 'g',
        allowed_vehicles: ['w'],
        time_windows: [exactly('10:00')],
      }),
    ],
    vehicles: two({}),
  });

test('an order that needs an occupied dock is unserved, with the time at which the dock is free', async () => {
  const body = await answerTo(service, atOnce({ docks: 1 }));
  expect(body.unserved.map(({ order_id }: any) => order_id)).toEqual(['g']);
  // Setup and service are from 09:55 to 10:10.
  const [reason] = body.unserved[0].reasons.filter(({ code }: any) => code === 'dock');
  expect(reason).toMatchObject({ code: 'dock', vehicle_id: 'w', amount: minutes(15), alone: true });
  expect([reason.time, reason.allowed_time]).toEqual([
    expect.stringContaining('09:55'),
    expect.stringContaining('10:10'),
  ]);
  expect(reason.comment).toContain('All docks are taken: 900 s too early');
  expect((await answerTo(service, atOnce({ docks: 2 }))).unserved).toEqual([]);
});

test('a vehicle that returns waits until a dock is free to unload', async () => {
  // Both return at 09:20; one unloads until 09:50 and the other until 10:20: 60 and 90 minutes.
  const asked = (ofDepot: object): Request =>
    request({
      locations: docks({ d: ofDepot }),
      orders: [
        order('a', { time_windows: [exactly('09:00')] }),
        order('x', { time_windows: [exactly('09:00')] }),
      ],
      vehicles: two({ unloading: { duration: minutes(30) } }),
    });
  const body = await answerTo(service, asked({ docks: 1 }));
  expect([body.unserved, costOf(body)]).toEqual([[], 60 + 90]);
  const ends = body.routes.map(({ end_time }: any) => end_time.slice(11, 16)).sort();
  expect(ends).toEqual(['09:50', '10:20']);
  expect(costOf(await answerTo(service, asked({})))).toBe(60 + 60);
});

test('a reload occupies a dock too', async () => {
  // w brings two crates but carries one: it leaves at 08:00 and is back at 08:30, while v loads from 08:20 to 08:50 to
  // be at a at nine. So w waits 20 for its reload of ten, or reloads before 08:20, and must begin at 07:40.
  const asked = (ofDepot: object, start: string): Request => {
    const crate = { allowed_vehicles: ['w'], load: { crates: 1 }, kind: 'dropoff' };
    const [v, w] = two({ capacity: { crates: 1 } });
    const reloads = [{ location: 'd', duration: minutes(10) }];
    return request({
      locations: docks({ d: ofDepot }),
      orders: [
        order('a', { allowed_vehicles: ['v'], time_windows: [exactly('09:00')] }),
        order('x', { order_id: 'one', ...crate }),
        order('x', { order_id: 'two', ...crate }),
      ],
      vehicles: [
        { ...v, loading: { duration: minutes(30) } },
        {
          ...w,
          shifts: [
            { ...w.shifts[0], start_time: on(start), latest_start_time: on(start), reloads },
          ],
        },
      ],
    });
  };
  // 60 for v; 30 for the trip of w, 20 of waiting, 10 of reload, 30 for the second trip. If v loads from 08:00 on, the
  // cost is the same.
  const late = await answerTo(service, asked({ docks: 1 }, '08:00'));
  expect(costOf(late)).toBe(60 + 90);
  expect(costOf(await answerTo(service, asked({}, '08:00')))).toBe(60 + 70);
  expect(costOf(await answerTo(service, asked({ docks: 1 }, '07:40')))).toBe(60 + 70);
});

test('inserted orders and offered time slots wait for a free dock', async () => {
  const asked = atOnce({ docks: 1 });
  const [first, second] = asked['orders'];
  const found = await answerTo(service, { ...asked, orders: [first] });
  const flexible = { ...second, time_windows: [between('09:50', '10:30')] };
  const inserted = await answerTo(service, {
    ...asked,
    orders: [first, flexible],
    plan: { routes: found.routes },
    options: { ...asked['options'], mode: 'insert' },
  });
  const stops = inserted.routes.map(({ stops: [, stop] }: any) => [
    stop.order_id,
    stop.service_start_time.slice(11, 16),
  ]);
  // v occupies it from 09:55 to 10:10, and then w sets up.
  expect(stops).toEqual([
    ['f', '10:00'],
    ['g', '10:15'],
  ]);
  const { status, body } = await service.postTo('/engine/routing/v1/slots')({
    ...asked,
    orders: [first, order('f', { order_id: 'g', allowed_vehicles: ['w'] })],
    plan: { routes: found.routes },
    slots: { order_id: 'g', windows: [exactly('10:00'), between('10:00', '10:30')] },
  });
  expect([status, body.errors ?? []]).toEqual([200, []]);
  expect(body.slots.map((slot: any) => slot.service_start_time.slice(11, 16))).toEqual(['10:15']);
});

test('what has begun at a dock is unchanged, and other vehicles come after it', async () => {
  // At 08:30 both are loading, whether or not there is only one dock; u follows when they are done.
  const due = (location: string, clock: string, id: string) =>
    order(location, { allowed_vehicles: [id], time_windows: [exactly(clock)] });
  const orders = [due('a', '09:00', 'v'), due('x', '08:50', 'w')];
  const asked = { ...loading({}), orders };
  const { vehicles }: Request = asked;
  const before = await answerTo(service, asked);
  const others = { ...vehicles[0], vehicle_id: 'u' };
  const body = await answerTo(service, {
    ...loading({ docks: 1 }),
    vehicles: [...vehicles, others],
    orders: [...orders, order('b', { allowed_vehicles: ['u'] })],
    plan: { routes: before.routes },
    options: { max_iterations: 200, geometry: 'none', now: on('08:30') },
  });
  expect(body.unserved).toEqual([]);
  const startOf = (id: string) =>
    body.routes.find(({ vehicle_id }: any) => vehicle_id === id).start_time.slice(11, 16);
  expect(['w', 'v'].map(startOf)).toEqual(['08:10', '08:20']);
  expect(startOf('u') >= '08:50').toBe(true);
});
