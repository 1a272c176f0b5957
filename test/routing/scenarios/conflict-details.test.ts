/** Reasons that involve other orders or visits name them, and what the rule requires. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../support/service.js';
import {
  answerTo,
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

/** The reasons of the only unserved order. */
async function reasonsOf(asked: Request): Promise<any[]> {
  const { unserved } = await answerTo(service, asked);
  expect(unserved).toHaveLength(1);
  return unserved[0].reasons;
}

const first = { priority: 1 };
const days = (count: number) => ({
  planning_period: { start_time: on('00:00'), end_time: on('23:00', `2026-05-0${3 + count}`) },
  vehicles: [vehicle({}, { repeat: 'FREQ=DAILY' })],
});
const visits = (fields: object) =>
  order('b', { visits: { count: 2, per: 'planning_period', partial: true, ...fields } });

test('a relation, by its index, and the orders that break it', async () => {
  const [reason] = await reasonsOf(
    request({
      orders: [order('a', first), order('b'), order('x', first)],
      relations: [
        { type: 'same_route', orders: ['a', 'x'] },
        { type: 'different_vehicles', orders: ['a', 'b'] },
      ],
    }),
  );
  expect(reason).toMatchObject({ code: 'relation', relation: 1, orders: ['a', 'b'] });
  expect(reason.comment).toMatch(/^Relation 1 of a, b would be broken on v /);
});

test('a relation that lets only a vehicle make the visit that the order forbids', async () => {
  const reasons = await reasonsOf(
    request({
      orders: [order('a', { forbidden_vehicles: ['v'] }), order('b', first)],
      vehicles: [vehicle(), vehicle({ vehicle_id: 'w' })],
      relations: [{ type: 'same_route', orders: ['a', 'b'], vehicle_id: 'v' }],
    }),
  );
  const onOther = reasons.find(({ vehicle_id }: any) => vehicle_id === 'w');
  expect(onOther).toMatchObject({ code: 'relation', relation: 0, orders: ['a', 'b'] });
});

test('a copy of a vehicle that is not used names no rule in addition to the relation', async () => {
  // From the end at a to the only start at b are two hours instead of at most ten minutes.
  const asked = request({
    orders: [
      order('a', { ...first, time_windows: [exactly('09:00')] }),
      order('b', { time_windows: [exactly('11:10')] }),
    ],
    vehicles: [vehicle({ count: 2 })],
    relations: [{ type: 'before', orders: ['a', 'b'], max_gap: minutes(10) }],
  });
  const reason = { code: 'relation', relation: 0, amount: minutes(110), alone: true };
  expect(await reasonsOf(asked)).toMatchObject([reason, reason]);
});

test('the visits of an order that would be too close together, and by how many days', async () => {
  const reasons = await reasonsOf(
    request({ ...days(2), orders: [visits({ min_days_between: 3 })] }),
  );
  // Two visits on one day are 3 days too close together, and those on Monday and Tuesday 2 days.
  const details = { code: 'visit_spacing', limit: 'min_days_between', visits: [1, 2] };
  expect(reasons).toMatchObject([
    { ...details, amount: 3 },
    { ...details, amount: 2 },
  ]);
  expect(reasons[0].comment).toContain('Visits 1 and 2 would be too close together: 3 days');
});

test('the stated weekdays of an order', async () => {
  const asked = request({ ...days(2), orders: [visits({ day_patterns: [['MO'], ['WE']] })] });
  const reasons = await reasonsOf(asked);
  const limits = reasons.map(({ limit }: any) => limit);
  expect(new Set(limits)).toEqual(new Set(['day_patterns', 'min_days_between']));
});

test('the position on the route that an order must have, and whose it is', async () => {
  const last = { route_position: 'last' };
  const reasons = await reasonsOf(
    request({
      // To b and then to e by 10:00 is possible, but e comes last and closes before b could be served on the way.
      orders: [order('e', { ...first, ...last, time_windows: [until('08:40')] }), order('z')],
    }),
  );
  const reason = reasons.find(({ code }: any) => code === 'route_position');
  expect(reason).toMatchObject({ route_position: 'last', order_id: 'e' });
  expect(reason.comment).toContain('e must be last on the route');
});

test('the other order whose load must not travel with it', async () => {
  const load = (load_type: string, fields: object) => ({
    ...{ kind: 'pickup', load: { boxes: 1 }, load_type },
    ...fields,
  });
  const [reason] = await reasonsOf(
    request({
      orders: [
        order('x', { ...load('soap', { ...first }) }),
        order('a', load('food', { ...first, incompatible_load_types: ['chemicals'] })),
        order('b', load('chemicals', {})),
      ],
    }),
  );
  expect(reason).toMatchObject({ code: 'load_incompatible', orders: ['a', 'b'] });
});
