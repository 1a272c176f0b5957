/** Orders whose stops a plan names one by one. */
import type { OrderEntry } from './checker/contract.js';

/** Returns the ids of orders with pickups or dropoffs. */
export const idsOfShipments = (orders: readonly OrderEntry[]): ReadonlySet<string> =>
  new Set(
    orders
      .filter(({ pickups = [], dropoffs = [] }) => pickups.length + dropoffs.length > 0)
      .map(({ order_id }) => order_id),
  );
