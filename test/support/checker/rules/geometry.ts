/** Geometry: the line of a route can be decoded, and passes its stops in order. */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Route } from '../model/routes.js';

type Point = { latitude: number; longitude: number };

/** Decodes Google's encoded polyline: differences, five bits per character; undefined for invalid text. */
function decodePolyline(text: string, precision: number): Point[] | undefined {
  const scale = 10 ** precision;
  const values: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const bits = (character.codePointAt(0) ?? 0) - 63;
    if (bits < 0 || bits > 63) return undefined;
    value += (bits & 31) * 2 ** shift;
    shift += 5;
    if (bits < 32) {
      values.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
      [value, shift] = [0, 0];
    }
  }
  if (shift !== 0 || values.length % 2 !== 0) return undefined;
  const points: Point[] = [];
  let [latitude, longitude] = [0, 0];
  for (let idx = 0; idx < values.length; idx += 2) {
    latitude += values[idx] ?? 0;
    longitude += values[idx + 1] ?? 0;
    points.push({ latitude: latitude / scale, longitude: longitude / scale });
  }
  return points;
}

const METERS_PER_DEGREE = 111_195;

/** Returns the first position on a piece, from `share` on, within `meters` of the stop; undefined if there is none. */
function firstWithin(
  stop: Point,
  [from, to]: [Point, Point],
  share: number,
  meters: number,
): number | undefined {
  // On a plane around the stop, |start + x · way| = meters is a quadratic equation.
  const narrowing = Math.cos((stop.latitude * Math.PI) / 180);
  const flat = ({ latitude, longitude }: Point): [number, number] => [
    (longitude - stop.longitude) * narrowing * METERS_PER_DEGREE,
    (latitude - stop.latitude) * METERS_PER_DEGREE,
  ];
  const [startX, startY] = flat(from);
  const [endX, endY] = flat(to);
  const [wayX, wayY] = [endX - startX, endY - startY];
  if (Math.hypot(startX + share * wayX, startY + share * wayY) <= meters) return share;
  const square = wayX * wayX + wayY * wayY;
  const half = startX * wayX + startY * wayY;
  const root = half * half - square * (startX * startX + startY * startY - meters * meters);
  if (square === 0 || root < 0) return undefined;
  const entry = (-half - Math.sqrt(root)) / square;
  return entry >= share && entry <= 1 ? entry : undefined;
}

function readLine({ raw }: Route, format: string): Point[] | undefined {
  const { polyline } = raw;
  if (typeof polyline === 'string') {
    return format === 'geojson'
      ? undefined
      : decodePolyline(polyline, format === 'polyline6' ? 6 : 5);
  }
  if (format !== 'geojson' || polyline?.type !== 'LineString') return undefined;
  return polyline.coordinates.map(([longitude = NaN, latitude = NaN]) => ({ latitude, longitude }));
}

function checkRoute(route: Route, format: string, metersMax: number): Finding[] {
  const { pointer, raw, stops } = route;
  if (format === 'none') {
    if (raw.polyline == null) return [];
    const comment = 'geometry: none';
    return [{ code: 'polyline', pointer, expected: undefined, got: raw.polyline, comment }];
  }
  const line = readLine(route, format);
  if (line === undefined) {
    const at = `${pointer}/polyline`;
    const comment = 'does not decode';
    return [{ code: 'polyline', pointer: at, expected: format, got: raw.polyline, comment }];
  }
  let pieceIdx = 0;
  let share = 0;
  for (const { place, pointer: at } of stops) {
    if (place === undefined) continue;
    for (;;) {
      const from = line[pieceIdx];
      if (from === undefined) {
        const expected = `the line passes within ${metersMax} m`;
        const comment = 'in the order of the stops';
        return [{ code: 'polyline', pointer: at, expected, got: 'it does not', comment }];
      }
      const reached = firstWithin(place, [from, line[pieceIdx + 1] ?? from], share, metersMax);
      if (reached !== undefined) {
        share = reached;
        break;
      }
      pieceIdx += 1;
      share = 0;
    }
  }
  return [];
}

export function checkGeometry({ routes, problem, tolerances }: Checked): Finding[] {
  const format = problem.request.options?.geometry ?? 'polyline';
  return routes.flatMap((route) => checkRoute(route, format, tolerances.lineMeters));
}
