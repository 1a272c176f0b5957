/** Plans that are sent back: judged unchanged, kept when others are inserted, fixed where they are locked. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCase } from '../support/cases.js';
import { checkPlan } from '../support/check-plan.js';
import { startTestService, type TestService } from '../support/service.js';
import { answerTo, between, minutes, on, order, request, vehicle } from './scenarios/world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const withoutPlan = (name: string): any => {
  const asked = readCase(name);
  delete asked.plan;
  return asked;
};

async function planOf(asked: any, options: object = {}): Promise<any> {
  const sent = {
    ...asked,
    options: { ...asked.options, max_iterations: 300, geometry: 'none', ...options },
  };
  const { body, status } = await service.postPlan(sent);
  expect([status, body.errors ?? []]).toEqual([200, []]);
  await checkPlan(service, sent, body);
  return body;
}

const visitsOf = ({ routes }: any): unknown[] =>
  routes.map(({ vehicle_id, stops }: any) => [
    vehicle_id,
    stops.flatMap(({ type, order_id, stop_id, location_id, latitude }: any) =>
      type === 'order' || type === 'reload' ? [[order_id, stop_id, location_id ?? latitude]] : [],
    ),
  ]);

/** Everything that happens on the routes, with its place and times. */
const timesOf = ({ routes }: any): unknown[] =>
  routes.map(({ vehicle_id, stops }: any) => [
    vehicle_id,
    stops.map(
      ({ type, order_id, stop_id, location_id, latitude, arrival_time, departure_time }: any) => [
        ...[type, order_id, stop_id, location_id ?? latitude, arrival_time, departure_time],
      ],
    ),
  ]);

test.each([
  'l5_check_of_own_plan_with_reloads',
  'l6_check_of_own_plan_with_gaps',
  'l7_insert_forgets_alternative_places',
  'l8_check_of_a_simultaneous_pair',
  'l4_insert_drops_what_is_planned',
  'f4_start_time_85',
  'r_break_in_the_way',
  'r_hours_a_week',
  's08_field_service_sla',
  's09_waste_dump',
  's11_school_bus',
  's29_ev_range',
  'bf34',
  'bf136',
])('%s: the answer, sent back unchanged, is valid and costs the same', async (name) => {
  const asked = withoutPlan(name);
  const own = await planOf(asked, { mode: 'optimize' });
  const judged = await planOf({ ...asked, plan: { routes: own.routes } }, { mode: 'check' });
  expect(judged.routes.flatMap(({ violations }: any) => violations)).toEqual([]);
  expect(judged.status).not.toBe('Invalid');
  expect(judged.statistics.cost.total).toBeCloseTo(own.statistics.cost.total, 4);
  expect(timesOf(judged)).toEqual(timesOf(own));
});

test('the start, breaks and rests of a plan are judged as they are stated', async () => {
  const asked = withoutPlan('s14_longhaul_561');
  for (const vehicle of asked.vehicles) vehicle.driving_rules = { preset: 'ec_561_2006' };
  const own = await planOf(asked, { mode: 'optimize' });
  const isRest = ({ type, stop_id }: any): boolean => type === 'break' && stop_id === undefined;
  expect(own.routes[0].stops.filter(isRest).length).toBeGreaterThan(5);
  const judged = await planOf({ ...asked, plan: { routes: own.routes } }, { mode: 'check' });
  expect(timesOf(judged)).toEqual(timesOf(own));
  expect(judged.statistics.cost).toEqual(own.statistics.cost);
});

test.each(['l6_check_of_own_plan_with_gaps', 'l8_check_of_a_simultaneous_pair'])(
  '%s: routes that bind each other are judged at times that are possible together',
  async (name) => {
    expect((await planOf(readCase(name))).status).toBe('Ok');
  },
);

test('l5: a check adds the reloads that a plan leaves out', async () => {
  const asked = readCase('l5_check_of_own_plan_with_reloads');
  const judged = await planOf(asked);
  expect([judged.status, judged.routes.flatMap(({ violations }: any) => violations)]).toEqual([
    'Ok',
    [],
  ]);
  const kinds = judged.routes.map(({ stops }: any) => stops.map(({ type }: any) => type));
  // 60 trays fit. The routes carry 114 and 133, so they have to reload at least once and twice.
  const reloads = kinds.map((types: string[]) => types.filter((type) => type === 'reload').length);
  expect(reloads[0]).toBeGreaterThanOrEqual(1);
  expect(reloads[1]).toBeGreaterThanOrEqual(2);
});

