/** The cases whose rules could not be stated once: each as it was sent, and with the setting that states its rule. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCase } from '../support/cases.js';
import { checkPlan } from '../support/check-plan.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const HOUR = 3600;

/** Stops after a number of iterations, never after a time. */
async function answerTo(asked: any, changed: object = {}): Promise<any> {
  const options = { ...asked.options, max_iterations: 300, ...changed };
  delete options.time_limit;
  const sent = { ...asked, options };
  const { body, status } = await service.postPlan(sent);
  expect([status, body.errors]).toEqual([200, undefined]);
  await checkPlan(service, sent, body);
  return body;
}

/** The values of all visits of each order. */
function valuesByOrder<T>(
  { routes }: any,
  valueOf: (route: any, stop: any) => T,
): Map<string, T[]> {
  const values = new Map<string, T[]>();
  for (const route of routes) {
    for (const stop of route.stops) {
      if (stop.order_id === undefined) continue;
      values.set(stop.order_id, [...(values.get(stop.order_id) ?? []), valueOf(route, stop)]);
    }
  }
  return values;
}

/** Different values beyond the first, summed over all orders. */
const extraValues = (values: Map<string, unknown[]>): number =>
  [...values.values()].reduce((sum, each) => sum + new Set(each).size - 1, 0);

const vehiclesOf = (answer: any) => valuesByOrder(answer, ({ vehicle_id }) => vehicle_id);

test('g_same_vehicle_preferred: all twelve customers keep their vehicle', async () => {
  const asked = readCase('g_same_vehicle_preferred');
  const answer = await answerTo(asked, { max_iterations: 2000 });
  expect([answer.unserved, vehiclesOf(answer).size]).toEqual([[], 12]);
  expect(extraValues(vehiclesOf(answer))).toBe(0);
  // At no price nearly all are shared by both vehicles, as they were then.
  for (const { visits } of asked.orders) visits.other_vehicle_cost = 0;
  const free = await answerTo(asked, { max_iterations: 2000 });
  expect(extraValues(vehiclesOf(free))).toBeGreaterThan(6);
});

test('g_same_vehicle_preferred: each further vehicle has a price, which the answer states', async () => {
  const asked = readCase('g_same_vehicle_preferred');
  const priced = structuredClone(asked);
  for (const { visits } of priced.orders) visits.other_vehicle_cost = 0.2;
  const answer = await answerTo(priced);
  const extra = extraValues(vehiclesOf(answer));
  expect(extra).toBeGreaterThan(0);
  expect(answer.statistics.cost.other_vehicles).toBeCloseTo(0.2 * extra, 4);
  // The same plan without a stated price: a quarter of an hour at 25 an hour, and five kilometers at 0.40.
  const plan = { routes: answer.routes };
  const judged = await answerTo({ ...asked, plan }, { mode: 'check' });
  expect(judged.statistics.cost.other_vehicles).toBeCloseTo((25 / 4 + 5 * 0.4) * extra, 4);
});

test('g_no_overnight_on_the_road: with `stay`, the next shift starts where the last one ended', async () => {
  const asked = readCase('g_no_overnight_on_the_road');
  // Lisbon is five hours away, so its window and the second shift must be longer than in the case.
  asked.orders[1].time_windows[0].end_time = '2026-05-05T17:00';
  asked.vehicles[0].shifts[1].end_time = '2026-05-05T20:00';
  const [monday, tuesday] = (await answerTo(asked)).routes;
  expect(monday.stops.at(-1).order_id).toBe('gaia');
  expect(tuesday.stops[0].order_id).toBe('lisboa');
  asked.vehicles[0].shifts[0].end_location = 'stay';
  const stayed = await answerTo(asked);
  expect(stayed.unserved).toEqual([]);
  expect(stayed.routes).toHaveLength(2);
  const [out, back] = stayed.routes;
  const { latitude, longitude } = out.stops.at(-1);
  expect(out.stops.at(-1).order_id).toBe('gaia');
  expect(back.stops[0]).toMatchObject({ type: 'start', latitude, longitude });
  expect(back.stops[1].order_id).toBe('lisboa');
  // 270 km as the crow flies.
  expect(back.stops[1].travel_distance).toBeGreaterThan(270_000);
});

