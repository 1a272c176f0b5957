/** Requests on which the planner once gave poor results, and what their plans must have; see `cases/README.md`. */
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCase } from '../support/cases.js';
import { checkPlan } from '../support/check-plan.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Stops after a number of iterations, off any map: the properties hold for estimates as well as for roads. */
async function answerTo(name: string, options: object = {}): Promise<any> {
  const asked = readCase(name);
  asked.options = { ...asked.options, max_iterations: 2000, geometry: 'none', ...options };
  const { body, status } = await service.postPlan(asked);
  expect([name, status, body.errors]).toEqual([name, 200, undefined]);
  await checkPlan(service, asked, body);
  return body;
}

/** Each unserved order must have a reason with this code, for a named vehicle, with an amount if one is given. */
type Wanted = { code: string; fields?: object };

test.each<[name: string, unserved: number | undefined, wanted: Wanted[]]>([
  ['r_break_in_the_way', undefined, [{ code: 'break' }]],
  ['r_capacity_one_dimension', 3, [{ code: 'capacity', fields: { dimension: 'kg', amount: 2 } }]],
  ['r_capacity_pickups', 3, [{ code: 'capacity', fields: { dimension: 'kg', amount: 2 } }]],
  ['r_capacity_reload_at_most_once', 2, [{ code: 'capacity', fields: { amount: 2 } }]],
  ['r_capacity_two_dimensions', 3, [{ code: 'capacity', fields: { dimension: 'm3', amount: 2 } }]],
  ['r_capacity_two_vehicles', 2, [{ code: 'capacity', fields: { dimension: 'kg', amount: 2 } }]],
  ['r_different_vehicles_scarce', 1, [{ code: 'relation' }]],
  ['r_distance_limit', undefined, [{ code: 'distance', fields: { amount: expect.any(Number) } }]],
  ['r_driving_limit', undefined, [{ code: 'driving_duration' }]],
  ['r_hours_a_week', 2, [{ code: 'duration', fields: { span: 'week' } }]],
  ['r_optional_no_room', 2, [{ code: 'capacity', fields: { dimension: 'kg', amount: 4 } }]],
  ['r_shifts_a_week', 2, [{ code: 'shift_time', fields: { span: 'week', amount: 1 } }]],
  [
    'r_skill_scarce',
    undefined,
    [
      { code: 'shift_time', fields: { vehicle_id: 'gas' } },
      { code: 'attribute_missing', fields: { vehicle_id: 'plain', attribute: 'gas', alone: true } },
    ],
  ],
  ['r_stops_limit', 3, [{ code: 'stops', fields: { amount: 1 } }]],
  ['r_time_duration_limit', undefined, [{ code: 'duration' }]],
  ['r_time_shift_full', undefined, [{ code: 'shift_time' }]],
  ['r_too_big_alone', 1, [{ code: 'capacity', fields: { vehicle_id: 'big', amount: 5 } }]],
  ['r_two_reasons_at_once', undefined, [{ code: 'capacity' }, { code: 'shift_time' }]],
  ['r_waiting_limit', 1, [{ code: 'waiting_duration' }]],
  ['r_windows_clash', 3, [{ code: 'time_window' }]],
])('%s: the binding rule, where it binds and by how much', async (name, count, wanted) => {
  const { unserved } = await answerTo(name);
  expect(unserved).toHaveLength(count ?? unserved.length);
  expect(unserved.length).toBeGreaterThan(0);
  for (const { reasons } of unserved) {
    for (const { code, fields } of wanted) {
      expect(reasons).toContainEqual(
        expect.objectContaining({ code, vehicle_id: expect.any(String), ...fields }),
      );
    }
    const codes = reasons.map(({ code }: any) => code);
    expect(codes).not.toContain('not_found_in_time');
    expect(codes).not.toContain('cheaper_unserved');
  }
});

test.each([
  ['r_typo_in_skill', { code: 'attribute_missing', attribute: 'frozn' }],
  // Closed for 30 minutes when the shift begins, and opening 16 hours after it has ended.
  ['r_window_before_the_shift', { code: 'outside_period', amount: 1800 }],
  ['r_wrong_day', { code: 'outside_period', amount: 57_600 }],
])('%s: a reason that applies to every shift', async (name, wanted) => {
  const { unserved } = await answerTo(name);
  expect(unserved).toMatchObject([{ reasons: [wanted] }]);
  expect(unserved[0].reasons).toHaveLength(1);
});

test.each([
  ['r_capacity_one_dimension', 'capacity'],
  ['r_capacity_pickups', 'capacity'],
  ['r_capacity_reload_at_most_once', 'capacity'],
  ['r_capacity_two_dimensions', 'capacity'],
  ['r_capacity_two_vehicles', 'capacity'],
  ['r_different_vehicles_scarce', 'relation'],
  ['r_hours_a_week', 'duration'],
  ['r_shifts_a_week', 'shift_time'],
  ['r_stops_limit', 'stops'],
  ['r_windows_clash', 'time_window'],
])('%s: the number of orders that must be left out is proven', async (name, code) => {
  const { bounds } = await answerTo(name);
  const proof = bounds.find((each: any) => each.code === code);
  expect(proof).toMatchObject({ served: proof?.served_max });
});

