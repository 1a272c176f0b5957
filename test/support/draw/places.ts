/** Draws places and the costs of travel between them: asymmetric, by time of day, with pairs that no road connects. */
import type { CostTable, LocationEntry, LocationRef, TravelTable } from '../checker/contract.js';
import { drawWindows, type Scene } from './scene.js';

type Point = { latitude: number; longitude: number };

const CITIES: Record<string, Point> = {
  'Europe/Berlin': { latitude: 52.5, longitude: 13.4 },
  'Europe/Lisbon': { latitude: 38.7, longitude: -9.1 },
};
const ZONES = Object.keys(CITIES);

export const nameOf = (place: LocationRef): string =>
  typeof place === 'string' ? place : `${place.latitude},${place.longitude}`;

export function drawPlaces(scene: Scene): { locations: LocationEntry[]; places: LocationRef[] } {
  const { random } = scene;
  const locations: LocationEntry[] = [];
  const count = random.between(3, 9);
  const places = Array.from({ length: count }, (_, idx): LocationRef => {
    const zone = scene.here('zones', 0.4) ? random.pick(ZONES) : scene.zone;
    const city = CITIES[zone] ?? { latitude: 0, longitude: 0 };
    const point = {
      latitude: city.latitude + idx / 100,
      longitude: city.longitude + random.between(0, 9) / 100,
    };
    const rounded = {
      latitude: Number(point.latitude.toFixed(4)),
      longitude: Number(point.longitude.toFixed(4)),
    };
    if (idx > 1 && scene.here('inline_places', 0.5)) return { ...rounded, time_zone: zone };
    const location_id = `p${idx}`;
    locations.push({
      location_id,
      ...rounded,
      time_zone: zone,
      ...(scene.here('setups', 0.5) ? { setup_duration: random.step(0, 600, 60) } : {}),
      ...(scene.here('location_windows', 0.3) ? { time_windows: drawWindows(scene, [5, 15]) } : {}),
    });
    return location_id;
  });
  return { locations, places };
}

export function drawTravel(scene: Scene): TravelTable {
  const { random } = scene;
  const bounds = scene.has('traffic')
    ? random.draw([3, 7, 9, 12, 16, 19], random.between(1, 2)).toSorted((a, b) => a - b)
    : [];
  const windowCount = bounds.length + 1;
  const [travel_costs, weekend_travel_costs, free_flow_travel_costs]: [
    CostTable,
    CostTable,
    CostTable,
  ] = [{}, {}, {}];
  const slow = random.pick([1, 1, 3]);
  for (const from of scene.places) {
    for (const to of scene.places) {
      if (from === to || scene.here('unreachable', 0.08)) continue;
      const seconds = slow * random.between(60, 1800);
      const meters = Math.round(seconds * (5 + 10 * random.unit()));
      const times = Array.from({ length: windowCount }, () =>
        Math.round(seconds * (0.7 + 1.3 * random.unit())),
      );
      (travel_costs[nameOf(from)] ??= {})[nameOf(to)] = [meters, ...times];
      (weekend_travel_costs[nameOf(from)] ??= {})[nameOf(to)] = [meters, Math.round(seconds * 0.8)];
      (free_flow_travel_costs[nameOf(from)] ??= {})[nameOf(to)] = [
        meters,
        Math.round(seconds * 0.6),
      ];
    }
  }
  return {
    traffic_windows: windowsAt(bounds, random.chance(0.5)),
    travel_costs,
    ...(scene.has('weekend_costs') ? { weekend_travel_costs } : {}),
    ...(scene.has('free_flow') && random.chance(0.5) ? { free_flow_travel_costs } : {}),
  };
}

/** Returns windows that begin at these hours. Unless the night is divided, the first also covers the last hour. */
function windowsAt(
  hours: readonly number[],
  nightIsDivided: boolean,
): TravelTable['traffic_windows'] {
  const starts = [0, ...hours];
  const text = (hour: number): string => `${String(hour).padStart(2, '0')}:00:00`;
  const lastSecondBefore = (hour: number | undefined): string =>
    hour === undefined ? '23:59:59' : `${String(hour - 1).padStart(2, '0')}:59:59`;
  const plain = starts.map((hour, idx) => ({
    traffic_window_start_times: [text(hour)],
    traffic_window_end_times: [lastSecondBefore(starts[idx + 1])],
  }));
  const [first, ...rest] = plain;
  if (nightIsDivided || first === undefined || hours.length < 2) return plain;
  // The number of windows must equal the number of times, so the first window also applies in the last hour of the day.
  const late = {
    traffic_window_start_times: [...first.traffic_window_start_times, '23:00:00'],
    traffic_window_end_times: [...first.traffic_window_end_times, '23:59:59'],
  };
  return [
    late,
    ...rest.map((window) =>
      window.traffic_window_end_times[0] === '23:59:59'
        ? { ...window, traffic_window_end_times: ['22:59:59'] }
        : window,
    ),
  ];
}
