/** Territories: whether an order lies inside the area of a vehicle. */
import type { PolygonEntry } from '../schema/index.js';
import type { ReadOrder } from './orders.js';

type Position = { latitude: number; longitude: number };

/** Whether all stops of an order lie in an area. Only the first place of each stop counts. */
export const isInside = (area: PolygonEntry, { stops }: ReadOrder): boolean =>
  stops.every(({ options: [first] }) => first === undefined || contains(area, first.place));

/**
 * Whether a line from the position to the east crosses the borders an odd number of times. Holes are therefore outside,
 * and rings need not be closed. Positions on the border may count as either. O(positions).
 */
function contains({ coordinates }: PolygonEntry, { latitude, longitude }: Position): boolean {
  let isOdd = false;
  for (const ring of coordinates) {
    let [beforeLongitude, beforeLatitude] = ring.at(-1) ?? [];
    for (const [nextLongitude, nextLatitude] of ring) {
      if (
        beforeLongitude !== undefined &&
        beforeLatitude !== undefined &&
        nextLongitude !== undefined &&
        nextLatitude !== undefined &&
        beforeLatitude > latitude !== nextLatitude > latitude
      ) {
        const share = (latitude - beforeLatitude) / (nextLatitude - beforeLatitude);
        const crossing = beforeLongitude + share * (nextLongitude - beforeLongitude);
        if (crossing > longitude) isOdd = !isOdd;
      }
      [beforeLongitude, beforeLatitude] = [nextLongitude, nextLatitude];
    }
  }
  return isOdd;
}
