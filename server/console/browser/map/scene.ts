/** What is drawn over the map: lines and points, given as data by whichever view is shown. */
import { signal } from '@preact/signals';

export type LonLat = [longitude: number, latitude: number];
export type Line = {
  route: number;
  color: string;
  coordinates: LonLat[];
  /** Of a plan that this one is compared with: drawn below, and never pointed at. */
  isGhost?: boolean;
};
export type Point = {
  at: LonLat;
  color: string;
  /** Drawn on it: a number or a letter. */
  label: string;
  /** Shown when it is pointed at. */
  title: string;
  route?: number;
  /** Of its route: more than one where the same place is come to again. */
  stops?: number[];
  isHollow?: boolean;
};
export type Scene = {
  lines: Line[];
  points: Point[];
  /** When it changes, the map moves to hold all points. */
  fit: string;
  /** Labels are drawn from this zoom on, and dots before: where there are so many that they would hide each other. */
  labelZoom?: number;
  /** `title` is of the point that is clicked. */
  onClick?: (at: LonLat, title?: string) => void;
};

export const EMPTY_SCENE: Scene = { lines: [], points: [], fit: '' };
export const scene = signal<Scene>(EMPTY_SCENE);

/** Google's encoded polyline, five decimals. */
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
