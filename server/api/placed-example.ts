/**
 * Moves the examples of requests to a loaded map, so that readers can try them.
 *
 * An example is unchanged if a loaded map contains all its places, or if it has no places or no map is loaded. Any
 * other example is moved as a whole to the center of the first map, and scaled down if that map is small.
 */
export type Bounds = { south: number; west: number; north: number; east: number };

type Point = { latitude: number; longitude: number };

/** The share of the map's height and width that a moved example takes at most. */
const SHARE_MAX = 0.5;

export function placeExample(example: unknown, maps: readonly Bounds[]): unknown {
  const points = pointsIn(example);
  const [map] = maps;
  const liesOn = (bounds: Bounds): boolean => points.every((point) => contains(bounds, point));
  if (map === undefined || points.length === 0 || maps.some(liesOn)) return example;
  const area = boundsOf(points);
  const [from, to] = [middleOf(area), middleOf(map)];
  // A degree of longitude is shorter near the poles.
  const widening = cosine(from.latitude) / cosine(to.latitude);
  const shrinking = Math.min(
    1,
    (SHARE_MAX * (map.north - map.south)) / (area.north - area.south),
    (SHARE_MAX * (map.east - map.west)) / ((area.east - area.west) * widening),
  );
  return moved(example, ({ latitude, longitude }) => ({
    latitude: rounded(to.latitude + (latitude - from.latitude) * shrinking),
    longitude: rounded(to.longitude + (longitude - from.longitude) * widening * shrinking),
  }));
}

function pointsIn(value: unknown): Point[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isPoint(value)) return [value];
  return Object.values(value).flatMap(pointsIn);
}

function moved(value: unknown, move: (point: Point) => Point): unknown {
  if (Array.isArray(value)) return value.map((each) => moved(each, move));
  if (typeof value !== 'object' || value === null) return value;
  if (isPoint(value)) return { ...value, ...move(value) };
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, moved(it, move)]));
}

const isPoint = (value: object): value is Point =>
  'latitude' in value &&
  'longitude' in value &&
  typeof value.latitude === 'number' &&
  typeof value.longitude === 'number';

const contains = ({ south, west, north, east }: Bounds, { latitude, longitude }: Point): boolean =>
  south <= latitude && latitude <= north && west <= longitude && longitude <= east;

const boundsOf = (points: readonly Point[]): Bounds => ({
  south: Math.min(...points.map(({ latitude }) => latitude)),
  west: Math.min(...points.map(({ longitude }) => longitude)),
  north: Math.max(...points.map(({ latitude }) => latitude)),
  east: Math.max(...points.map(({ longitude }) => longitude)),
});

const middleOf = ({ south, west, north, east }: Bounds): Point => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

const cosine = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);

/** Rounds to about 10 m, the precision of the examples. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;
