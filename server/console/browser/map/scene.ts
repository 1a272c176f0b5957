/** The lines and points drawn over the map, as data that the current view supplies. */
import { signal } from '@preact/signals';

export type LonLat = [longitude: number, latitude: number];
export type Line = {
  route: number;
  color: string;
  coordinates: LonLat[];
  /** Whether the line belongs to the plan that is compared with: drawn below, and never pointed at. */
  isGhost?: boolean;
};
export type Point = {
  at: LonLat;
  color: string;
  /** The number or letter drawn on the point. */
  label: string;
  /** Shown when the point is pointed at. */
  title: string;
  route?: number;
  /** The indexes of its stops in the route: several if the route returns to the place. */
  stops?: number[];
  isHollow?: boolean;
};
export type Scene = {
  lines: Line[];
  points: Point[];
  /** When this changes, the map moves to show all points. */
  fit: string;
  /** Labels appear from this zoom on, and dots below it: for points so many that labels would hide each other. */
  labelZoom?: number;
  /** `title` is that of the clicked point, if any. */
  onClick?: (at: LonLat, title?: string) => void;
};

export const EMPTY_SCENE: Scene = { lines: [], points: [], fit: '' };
export const scene = signal<Scene>(EMPTY_SCENE);

/** Decodes Google's encoded polyline with five decimals. */
export function decodePolyline(text: string): LonLat[] {
  const points: LonLat[] = [];
  let at = 0;
  const next = (): number => {
    let result = 0;
    let shift = 0;
    let chunk: number;
    do {
      chunk = text.charCodeAt(at++) - 63;
      result |= (chunk & 31) << shift;
      shift += 5;
    } while (chunk >= 32);
    return result & 1 ? ~(result >> 1) : result >> 1;
  };
  let [latitude, longitude] = [0, 0];
  while (at < text.length) {
    latitude += next();
    longitude += next();
    points.push([longitude / 1e5, latitude / 1e5]);
  }
  return points;
}