test('f1: without costs the plan minimizes time', async () => {
  const { statistics } = await answerTo('f1_no_costs_zigzag');
  expect(statistics.distance).toBeLessThan(110_000);
});

test.each(['s11_school_bus', 's29_ev_range'])('%s: two vehicles suffice', async (name) => {
  const { statistics, unserved } = await answerTo(name, { max_iterations: 20_000 });
  expect([unserved, statistics.vehicles]).toEqual([[], 2]);
});

test('s22: a profitable order is left out for lack of time, not because of its price', async () => {
  const { unserved } = await answerTo('s22_optional_profit');
  const codes = unserved.flatMap(({ reasons }: any) => reasons.map(({ code }: any) => code));
  expect(codes).not.toContain('cheaper_unserved');
  expect(codes).not.toContain('not_found_in_time');
});

test('p1: an order of high priority is not left out for two of lower priority, unless they are weighed', async () => {
  const unservedOf = async (objective: object) => {
    const asked = { ...readCase('p1_priority_is_a_weight'), objective };
    asked.options = { max_iterations: 2000, geometry: 'none' };
    // The request has its own table, so the checker needs to be told the time zone.
    for (const location of asked.locations) location.time_zone = 'Europe/Lisbon';
    const { body, status } = await service.postPlan(asked);
    expect([status, body.errors]).toEqual([200, undefined]);
    await checkPlan(service, asked, body);
    return body.unserved.map(({ order_id }: any) => order_id).sort();
  };
  expect(await unservedOf({})).toEqual(['x', 'y']);
  expect(await unservedOf({ priorities: 'weighted' })).toEqual(['vip']);
});

test('s21: no order of the highest priority is unserved, because all twelve fit', async () => {
  const { unserved } = await answerTo('s21_priorities_overload', { max_iterations: 20_000 });
  const asked = readCase('s21_priorities_overload');
  const priorities = new Map(asked.orders.map((it: any) => [it.order_id, it.priority ?? 0]));
  expect(unserved.length).toBeGreaterThan(0);
  for (const { order_id } of unserved) {
    expect(priorities.get(order_id)).toBeLessThan(100);
  }
});

test('s25: if work is to be balanced, four drivers work for about the same time', async () => {
  const { routes } = await answerTo('s25_balance_duration', { max_iterations: 20_000 });
  const durations = routes.map(({ statistics }: any) => statistics.duration);
  expect(durations).toHaveLength(4);
  // Each duration is some hours, and a single order takes longer than this tolerance.
  expect(Math.max(...durations) - Math.min(...durations)).toBeLessThan(900);
});

/**
 * The costs of the best plans, by enumeration with a program that shares no code with the planner: every split of the
 * orders, every sequence of stops, every start and wait, by the second.
 */
test.each([
  ['bf34', 94.404722],
  ['bf85', 104.570433],
  ['bf136', 215.488233],
  // Mode `check`: the best start and waiting for the stops of the given plan. Then, they cost 81.72 and 3.8 % more.
  ['f4_start_time_85', 71.953767],
  ['f4_start_time_17', 42.141111],
])('%s: costs as little as possible', async (name, least) => {
  const { statistics, unserved } = await answerTo(name);
  expect(unserved).toEqual([]);
  expect(statistics.cost.total).toBeCloseTo(least, 4);
});

test('t2: a search of one second is answered before the deadline of the service as it is shipped', async () => {
  const shipped = await startTestService({ config: { answerDeadlineMs: 29_000 } });
  try {
    const asked = readCase('t2_sync_504');
    expect(asked.options.time_limit).toBe(1);
    const { body, status } = await shipped.postPlan(asked);
    expect([status, body.errors]).toEqual([200, undefined]);
    await checkPlan(shipped, asked, body);
    expect(body.routes.length).toBeGreaterThan(0);
  } finally {
    await shipped.stop();
  }
});

test('every case is in a test', () => {
  const tests = readdirSync('test/routing', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => readFileSync(`test/routing/${path}`, 'utf8'));
  // As an argument or as a path.
  const isNamed = (name: string): boolean =>
    tests.some((text) => new RegExp(`['/]${name}['.]`).test(text));
  const cases = readdirSync('test/routing/cases').flatMap(
    (file) => /^(.+)\.json$/.exec(file)?.slice(1) ?? [],
  );
  expect(cases.length).toBeGreaterThan(50);
  expect(cases.filter((name) => !isNamed(name))).toEqual([]);
});
