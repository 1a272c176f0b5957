/**
 * Whether a plan may be waited for: the service takes fewer than 50 distinct places, 2,000 visits and 25 s of search.
 */
import type { RoutingRequest } from './schema.js';

const PLACE_COUNT_END = 50;
const SECONDS_MAX = 25;
const VISIT_COUNT_MAX = 2_000;

/**
 * A guess, on the safe side for most requests: the service has the last word, and what it refuses as too large becomes
 * a job.
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

/** Places that are named or given, each counted once; what `locations` lists and nobody names is not counted. */
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
