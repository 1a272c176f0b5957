/**
 * Vehicles and shifts of the problem: one vehicle per copy, one shift per occurrence, sorted by vehicle, then by start.
 */
import { formatDay, isoWeekOf } from '../../time/index.js';
import type { Names } from '../names.js';
import type {
  BreakMessage,
  HandlingMessage,
  ShiftMessage,
  SpanLimitsMessage,
  VehicleMessage,
} from '../problem.js';
import {
  copyNameOf,
  scaledAmount,
  type Dimension,
  type NamedVehicle,
  type Occurrence,
  type ReadBreak,
  type ReadRequest,
  type ReadShift,
  type ReadVehicle,
  type Warning,
} from '../read/index.js';
import type { HandlingEntry, VehicleEntry } from '../schema/index.js';
import type { ClockTable } from './clocks.js';
import { ALWAYS } from './openings.js';
import { weekMessage } from './weeks.js';
import { openAt, windowMessage } from './windows.js';

export type Fleet = {
  vehicles: VehicleMessage[];
  shifts: ShiftMessage[];
  vehicleNames: Names['vehicles'];
  shiftNames: Names['shifts'][number][];
  /** Returns all copies that a name refers to, as positions in `vehicles`. */
  vehiclesNamed: (named: NamedVehicle) => number[];
  shiftIdxOf: (vehicleIdx: number, copyIdx: number, occurrence: Occurrence) => number | undefined;
  warnings: Warning[];
};

type Context = {
  read: ReadRequest;
  clocks: ClockTable;
  attributeIdx: (name: string) => number;
  /** Mode `check`: the given plan may use a reload while it is closed, which is then a violation. */
  isJudged: boolean;
};

type Started = { shift: ReadShift; occurrence: Occurrence };

export function compileFleet(context: Context): Fleet {
  const { read } = context;
  const vehicles: VehicleMessage[] = [];
  const shifts: ShiftMessage[] = [];
  const vehicleNames: string[] = [];
  const shiftNames: Names['shifts'][number][] = [];
  const firstCopyOf: number[] = [];
  const shiftIdxOf = new Map<string, number>();
  const startedOf: Started[][] = [];
  const warnings: Warning[] = [];

  read.vehicles.forEach((vehicle, vehicleIdx) => {
    const started = vehicle.shifts
      .flatMap((shift): Started[] =>
        (read.occurrences.get(shift) ?? []).map((occurrence) => ({ shift, occurrence })),
      )
      .toSorted((a, b) => a.occurrence.startAt - b.occurrence.startAt);
    startedOf.push(started);
    firstCopyOf.push(vehicles.length);
    const occurrences = started.map(({ occurrence }) => occurrence);
    const base = vehicleMessage(vehicle, vehicleIdx, occurrences, read);
    const compiled = started.map(({ shift, occurrence }) =>
      compileShift(shift, occurrence, vehicle, context, warnings),
    );
    for (let copyIdx = 0; copyIdx < vehicle.copyCount; copyIdx += 1) {
      const first = shifts.length;
      const vehicleId = copyNameOf(vehicle.entry.vehicle_id, copyIdx, vehicle.copyCount);
      vehicleNames.push(vehicleId);
      compiled.forEach(({ message, names }, position) => {
        shiftIdxOf.set(`${vehicleIdx} ${copyIdx} ${position}`, shifts.length);
        shifts.push({ ...message, vehicle: vehicles.length });
        const { metadata } = vehicle.entry;
        shiftNames.push({ ...names, vehicleId, ...(metadata === undefined ? {} : { metadata }) });
      });
      vehicles.push({ ...base, shifts: [first, shifts.length] });
    }
  });

  return {
    vehicles,
    shifts,
    vehicleNames,
    shiftNames,
    warnings,
    vehiclesNamed: ({ vehicleIdx, copyIdx }) => {
      const first = firstCopyOf[vehicleIdx] ?? 0;
      if (copyIdx !== undefined) return [first + copyIdx];
      const count = read.vehicles[vehicleIdx]?.copyCount ?? 0;
      return Array.from({ length: count }, (_, idx) => first + idx);
    },
    shiftIdxOf: (vehicleIdx, copyIdx, occurrence) => {
      const position = startedOf[vehicleIdx]?.findIndex((each) => each.occurrence === occurrence);
      return shiftIdxOf.get(`${vehicleIdx} ${copyIdx} ${position ?? -1}`);
    },
  };
}

