/** Replanning while vehicles are on the road: what has begun is unchanged, and nothing is planned before now. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkPlan } from '../../support/check-plan.js';
import { startTestService, type TestService } from '../../support/service.js';
import { answerTo, between, exactly, minutes, on, order, request, vehicle } from './world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const clockOf = (time: string): string => time.slice(11, 16);

/** Stops as `a 08:10-08:20`, by time of service. */
const stopsOf = ({ stops }: any): string[] =>
  stops.map(({ type, order_id, arrival_time, waiting_duration, departure_time }: any) => {
    const startsAt = new Date(Date.parse(arrival_time) + 1000 * waiting_duration).toISOString();
    return `${order_id ?? type} ${clockOf(startsAt)}-${clockOf(departure_time)}`;
  });

const planOf = (answer: any, vehicleId = 'v'): string[] =>
  stopsOf(answer.routes.find(({ vehicle_id }: any) => vehicle_id === vehicleId) ?? { stops: [] });

/** `a` from 08:10 to 08:20 and so on, in the form of an answer. */
const made = (orderId: string, start: string, end: string): object => ({
  type: 'order',
  order_id: orderId,
  arrival_time: on(start),
  departure_time: on(end),
});
const left = (clock: string): object => ({ type: 'start', departure_time: on(clock) });
const planned = (stops: readonly object[], vehicleId = 'v'): any => ({
  routes: [{ vehicle_id: vehicleId, shift_id: 'day', stops }],
});

/**
 * The answer to a request part of which has begun. The checker is told when the begun stops started and how long they
 * took, as orders with such windows and durations.
 */
async function drivenAnswer(asked: any, begun: Record<string, [string, string]>): Promise<any> {
  const { body, status } = await service.postPlan(asked);
  expect([status, body.errors ?? []]).toEqual([200, []]);
  const orders = asked.orders.map((each: any) => {
    const [start, end] = begun[each.order_id] ?? [];
    if (start === undefined || end === undefined) return each;
    const duration = (Date.parse(`${on(end)}Z`) - Date.parse(`${on(start)}Z`)) / 1000;
    return { ...each, duration, time_windows: [exactly(start)] };
  });
  await checkPlan(service, { ...asked, orders }, body);
  return body;
}

test('a vehicle that has not left waits until now', async () => {
  const asked = (options: object) => request({ orders: [order('a')], options });
  const late = await answerTo(service, asked({ now: on('11:30') }));
  expect(planOf(late)).toEqual(['start 11:30-11:30', 'a 11:40-11:50', 'end 12:00-12:00']);
  const early = await answerTo(service, asked({}));
  expect(planOf(early)[0]).toBe('start 08:00-08:00');
});

test('a time without an offset is local to the place', async () => {
  const asked = request({ orders: [order('a')], options: { now: '2026-05-04T12:30+02:00' } });
  expect(planOf(await answerTo(service, asked))[0]).toBe('start 10:30-10:30');
});

test('what has begun stays; the remaining and the new orders follow', async () => {
  // At 08:25 it has left a for c, ten minutes beyond b; without now, b would be served on the way.
  const asked = (options: object) =>
    request({
      orders: [order('a'), order('b'), order('c')],
      plan: planned([left('08:00'), made('a', '08:10', '08:20'), made('c', '08:40', '08:50')]),
      options,
    });
  const begun: Record<string, [string, string]> = { a: ['08:10', '08:20'], c: ['08:40', '08:50'] };
  const answer = await drivenAnswer(asked({ now: on('08:25') }), begun);
  expect(planOf(answer)).toEqual([
    ...['start 08:00-08:00', 'a 08:10-08:20', 'c 08:40-08:50'],
    ...['b 09:00-09:10', 'end 09:30-09:30'],
  ]);
  expect(planOf(await answerTo(service, asked({})))).toContain('b 08:30-08:40');
});

