/**
 * No plan of a few orders is better by its objective than the one that the service finds.
 *
 *     draw ──► sync ──────────────────────────────────► checker ──► terms of the objective ─┐
 *       └────► every split and sequence ──► mode check ──► checker ──► terms ──► the best ───┴──► no better
 *
 * The times of each plan are those of the service, which are the best for its stops unless its schedules are wrong. Its
 * costs and its balance are computed here and by the checker.
 *
 *     ENUMERATED_SEEDS=1-200   these seeds instead of the first ones; failing ones are counted
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  checkSolution,
  type RoutingRequest,
  type RoutingResponse,
} from '../support/checker/index.js';
import type { PlanRoute } from '../support/checker/contract.js';
import { routeCosts } from '../support/checker/model/costs.js';
import { readProblem, type Problem } from '../support/checker/model/problem.js';
import { readRoutes, type Route } from '../support/checker/model/routes.js';
import { ALL_FEATURES, createRandom, drawRequest } from '../support/draw/index.js';
import { seedsOf } from '../support/seeds.js';
import { startTestService, type TestService } from '../support/service.js';

const { ENUMERATED_SEEDS } = process.env;
/** In 5419, 5565 and 5619, the plan with the most equal work is far from the cheapest one. */
const FIXED_SEEDS = '1-20,5419,5565,5619';
const TIMEOUT_MS = ENUMERATED_SEEDS === undefined ? 600_000 : 10 * 3600_000;

/** Orders with several stops or visits have more plans, and those with rules about others fewer. */
const NOT_DRAWN = new Set([
  ...['objective', 'limited_iterations', 'periodic', 'relations', 'gaps', 'shipments'],
  ...['many_stops', 'ride_duration', 'reloads', 'unreachable'],
]);
const FEATURES = new Set(ALL_FEATURES.filter((feature) => !NOT_DRAWN.has(feature)));
const ORDERS_MAX = 4;
const SHIFTS_MAX = 2;
const TERMS = ['vehicles', 'shifts', 'cost', 'distance', 'duration', 'lateness', 'imbalance'];

const isCount = (term: string): boolean => term === 'vehicles' || term === 'shifts';

let service: TestService;
beforeAll(async () => {
  const config = { requestsPerMinute: 1_000_000 };
  service = await startTestService({ credits: 1_000_000_000, config });
});
afterAll(() => service.stop());

/** Draws a small request with an objective; undefined if it has too many shifts, or none. */
function drawSmall(seed: number): RoutingRequest | undefined {
  const drawn = drawRequest(seed, FEATURES);
  const random = createRandom(seed);
  const minimize = random.draw(TERMS, random.between(1, 3));
  const request: RoutingRequest = {
    ...drawn,
    vehicles: drawn.vehicles.slice(0, SHIFTS_MAX),
    orders: drawn.orders.slice(0, ORDERS_MAX).map(({ priority: _, ...order }) => ({
      ...order,
      // Whether an optional order is worth another vehicle or shift is not defined.
      ...(minimize.some(isCount) ? { mandatory: true } : {}),
    })),
    objective: {
      minimize: ['unserved', ...minimize],
      balance: random.pick(['duration', 'stops']),
    },
    options: { geometry: 'none', max_iterations: 2000, explain: false },
  };
  const count = readProblem(request, {}).occurrences.length;
  return count >= 1 && count <= SHIFTS_MAX ? request : undefined;
}

/** All routes with these orders: each order on each route at each position. Routes may stay empty. */
function* splits(orders: readonly string[], routeCount: number): Generator<string[][]> {
  const [first, ...others] = orders;
  if (first === undefined) {
    yield Array.from({ length: routeCount }, () => []);
    return;
  }
  for (const routes of splits(others, routeCount)) {
    for (const [idx, route] of routes.entries()) {
      for (let at = 0; at <= route.length; at += 1) {
        yield routes.with(idx, [...route.slice(0, at), first, ...route.slice(at)]);
      }
    }
  }
}

/** All sets of orders, the largest first. */
function subsets(orders: readonly string[]): string[][] {
  const [first, ...others] = orders;
  if (first === undefined) return [[]];
  const without = subsets(others);
  return [...without.map((set) => [first, ...set]), ...without].sort(
    (one, other) => other.length - one.length,
  );
}

const sum = <T>(all: readonly T[], amount: (each: T) => number): number =>
  all.reduce((total, each) => total + amount(each), 0);

/** The difference between the vehicles with the most and the least work. */
function imbalanceOf(problem: Problem, routes: readonly Route[]): number {
  const workOf = ({ start, end, stops }: Route): number =>
    problem.request.objective?.balance === 'stops'
      ? stops.filter(({ task }) => task !== undefined).length
      : end - start;
  const vehicles = new Set(problem.occurrences.map(({ vehicle }) => vehicle.vehicleId));
  const work = [...vehicles].map((vehicleId) =>
    sum(
      routes.filter(({ occurrence }) => occurrence.vehicle.vehicleId === vehicleId),
      workOf,
    ),
  );
  return Math.max(...work) - Math.min(...work);
}