/**
 * Returns the rest between routes that driving rules imply. A full break is left out if all shifts are so far apart
 * that their routes need not know of one another.
 */
function impliedRestSeconds(
  rules: ReadVehicle['drivingRules'],
  occurrences: readonly Occurrence[] | undefined,
): number | undefined {
  if (rules === undefined || rules.day !== undefined || occurrences === undefined) {
    return rules?.shiftRestSeconds;
  }
  const { shiftRestSeconds } = rules;
  let endAt = -Infinity;
  for (const { startAt, latestEndAt } of occurrences) {
    if (startAt - endAt < shiftRestSeconds) return shiftRestSeconds;
    endAt = Math.max(endAt, latestEndAt);
  }
  return undefined;
}

function vehicleMessage(
  { entry, drivingRules, shifts }: ReadVehicle,
  vehicleIdx: number,
  occurrences: readonly Occurrence[],
  { dimensions, travel, period, routes }: ReadRequest,
): Omit<VehicleMessage, 'shifts'> {
  const { capacity = {}, costs = {}, limits = {}, service_factor = 1 } = entry;
  const { soft_limits, loading, unloading } = entry;
  const { week, twoWeekDrivingSecondsMax, weeklyDrivingSecondsMax } = drivingRules ?? {};
  const shiftRestSeconds =
    entry.rest_between_shifts ??
    impliedRestSeconds(
      drivingRules,
      // Routes of a given plan may be longer than their shifts.
      routes.length > 0 ? undefined : occurrences,
    );
  // A rest that the vehicle states is never shorter.
  const { reduced, parts } = drivingRules?.day ?? {};
  const isEverShorter = reduced !== undefined || parts !== undefined;
  const reducesShiftRest = entry.rest_between_shifts === undefined && isEverShorter;
  const amounts = new Map(Object.entries(capacity));
  return {
    travel: travel.classOf[vehicleIdx] ?? 0,
    capacity: dimensions.map((dimension) => {
      const amount = amounts.get(dimension.name);
      return amount === undefined ? null : scaledAmount(amount, dimension);
    }),
    costs: {
      fixed: costs.fixed ?? 0,
      per_hour: costs.per_hour ?? 0,
      per_kilometer: costs.per_kilometer ?? 0,
      per_stop: costs.per_stop ?? 0,
      per_waiting_hour: costs.per_waiting_hour ?? 0,
      per_overtime_hour: costs.per_overtime_hour ?? 0,
      ...(costs.per_night === undefined ? {} : { per_night: costs.per_night }),
    },
    limits: {
      duration_seconds: limits.duration ?? null,
      driving_seconds: limits.driving_duration ?? null,
      distance_meters: limits.distance ?? null,
      stop_count: limits.stops ?? null,
      waiting_seconds: limits.waiting_duration ?? null,
    },
    limits_per_week: spanLimits(limits.per_week, weeklyDrivingSecondsMax),
    limits_per_period: spanLimits(limits.per_period),
    driving_rules: drivingRules === undefined ? null : drivingRulesMessage(drivingRules),
    service_permille: Math.round(1000 * service_factor),
    ...(soft_limits === undefined ? {} : { soft_limits: softLimits(soft_limits) }),
    ...(loading === undefined ? {} : { loading: handling(loading, dimensions) }),
    ...(unloading === undefined ? {} : { unloading: handling(unloading, dimensions) }),
    ...(shiftRestSeconds === undefined ? {} : { shift_rest_seconds: shiftRestSeconds }),
    ...(reducesShiftRest ? { reduces_shift_rest: true as const } : {}),
    ...(week === undefined ? {} : { week: weekMessage(week, shifts[0]?.clock, period) }),
    ...(twoWeekDrivingSecondsMax === undefined
      ? {}
      : { two_week_driving_seconds: twoWeekDrivingSecondsMax }),
  };
}