test('a stop that took longer, and one that is already late', async () => {
  // Half an hour at a instead of ten minutes, and b after its window has closed.
  const asked = request({
    orders: [order('a'), order('b', { time_windows: [between('08:00', '08:30')] }), order('c')],
    plan: planned([left('08:00'), made('a', '08:10', '08:40'), made('b', '08:50', '09:00')]),
    options: { now: on('08:55') },
  });
  const answer = await drivenAnswer(asked, { a: ['08:10', '08:40'], b: ['08:50', '09:00'] });
  expect(planOf(answer)).toEqual([
    ...['start 08:00-08:00', 'a 08:10-08:40', 'b 08:50-09:00', 'c 09:10-09:20'],
    'end 09:50-09:50',
  ]);
});

test('a vehicle that stands since its last stop continues from there, now', async () => {
  const asked = request({
    orders: [order('a'), order('b')],
    plan: planned([left('08:00'), made('a', '08:10', '08:20')]),
    options: { now: on('09:00') },
  });
  const answer = await drivenAnswer(asked, { a: ['08:10', '09:00'] });
  expect(planOf(answer)).toEqual([
    ...['start 08:00-08:00', 'a 08:10-09:00', 'b 09:10-09:20', 'end 09:40-09:40'],
  ]);
});

test('a vehicle that was faster than its travel times is where they allow it to be', async () => {
  // From the depot to c in ten minutes instead of thirty.
  const asked = request({
    orders: [order('c'), order('b')],
    plan: planned([left('08:00'), made('c', '08:10', '08:20')]),
    options: { now: on('08:15') },
  });
  const answer = await drivenAnswer(asked, { c: ['08:30', '08:30'] });
  expect(planOf(answer)).toEqual([
    ...['start 08:00-08:00', 'c 08:30-08:30', 'b 08:40-08:50', 'end 09:10-09:10'],
  ]);
});

test('a vehicle on its way back gets no more orders, and a shift that is over is not used', async () => {
  const shiftOf = (start: string, end: string) => ({ start_time: on(start), end_time: on(end) });
  const asked = (now: string) =>
    request({
      vehicles: [
        vehicle(),
        vehicle({ vehicle_id: 'early' }, shiftOf('06:00', '08:00')),
        vehicle({ vehicle_id: 'dear', costs: { per_hour: 600 } }),
      ],
      orders: [order('a'), order('b')],
      plan: planned([
        left('08:00'),
        made('a', '08:10', '08:20'),
        { type: 'end', arrival_time: on('08:30') },
      ]),
      options: { now: on(now) },
    });
  const answer = await drivenAnswer(asked('08:25'), { a: ['08:10', '08:20'] });
  expect(planOf(answer)).toEqual(['start 08:00-08:00', 'a 08:10-08:20', 'end 08:30-08:30']);
  expect(planOf(answer, 'dear')).toEqual(['start 08:25-08:25', 'b 08:45-08:55', 'end 09:15-09:15']);
  // The vehicle is still at a.
  const sooner = await drivenAnswer(asked('08:15'), { a: ['08:10', '08:20'] });
  expect(planOf(sooner)).toContain('b 08:30-08:40');
});

test('orders of a missed shift are planned again', async () => {
  const asked = request({
    vehicles: [
      vehicle({ vehicle_id: 'early' }, { start_time: on('06:00'), end_time: on('08:00') }),
      vehicle(),
    ],
    orders: [order('a')],
    plan: planned([made('a', '09:10', '09:20')], 'early'),
    options: { now: on('08:30') },
  });
  const answer = await answerTo(service, asked);
  expect(planOf(answer)).toEqual(['start 08:30-08:30', 'a 08:40-08:50', 'end 09:00-09:00']);
});

test('an order that is locked to a missed shift stays unserved, because of the lock', async () => {
  const asked = (lock: string) =>
    request({
      vehicles: [
        vehicle({ vehicle_id: 'early' }, { start_time: on('06:00'), end_time: on('08:00') }),
        vehicle(),
      ],
      orders: [order('a')],
      plan: planned([{ ...made('a', '09:10', '09:20'), lock }], 'early'),
      objective: { stability: { vehicle_change_cost: 7 } },
      options: { now: on('08:30') },
    });
  const held = await answerTo(service, asked('vehicle'));
  expect(held.unserved[0].reasons[0].code).toBe('lock');
  expect(held.unserved[0].suggestion).toBeUndefined();
  const free = await answerTo(service, asked('none'));
  expect(planOf(free)).toContain('a 08:40-08:50');
  expect(free.statistics.cost.changes).toBe(7);
});

