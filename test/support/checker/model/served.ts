/**
 * The visits that are served, with places and times: the stops of the response grouped by order and visit.
 *
 * The stops of a visit may lie on several routes; that is an error, which the rules of structure report.
 */
import { type Order } from './orders.js';
import { type Route, type Stop } from './routes.js';

export type ServedStop = { route: Route; stop: Stop };
export type Served = {
  order: Order;
  visit: number;
  /** In the order of the routes and of their stops; never empty. */
  stops: ServedStop[];
  route: Route;
  /** Start of service at the first stop. */
  start: number;
  /** Departure from the last stop. */
  end: number;
};

export function servedVisits(routes: readonly Route[]): Served[] {
  const served = new Map<string, Served>();
  for (const route of routes) {
    for (const stop of route.stops) {
      if (stop.task === undefined) continue;
      const { order } = stop.task;
      const key = JSON.stringify([order.entry.order_id, stop.visit]);
      const known = served.get(key);
      if (known === undefined) {
        served.set(key, {
          order,
          visit: stop.visit,
          stops: [{ route, stop }],
          route,
          start: stop.serviceStart,
          end: stop.departure,
        });
      } else {
        known.stops.push({ route, stop });
        known.start = Math.min(known.start, stop.serviceStart);
        known.end = Math.max(known.end, stop.departure);
      }
    }
  }
  return [...served.values()];
}

/** Returns whether a visit had begun at `now`, so that it stays whatever else can be served. */
export const hasBegun = ({ stops }: Served): boolean => stops.some(({ stop }) => stop.hasBegun);