const softLimits = ({
  duration,
  distance,
  stops,
}: NonNullable<VehicleEntry['soft_limits']>): NonNullable<VehicleMessage['soft_limits']> => ({
  duration_seconds: duration?.limit ?? null,
  distance_meters: distance?.limit ?? null,
  stop_count: stops?.limit ?? null,
  per_hour: duration?.cost_per_hour ?? 0,
  per_kilometer: distance?.cost_per_kilometer ?? 0,
  per_stop: stops?.cost_per_stop ?? 0,
});

/** Converts seconds per unit of the caller, rounded to milliseconds, to nanoseconds per scaled unit of the core. */
function handling(
  { duration = 0, per_unit = {} }: HandlingEntry,
  dimensions: readonly Dimension[],
): HandlingMessage {
  const seconds = new Map(Object.entries(per_unit));
  return {
    seconds: duration,
    nanos_per_unit: dimensions.map(
      ({ name, scale }) => Math.round(1000 * (seconds.get(name) ?? 0)) * (1e6 / scale),
    ),
  };
}

const drivingRulesMessage = ({
  drivingSecondsMax,
  breakSeconds,
  partSeconds,
  workingSecondsMax,
  day,
}: NonNullable<ReadVehicle['drivingRules']>): VehicleMessage['driving_rules'] => ({
  driving_seconds_max: drivingSecondsMax,
  break_seconds: breakSeconds,
  part_seconds: partSeconds,
  ...(workingSecondsMax === undefined ? {} : { working_seconds_max: workingSecondsMax }),
  ...(day === undefined
    ? {}
    : {
        day: {
          driving_seconds_max: day.drivingSecondsMax,
          span_seconds_max: day.spanSecondsMax,
          rest_seconds: day.restSeconds,
          ...(day.parts === undefined ? {} : { parts: day.parts }),
          ...(day.reduced === undefined
            ? {}
            : {
                reduced: {
                  rest_seconds: day.reduced.restSeconds,
                  count_max: day.reduced.countMax,
                },
              }),
          ...(day.extended === undefined
            ? {}
            : {
                extended: {
                  driving_seconds_max: day.extended.drivingSecondsMax,
                  count_max: day.extended.countMax,
                },
              }),
        },
      }),
});

const least = (limit = Infinity, other: number): number | null =>
  Math.min(limit, other) === Infinity ? null : Math.min(limit, other);

type SpanLimitsEntry = NonNullable<ReadVehicle['entry']['limits']>['per_week'];

const spanLimits = (limits: SpanLimitsEntry, drivingSecondsMax = Infinity): SpanLimitsMessage => ({
  duration_seconds: limits?.duration ?? null,
  driving_seconds: least(limits?.driving_duration, drivingSecondsMax),
  distance_meters: limits?.distance ?? null,
  shift_count: limits?.shifts ?? null,
});

type CompiledShift = {
  message: Omit<ShiftMessage, 'vehicle'>;
  names: Omit<Names['shifts'][number], 'vehicleId'>;
};