test('a rest that driving rules required, and a soft break, keep their times', async () => {
  // After 20 minutes of driving, the rules require 15 minutes of rest. The driver took it before that, and tea after b.
  const tired = {
    driving_rules: { max_driving_duration: minutes(20), break_duration: minutes(15) },
  };
  const soft = {
    ...{ break_id: 'tea', duration: minutes(5), time_windows: [between('08:00', '10:00')] },
    ...{ cost_per_hour_late: 60, skip_cost: 1 },
  };
  const rest = (start: string, end: string, names: object): object => ({
    ...{ type: 'break', arrival_time: on(start), departure_time: on(end) },
    ...names,
  });
  const asked = request({
    vehicles: [vehicle(tired, { soft_breaks: [soft] })],
    orders: [order('a'), order('b'), order('c')],
    plan: planned([
      ...[left('08:00'), made('a', '08:10', '08:20'), rest('08:20', '08:35', {})],
      ...[made('b', '08:45', '08:55')],
      rest('08:55', '09:00', { type: 'soft_break', stop_id: 'tea' }),
    ]),
    options: { now: on('08:57') },
  });
  const answer = await drivenAnswer(asked, { a: ['08:10', '08:20'], b: ['08:45', '08:55'] });
  // Ten more minutes make the soft break a rest, which is enough for the way to c and ten minutes of the way back.
  expect(planOf(answer)).toEqual([
    ...['start 08:00-08:00', 'a 08:10-08:20', 'break 08:20-08:35', 'b 08:45-08:55'],
    ...['soft_break 08:55-09:00', 'break 09:00-09:10', 'c 09:20-09:30'],
    ...['break 09:40-09:55', 'end 10:15-10:15'],
  ]);
  expect(answer.routes[0].skipped_soft_breaks).toEqual([]);
});

// At c after 30 minutes of driving; 10 of service, and 40 of work. From there, it takes 10 to b and 30 back.
test.each([
  [
    { max_driving_duration: minutes(20), break_duration: minutes(15) },
    ['b 09:05-09:15', 'break 09:15-09:30', 'end 09:50-09:50'],
  ],
  [
    { max_working_duration: minutes(35), break_duration: minutes(15) },
    ['b 09:05-09:15', 'break 09:15-09:30', 'end 09:50-09:50'],
  ],
  [
    { max_daily_duration: minutes(35), daily_rest_duration: minutes(15) },
    ['b 09:05-09:15', 'break 09:15-09:30', 'end 09:50-09:50'],
  ],
  [
    { max_daily_driving_duration: minutes(25), daily_rest_duration: minutes(15) },
    ['b 09:05-09:15', 'break 09:15-09:30', 'end 09:50-09:50'],
  ],
])('with %j, a driver who is over the limit rests before driving on', async (rules, rest) => {
  const limits = { max_driving_duration: minutes(60), break_duration: minutes(15), ...rules };
  const asked = request({
    vehicles: [vehicle({ driving_rules: limits })],
    orders: [order('c'), order('b')],
    plan: planned([left('08:00'), made('c', '08:30', '08:40')]),
    options: { now: on('08:40') },
  });
  const answer = await drivenAnswer(asked, { c: ['08:30', '08:40'] });
  expect(answer.status).toBe('Ok');
  expect(planOf(answer)).toEqual([
    ...['start 08:00-08:00', 'c 08:30-08:40', 'break 08:40-08:55'],
    ...rest,
  ]);
});