type Value = { term: string; amount: number };
const TOLERANCES: Record<string, number> = {
  ...{ unserved: 0, vehicles: 0, shifts: 0, 'imbalance of stops': 0, cost: 0.01 },
};

/** What is minimized, the most important first. */
function termsOf(problem: Problem, response: RoutingResponse): Value[] {
  const { request } = problem;
  const routes = readRoutes(problem, response);
  const isMandatory = (id: string): boolean => problem.orders.get(id)?.entry.mandatory ?? true;
  const stops = routes.flatMap((route) => route.stops);
  const terms: Record<string, number> = {
    unserved: response.unserved.filter(({ order_id }) => isMandatory(order_id)).length,
    vehicles: new Set(routes.map(({ occurrence }) => occurrence.vehicle.vehicleId)).size,
    shifts: routes.length,
    cost:
      sum(routes, (route) => sum(Object.values(routeCosts(route, request)), (cost) => cost)) +
      sum(response.unserved, ({ cost }) => cost),
    distance: sum(stops, ({ raw }) => raw.travel_distance),
    duration: sum(routes, ({ start, end }) => end - start),
    lateness: sum(stops, ({ raw }) => raw.lateness),
    imbalance: imbalanceOf(problem, routes),
    'imbalance of stops': imbalanceOf(problem, routes),
  };
  const { minimize: listed = [], balance } = request.objective ?? {};
  const nameOf = (term: string): string =>
    term === 'imbalance' && balance === 'stops' ? 'imbalance of stops' : term;
  const order = [...listed.filter(isCount), ...listed.filter((term) => !isCount(term)), 'cost'];
  return ['unserved', ...order.filter((term) => term !== 'unserved')]
    .map(nameOf)
    .map((term) => ({ term, amount: terms[term] ?? 0 }));
}

/** Compares term by term. Smaller differences are those of rounding: a cent, or a second or meter on two legs. */
function isBetter(one: readonly Value[], other: readonly Value[]): boolean {
  for (const [idx, { term, amount }] of one.entries()) {
    const less = (other[idx]?.amount ?? 0) - amount;
    if (Math.abs(less) > (TOLERANCES[term] ?? 2)) return less > 0;
  }
  return false;
}

async function answerTo(request: RoutingRequest): Promise<RoutingResponse | undefined> {
  const { status, body } = await service.postPlan(request);
  if (status === 400) return undefined;
  expect([status, body.code]).toEqual([200, undefined]);
  return body;
}

type Miss = { found: string; best: string; plan: string };

/** Returns a better plan, if there is one; 'refused' if the request contradicts itself. */
async function missOf(request: RoutingRequest): Promise<Miss | 'refused' | undefined> {
  const problem = readProblem(request, {});
  const answer = await answerTo(request);
  if (answer === undefined) return 'refused';
  expect(checkSolution(request, answer)).toEqual([]);
  const found = termsOf(problem, answer);
  const isMandatory = (id: string): boolean => problem.orders.get(id)?.entry.mandatory ?? true;
  const mandatory = [...problem.orders.keys()].filter(isMandatory);
  let best: { terms: Value[]; plan: PlanRoute[] } | undefined;
  for (const served of subsets([...problem.orders.keys()])) {
    const leftOut = mandatory.filter((id) => !served.includes(id)).length;
    if (leftOut > (found[0]?.amount ?? 0)) continue;
    for (const routes of splits(served, problem.occurrences.length)) {
      const plan = problem.occurrences.flatMap(({ vehicle, shiftId, date }, idx): PlanRoute[] => {
        const stops = (routes[idx] ?? []).map((order_id) => ({ order_id }));
        if (stops.length === 0) return [];
        return [{ vehicle_id: vehicle.vehicleId, shift_id: shiftId, date, stops }];
      });
      const options = { ...request.options, mode: 'check' as const };
      const judged = { ...request, plan: { routes: plan }, options };
      const response = await answerTo(judged);
      if (response === undefined || response.status === 'Invalid') continue;
      const terms = termsOf(problem, response);
      if (!isBetter(terms, best?.terms ?? found)) continue;
      expect(checkSolution(judged, response)).toEqual([]);
      best = { terms, plan };
    }
  }
  if (best === undefined) return undefined;
  const said = (terms: readonly Value[]): string =>
    terms.map(({ term, amount }) => `${term} ${String(amount)}`).join(', ');
  return { found: said(found), best: said(best.terms), plan: JSON.stringify(best.plan) };
}

/** `3,10-12`: 3, 10, 11, 12. */
test(
  'no enumerated plan is better by its objective than the one that was found',
  async () => {
    const missed: Record<number, Miss> = {};
    let count = 0;
    for (const seed of seedsOf(ENUMERATED_SEEDS ?? FIXED_SEEDS)) {
      const request = drawSmall(seed);
      const miss = request === undefined ? 'refused' : await missOf(request);
      if (miss === 'refused') continue;
      count += 1;
      if (miss !== undefined) missed[seed] = miss;
    }
    if (ENUMERATED_SEEDS !== undefined) process.stderr.write(`${String(count)} problems\n`);
    if (ENUMERATED_SEEDS === undefined) expect(count).toBeGreaterThanOrEqual(8);
    expect(missed).toEqual({});
  },
  TIMEOUT_MS,
);
