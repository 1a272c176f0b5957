/**
 * Vehicles and the occurrences of their shifts in the planning period.
 *
 * `count` creates copies `v1#1`, `v1#2`; `repeat` creates an occurrence for each of its days. Entries without their
 * optional id are named by their position: `shifts/0`, `breaks/1`, `soft_breaks/0`, `reloads/0`. The absolute times of
 * breaks and reloads move with their repeated shift, by whole local days.
 */
import {
  type BreakEntry,
  type ReloadEntry,
  type RoutingRequest,
  type ShiftEntry,
  type SoftBreakEntry,
  type TimeText,
  type TimeWindow,
  type VehicleEntry,
} from '../contract.js';
import { dateOfDay } from '../time/calendar.js';
import { instantOf } from '../time/instant.js';
import { occurrenceDays } from '../time/recurrence.js';
import { intervalsOf, movedByDays, type Interval } from '../time/windows.js';
import { DAY_SECONDS, localDayAt, localSecondsAt } from '../time/zone.js';
import { firstReferenceOf } from './orders.js';
import { type Place, type PlaceOf, type ZoneOf } from './places.js';

export type Vehicle = { vehicleId: string; entry: VehicleEntry };

/** `windows`: intervals that overlap the shift; undefined if the request states none. */
type Timed = { id: string; place: Place | undefined; windows: Interval[] | undefined };
export type Break = Timed & { durationSeconds: number };
export type SoftBreak = Break & { costPerHourLate: number; skipCost: number };
export type Reload = Timed & { durationSeconds: number; countMax: number };

export type Occurrence = {
  vehicle: Vehicle;
  shiftId: string;
  entry: ShiftEntry;
  date: string;
  day: number;
  zone: string;
  start: number;
  /** The start as stated; `start` is not before `now`. */
  statedStart: number;
  end: number;
  /** The end with overtime. */
  latestEnd: number;
  /** Undefined if the request states none. */
  latestStart: number | undefined;
  /** Undefined if the request states none. */
  earliestEnd: number | undefined;
  startPlace: Place | undefined;
  endPlace: Place | undefined;
  /** Whether the next route of the vehicle begins where this one ends. */
  stays: boolean;
  attributes: ReadonlySet<string>;
  breaks: Break[];
  softBreaks: SoftBreak[];
  reloads: Reload[];
};

/** Returns the time zone of a shift: that of its start, else that of its end, else that of the first order. */
export function zoneOfShift(request: RoutingRequest, shift: ShiftEntry, zoneOf: ZoneOf): string {
  const [firstOrder] = request.orders;
  const reference =
    shift.start_location ??
    (isStay(shift.end_location, request) ? undefined : shift.end_location) ??
    (firstOrder === undefined ? undefined : firstReferenceOf(firstOrder));
  return reference === undefined ? 'Etc/UTC' : zoneOf(reference);
}

/** Returns the time zone of the first shift of a vehicle. */
export function zoneOfVehicle(
  request: RoutingRequest,
  vehicle: VehicleEntry | undefined,
  zoneOf: ZoneOf,
): string {
  const shift = vehicle?.shifts[0];
  return shift === undefined ? 'Etc/UTC' : zoneOfShift(request, shift, zoneOf);
}

export function copiesOf(entry: VehicleEntry): Vehicle[] {
  const count = entry.count ?? 1;
  if (count === 1) return [{ vehicleId: entry.vehicle_id, entry }];
  return Array.from({ length: count }, (_, copyIdx) => ({
    vehicleId: `${entry.vehicle_id}#${copyIdx + 1}`,
    entry,
  }));
}

type Span = { zone: string; start: number; end: number; days: number };

function windowsDuring(
  windows: TimeWindow[] | undefined,
  { zone, start, end, days }: Span,
): Interval[] | undefined {
  if (windows === undefined || windows.length === 0) return undefined;
  return windows
    .flatMap((window) => intervalsOf(window, zone, { start, end }, days))
    .filter((interval) => interval.end >= start && interval.start <= end);
}

/** Returns whether an end means `stay` and not a location with that id. */
const isStay = (end: ShiftEntry['end_location'], { locations = [] }: RoutingRequest): boolean =>
  end === 'stay' && !locations.some(({ location_id }) => location_id === end);

type Context = { request: RoutingRequest; zoneOf: ZoneOf; placeOf: PlaceOf; period: Interval };

