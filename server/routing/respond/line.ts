/**
 * Lines as whole numbers: latitude and longitude in turn, in units of 10^-digits degrees, so that pieces join without
 * rounding twice. Encoded polylines are differences of these, five bits a character.
 */
import type { Geometry } from './context.js';

/** `[latitude, longitude, latitude, longitude, …]`. */
export type Line = number[];

export type LineString = {
  type: 'LineString';
  coordinates: [longitude: number, latitude: number][];
};

export const toUnits = (degrees: number, digits: number): number =>
  Math.round(degrees * 10 ** digits);
export const toDegrees = (units: number, digits: number): number => units / 10 ** digits;

export function decodeLine(text: string): Line {
  const line: Line = [];
  let value = 0;
  let shift = 0;
  for (let at = 0; at < text.length; at += 1) {
    const bits = text.charCodeAt(at) - 63;
    value += (bits & 31) * 2 ** shift;
    shift += 5;
    if (bits >= 32) continue;
    const difference = value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    line.push(difference + (line.at(-2) ?? 0));
    value = 0;
    shift = 0;
  }
  return line;
}

export function encodeLine(line: Line): string {
  let text = '';
  line.forEach((units, at) => {
    const difference = units - (line[at - 2] ?? 0);
    let value = difference < 0 ? -2 * difference - 1 : 2 * difference;
    while (value >= 32) {
      text += String.fromCharCode((value % 32) + 32 + 63);
      value = Math.floor(value / 32);
    }
    text += String.fromCharCode(value + 63);
  });
  return text;
}

/** Adds points to a line, without those where it is already. */
export function extend(line: Line, points: Line): void {
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [latitude = 0, longitude = 0] = [points[at], points[at + 1]];
    if (line.at(-2) !== latitude || line.at(-1) !== longitude) line.push(latitude, longitude);
  }
}

/** The point that lies a share of the length along the line. */
export function pointAlong(
  line: Line,
  share: number,
  digits: number,
): [latitude: number, longitude: number] {
  const [startLatitude = 0, startLongitude = 0] = line;
  let left = 0;
  for (let at = 2; at + 1 < line.length; at += 2) left += share * pieceLength(line, at, digits);
  let end: [number, number] = [startLatitude, startLongitude];
  for (let at = 2; at + 1 < line.length; at += 2) {
    const length = pieceLength(line, at, digits);
    const [fromLatitude, fromLongitude] = end;
    const [latitude = 0, longitude = 0] = [line[at], line[at + 1]];
    if (left <= length && length > 0) {
      const part = left / length;
      return [
        Math.round(fromLatitude + part * (latitude - fromLatitude)),
        Math.round(fromLongitude + part * (longitude - fromLongitude)),
      ];
    }
    left -= length;
    end = [latitude, longitude];
  }
  return end;
}

/** A line as the request wants it. One point alone is drawn twice, since a line has two ends. */
export function drawn(line: Line, geometry: Exclude<Geometry, 'none'>): string | LineString {
  const whole = line.length === 2 ? [...line, ...line] : line;
  if (geometry !== 'geojson') return encodeLine(whole);
  const coordinates: LineString['coordinates'] = [];
  for (let at = 0; at + 1 < whole.length; at += 2) {
    coordinates.push([toDegrees(whole[at + 1] ?? 0, 6), toDegrees(whole[at] ?? 0, 6)]);
  }
  return { type: 'LineString', coordinates };
}

export const digitsOf = (geometry: Geometry): 5 | 6 => (geometry === 'polyline' ? 5 : 6);

/** Of the piece that ends at a point, on a plane that is flat around it: only shares of lengths are asked for. */
function pieceLength(line: Line, at: number, digits: number): number {
  const [fromLatitude = 0, fromLongitude = 0] = [line[at - 2], line[at - 1]];
  const [latitude = 0, longitude = 0] = [line[at], line[at + 1]];
  const narrowing = Math.cos((toDegrees(latitude, digits) * Math.PI) / 180);
  return Math.hypot(latitude - fromLatitude, (longitude - fromLongitude) * narrowing);
}