test('all of many rests keep their times, and so do breaks of unknown or repeated names', async () => {
  const pause = (clock: number, names: object): object => ({
    ...{ type: 'break', arrival_time: on(`09:${clock}`), departure_time: on(`09:${clock + 1}`) },
    ...names,
  });
  const made9 = (place: string, minute: number): object =>
    made(place, `09:${minute}`, `09:${minute}`);
  const tea = { break_id: 'tea', duration: minutes(1) };
  const names = [{ stop_id: 'tea' }, {}, { stop_id: 'tea' }, { stop_id: 'gone' }, {}, {}, {}];
  const stops = names.flatMap((name, idx) => [
    made9(`${idx}`, 10 + 2 * idx),
    pause(10 + 2 * idx, name),
  ]);
  const asked = request({
    vehicles: [
      vehicle(
        { driving_rules: { max_driving_duration: minutes(60), break_duration: minutes(15) } },
        { breaks: [tea] },
      ),
    ],
    orders: [...names.map((_, idx) => order('a', { order_id: `${idx}`, duration: 0 })), order('b')],
    plan: planned([left('09:00'), ...stops]),
    options: { now: on('09:23') },
  });
  const { body } = await service.postPlan(asked).expect(200);
  expect(body.status).toBe('Ok');
  const [route] = body.routes;
  expect(route.stops.slice(1, 15).map(({ stop_id }: any) => stop_id ?? null)).toEqual(
    names.flatMap(({ stop_id }: any) => [null, stop_id ?? null]),
  );
  expect(stopsOf(route).slice(-3)).toEqual([
    'break 09:22-09:23',
    'b 09:33-09:43',
    'end 10:03-10:03',
  ]);
});

test('more breaks than a set has bits are refused', async () => {
  const rested = (count: number) =>
    request({
      orders: [order('a')],
      plan: planned([
        left('08:00'),
        ...Array.from({ length: count }, () => ({ type: 'break', arrival_time: on('08:00') })),
      ]),
      options: { now: on('08:05') },
    });
  const { body } = await service.postPlan(rested(65)).expect(400);
  expect(body.errors).toMatchObject([{ code: 'too_many_breaks', pointer: '/plan/routes/0/stops' }]);
  const { body: most } = await service.postPlan(rested(64)).expect(200);
  expect(most.routes[0].stops.filter(({ type }: any) => type === 'break')).toHaveLength(64);
});

test('more reloads in a row than the search looks at are refused', async () => {
  const reloaded = (count: number) =>
    request({
      vehicles: [vehicle({}, { reloads: [{ location: 'c' }] })],
      orders: [order('a')],
      plan: planned([
        left('08:00'),
        ...Array.from({ length: count }, () => ({ type: 'reload', arrival_time: on('08:00') })),
      ]),
      options: { now: on('08:05') },
    });
  const { body } = await service.postPlan(reloaded(11)).expect(400);
  expect(body.errors).toMatchObject([
    { code: 'too_many_reloads', pointer: '/plan/routes/0/stops' },
  ]);
  const { body: most } = await service.postPlan(reloaded(10)).expect(200);
  expect(most.routes[0].stops.filter(({ type }: any) => type === 'reload')).toHaveLength(10);
});

test('a vehicle that loads is not yet driving to its first stop', async () => {
  // It loads from 08:00 to 08:30. At 08:10, its first stop may still change.
  const asked = request({
    vehicles: [vehicle({ loading: { duration: minutes(30) } })],
    orders: [order('c'), order('a', { time_windows: [exactly('08:40')] })],
    plan: planned([{ ...left('08:30'), arrival_time: on('08:00') }, made('c', '09:00', '09:10')]),
    options: { now: on('08:10') },
  });
  expect(planOf(await answerTo(service, asked))).toEqual([
    ...['start 08:00-08:30', 'a 08:40-08:50', 'c 09:10-09:20', 'end 09:50-09:50'],
  ]);
});

test('a vehicle that has made all stops of a shift that is over does not wait for now', async () => {
  const asked = request({
    vehicles: [vehicle({}, { end_time: on('09:00') }), vehicle({ vehicle_id: 'w' })],
    orders: [order('a'), order('b')],
    plan: planned([left('08:00'), made('a', '08:10', '08:20')]),
    options: { now: on('12:00') },
  });
  const answer = await drivenAnswer(asked, { a: ['08:10', '08:20'] });
  expect(planOf(answer)).toEqual(['start 08:00-08:00', 'a 08:10-08:20', 'end 08:30-08:30']);
  expect(planOf(answer, 'w')).toContain('b 12:20-12:30');
});

