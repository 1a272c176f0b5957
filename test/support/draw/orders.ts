/** Draws orders (one stop, alternatives, pickups and dropoffs, periodic) and the relations between them. */
import type {
  Load,
  OrderEntry,
  OrderStopEntry,
  RelationEntry,
  SoftTimeWindow,
  VehicleEntry,
  VisitsEntry,
} from '../checker/contract.js';
import { ATTRIBUTES, weekdaysOf } from './fleet.js';
import { drawWindow, drawWindows, localTime, type Scene } from './scene.js';

const SERVICE_HOURS: readonly [number, number] = [5, 17];
const LOAD_TYPES = ['food', 'chemicals', 'glass'];

export function drawOrders(scene: Scene, vehicles: readonly VehicleEntry[]): OrderEntry[] {
  const count = scene.random.between(1, scene.random.pick([4, 8, 14]));
  return Array.from({ length: count }, (_, idx) => drawOrder(scene, vehicles, `o${idx}`));
}

function drawOrder(scene: Scene, vehicles: readonly VehicleEntry[], order_id: string): OrderEntry {
  const { random } = scene;
  const isShipment = scene.here('shipments', 0.5);
  return {
    order_id,
    ...(isShipment ? drawShipment(scene) : drawSingle(scene)),
    duration: random.step(0, 1800, 60),
    ...(scene.here('setups', 0.3) ? { setup_duration: random.step(60, 600, 60) } : {}),
    ...(scene.here('windows', 0.5) ? { time_windows: drawWindows(scene, SERVICE_HOURS) } : {}),
    ...(scene.here('soft_windows', 0.5) ? { soft_time_windows: drawSoftWindows(scene) } : {}),
    ...(scene.here('load_types', 0.6) ? drawLoadTypes(scene) : {}),
    ...(scene.here('periodic', 0.4) ? { visits: drawVisits(scene) } : {}),
    ...drawAttributes(scene),
    ...drawVehicleLists(scene, vehicles),
    ...(scene.here('release', 0.3)
      ? { release_time: localTime(random.pick(scene.days), random.step(4, 13, 1) * 3600) }
      : {}),
    ...(scene.here('optional', 0.5)
      ? { mandatory: false, unserved_cost: random.between(0, 150) }
      : {}),
    ...(scene.here('priorities', 0.5) ? { priority: random.between(0, 100) } : {}),
  };
}

function drawLoad(scene: Scene): Load {
  const { random } = scene;
  if (scene.has('decimals')) {
    const weight = random.pick([0.5, 1.25, 2.125, 3.1, 0.000001]);
    return random.chance(0.5) ? { weight } : { weight, volume: random.pick([0.1, 0.7, 1]) };
  }
  return {
    weight: random.between(0, 9),
    ...(scene.has('two_dimensions') ? { volume: random.between(0, 3) } : {}),
  };
}

function drawSingle(scene: Scene): Partial<OrderEntry> {
  const { random, places } = scene;
  const kind = scene.has('kinds')
    ? random.pick(['dropoff', 'pickup', 'service'] as const)
    : undefined;
  const location = random.pick(places);
  // An answer names only the place, so two alternatives at the same place could not be told apart.
  const others = places.filter((place) => place !== location);
  const alternative_locations = random.draw(others, random.between(1, 2)).map((location) => ({
    location,
    ...(random.chance(0.4) ? { time_windows: drawWindows(scene, SERVICE_HOURS) } : {}),
  }));
  return {
    ...(kind === undefined ? {} : { kind }),
    location,
    ...(random.chance(0.8) ? { load: drawLoad(scene) } : {}),
    ...(scene.here('alternatives', 0.5) ? { alternative_locations } : {}),
  };
}

function drawShipment(scene: Scene): Partial<OrderEntry> {
  const { random } = scene;
  const isMany = scene.here('many_stops', 0.6);
  const load = drawLoad(scene);
  const stops = (count: number, prefix: string): OrderStopEntry[] =>
    Array.from({ length: count }, (_, idx) => drawStop(scene, `${prefix}${idx}`, load, isMany));
  if (!isMany) {
    return { pickups: stops(1, 'p'), dropoffs: stops(1, 'd'), ...drawRide(scene) };
  }
  const pickups = stops(random.between(0, 3), 'p');
  const dropoffs = stops(random.between(pickups.length === 0 ? 1 : 0, 3), 'd');
  for (const stop of dropoffs) {
    const named = pickups.flatMap(({ stop_id }) => stop_id ?? []);
    if (named.length > 0 && random.chance(0.4)) stop.after = random.some(named, 0.6);
  }
  return {
    ...(pickups.length === 0 ? {} : { pickups }),
    ...(dropoffs.length === 0 ? {} : { dropoffs }),
    ...drawRide(scene),
  };
}

function drawRide(scene: Scene): Partial<OrderEntry> {
  const { random } = scene;
  return {
    ...(scene.here('ride_duration', 0.7)
      ? { max_ride_duration: random.step(1200, 3 * 3600, 600) }
      : {}),
    ...(scene.here('load_order', 0.7)
      ? { load_order: random.pick(['lifo', 'fifo', 'any'] as const) }
      : {}),
  };
}

