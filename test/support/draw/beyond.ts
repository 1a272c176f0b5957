/** Features that were added later: a seed that draws none of them draws the same request as before. */
import type {
  DrivingRules,
  LocationRef,
  OrderEntry,
  OrderStopEntry,
  RoutingRequest,
  ShiftEntry,
  VehicleEntry,
} from '../checker/contract.js';
import type { Random } from './random.js';
import { drawWindow, type Scene } from './scene.js';

export const LATER_FEATURES = [
  ...['end_empty', 'latest_start', 'route_position', 'stop_places', 'stop_soft_windows'],
  ...['same_weekdays', 'prorate', 'other_vehicles', 'days_of_driving', 'working_time', 'territory'],
] as const;
type LaterFeature = (typeof LATER_FEATURES)[number];

type Later = {
  random: Random;
  scene: Scene;
  here: (feature: LaterFeature, share: number) => boolean;
};

/** Half of the seeds have none of these features. */
export function drawLater(
  random: Random,
  scene: Scene,
  allowed: ReadonlySet<string>,
  request: RoutingRequest,
): RoutingRequest {
  const share = random.pick([0, 0, 0.2, 0.5]);
  const has = new Set<LaterFeature>(
    LATER_FEATURES.filter((feature) => random.chance(share) && allowed.has(feature)),
  );
  const later: Later = {
    random,
    scene: { ...scene, random },
    here: (feature, chance) => has.has(feature) && random.chance(chance),
  };
  if (has.size === 0) return request;
  return {
    ...request,
    vehicles: request.vehicles.map((vehicle) => vehicleOf(later, vehicle)),
    orders: request.orders.map((order) => orderOf(later, order)),
  };
}

function vehicleOf(later: Later, vehicle: VehicleEntry): VehicleEntry {
  const { random, here } = later;
  const rules = { ...vehicle.driving_rules, ...rulesOf(later) };
  return {
    ...vehicle,
    ...(Object.keys(rules).length === 0
      ? {}
      : { driving_rules: { max_driving_duration: 14_400, break_duration: 900, ...rules } }),
    ...(here('territory', 0.6)
      ? {
          territory: {
            area: { type: 'Polygon' as const, coordinates: [square(random)] },
            outside_cost: random.between(0, 20),
          },
        }
      : {}),
    shifts: vehicle.shifts.map((shift) => shiftOf(later, shift)),
  };
}

function rulesOf({ random, here }: Later): DrivingRules {
  if (here('days_of_driving', 0.15)) return { preset: 'ec_561_2006' };
  return {
    ...(here('days_of_driving', 0.7)
      ? {
          max_daily_driving_duration: random.step(2400, 6 * 3600, 600),
          daily_rest_duration: random.step(3600, 4 * 3600, 1800),
          ...(random.chance(0.5) ? { max_daily_duration: random.step(7200, 28_800, 900) } : {}),
        }
      : {}),
    ...(here('working_time', 0.7) ? { max_working_duration: random.step(5400, 21_600, 900) } : {}),
  };
}

/** Returns a square that may contain places of requests: it begins within a few degrees of Berlin. */
function square(random: Random): number[][] {
  const [west, south] = [10 + 6 * random.unit(), 49 + 5 * random.unit()];
  const [east, north] = [west + 4 * random.unit(), south + 4 * random.unit()];
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function shiftOf({ random, here }: Later, shift: ShiftEntry): ShiftEntry {
  const isText = typeof shift.start_time === 'string';
  const latest = (seconds: number): string =>
    new Date(Date.parse(`${shift.start_time}Z`) + 1000 * seconds).toISOString().slice(0, 19);
  return {
    ...shift,
    ...(here('end_empty', 0.5) ? { end_empty: random.chance(0.9) } : {}),
    ...(isText && here('latest_start', 0.6)
      ? { latest_start_time: latest(random.step(0, 4 * 3600, 900)) }
      : {}),
  };
}

function orderOf(later: Later, order: OrderEntry): OrderEntry {
  const { random, here } = later;
  const { visits, pickups, dropoffs } = order;
  return {
    ...order,
    ...(here('route_position', 0.3) ? { route_position: random.pick(['first', 'last']) } : {}),
    ...(pickups === undefined ? {} : { pickups: pickups.map((stop) => stopOf(later, stop)) }),
    ...(dropoffs === undefined ? {} : { dropoffs: dropoffs.map((stop) => stopOf(later, stop)) }),
    ...(visits === undefined
      ? {}
      : {
          visits: {
            ...visits,
            ...(here('same_weekdays', 0.5) ? { same_weekdays: true } : {}),
            ...(here('prorate', 0.5) ? { prorate: true } : {}),
            ...(here('other_vehicles', 0.7)
              ? { same_vehicle: 'preferred' as const, other_vehicle_cost: random.between(0, 30) }
              : {}),
          },
        }),
  };
}

const nameOf = (place: LocationRef): string => JSON.stringify(place);

function stopOf({ random, here, scene }: Later, stop: OrderStopEntry): OrderStopEntry {
  const others = scene.places.filter((place) => nameOf(place) !== nameOf(stop.location));
  const alternative_locations = random
    .draw(others, random.between(1, 2))
    .map((location) => ({ location }));
  return {
    ...stop,
    ...(here('stop_places', 0.5) ? { alternative_locations } : {}),
    ...(here('stop_soft_windows', 0.5)
      ? { soft_time_windows: [{ ...drawWindow(scene, [5, 17]), cost_per_hour_late: 20 }] }
      : {}),
  };
}
