/** Features that were added last. Each has its own random numbers, so the rest of what a seed draws is unchanged. */
import type { RoutingRequest, ShiftEntry, VehicleEntry } from '../checker/contract.js';
import { createRandom, type Random } from './random.js';

export const NEWEST_FEATURES: readonly string[] = [
  ...['soft_limits', 'loading', 'shift_rest', 'earliest_end', 'time_changes'],
  ...['weekly_rest', 'docks', 'nights', 'vehicle_changes', 'exceptional_days'],
  ...['rest_parts', 'reduced_weekly_rest'],
];

/** Keeps the seeds of these features far from all other seeds, and from each other. */
const SEEDS = 1_500_000_001;

/** Half of the seeds have none of these features. */
export function drawNewest(
  seed: number,
  allowed: ReadonlySet<string>,
  request: RoutingRequest,
): RoutingRequest {
  const random = createRandom(seed + SEEDS);
  const share = random.pick([0, 0, 0.3, 0.6]);
  const has = new Set(
    NEWEST_FEATURES.filter((feature) => random.chance(share) && allowed.has(feature)),
  );
  const ofFeature = (feature: string): Random =>
    createRandom(seed + SEEDS * (2 + NEWEST_FEATURES.indexOf(feature)));
  const apply = (
    feature: string,
    change: (random: Random, vehicle: VehicleEntry) => VehicleEntry,
    before: RoutingRequest,
  ): RoutingRequest => {
    if (!has.has(feature)) return before;
    const own = ofFeature(feature);
    return { ...before, vehicles: before.vehicles.map((vehicle) => change(own, vehicle)) };
  };
  const changed = [
    ['soft_limits', withSoftLimits] as const,
    ['loading', withHandling] as const,
    ['shift_rest', withRest] as const,
    ['earliest_end', withEarliestEnds] as const,
    ['weekly_rest', withWeeks] as const,
    ['nights', withNights] as const,
    ['exceptional_days', withExceptions] as const,
    ['rest_parts', withRestParts] as const,
    ['reduced_weekly_rest', withReducedWeeks] as const,
  ].reduce((before, [feature, change]) => apply(feature, change, before), request);
  const rested = { ...changed, vehicles: changed.vehicles.map((it) => withEnoughRest(it)) };
  const docked = has.has('docks') ? withDocks(ofFeature('docks'), rested) : rested;
  const stability = {
    ...(has.has('time_changes')
      ? { time_change_cost_per_minute: ofFeature('time_changes').pick([0.1, 1, 5]) }
      : {}),
    ...(has.has('vehicle_changes')
      ? { vehicle_change_cost: ofFeature('vehicle_changes').pick([1, 10, 50]) }
      : {}),
  };
  if (Object.keys(stability).length === 0) return docked;
  return { ...docked, objective: { ...docked.objective, stability } };
}

const withSoftLimits = (random: Random, vehicle: VehicleEntry): VehicleEntry => ({
  ...vehicle,
  soft_limits: {
    ...(random.chance(0.6)
      ? {
          duration: {
            limit: random.step(1800, 21_600, 600),
            cost_per_hour: random.step(10, 90, 10),
          },
        }
      : {}),
    ...(random.chance(0.6)
      ? {
          distance: {
            limit: random.step(5000, 80_000, 1000),
            cost_per_kilometer: random.between(1, 4),
          },
        }
      : {}),
    ...(random.chance(0.6)
      ? { stops: { limit: random.between(0, 5), cost_per_stop: random.between(1, 20) } }
      : {}),
  },
});

/** Only uses dimensions that the vehicle has, because other dimensions may not exist. */
function withHandling(random: Random, vehicle: VehicleEntry): VehicleEntry {
  const draw = () => ({
    ...(random.chance(0.6) ? { duration: random.step(0, 1800, 60) } : {}),
    per_unit: Object.fromEntries(
      Object.keys(vehicle.capacity ?? {}).map((name) => [name, random.step(0, 40, 1) / 4]),
    ),
  });
  const has = (field: 'start_location' | 'end_location'): boolean =>
    vehicle.shifts.every((shift) => shift[field] != null);
  return {
    ...vehicle,
    ...(has('start_location') && random.chance(0.8) ? { loading: draw() } : {}),
    ...(has('end_location') && random.chance(0.8) ? { unloading: draw() } : {}),
  };
}

const withRest = (random: Random, vehicle: VehicleEntry): VehicleEntry => ({
  ...vehicle,
  rest_between_shifts: random.step(1800, 16 * 3600, 1800),
});

/** Driving rules require a daily rest or a full break between routes, and the service refuses a shorter one. */
function withEnoughRest(vehicle: VehicleEntry): VehicleEntry {
  const { rest_between_shifts, driving_rules } = vehicle;
  if (rest_between_shifts === undefined || driving_rules === undefined) return vehicle;
  const { preset, max_daily_driving_duration, max_daily_duration } = driving_rules;
  const { break_duration = 0, daily_rest_duration = 11 * 3600 } = driving_rules;
  const hasDays = (preset ?? max_daily_driving_duration ?? max_daily_duration) !== undefined;
  const least = hasDays ? daily_rest_duration : break_duration;
  return { ...vehicle, rest_between_shifts: Math.max(rest_between_shifts, least) };
}