function drawStop(scene: Scene, stop_id: string, load: Load, isMany: boolean): OrderStopEntry {
  const { random, places } = scene;
  return {
    ...(random.chance(0.7) ? { stop_id } : {}),
    location: random.pick(places),
    load: isMany && random.chance(0.5) ? drawLoad(scene) : load,
    ...(random.chance(0.4) ? { duration: random.step(0, 900, 60) } : {}),
    ...(scene.here('windows', 0.25) ? { time_windows: drawWindows(scene, SERVICE_HOURS) } : {}),
  };
}

function drawSoftWindows(scene: Scene): SoftTimeWindow[] {
  const { random } = scene;
  return Array.from({ length: random.between(1, 2) }, () => ({
    ...drawWindow(scene, SERVICE_HOURS),
    ...(random.chance(0.6) ? { cost_per_hour_early: random.between(0, 30) } : {}),
    ...(random.chance(0.8) ? { cost_per_hour_late: random.between(0, 60) } : {}),
  }));
}

function drawLoadTypes({ random }: Scene): Partial<OrderEntry> {
  const load_type = random.pick(LOAD_TYPES);
  const others = LOAD_TYPES.filter((type) => type !== load_type);
  return {
    load_type,
    ...(random.chance(0.5) ? { incompatible_load_types: random.some(others, 0.6) } : {}),
  };
}

function drawVisits(scene: Scene): VisitsEntry {
  const { random, days } = scene;
  const count = random.between(1, 3);
  const min_days_between = random.chance(0.6) ? random.between(0, 2) : undefined;
  const per = random.pick(['week', 'planning_period', 'planning_period', 'month'] as const);
  const weekdays = weekdaysOf(days);
  return {
    count,
    per,
    ...(min_days_between === undefined ? {} : { min_days_between }),
    ...(random.chance(0.4) ? { max_days_between: random.between(2, 9) } : {}),
    ...(random.chance(0.25) ? { weekdays: random.draw(weekdays, 4) } : {}),
    ...(random.chance(0.25)
      ? { day_patterns: [random.draw(weekdays, 3), random.draw(weekdays, 3)] }
      : {}),
    ...(random.chance(0.5)
      ? { same_vehicle: random.pick(['required', 'preferred', 'free'] as const) }
      : {}),
    ...(random.chance(0.3) ? { same_time_tolerance: random.step(900, 3 * 3600, 900) } : {}),
    ...(random.chance(0.5) ? { partial: random.chance(0.7) } : {}),
  };
}

function drawAttributes(scene: Scene): Partial<OrderEntry> {
  const { random } = scene;
  return {
    ...(scene.here('attributes', 0.2) ? { required_attributes: [random.pick(ATTRIBUTES)] } : {}),
    ...(scene.here('attributes', 0.2)
      ? { any_of_attributes: [random.draw(ATTRIBUTES, 2), random.draw(ATTRIBUTES, 1)] }
      : {}),
    ...(scene.here('attributes', 0.2) ? { forbidden_attributes: [random.pick(ATTRIBUTES)] } : {}),
  };
}

/** Returns the names of vehicles, and of single copies of vehicles with a count. */
function vehicleNames(vehicles: readonly VehicleEntry[]): string[] {
  return vehicles.flatMap(({ vehicle_id, count = 1 }) =>
    count === 1 ? [vehicle_id] : [vehicle_id, `${vehicle_id}#${count}`],
  );
}

function drawVehicleLists(scene: Scene, vehicles: readonly VehicleEntry[]): Partial<OrderEntry> {
  const { random } = scene;
  const names = vehicleNames(vehicles);
  return {
    ...(scene.here('vehicle_lists', 0.3) ? { allowed_vehicles: random.some(names, 0.6) } : {}),
    ...(scene.here('vehicle_lists', 0.3) ? { forbidden_vehicles: random.some(names, 0.3) } : {}),
    ...(scene.here('preferred_vehicles', 0.5)
      ? {
          preferred_vehicles: random
            .some(names, 0.6)
            .map((vehicle_id) => ({ vehicle_id, cost: random.between(-20, 30) })),
        }
      : {}),
  };
}

const RELATIONS = [
  ...(['same_route', 'same_vehicle', 'different_vehicles', 'sequence'] as const),
  ...(['consecutive', 'before', 'simultaneous'] as const),
];

export function drawRelations(
  scene: Scene,
  orders: readonly OrderEntry[],
  vehicles: readonly VehicleEntry[],
): RelationEntry[] {
  const { random } = scene;
  if (!scene.has('relations') || orders.length < 2) return [];
  return Array.from({ length: random.between(1, 2) }, () => {
    const type = random.pick(RELATIONS);
    const min_gap = scene.here('gaps', 0.4) ? random.step(0, 1800, 300) : undefined;
    const max_gap = scene.here('gaps', 0.5) ? random.step(1800, 4 * 3600, 900) : undefined;
    const isClosed = type === 'simultaneous' && max_gap === undefined;
    return {
      type,
      orders: random.draw(orders, random.between(2, 3)).map(({ order_id }) => order_id),
      ...(random.chance(0.15) ? { vehicle_id: random.pick(vehicleNames(vehicles)) } : {}),
      ...(min_gap === undefined || isClosed ? {} : { min_gap }),
      ...(max_gap === undefined ? {} : { max_gap }),
    };
  });
}
