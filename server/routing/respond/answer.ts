/**
 * Writes the answer to a routing request: the core's solution with the names of the request.
 *
 * Indexes become names again, scaled integers become amounts, and instants become local times. Nothing is decided here:
 * what is served and when, and the reasons for what is not, come from the core.
 */
import type { SolutionMessage } from '../problem.js';
import type { Names } from '../names.js';
import type { Solved } from './context.js';
import {
  costView,
  createCostOf,
  roundMoney,
  sumCosts,
  sumSummaries,
  type CostTerms,
} from './summary.js';
import type { Drawing } from './legs.js';
import { routeView, type TimeWriter } from './route.js';
import { isoInstant } from './instants.js';
import { boundViews, unservedRows, unservedSummary } from './unserved.js';
import { violationView } from './violations.js';

type RouteMessage = SolutionMessage['routes'][number];

/** Writes the answer. Returns undefined if `shouldStop`, which is called once per route, returned true. */
export function writeAnswer(solved: Solved, drawing: Drawing, shouldStop: () => boolean) {
  const { solution, context } = solved;
  const time = timeWriter(solved);
  const costOf = createCostOf(solved);
  const written: { routeIdx: number; view: ReturnType<typeof writeRoute> }[] = [];
  for (const { route, routeIdx } of byProfile(solution.routes, drawing)) {
    const view = writeRoute(route);
    if (shouldStop()) return undefined;
    written.push({ routeIdx, view });
  }
  const routes = written.toSorted((a, b) => a.routeIdx - b.routeIdx).map(({ view }) => view);
  return {
    status: statusOf(solved),
    routes,
    ...unservedViews(solved),
    unused_vehicles: unusedVehicles(solved),
    statistics: statisticsOf(solved, solution.routes.map(costOf)),
    travel_model: context.travelModel,
    ...(context.attribution === undefined ? {} : { attribution: context.attribution }),
    ...(context.liveSpeeds === undefined ? {} : { speeds_version: context.liveSpeeds }),
    warnings: context.warnings,
  };

  function writeRoute(route: RouteMessage) {
    return {
      ...routeView(route, { solved, time, drawn: drawing.draw(route), cost: costOf(route) }),
      violations: route.violations.map((violation) => violationView(violation, solved)),
    };
  }
}

/** Groups the routes by profile, the order in which they are drawn. */
function byProfile(routes: readonly RouteMessage[], drawing: Drawing) {
  const groups = new Map<string, { route: RouteMessage; routeIdx: number }[]>();
  for (const [routeIdx, route] of routes.entries()) {
    const profile = drawing.profileOf(route);
    const group = groups.get(profile) ?? [];
    group.push({ route, routeIdx });
    groups.set(profile, group);
  }
  return [...groups.values()].flat();
}

export type Answer = NonNullable<ReturnType<typeof writeAnswer>>;

function orderOf(visit: number, { problem, context }: Solved): Names['orders'][number] | undefined {
  const order = problem.visits[visit]?.order;
  return order === undefined ? undefined : context.names.orders[order];
}

/** Includes the summary and the bounds only if a visit is unserved and the request asks for reasons. */
function unservedViews(solved: Solved) {
  const unserved = unservedRows(solved);
  if (unserved.length === 0 || !solved.context.explain) return { unserved };
  return { unserved, unserved_summary: unservedSummary(unserved), bounds: boundViews(solved) };
}

/** Returns the names of unused vehicles, one per copy, in the order of the request. */
function unusedVehicles(solved: Solved): string[] {
  const used = usedVehicles(solved);
  return solved.context.names.vehicles.filter((_, vehicle) => !used.has(vehicle));
}

const usedVehicles = ({ problem, solution }: Solved): Set<number | undefined> =>
  new Set(solution.routes.map(({ shift }) => problem.shifts[shift]?.vehicle));