function readOccurrence(
  vehicle: Vehicle,
  shiftIdx: number,
  span: Span,
  { placeOf, request }: Context,
): Occurrence {
  const entry = vehicle.entry.shifts[shiftIdx];
  if (entry === undefined) throw new Error('no such shift');
  const stays = isStay(entry.end_location, request);
  const latestEnd = span.end + (entry.max_overtime ?? 0);
  const day = localDayAt(span.zone, span.start);
  const windowsOf = (windows: TimeWindow[] | undefined): Interval[] | undefined =>
    windowsDuring(windows, { ...span, end: latestEnd });
  const readBreak = (each: BreakEntry, id: string): Break => ({
    id: each.break_id ?? id,
    place: each.location === undefined ? undefined : placeOf(each.location),
    windows: windowsOf(each.time_windows),
    durationSeconds: each.duration,
  });
  const movedWithRepeats = (time: TimeText | undefined): number | undefined =>
    time === undefined ? undefined : movedByDays(instantOf(time, span.zone), span.zone, span.days);
  return {
    vehicle,
    shiftId: entry.shift_id ?? `shifts/${shiftIdx}`,
    entry,
    date: dateOfDay(day),
    day,
    zone: span.zone,
    start: span.start,
    statedStart: span.start,
    end: span.end,
    latestEnd,
    latestStart: movedWithRepeats(entry.latest_start_time),
    earliestEnd: movedWithRepeats(entry.earliest_end_time),
    startPlace: entry.start_location == null ? undefined : placeOf(entry.start_location),
    endPlace: entry.end_location == null || stays ? undefined : placeOf(entry.end_location),
    stays,
    attributes: new Set([...(vehicle.entry.attributes ?? []), ...(entry.attributes ?? [])]),
    breaks: (entry.breaks ?? []).map((each, idx) => readBreak(each, `breaks/${idx}`)),
    softBreaks: (entry.soft_breaks ?? []).map((each: SoftBreakEntry, idx) => ({
      ...readBreak(each, `soft_breaks/${idx}`),
      costPerHourLate: each.cost_per_hour_late ?? 0,
      skipCost: each.skip_cost ?? 0,
    })),
    reloads: (entry.reloads ?? []).map((each: ReloadEntry, idx) => ({
      id: each.reload_id ?? `reloads/${idx}`,
      place: placeOf(each.location),
      windows: windowsOf(each.time_windows),
      durationSeconds: each.duration ?? 0,
      countMax: each.max_count ?? Infinity,
    })),
  };
}

/** No planning period extends further than this many days from the first day of a shift. */
const DAYS_MAX = 1100;

/** Returns the end of the last occurrence, or of the first if the rule never ends. */
export function lastEndOf(entry: ShiftEntry, zone: string): number {
  const end = instantOf(entry.end_time, zone);
  if (!/COUNT=|UNTIL=/.test(entry.repeat ?? '')) return end;
  const days = dayShifts(entry, zone, instantOf(entry.start_time, zone) + DAYS_MAX * DAY_SECONDS);
  return movedByDays(end, zone, days.at(-1) ?? 0);
}

/** Returns by how many whole days each occurrence is after the first; `[0]` without a rule. */
function dayShifts(entry: ShiftEntry, zone: string, lastInstant: number): number[] {
  if (entry.repeat === undefined) return [0];
  const first = localSecondsAt(zone, instantOf(entry.start_time, zone));
  const firstDay = Math.floor(first / DAY_SECONDS);
  const lastDay = localDayAt(zone, lastInstant);
  return occurrenceDays(entry.repeat, zone, first, lastDay).map((day) => day - firstDay);
}

/** Returns every occurrence that overlaps the planning period. */
export function readOccurrences(vehicle: Vehicle, context: Context): Occurrence[] {
  const { request, zoneOf, period } = context;
  return vehicle.entry.shifts.flatMap((entry, shiftIdx) => {
    const zone = zoneOfShift(request, entry, zoneOf);
    const start = instantOf(entry.start_time, zone);
    const end = instantOf(entry.end_time, zone);
    return dayShifts(entry, zone, period.end)
      .map((days) => ({
        zone,
        start: movedByDays(start, zone, days),
        end: movedByDays(end, zone, days),
        days,
      }))
      .filter((span) => span.start < period.end && span.end > period.start)
      .map((span) => readOccurrence(vehicle, shiftIdx, span, context));
  });
}