test('a stop that is locked at a time outside its windows keeps this time, with a warning', async () => {
  const asked = (lock: string) =>
    request({
      orders: [order('a', { time_windows: [between('08:00', '09:00')] })],
      plan: planned([{ ...made('a', '10:00', '10:10'), lock }]),
    });
  const held = await answerTo(service, asked('time'));
  expect(planOf(held)).toContain('a 10:00-10:10');
  expect(held.warnings).toMatchObject([
    { code: 'locked_outside_windows', pointer: '/plan/routes/0/stops/0' },
  ]);
  const free = await answerTo(service, asked('sequence'));
  expect(planOf(free)).not.toContain('a 10:00-10:10');
  expect(free.warnings).toEqual([]);
});

test('a break that has begun keeps its time', async () => {
  const lunch = {
    break_id: 'lunch',
    duration: minutes(30),
    time_windows: [between('08:20', '08:30')],
  };
  const asked = request({
    vehicles: [vehicle({}, { breaks: [lunch] })],
    orders: [order('a'), order('b')],
    plan: planned([
      left('08:00'),
      made('a', '08:10', '08:20'),
      {
        type: 'break',
        stop_id: 'lunch',
        arrival_time: on('08:20'),
        departure_time: on('08:50'),
      },
    ]),
    options: { now: on('08:30') },
  });
  expect(planOf(await drivenAnswer(asked, { a: ['08:10', '08:20'] }))).toEqual([
    ...['start 08:00-08:00', 'a 08:10-08:20', 'break 08:20-08:50'],
    ...['b 09:00-09:10', 'end 09:30-09:30'],
  ]);
});

test('a vehicle that rested on the way to a stop without a time arrives after the rest', async () => {
  // 20 from a to x, after 20 of tea. Otherwise the vehicle would arrive at 08:40, and the tea would follow.
  const tea = {
    ...{ break_id: 'tea', duration: minutes(20) },
    time_windows: [between('08:15', '10:00')],
  };
  const rested = {
    ...{ type: 'break', stop_id: 'tea' },
    ...{ arrival_time: on('08:20'), departure_time: on('08:40') },
  };
  const asked = request({
    orders: [order('a'), order('c'), order('x')],
    vehicles: [vehicle({}, { breaks: [tea] })],
    plan: planned([
      ...[left('08:00'), made('a', '08:10', '08:20'), rested],
      ...[{ order_id: 'x' }, { order_id: 'c' }],
    ]),
    options: { now: on('08:50') },
  });
  const answer = await drivenAnswer(asked, { a: ['08:10', '08:20'], x: ['09:00', '09:10'] });
  expect(planOf(answer)).toEqual([
    ...['start 08:00-08:00', 'a 08:10-08:20', 'break 08:20-08:40'],
    ...['x 09:00-09:10', 'c 09:50-10:00', 'end 10:30-10:30'],
  ]);
});

test('a whole answer is sent back with a new order, and everything that has begun is unchanged', async () => {
  const orders = ['a', 'b', 'c', 'e', 'f', 'x', 'y', 'z'].map((it) => order(it));
  const vehicles = [vehicle(), vehicle({ vehicle_id: 'w' })];
  const asked = { orders, vehicles, objective: { minimize: ['unserved', 'imbalance', 'cost'] } };
  const first = await answerTo(service, request(asked));
  const now = on('08:45');
  const timesOf = Object.fromEntries(
    first.routes.flatMap(({ stops }: any) =>
      stops.flatMap(({ order_id, arrival_time, departure_time }: any, idx: number) =>
        order_id === undefined || stops[idx - 1].departure_time >= now
          ? []
          : [[order_id, [clockOf(arrival_time), clockOf(departure_time)]]],
      ),
    ),
  );
  const again = await drivenAnswer(
    request({
      ...asked,
      orders: [...orders, order('d', { time_windows: [exactly('11:00')] })],
      plan: { routes: first.routes },
      options: { now },
    }),
    timesOf,
  );
  expect(again.unserved).toEqual([]);
  const begunOf = ({ routes }: any): Record<string, string[]> =>
    Object.fromEntries(
      routes.map((route: any) => [
        route.vehicle_id,
        stopsOf(route).filter((_, idx) => idx === 0 || route.stops[idx - 1].departure_time < now),
      ]),
    );
  expect(begunOf(again)).toEqual(begunOf(first));
});

