/** The way of a route, in whichever form its request has asked for. */
import { decodePolyline, type LonLat } from '../map/scene.js';
import type { Route, Stop } from './types.js';

export const placeOf = ({ longitude, latitude }: Pick<Stop, 'longitude' | 'latitude'>): LonLat => [
  longitude,
  latitude,
];

/** Straight from stop to stop where none is told. */
export function lineOf({ polyline, stops }: Route): LonLat[] {
  if (polyline === undefined) return stops.map(placeOf);
  if (typeof polyline !== 'string') return polyline.coordinates;
  const line = decodePolyline(polyline);
  return isTenfold(line[0], stops[0]) ? line.map(([lon, lat]) => [lon / 10, lat / 10]) : line;
}

/** Six decimals that were read as five: the text does not say how many it has, but it begins at the first stop. */
function isTenfold(first: LonLat | undefined, stop: Stop | undefined): boolean {
  if (first === undefined || stop === undefined) return false;
  const [longitude, latitude] = placeOf(stop);
  const off = (share: number): number =>
    Math.hypot(first[0] * share - longitude, first[1] * share - latitude);
  return off(1 / 10) < off(1);
}
