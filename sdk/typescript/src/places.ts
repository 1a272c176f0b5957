/**
 * Whether a plan can be requested synchronously: with fewer than 50 distinct places, at most 2,000 visits and at most
 * 25 s of search.
 */
import type { RoutingRequest } from './schema.js';

const PLACE_COUNT_END = 50;
const SECONDS_MAX = 25;
const VISIT_COUNT_MAX = 2_000;

/**
 * An estimate from the request alone. The service decides: a request that it refuses as too large is sent again as a
 * job.
 */
export function canBeWaitedFor({ orders, options }: RoutingRequest, placeCount: number): boolean {
  const seconds = options?.time_limit ?? 0;
  return (
    placeCount < PLACE_COUNT_END &&
    seconds <= SECONDS_MAX &&
    orders.length <= VISIT_COUNT_MAX &&
    options?.webhook_url === undefined
  );
}

/** Returns the number of distinct places in use. Entries of `locations` that nothing refers to are not counted. */
export function placeCountOf({ vehicles, orders }: RoutingRequest): number {
  const places = new Set<string>();
  const note = (place: unknown): void => {
    if (place !== undefined && place !== null) places.add(JSON.stringify(place));
  };
  for (const { shifts } of vehicles) {
    for (const { start_location, end_location, breaks, soft_breaks, reloads } of shifts) {
      note(start_location);
      note(end_location);
      for (const each of [...(breaks ?? []), ...(soft_breaks ?? []), ...(reloads ?? [])]) {
        note(each.location);
      }
    }
  }
  for (const { location, alternative_locations, pickups, dropoffs } of orders) {
    note(location);
    for (const each of [
      ...(alternative_locations ?? []),
      ...(pickups ?? []),
      ...(dropoffs ?? []),
    ]) {
      note(each.location);
    }
  }
  return places.size;
}