/** Weekly limits of hours instead of days, so that they matter within the days of a request. */
const withWeeks = (random: Random, vehicle: VehicleEntry): VehicleEntry => ({
  ...vehicle,
  driving_rules: {
    ...(vehicle.driving_rules ?? { max_driving_duration: 16_200, break_duration: 2_700 }),
    weekly_rest_duration: random.step(3600, 20 * 3600, 1800),
    max_weekly_duration: random.step(4 * 3600, 40 * 3600, 1800),
    ...(random.chance(0.3)
      ? { max_two_week_driving_duration: random.step(3600, 36_000, 600) }
      : {}),
    ...(random.chance(0.3) ? { max_weekly_driving_duration: random.step(3600, 36_000, 600) } : {}),
  },
});

/** Days of a few hours, of which some may be longer, so that several of them lie in a request. */
function withExceptions(random: Random, vehicle: VehicleEntry): VehicleEntry {
  const daily_rest_duration = random.step(3600, 10 * 3600, 1800);
  const max_daily_driving_duration = random.step(2400, 4 * 3600, 600);
  return {
    ...vehicle,
    driving_rules: {
      ...{ max_driving_duration: 16_200, break_duration: 900 },
      ...{ weekly_rest_duration: 15 * 3600, max_weekly_duration: 90 * 3600 },
      ...vehicle.driving_rules,
      max_daily_duration: random.step(7200, 8 * 3600, 900),
      daily_rest_duration,
      reduced_daily_rest_duration: random.step(1800, daily_rest_duration - 900, 900),
      max_reduced_daily_rests: random.pick([0, 1, 1, 2, 3]),
      max_daily_driving_duration,
      ...(random.chance(0.6)
        ? {
            extended_daily_driving_duration:
              max_daily_driving_duration + random.step(600, 7200, 600),
            max_extended_days_per_week: random.pick([0, 1, 1, 2]),
          }
        : {}),
    },
  };
}

/** Parts of a daily rest of its own, or of that which the vehicle has already. */
function withRestParts(random: Random, vehicle: VehicleEntry): VehicleEntry {
  const { driving_rules = {} } = vehicle;
  const max_daily_duration = driving_rules.max_daily_duration ?? random.step(7200, 8 * 3600, 900);
  const daily_rest_duration =
    driving_rules.daily_rest_duration ?? random.step(3600, 10 * 3600, 1800);
  const { reduced_daily_rest_duration = daily_rest_duration } = driving_rules;
  const second = random.step(900, reduced_daily_rest_duration, 900);
  const first = Math.max(900, daily_rest_duration - second) + random.pick([0, 0, 900]);
  return {
    ...vehicle,
    driving_rules: {
      ...{ max_driving_duration: 16_200, break_duration: 900 },
      ...driving_rules,
      ...{ max_daily_duration, daily_rest_duration, daily_rest_parts: [first, second] },
    },
  };
}

/** Nights that suffice only for reduced weekly rests, and weeks of work of a day or two: several lie in a request. */
function withReducedWeeks(random: Random, vehicle: VehicleEntry): VehicleEntry {
  const weekly_rest_duration = random.step(10 * 3600, 36 * 3600, 1800);
  return {
    ...vehicle,
    driving_rules: {
      ...{ max_driving_duration: 16_200, break_duration: 2_700 },
      ...vehicle.driving_rules,
      weekly_rest_duration,
      max_weekly_duration: random.step(8 * 3600, 50 * 3600, 1800),
      reduced_weekly_rest_duration: random.step(3600, weekly_rest_duration - 3600, 1800),
      weekly_rest_compensation_weeks: random.pick([0, 0, 1, 3]),
      compensation_rest_duration: random.step(1800, 12 * 3600, 1800),
    },
  };
}

/** Skips vehicles that load and shifts with an earliest end, which nights on the road exclude. */
function withNights(random: Random, vehicle: VehicleEntry): VehicleEntry {
  if (vehicle.loading !== undefined || vehicle.unloading !== undefined) return vehicle;
  return {
    ...vehicle,
    costs: { ...vehicle.costs, per_night: random.between(0, 60) },
    shifts: vehicle.shifts.map((shift) =>
      shift.earliest_end_time === undefined && random.chance(0.6)
        ? { ...shift, end_location: 'stay' }
        : shift,
    ),
  };
}

const withDocks = (random: Random, request: RoutingRequest): RoutingRequest => ({
  ...request,
  locations: (request.locations ?? []).map((location) =>
    random.chance(0.6) ? { ...location, docks: random.pick([1, 1, 2]) } : location,
  ),
});

function withEarliestEnds(random: Random, vehicle: VehicleEntry): VehicleEntry {
  const ofShift = (shift: ShiftEntry): ShiftEntry => {
    const { start_time, end_time, end_location } = shift;
    if (typeof start_time !== 'string' || typeof end_time !== 'string' || end_location == null) {
      return shift;
    }
    const [start, end] = [Date.parse(`${start_time}Z`), Date.parse(`${end_time}Z`)];
    if (Number.isNaN(start) || Number.isNaN(end)) return shift;
    const at = new Date(start + (end - start) * 0.25 * random.between(1, 4));
    return { ...shift, earliest_end_time: at.toISOString().slice(0, 19) };
  };
  return { ...vehicle, shifts: vehicle.shifts.map(ofShift) };
}