/** A plan that breaks rules is invalid, no matter what is unserved. */
function statusOf(solved: Solved): 'Ok' | 'Partial' | 'Invalid' {
  const { routes, unserved } = solved.solution;
  if (routes.some(({ violations }) => violations.length > 0)) return 'Invalid';
  const isPartial = unserved.some(({ visit }) => orderOf(visit, solved)?.mandatory === true);
  return isPartial ? 'Partial' : 'Ok';
}

/** Returns the cost of vehicles beyond the first that serve an order which prefers a single vehicle. */
function otherVehiclesCost({ problem, solution }: Solved): number {
  const prices = problem.orders.map(({ rules }) => rules?.other_vehicle_cost ?? 0);
  if (prices.every((price) => price === 0)) return 0;
  const vehiclesOf = new Map<number, Set<number>>();
  for (const { shift, stops } of solution.routes) {
    const vehicle = problem.shifts[shift]?.vehicle;
    for (const { role } of stops) {
      if (role.type !== 'order' || vehicle === undefined) continue;
      const order = problem.visits[problem.stops[role.stop]?.visit ?? -1]?.order ?? -1;
      vehiclesOf.set(order, (vehiclesOf.get(order) ?? new Set()).add(vehicle));
    }
  }
  return [...vehiclesOf].reduce(
    (sum, [order, vehicles]) => sum + (prices[order] ?? 0) * (vehicles.size - 1),
    0,
  );
}

function statisticsOf(solved: Solved, costs: readonly CostTerms[]) {
  const { solution, times } = solved;
  const summaries = solution.routes.map((route) => route.summary);
  const unservedCost = solution.unserved.reduce(
    (sum, { visit }) => sum + (orderOf(visit, solved)?.unservedCost ?? 0),
    0,
  );
  return {
    ...sumSummaries(summaries),
    vehicles: usedVehicles(solved).size,
    shifts: solution.routes.length,
    orders_served: summaries.reduce((sum, each) => sum + each.visit_count, 0),
    cost: costView(sumCosts(costs), {
      other_vehicles: otherVehiclesCost(solved),
      unserved: unservedCost,
    }),
    search: {
      iterations: solution.search.iterations,
      duration: secondsOf(times.searchMs),
      improvements: improvementsOf(solved),
    },
  };
}

function improvementsOf({ solution, times }: Solved): [seconds: number, cost: number][] {
  const pairs = solution.search.improvements.map(
    ([iteration, cost]) => [msAt(iteration, times.pace), cost] as const,
  );
  const { earlier = [] } = times;
  const before = earlier.flatMap((ms, at) =>
    at % 2 === 0 ? [[ms, earlier[at + 1] ?? 0] as const] : [],
  );
  return [...before, ...pairs].map(([ms, cost]) => [secondsOf(ms), roundMoney(cost)]);
}

/** Interpolates when an iteration was done. Slices are short, so all iterations of a slice count as equally long. */
function msAt(iteration: number, pace: Float64Array): number {
  let [fromIterations, fromMs] = [0, 0];
  for (let at = 0; at + 1 < pace.length; at += 2) {
    const [iterations = 0, ms = 0] = [pace[at], pace[at + 1]];
    if (iteration <= iterations) {
      const share = (iteration - fromIterations) / Math.max(1, iterations - fromIterations);
      return fromMs + share * (ms - fromMs);
    }
    [fromIterations, fromMs] = [iterations, ms];
  }
  return fromMs;
}

const secondsOf = (ms: number): number => Math.round(ms) / 1000;

/** Creates a function that writes instants by the clock of a place, or as Unix seconds. */
export function timeWriter({ problem, context }: Solved): TimeWriter {
  if (context.timeFormat === 'unix') return (at) => at;
  return (at, place) => {
    const clock = problem.clocks[problem.places[place]?.clock ?? 0];
    return clock === undefined ? isoInstant(at, { segments: [] }) : isoInstant(at, clock);
  };
}