function compileShift(
  shift: ReadShift,
  occurrence: Occurrence,
  vehicle: ReadVehicle,
  { read, clocks, attributeIdx, isJudged }: Context,
  warnings: Warning[],
): CompiledShift {
  const { period } = read;
  const attributes = [...(vehicle.entry.attributes ?? []), ...(shift.entry.attributes ?? [])];
  const inShift = <Rest extends ReadBreak>(rests: readonly Rest[]) =>
    rests.flatMap((rest) => {
      const during = restDuring(rest, occurrence);
      if (during?.isClosed === true) {
        warnings.push({
          code: 'place_closed',
          pointer: vehicle.pointer,
          comment: `On ${formatDay(occurrence.day)} the place of ${rest.id} is closed during all of its time windows.`,
        });
      }
      return during === undefined ? [] : [{ rest, message: during.rest }];
    });
  const breaks = inShift(shift.breaks);
  const softBreaks = inShift(shift.softBreaks);
  const reloads = isJudged
    ? shift.reloads.map((rest) => ({ rest, windows: windowsDuring(rest, occurrence) }))
    : inShift(shift.reloads).flatMap(({ rest, message: { windows } }) =>
        // Reloads are optional: one that is never open in this occurrence is dropped.
        windows.length === 0 ? [] : [{ rest, windows }],
      );
  return {
    message: {
      start_place: shift.startPlace?.idx ?? null,
      end_place: shift.endPlace?.idx ?? null,
      start_at: Math.max(occurrence.startAt, period.startAt),
      // Overtime begins at this time, even if the period ends earlier.
      end_at: occurrence.endAt,
      latest_end_at: Math.min(occurrence.latestEndAt, period.endAt),
      overtime_end_at: occurrence.latestEndAt,
      // An end that comes from the shifts binds those that end later: other days of endless repeats.
      period_end_at: period.endAt < occurrence.latestEndAt ? period.endAt : period.statedEndAt,
      week: isoWeekOf(occurrence.day),
      day: occurrence.day,
      clock: clocks.idxOf(shift.clock),
      attributes: [...new Set(attributes.map(attributeIdx))].toSorted((a, b) => a - b),
      breaks: breaks.map(({ message }) => message),
      soft_breaks: softBreaks.map(({ rest, message }) => ({
        rest: message,
        cost_per_hour_late: rest.costPerHourLate,
        skip_cost: rest.skipCost,
      })),
      reloads: reloads.map(({ rest, windows }) => ({
        place: rest.place.idx,
        seconds: rest.seconds,
        windows,
        count_max: rest.countMax,
      })),
      ...(shift.entry.end_empty === true ? { ends_empty: true as const } : {}),
      ...(shift.stays ? { stays: true as const } : {}),
      ...(occurrence.latestStartAt === undefined
        ? {}
        : { latest_start_at: occurrence.latestStartAt }),
      ...(occurrence.earliestEndAt === undefined
        ? {}
        : { earliest_end_at: occurrence.earliestEndAt }),
    },
    names: {
      shiftId: shift.shiftId,
      date: formatDay(occurrence.day),
      timeZone: shift.clock.zone,
      breakIds: breaks.map(({ rest }) => rest.id),
      softBreakIds: softBreaks.map(({ rest }) => rest.id),
      reloadIds: reloads.map(({ rest }) => rest.id),
    },
  };
}

/** `isClosed`: the place of the rest is closed in all windows of the rest. */
type RestDuring = { rest: BreakMessage; isClosed: boolean };

/**
 * Returns a rest as it applies to one occurrence, or undefined if none of its windows meets the occurrence. The windows
 * are cut to the whole shift, not to its part within the planning period: a break whose time has passed when the period
 * begins is not owed. The windows of its place do not affect whether it is owed: a break without windows of its own is
 * owed even if its place is closed.
 */
function restDuring(
  { windows, place, seconds }: ReadBreak,
  { startAt, latestEndAt, movedDays }: Occurrence,
): RestDuring | undefined {
  const span = { startAt, endAt: latestEndAt };
  const own = openAt(windows, undefined, span, movedDays);
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isAnyTime = windows === undefined && place?.windows === undefined;
  const open = openAt(windows, place, span, movedDays);
  const rest = {
    seconds,
    windows: isAnyTime ? [windowMessage(ALWAYS)] : open.map(windowMessage),
    owed:
      windows === undefined ? null : windowMessage({ startAt: first.startAt, endAt: last.endAt }),
    place: place?.idx ?? null,
  };
  return { rest, isClosed: open.length === 0 };
}

const windowsDuring = (rest: ReadBreak, occurrence: Occurrence): BreakMessage['windows'] =>
  restDuring(rest, occurrence)?.rest.windows ?? [];
