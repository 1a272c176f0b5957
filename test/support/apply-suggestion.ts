/** Applies the suggestion of an unserved order to the request, as `docs/reasons.md` describes it. */
import type {
  LocationRef,
  OrderEntry,
  OrderStopEntry,
  Reason,
  RoutingRequest,
  ShiftEntry,
  TimeText,
  TimeWindow,
  VehicleEntry,
} from './checker/contract.js';
import { readProblem } from './checker/model/problem.js';
import { instantOf } from './checker/time/instant.js';

export type Suggestion = Reason & {
  amount?: number;
  attribute?: string;
  stop_id?: string;
  time?: TimeText;
  allowed_time?: TimeText;
};

/** Returns the changed request, or undefined if the change cannot be made in the request as it is. */
export function withSuggestion(
  asked: RoutingRequest,
  orderId: string,
  suggestion: Suggestion,
): RoutingRequest | undefined {
  const changed = structuredClone(asked);
  return apply(changed, orderId, suggestion) ? changed : undefined;
}

function apply(asked: RoutingRequest, orderId: string, suggestion: Suggestion): boolean {
  const { code, amount = 0, dimension = '', span, vehicle_id, shift_id, attribute } = suggestion;
  const vehicles = asked.vehicles.filter((it) => isNamed(it, vehicle_id));
  const order = asked.orders.find(({ order_id }) => order_id === (suggestion.order_id ?? orderId));
  const [vehicle] = vehicles;
  const shift = shiftOf(vehicle, shift_id);
  if (vehicle === undefined || order === undefined) return false;
  switch (code) {
    case 'capacity':
      return added(vehicle.capacity, dimension, amount);
    case 'stops':
    case 'waiting_duration':
      return added(vehicle.limits, code, amount);
    case 'duration':
    case 'driving_duration':
    case 'distance':
      return added(limitsOf(vehicle, span), code, amount);
    case 'shift_time':
      if (span !== undefined) return added(limitsOf(vehicle, span), 'shifts', amount);
      if (shift !== undefined) shift.max_overtime = (shift.max_overtime ?? 0) + amount;
      return shift !== undefined;
    case 'latest_start': {
      if (shift?.latest_start_time === undefined) return false;
      shift.latest_start_time = moved(shift.latest_start_time, amount);
      return true;
    }
    case 'shift_rest':
      return added(vehicle, 'rest_between_shifts', -amount);
    case 'ride_duration':
      return added(order, 'max_ride_duration', amount);
    case 'time_window':
      return widened(asked, order, suggestion);
    case 'attribute_missing':
      for (const it of vehicles) it.attributes = [...(it.attributes ?? []), firstOf(attribute)];
      return true;
    case 'attribute_forbidden':
      return withoutAttribute(vehicles, attribute);
    case 'vehicle_not_allowed':
      return allowed(order, vehicles);
    default:
      return false;
  }
}

/** Adds to a field that is a number. */
function added(owner: object | undefined, field: string, amount: number): boolean {
  const value: unknown = owner === undefined ? undefined : Reflect.get(owner, field);
  if (owner === undefined || typeof value !== 'number') return false;
  // Amounts have six decimals at most.
  Reflect.set(owner, field, Math.max(0, Number((value + amount).toFixed(6))));
  return true;
}

/** The entry of a vehicle, also if one of its copies is named; every vehicle if none is named. */
const isNamed = ({ vehicle_id }: VehicleEntry, name: string | undefined): boolean =>
  name === undefined || name === vehicle_id || name.replace(/#\d+$/, '') === vehicle_id;

/** A shift without an id is named after its index. */
const shiftOf = (vehicle: VehicleEntry | undefined, name = ''): ShiftEntry | undefined =>
  vehicle?.shifts.find((shift, idx) => (shift.shift_id ?? `shifts/${idx}`) === name);

/** `two_weeks` is a limit of driving rules, which have no suggestion. */
function limitsOf({ limits }: VehicleEntry, span: Suggestion['span']): object | undefined {
  if (span === undefined) return limits;
  return span === 'week' ? limits?.per_week : limits?.per_period;
}

/** Of attributes of which one suffices (`a or b`), the first. */
const firstOf = (attribute = ''): string => attribute.split(' or ')[0] ?? '';

function withoutAttribute(vehicles: readonly VehicleEntry[], attribute = ''): boolean {
  for (const owner of vehicles.flatMap((vehicle) => [vehicle, ...vehicle.shifts])) {
    if (owner.attributes === undefined) continue;
    owner.attributes = owner.attributes.filter((it) => it !== attribute);
  }
  return true;
}

function allowed(order: OrderEntry, vehicles: readonly VehicleEntry[]): boolean {
  const names = vehicles.map(({ vehicle_id }) => vehicle_id);
  const isOther = (name: string) => !names.includes(name.replace(/#\d+$/, ''));
  if (order.forbidden_vehicles !== undefined) {
    order.forbidden_vehicles = order.forbidden_vehicles.filter(isOther);
  }
  if (order.allowed_vehicles !== undefined) {
    order.allowed_vehicles = [...order.allowed_vehicles.filter(isOther), ...names];
  }
  return true;
}

/** Widens all windows of the order and of its locations towards the time of the suggestion. */
function widened(asked: RoutingRequest, order: OrderEntry, suggestion: Suggestion): boolean {
  const { amount = 0, time, allowed_time } = suggestion;
  const stops: OrderStopEntry[] = [...(order.pickups ?? []), ...(order.dropoffs ?? [])];
  const places = [order, ...stops].flatMap((it) => [it, ...(it.alternative_locations ?? [])]);
  const named = new Set(places.map(({ location }) => location));
  const there = (asked.locations ?? []).filter(({ location_id }) => named.has(location_id));
  const zone = readProblem(asked, {}).orders.get(order.order_id)?.zone;
  if (zone === undefined) throw new Error(`no order ${order.order_id}`);
  const zoneOf = (reference: LocationRef | undefined): string => {
    const location = there.find(({ location_id }) => location_id === reference) ?? reference;
    return (typeof location === 'object' ? location.time_zone : undefined) ?? zone;
  };
  const owners = [
    ...places.map(({ location, time_windows = [] }) => ({ location, time_windows })),
    ...there.map(({ location_id, time_windows = [] }) => ({ location: location_id, time_windows })),
  ];
  const windows = owners.flatMap(({ time_windows }) => time_windows);
  if (windows.length === 0 || windows.some(isRecurring)) return false;
  if (time === undefined || allowed_time === undefined) return false;
  const isLate = instantOf(time, zone) > instantOf(allowed_time, zone);
  if (!isLate && order.release_time !== undefined) return false;
  for (const { location, time_windows } of owners) {
    for (const window of time_windows) {
      const side = isLate ? 'end_time' : 'start_time';
      const limit = window[side];
      if (limit === undefined) continue;
      window[side] = instantOf(limit, zoneOf(location)) + (isLate ? amount : -amount);
    }
  }
  return true;
}

const isRecurring = ({ start_time, end_time, weekdays }: TimeWindow): boolean =>
  weekdays !== undefined || [start_time, end_time].some((it) => /^\d\d:/.test(String(it ?? '')));

/** Local times have no offset here, and no clock changes in between. */
const moved = (time: TimeText, seconds: number): TimeText =>
  typeof time === 'number'
    ? time + seconds
    : new Date(Date.parse(`${time}Z`) + 1000 * seconds).toISOString().slice(0, 19);
