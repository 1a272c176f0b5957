/** Draws a request that follows an answer: its routes become a plan to check, to keep in part, or to insert into. */
import type {
  PlanRoute,
  PlanStop,
  ResponseStop,
  RoutingRequest,
  RoutingResponse,
} from '../checker/contract.js';
import type { Random } from './random.js';
import { idsOfShipments } from '../shipments.js';

const LOCKS = ['none', 'vehicle', 'sequence', 'time'] as const;

export function drawFollowing(
  random: Random,
  request: RoutingRequest,
  response: RoutingResponse,
): RoutingRequest {
  const mode = random.pick(['optimize', 'check', 'insert'] as const);
  const routes = planOf(request, response);
  const options = { ...request.options, mode };
  switch (mode) {
    case 'optimize':
      return { ...request, plan: { routes: locked(random, routes, response) }, options };
    case 'insert': {
      const kept = without(random, routes);
      const shaken = random.chance(0.3) ? shuffled(random, kept) : kept;
      return { ...request, plan: { routes: shaken }, options };
    }
    case 'check': {
      const shaken = random.chance(0.5) ? shuffled(random, routes) : routes;
      return { ...request, plan: { routes: shaken }, options };
    }
  }
}

/** Converts the routes of an answer to a plan of the contract. */
function planOf({ orders }: RoutingRequest, { routes }: RoutingResponse): PlanRoute[] {
  const hasStops = idsOfShipments(orders);
  return routes.map(({ vehicle_id, shift_id, date, stops }) => ({
    ...{ vehicle_id, shift_id, date },
    stops: stops.flatMap(({ type, order_id, stop_id, visit }): PlanStop[] =>
      type !== 'order' || order_id === undefined
        ? []
        : [
            {
              order_id,
              ...(hasStops.has(order_id) && stop_id !== undefined ? { stop_id } : {}),
              ...(visit === undefined ? {} : { visit }),
            },
          ],
    ),
  }));
}

const keyOf = ({ order_id, visit }: PlanStop): string => `${order_id} ${visit ?? ''}`;

function locked(
  random: Random,
  routes: readonly PlanRoute[],
  response: RoutingResponse,
): PlanRoute[] {
  return routes.map((route, routeIdx) => {
    const kinds = random.some(LOCKS, 0.5);
    const served = response.routes[routeIdx]?.stops.filter(({ type }) => type === 'order') ?? [];
    return {
      ...route,
      stops: route.stops.map((stop, idx) => {
        const lock = random.pick(['none', ...kinds] as const);
        const hasTime = lock === 'time' && random.chance(0.5);
        return { ...stop, lock, ...(hasTime ? timeOf(served[idx]) : {}) };
      }),
    };
  });
}

/** Returns the fields that state when service starts, and where: elsewhere, that time may not be possible. */
const timeOf = (stop: ResponseStop | undefined): Partial<PlanStop> => {
  if (stop === undefined) return {};
  const { arrival_time, waiting_duration, setup_duration } = stop;
  const { location_id, latitude, longitude } = stop;
  return {
    ...{ arrival_time, waiting_duration, setup_duration },
    ...(location_id === undefined ? { latitude, longitude } : { location_id }),
  };
};

/** Removes some visits completely. */
function without(random: Random, routes: readonly PlanRoute[]): PlanRoute[] {
  const keys = [...new Set(routes.flatMap(({ stops }) => stops.map(keyOf)))];
  const leaving = new Set(random.some(keys, 0.3));
  return routes.map((route) => ({
    ...route,
    stops: route.stops.filter((stop) => !leaving.has(keyOf(stop))),
  }));
}

/** Shuffles the stops of each route. Most results break rules. */
function shuffled(random: Random, routes: readonly PlanRoute[]): PlanRoute[] {
  return routes.map((route) => ({ ...route, stops: random.draw(route.stops, route.stops.length) }));
}