test('a stop that is locked in time but has none is served when the plan serves it', async () => {
  // Without the lock the vehicle would leave later, because waiting costs.
  const asked = (lock: string) =>
    request({
      orders: [order('a'), order('b', { time_windows: [exactly('15:00')] })],
      plan: planned([{ order_id: 'a', lock }]),
    });
  expect(planOf(await drivenAnswer(asked('time'), { a: ['08:10', '08:20'] }))).toContain(
    'a 08:10-08:20',
  );
  expect(planOf(await answerTo(service, asked('none')))).not.toContain('a 08:10-08:20');
});

test('a day of which ten stops were served is replanned at noon', async () => {
  const asked = JSON.parse(readFileSync('test/routing/cases/l1_replan_optimize.json', 'utf8'));
  const sent = {
    ...asked,
    options: { ...asked.options, now: '2026-05-05T11:30', max_iterations: 300 },
  };
  const { body, status } = await service.postPlan(sent);
  expect([status, body.errors ?? []]).toEqual([200, []]);
  const [used] = body.routes.filter(({ vehicle_id }: any) => vehicle_id === 'v0');
  const lockedIds = asked.plan.routes[0].stops
    .filter(({ lock }: any) => lock === 'time')
    .map(({ order_id }: any) => order_id);
  const ids = used.stops.flatMap(({ order_id }: any) => order_id ?? []);
  expect(ids.slice(0, lockedIds.length)).toEqual(lockedIds);
  const begin = Date.parse('2026-05-05T11:30+01:00');
  const other = body.routes.find(({ vehicle_id }: any) => vehicle_id === 'v1');
  expect(Date.parse(other.start_time)).toBeGreaterThanOrEqual(begin);
  const next = used.stops.findIndex(({ order_id }: any) => order_id === lockedIds.at(-1));
  expect(Date.parse(used.stops[next].departure_time)).toBeGreaterThanOrEqual(begin);
});

test('a plan without times does not tell what has begun, and the answer says so', async () => {
  const asked = request({
    orders: [order('a')],
    plan: planned([{ order_id: 'a' }]),
    options: { now: on('09:00') },
  });
  const answer = await answerTo(service, asked);
  expect(answer.warnings).toMatchObject([
    { code: 'plan_without_times', pointer: '/plan/routes/0/stops' },
  ]);
  expect(planOf(answer)[0]).toBe('start 09:00-09:00');
});

test('cost of changes: a visit moves to another vehicle only if that saves more', async () => {
  // v passes b anyway, but the plan assigns b to w. The detour costs 40 minutes for w and 10 for v.
  const asked = (cost: number) =>
    request({
      vehicles: [vehicle(), vehicle({ vehicle_id: 'w' })],
      orders: [
        order('c', { allowed_vehicles: ['v'] }),
        order('x', { allowed_vehicles: ['w'] }),
        order('b'),
      ],
      plan: {
        routes: [
          planned([{ order_id: 'c' }]).routes[0],
          planned([{ order_id: 'x' }, { order_id: 'b' }], 'w').routes[0],
        ],
      },
      objective: { minimize: ['unserved', 'cost'], stability: { vehicle_change_cost: cost } },
    });
  const moved = await answerTo(service, asked(30));
  expect(planOf(moved)).toContain('b 08:20-08:30');
  expect([moved.statistics.cost.changes, moved.routes[0].statistics.cost.changes]).toEqual([
    30, 30,
  ]);
  const kept = await answerTo(service, asked(50));
  expect(planOf(kept, 'w').some((stop) => stop.startsWith('b '))).toBe(true);
  expect(kept.statistics.cost.changes).toBeUndefined();
});