test('g_no_overnight_on_the_road: with `stay`, Lisbon is too far for the hours of the case, and by how much', async () => {
  const asked = readCase('g_no_overnight_on_the_road');
  asked.vehicles[0].shifts[0].end_location = 'stay';
  const { unserved } = await answerTo(asked);
  expect(unserved).toMatchObject([{ order_id: 'lisboa' }]);
  const late = { code: 'time_window', shift_id: 'tue', amount: expect.any(Number) };
  expect(unserved[0].reasons).toContainEqual(expect.objectContaining(late));
});

test('s09: with `end_empty`, the truck comes back with nothing on board', async () => {
  const asked = readCase('s09_waste_dump');
  const loadAtEnd = async (): Promise<number> => {
    const { routes, unserved } = await answerTo(asked);
    expect(unserved).toEqual([]);
    return routes[0].stops.at(-1).load_after.kg ?? 0;
  };
  expect(await loadAtEnd()).toBeGreaterThan(0);
  asked.vehicles[0].shifts[0].end_empty = true;
  expect(await loadAtEnd()).toBe(0);
});

/** Seconds of driving before each rest of nine hours or more, and before the end. */
function drivenSeconds({ stops }: any): number[] {
  const driven = [0];
  for (const { type, travel_duration, duration } of stops) {
    driven.push((driven.pop() ?? 0) + Number(travel_duration));
    if (type === 'break' && duration >= 9 * HOUR) driven.push(0);
  }
  return driven;
}

test('s14: under regulation 561/2006, the truck drives for 9 h a day, and for 10 h twice a week', async () => {
  const asked = readCase('s14_longhaul_561');
  const few = { max_iterations: 20 };
  const before = await answerTo(asked, few);
  expect(Math.max(...drivenSeconds(before.routes[0]))).toBeGreaterThan(13 * HOUR);
  const [truck] = asked.vehicles;
  truck.driving_rules = { preset: 'ec_561_2006' };
  // The preset replaces the nights that the case states as breaks.
  delete truck.shifts[0].breaks;
  const { routes, statistics } = await answerTo(asked, few);
  // It serves as many of the nine cities as without the rules.
  expect(statistics.orders_served).toBe(before.statistics.orders_served);
  const driven = drivenSeconds(routes[0]);
  expect(Math.max(...driven)).toBeLessThanOrEqual(10 * HOUR);
  expect(driven.filter((each) => each > 9 * HOUR).length).toBeLessThanOrEqual(2);
});

test('s16: with `prorate`, a month of which a part is planned owes its share of visits', async () => {
  const asked = readCase('s16_sales_quarter');
  // Two visits with ten days between them do not fit into the three days of July.
  const before = await answerTo(asked);
  expect(before.unserved.map(({ order_id }: any) => order_id).sort()).toEqual(
    ['c8', 'c9', 'c10', 'c11', 'c12', 'c13'].sort(),
  );
  for (const { visits } of asked.orders) visits.prorate = true;
  const answer = await answerTo(asked);
  expect(answer.unserved).toEqual([]);
  // 13 weeks. 25 days of April owe 2 × 25/30 = 1.7, so 2 visits, or 1; three days of July owe 2 × 3/31 = 0.2, so none.
  const counts: Record<string, number> = { '1 week': 13, '2 month': 6, '1 month': 3 };
  const dates = valuesByOrder(answer, ({ date }) => date);
  for (const { order_id, visits } of asked.orders) {
    const owed = counts[`${visits.count} ${visits.per}`];
    expect([order_id, dates.get(order_id)?.length]).toEqual([order_id, owed]);
  }
});

test('s16b: with `same_weekdays`, weekly customers are visited on one weekday', async () => {
  const asked = readCase('s16b_sales_quarter');
  const weekly = asked.orders.filter(({ visits }: any) => visits.per === 'week');
  const weekdaysOf = async (): Promise<Map<string, number[]>> => {
    const answer = await answerTo(asked);
    expect(answer.unserved).toEqual([]);
    const weekdays = valuesByOrder(answer, ({ date }) => new Date(date).getUTCDay());
    return new Map(weekly.map(({ order_id }: any) => [order_id, weekdays.get(order_id) ?? []]));
  };
  // They are visited on several weekdays otherwise.
  expect(extraValues(await weekdaysOf())).toBeGreaterThan(weekly.length);
  // The first week has no Monday or Tuesday, and the last one nothing else, so the last one must owe no visit.
  for (const { visits } of weekly) Object.assign(visits, { same_weekdays: true, prorate: true });
  const stable = await weekdaysOf();
  expect(extraValues(stable)).toBe(0);
  expect([...stable.values()].map(({ length }) => length)).toEqual(weekly.map(() => 13));
});