test('l4: insert neither drops nor moves what is planned', async () => {
  const asked = withoutPlan('l4_insert_drops_what_is_planned');
  const isNew = ({ order_id }: any): boolean => ['a3', 'a7', 'a12'].includes(order_id);
  const before = { ...asked, orders: asked.orders.filter((each: any) => !isNew(each)) };
  const own = await planOf(before, { mode: 'optimize', max_iterations: 3000 });
  expect(own.unserved).toEqual([]);
  const inserted = await planOf({ ...asked, plan: { routes: own.routes } }, { mode: 'insert' });
  const ordersOf = ({ stops }: any) =>
    stops.flatMap((stop: any) =>
      stop.order_id === undefined || isNew(stop) ? [] : [stop.order_id],
    );
  const named = ({ routes }: any) =>
    Object.fromEntries(routes.map((route: any) => [route.vehicle_id, ordersOf(route)]));
  expect(named(inserted)).toEqual(named(own));
});

test('l7: insert keeps the places of an answer, and chooses cheap ones where none are named', async () => {
  const { plan, ...asked } = readCase('l7_insert_forgets_alternative_places');
  const own = await planOf(asked, { mode: 'optimize', max_iterations: 5000 });
  const inserted = await planOf({ ...asked, plan: { routes: own.routes } }, { mode: 'insert' });
  expect(visitsOf(inserted)).toEqual(visitsOf(own));
  // The plan as it was sent, without places at its stops. With the first place of each it cost 213.
  const unnamed = await planOf({ ...asked, plan }, { mode: 'insert' });
  expect(unnamed.statistics.cost.total).toBeLessThan(1.4 * own.statistics.cost.total);
});

test('a stop that is locked in time keeps its time, and one that is not may be later', async () => {
  // At b at 09:34 as promised, although 08:20 would be possible.
  const stops = (lock: string) => [
    { type: 'start', location_id: 'd', arrival_time: on('09:14') },
    { order_id: 'b', location_id: 'b', arrival_time: on('09:34'), waiting_duration: 0, lock },
    { type: 'end', location_id: 'd', arrival_time: on('10:04') },
  ];
  const asked = (lock: string) =>
    request({
      orders: [
        order('b'),
        order('late', { location: 'a', time_windows: [between('15:30', '16:00')] }),
      ],
      vehicles: [vehicle({ limits: { waiting_duration: minutes(600) } })],
      plan: { routes: [{ vehicle_id: 'v', shift_id: 'day', stops: stops(lock) }] },
    });
  const timeOf = async (lock: string) => {
    const { routes } = await answerTo(service, asked(lock));
    return routes[0].stops.find(({ order_id }: any) => order_id === 'b').arrival_time.slice(11, 16);
  };
  expect(await timeOf('time')).toBe('09:34');
  expect(await timeOf('none')).not.toBe('09:34');
});

test('a broken relation is reported once, with its orders, at the later stop', async () => {
  // b is served 10 + 10 minutes after a ends; the minimum is an hour.
  const { status, routes } = await answerTo(
    service,
    request({
      orders: [order('a'), order('b')],
      relations: [{ type: 'before', orders: ['b', 'a'], min_gap: 3600 }],
      plan: {
        routes: [
          { vehicle_id: 'v', shift_id: 'day', stops: [{ order_id: 'a' }, { order_id: 'b' }] },
        ],
      },
      options: { mode: 'check' },
    }),
  );
  expect(status).toBe('Invalid');
  expect(routes[0].violations).toMatchObject([
    { code: 'relation', relation: 0, orders: ['b', 'a'], stop: 1 },
  ]);
});

test('what a plan refers to must exist', async () => {
  const sent = request({
    orders: [order('b')],
    plan: {
      routes: [
        { vehicle_id: 'v', stops: [{ order_id: 'b', location_id: 'a' }, { type: 'reload' }, {}] },
      ],
    },
  });
  const { body, status } = await service.postPlan(sent);
  expect(status).toBe(400);
  expect(body.errors.map(({ pointer, code }: any) => [pointer, code])).toEqual([
    ['/plan/routes/0/stops/0/location_id', 'other_location'],
    ['/plan/routes/0/stops/1/stop_id', 'unknown_stop'],
    ['/plan/routes/0/stops/2/order_id', 'missing_field'],
  ]);
});
