/** Areas that vehicles should keep to: which orders lie outside. */
import type { PolygonEntry } from '../schema/index.js';
import type { ReadOrder } from './orders.js';

type Position = { latitude: number; longitude: number };

/** Whether all stops of an order, at the first of their places, lie in an area. */
export const isInside = (area: PolygonEntry, { stops }: ReadOrder): boolean =>
  stops.every(({ options: [first] }) => first === undefined || contains(area, first.place));

/**
 * Whether a line from the place eastward crosses the borders an odd number of times: so holes are outside, and it does not
 * matter whether a border is closed. On the border itself it may be either way. O(positions).
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
