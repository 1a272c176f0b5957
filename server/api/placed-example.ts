/**
 * Examples of requests where they can be tried: on a map that is loaded.
 *
 * An example whose places lie on such a map stays as it is, as does one that has none to lie on. Another one is moved to the
 * middle of the first map, as a whole, and drawn together where that is small.
 */
export type Bounds = { south: number; west: number; north: number; east: number };

type Point = { latitude: number; longitude: number };

/** Of the map's height and width, what an example takes at most. */
const SHARE_MAX = 0.5;

export function placeExample(example: unknown, maps: readonly Bounds[]): unknown {
  const points = pointsIn(example);
  const [map] = maps;
  const liesOn = (bounds: Bounds): boolean => points.every((point) => contains(bounds, point));
  if (map === undefined || points.length === 0 || maps.some(liesOn)) return example;
  const area = boundsOf(points);
  const [from, to] = [middleOf(area), middleOf(map)];
  // Meridians come together towards the poles.
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

/** To some 10 m, as the examples are. */
const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;
