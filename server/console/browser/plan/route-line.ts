/** Decodes the line of a route from any format that the request may have selected. */
import { decodePolyline, type LonLat } from '../map/scene.js';
import type { Route, Stop } from './types.js';

export const placeOf = ({ longitude, latitude }: Pick<Stop, 'longitude' | 'latitude'>): LonLat => [
  longitude,
  latitude,
];

/** Returns the line of a route, or straight lines between its stops if the answer has no geometry. */
export function lineOf({ polyline, stops }: Route): LonLat[] {
  if (polyline === undefined) return stops.map(placeOf);
  if (typeof polyline !== 'string') return polyline.coordinates;
  const line = decodePolyline(polyline);
  return isTenfold(line[0], stops[0]) ? line.map(([lon, lat]) => [lon / 10, lat / 10]) : line;
}

/** Whether a polyline of six decimals was read as five: it states no precision, but starts at the first stop. */
function isTenfold(first: LonLat | undefined, stop: Stop | undefined): boolean {
  if (first === undefined || stop === undefined) return false;
  const [longitude, latitude] = placeOf(stop);
  const off = (share: number): number =>
    Math.hypot(first[0] * share - longitude, first[1] * share - latitude);
  return off(1 / 10) < off(1);
}
