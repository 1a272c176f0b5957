/**
 * An oracle for the matrix: plain TypeScript that shares no code with the service or the core.
 *
 * It computes costs with the haversine formula and a loop over the speed bands, pairs with sets, and windows second by
 * second. It is slow and obvious on purpose. It reads the traffic file as data.
 */
import { readFileSync } from 'node:fs';

export type OracleLocation = {
  location_id: string;
  latitude: number;
  longitude: number;
  location_class?: number[];
};

export type OracleRequest = {
  locations: OracleLocation[];
  vehicle: { type?: string; speed_factor?: number };
  weekend?: boolean;
  sources?: number[];
  destinations?: number[];
  force_containment?: boolean;
  start_local_time?: string;
  end_local_time?: string;
};

type Factors = Record<string, number>;
type Traffic = {
  weekday_windows: {
    intervals: { start_time: string; end_time: string }[];
    speed_factors: Factors;
  }[];
  weekend_speed_factors: Factors;
  profiles: Record<
    string,
    {
      follows_traffic: boolean;
      detour_factor: number;
      speed_bands: {
        road_class: string;
        until_meters: number | null;
        kilometers_per_hour: number;
      }[];
    }
  >;
};

const traffic: Traffic = JSON.parse(readFileSync('server/travel/traffic.json', 'utf8'));

function seconds(time: string): number {
  const [hours = 0, minutes = 0, rest = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + rest;
}

export type OracleWindow = { starts: string[]; ends: string[]; factors: Factors };

/** Returns every window that shares at least one second with the range, found by trying each second of the day. */
export function oracleWindows(request: OracleRequest): OracleWindow[] {
  const all: OracleWindow[] =
    request.weekend === true
      ? [{ starts: ['00:00:00'], ends: ['23:59:59'], factors: traffic.weekend_speed_factors }]
      : traffic.weekday_windows.map((window) => ({
          starts: window.intervals.map((interval) => interval.start_time),
          ends: window.intervals.map((interval) => interval.end_time),
          factors: window.speed_factors,
        }));
  const wanted = new Set<number>();
  const last = seconds(request.end_local_time ?? '23:59:59');
  for (let now = seconds(request.start_local_time ?? '00:00:00'); ; now = (now + 1) % 86400) {
    wanted.add(now);
    if (now === last) break;
  }
  return all.filter((window) =>
    window.starts.some((start, intervalIdx) => {
      for (let now = seconds(start); now <= seconds(window.ends[intervalIdx] ?? ''); now += 1) {
        if (wanted.has(now)) return true;
      }
      return false;
    }),
  );
}

export function oraclePairs(request: OracleRequest): [number, number][] {
  const { locations } = request;
  const everyIdx = locations.map((_, locationIdx) => locationIdx);
  const classes = locations.map((location) => new Set(location.location_class ?? []));
  const anyClass = classes.some((each) => each.size > 0);
  const pairs: [number, number][] = [];
  for (const source of request.sources ?? everyIdx) {
    for (const destination of request.destinations ?? everyIdx) {
      const from = classes[source] ?? new Set();
      const to = classes[destination] ?? new Set();
      const kept =
        !anyClass ||
        (request.force_containment === true
          ? [...to].every((each) => from.has(each))
          : [...to].some((each) => from.has(each)));
      if (kept) pairs.push([source, destination]);
    }
  }
  return pairs;
}

/** Returns the meters, and the seconds per window, not rounded. */
export function oracleCosts(
  from: OracleLocation,
  to: OracleLocation,
  vehicle: OracleRequest['vehicle'],
  windows: readonly OracleWindow[],
): number[] {
  const profile = traffic.profiles[vehicle.type ?? 'car'];
  if (profile === undefined) throw new Error('no such profile');
  const meters = haversine(from, to) * profile.detour_factor;
  return [
    meters,
    ...windows.map(({ factors }) => {
      let total = 0;
      let drivenMeters = 0;
      for (const band of profile.speed_bands) {
        const inBand = Math.min(meters, band.until_meters ?? Infinity) - drivenMeters;
        if (inBand <= 0) break;
        const factor = profile.follows_traffic ? (factors[band.road_class] ?? Number.NaN) : 1;
        const speed = (band.kilometers_per_hour * 1000) / 3600;
        total += inBand / (speed * factor * (vehicle.speed_factor ?? 1));
        drivenMeters += inBand;
      }
      return total;
    }),
  ];
}

function haversine(from: OracleLocation, to: OracleLocation): number {
  const radians = Math.PI / 180;
  const halfLatitude = Math.sin(((to.latitude - from.latitude) * radians) / 2);
  const halfLongitude = Math.sin(((to.longitude - from.longitude) * radians) / 2);
  const square =
    halfLatitude ** 2 +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * halfLongitude ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(square)));
}
