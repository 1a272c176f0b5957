/** Totals: statistics and cost of each route, summed over its stops, and of the whole solution. */
import { type CostTerms, type Load } from '../contract.js';
import { differs, NUMBER_TOLERANCE, type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { routeCosts } from '../model/costs.js';
import { loadsAlong } from '../model/loads.js';
import { type Route, type Stop } from '../model/routes.js';

type Totals = Record<string, number>;

function routeTotals({ stops, start, end, occurrence }: Route): Totals {
  const sum = (amount: (stop: Stop) => number): number =>
    stops.reduce((total, stop) => total + amount(stop), 0);
  const orders = stops.filter(({ raw }) => raw.type === 'order');
  return {
    distance: sum(({ raw }) => raw.travel_distance),
    duration: end - start,
    driving_duration: sum(({ raw }) => raw.travel_duration),
    service_duration: sum(({ raw, isRest }) => raw.setup_duration + (isRest ? 0 : raw.duration)),
    waiting_duration: sum(({ raw }) => raw.waiting_duration),
    break_duration: sum(({ raw, isRest }) => (isRest ? raw.duration : 0)),
    overtime: Math.max(0, end - occurrence.end),
    earliness: sum(({ raw }) => raw.earliness),
    lateness: sum(({ raw }) => raw.lateness),
    orders: new Set(orders.map(({ raw, visit }) => JSON.stringify([raw.order_id, visit]))).size,
    stops: orders.length,
  };
}

function maxLoad(route: Route): Load {
  const { initial, after } = loadsAlong(route);
  const most: Load = {};
  for (const load of [initial, ...after]) {
    for (const [dimension, amount] of Object.entries(load)) {
      most[dimension] = Math.max(most[dimension] ?? 0, amount);
    }
  }
  return most;
}

const add = (left: Totals, right: Totals): Totals =>
  Object.fromEntries(
    [...new Set([...Object.keys(left), ...Object.keys(right)])].map((name) => [
      name,
      (left[name] ?? 0) + (right[name] ?? 0),
    ]),
  );

function compare(
  code: string,
  pointer: string,
  expected: Totals,
  got: Record<string, unknown>,
  tolerance: number,
): Finding[] {
  return Object.entries(expected).flatMap(([name, value]): Finding[] => {
    const found = got[name];
    if (typeof found === 'number' && !differs(found, value, tolerance)) return [];
    const at = `${pointer}/${name}`;
    return [{ code, pointer: at, expected: value, got: found, comment: `${code} ${name}` }];
  });
}

/** Compares cost terms. A term of 0 may be omitted; terms that the checker does not know are errors. */
function compareCosts(
  pointer: string,
  terms: CostTerms,
  got: CostTerms | undefined,
  tolerance: number,
): Finding[] {
  const given = Object.fromEntries(Object.keys(terms).map((name) => [name, 0]));
  const expected: Totals = {
    ...terms,
    total: Object.values(terms).reduce((sum, cost) => sum + cost, 0),
  };
  const strangers = Object.keys(got ?? {}).filter((name) => !(name in expected));
  return [
    ...compare('cost', pointer, expected, { ...given, ...got }, tolerance),
    ...strangers.map((name) => ({
      code: 'cost',
      pointer: `${pointer}/${name}`,
      expected: undefined,
      got: got?.[name],
      comment: 'a term of its own',
    })),
  ];
}

export function checkTotals({ problem, routes, response, served, tolerances }: Checked): Finding[] {
  const findings: Finding[] = [];
  let totals: Totals = {};
  let costs: CostTerms = {};
  for (const route of routes) {
    const { statistics } = route.raw;
    const pointer = `${route.pointer}/statistics`;
    const own = routeTotals(route);
    const terms = routeCosts(route, problem.request);
    const load = maxLoad(route);
    const reported = Object.fromEntries(Object.keys(load).map((name) => [name, 0]));
    findings.push(
      ...compare('statistics', pointer, own, { ...statistics }, 0),
      ...compareCosts(`${pointer}/cost`, terms, statistics.cost, tolerances.cost),
      ...compare(
        'max_load',
        `${pointer}/max_load`,
        load,
        { ...reported, ...statistics.max_load },
        NUMBER_TOLERANCE,
      ),
    );
    totals = add(totals, own);
    costs = add(costs, terms);
  }
  // Routes of unknown shifts are missing in these sums; the rules of structure report them.
  if (routes.length < response.routes.length) return findings;

  // Rule 49 defines the cost if the request states none.
  const detours = problem.request.vehicles.map(
    ({ costs }) => (costs?.per_hour ?? 0) / 4 + 5 * (costs?.per_kilometer ?? 0),
  );
  const usualDetour = Math.max(...detours);
  const otherVehicles = [...problem.orders.values()].reduce((sum, { entry }) => {
    const { same_vehicle, other_vehicle_cost = usualDetour } = entry.visits ?? {};
    const own = served.filter(({ order }) => order.entry === entry);
    const count = new Set(own.map(({ route }) => route.occurrence.vehicle.vehicleId)).size;
    return sum + (same_vehicle === 'preferred' && count > 1 ? (count - 1) * other_vehicle_cost : 0);
  }, 0);
  const unserved = response.unserved.reduce((sum, { cost }) => sum + cost, 0);
  const expected: Totals = {
    ...add(emptyTotals, totals),
    vehicles: new Set(routes.map(({ occurrence }) => occurrence.vehicle.vehicleId)).size,
    shifts: routes.length,
    orders_served: served.length,
  };
  delete expected['orders']; // reported as `orders_served`
  return [
    ...findings,
    ...compare('statistics', '/statistics', expected, { ...response.statistics }, 0),
    ...compareCosts(
      '/statistics/cost',
      { ...costs, unserved, other_vehicles: otherVehicles },
      response.statistics.cost,
      tolerances.cost,
    ),
  ];
}

const emptyTotals: Totals = {
  distance: 0,
  duration: 0,
  driving_duration: 0,
  service_duration: 0,
  waiting_duration: 0,
  break_duration: 0,
  overtime: 0,
  earliness: 0,
  lateness: 0,
  stops: 0,
};
