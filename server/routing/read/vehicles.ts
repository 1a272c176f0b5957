/**
 * Reads vehicles and their shifts as the request states them; copies and repeats are expanded later.
 *
 * An entry without its optional id is named by its position: `shifts/0`, `breaks/1`.
 */
import {
  isEndless,
  occurrenceDays,
  parseRepeat,
  searchedDayCount,
  type Clock,
  type DayRange,
  type RepeatRule,
} from '../../time/index.js';
import type { BreakEntry, LocationRef, OrderEntry, ShiftEntry } from '../schema/index.js';
import { readDrivingRules, type ReadDrivingRules } from './driving-rules.js';
import { UTC, reportDuplicate, type Place, type Places } from './places.js';
import { shown, type Report } from './report.js';
import type { ValidParts, ValidVehicle } from './salvage.js';
import { movedByDays, readTime, readWindows, type Interval, type ReadWindow } from './windows.js';

export type ReadBreak = {
  id: string;
  seconds: number;
  windows: readonly ReadWindow[] | undefined;
  place: Place | undefined;
};
export type ReadSoftBreak = ReadBreak & { costPerHourLate: number; skipCost: number };
export type ReadReload = ReadBreak & { place: Place; countMax: number | null };

export type ReadShift = {
  entry: ShiftEntry;
  pointer: string;
  shiftId: string;
  clock: Clock;
  startPlace: Place | undefined;
  endPlace: Place | undefined;
  /** The vehicle stays at its last stop. */
  stays: boolean;
  /** Start and end on the first day on which the shift may take place. */
  startAt: number;
  endAt: number;
  overtimeSeconds: number;
  /** Undefined: no limit. */
  latestStartAt: number | undefined;
  /** Undefined: routes may end as soon as the vehicle is back. */
  earliestEndAt: number | undefined;
  rule: RepeatRule | undefined;
  breaks: readonly ReadBreak[];
  softBreaks: readonly ReadSoftBreak[];
  reloads: readonly ReadReload[];
};

export type ReadVehicle = {
  entry: ValidVehicle;
  pointer: string;
  copyCount: number;
  drivingRules: ReadDrivingRules | undefined;
  shifts: readonly ReadShift[];
};

/** One occurrence of a shift, not clipped to the planning period. */
export type Occurrence = {
  startAt: number;
  endAt: number;
  latestEndAt: number;
  latestStartAt: number | undefined;
  earliestEndAt: number | undefined;
  /** The local day on which the occurrence starts. */
  day: number;
  /** Whole days since the start that the shift states. */
  movedDays: number;
};

export function readVehicles(
  parts: ValidParts,
  places: Places,
  report: Report,
): readonly ReadVehicle[] {
  const [firstOrder] = parts.orders;
  const reading: Reading = { places, report, clockOfOpen: clockOfOrder(firstOrder, places) };
  const firstOf = new Map<string, string>();
  return parts.vehicles.flatMap((entry, idx): ReadVehicle[] => {
    if (entry === undefined) return [];
    const pointer = `/vehicles/${idx}`;
    const first = firstOf.get(entry.vehicle_id);
    if (first === undefined) firstOf.set(entry.vehicle_id, pointer);
    else reportDuplicate(`${pointer}/vehicle_id`, first, report);
    const shifts = entry.shifts.flatMap((shift, shiftIdx): ReadShift[] => {
      if (shift === undefined) return [];
      const read = readShift(shift, shiftIdx, `${pointer}/shifts/${shiftIdx}`, reading);
      return read === undefined ? [] : [read];
    });
    reportRepeatedIds(
      entry.shifts.map((shift, shiftIdx) =>
        shift === undefined ? undefined : nameOf(shift.shift_id, 'shifts', shiftIdx),
      ),
      (shiftIdx) => `${pointer}/shifts/${shiftIdx}`,
      report,
    );
    reportNowhereToHandle(entry, pointer, { cut: parts.cut, report });
    if (shifts.some(({ stays }) => stays)) reportHandlingOnTheRoad(entry, pointer, report);
    const drivingRules = readDrivingRules(entry.driving_rules, `${pointer}/driving_rules`, report);
    reportShortRest(entry, drivingRules, pointer, report);
    return [{ entry, pointer, copyCount: entry.count ?? 1, drivingRules, shifts }];
  });
}

/** With a shorter rest, two routes would drive as long as one may between two rests, each. */
function reportShortRest(
  { rest_between_shifts = Infinity }: ValidVehicle,
  drivingRules: ReadDrivingRules | undefined,
  pointer: string,
  report: Report,
): void {
  const { shiftRestSeconds = 0, day } = drivingRules ?? {};
  if (rest_between_shifts >= shiftRestSeconds) return;
  const comment =
    day === undefined
      ? `Routes start rested, so a full break lies between them: at least break_duration, ${shiftRestSeconds}.`
      : `Routes start rested, so a daily rest lies between them: at least daily_rest_duration, ${shiftRestSeconds}. For two parts of a day, use one shift with a break.`;
  report.problem(`${pointer}/rest_between_shifts`, 'out_of_range', comment);
}

/** The value of `end_location` that makes the vehicle stay at its last stop. */
const STAY = 'stay';

/** Loading and unloading need a place: a vehicle that stayed at its last stop has none for them. */
function reportHandlingOnTheRoad(entry: ValidVehicle, pointer: string, report: Report): void {
  for (const field of ['loading', 'unloading'] as const) {
    if (entry[field] === undefined) continue;
    const comment = `A vehicle with a shift that ends with ${STAY} cannot have an end_location. Remove it.`;
    report.problem(`${pointer}/${field}`, 'not_allowed', comment);
  }
}

/** Loading takes place where routes start and unloading where they end, so shifts need these locations. */
function reportNowhereToHandle(
  { loading, unloading, shifts }: ValidVehicle,
  pointer: string,
  { cut, report }: Pick<ValidParts, 'cut'> & { report: Report },
): void {
  shifts.forEach((shift, shiftIdx) => {
    if (shift === undefined || cut.has(shift)) return;
    for (const [handling, field, name] of [
      [loading, 'start_location', 'loading'],
      [unloading, 'end_location', 'unloading'],
    ] as const) {
      if (handling === undefined || shift[field] != null) continue;
      const comment = `The vehicle has ${name}, which takes place there: it needs the shift's ${field}.`;
      report.problem(`${pointer}/shifts/${shiftIdx}/${field}`, 'missing_field', comment);
    }
  });
}

/** The days on which a shift starts that may overlap a period, as whole days after its stated start. */
function movedDaysOf(shift: ReadShift, period: Interval): number[] {
  const { rule, clock, startAt } = shift;
  if (rule === undefined) return [0];
  const firstDay = clock.dayOf(startAt);
  return occurrenceDays(rule, clock, clock.localOf(startAt), daysOf(shift, period)).map(
    (day) => day - firstDay,
  );
}

/** The number of days that have to be examined to find these days. */
export function searchedDaysOf(shift: ReadShift, period: Interval): number {
  const { rule, clock, startAt } = shift;
  if (rule === undefined) return 1;
  return searchedDayCount(rule, clock.localOf(startAt), daysOf(shift, period));
}

/** The range begins a day early, so that changes of the clock cannot hide an occurrence. */
function daysOf({ clock, startAt, endAt }: ReadShift, period: Interval): DayRange {
  const fromDay = clock.dayOf(period.startAt - (endAt - startAt)) - 1;
  return { fromDay, lastDay: clock.dayOf(period.endAt) };
}

/** Where to search for the last end of a shift if the planning period has at most `seconds` seconds. */
const searchedForEnd = ({ startAt }: ReadShift, seconds: number): Interval => ({
  startAt,
  endAt: startAt + seconds,
});

/** The number of days that have to be examined to find this end. */
export const searchedDaysForEnd = (shift: ReadShift, seconds: number): number =>
  givesFirstEnd(shift) ? 1 : searchedDaysOf(shift, searchedForEnd(shift, seconds));

const givesFirstEnd = ({ rule }: ReadShift): boolean => rule === undefined || isEndless(rule);

/** The occurrences that overlap the planning period. */
export function occurrencesOf(shift: ReadShift, period: Interval): Occurrence[] {
  const { clock, overtimeSeconds } = shift;
  return movedDaysOf(shift, period).flatMap((movedDays) => {
    const startAt = movedByDays(shift.startAt, clock, movedDays);
    const endAt = movedByDays(shift.endAt, clock, movedDays);
    if (startAt >= period.endAt || endAt <= period.startAt) return [];
    const latestEndAt = endAt + overtimeSeconds;
    const moved = (at: number | undefined) =>
      at === undefined ? undefined : movedByDays(at, clock, movedDays);
    const ends = { earliestEndAt: moved(shift.earliestEndAt), latestEndAt };
    const starts = { startAt, latestStartAt: moved(shift.latestStartAt) };
    return [{ ...starts, endAt, ...ends, day: clock.dayOf(startAt), movedDays }];
  });
}

/** The end that a shift sets for the planning period: its last end, or that of its first day if its rule is endless. */
export function lastEndOf(shift: ReadShift, seconds: number): number {
  const { clock, endAt, overtimeSeconds } = shift;
  const lastDay = givesFirstEnd(shift)
    ? 0
    : (movedDaysOf(shift, searchedForEnd(shift, seconds)).at(-1) ?? 0);
  return movedByDays(endAt, clock, lastDay) + overtimeSeconds;
}

type Reading = { places: Places; report: Report; clockOfOpen: Clock };

/** The clock of shifts without a place. Faults of the order are reported when orders are read. */
function clockOfOrder(order: OrderEntry | undefined, places: Places): Clock {
  const reference =
    order?.location ??
    order?.alternative_locations?.[0]?.location ??
    order?.pickups?.[0]?.location ??
    order?.dropoffs?.[0]?.location;
  return (reference === undefined ? undefined : places.clockOf(reference)) ?? UTC;
}

const nameOf = (id: string | undefined, list: string, idx: number): string =>
  id ?? `${list}/${idx}`;

function readShift(
  entry: ShiftEntry,
  shiftIdx: number,
  pointer: string,
  reading: Reading,
): ReadShift | undefined {
  const { places, report } = reading;
  const placeAt = (reference: LocationRef | null | undefined, field: string): Place | undefined =>
    reference == null ? undefined : places.placeOf(reference, `${pointer}/${field}`);
  const startPlace = placeAt(entry.start_location, 'start_location');
  const stays = entry.end_location === STAY && !places.isLocation(STAY);
  const endPlace = stays ? undefined : placeAt(entry.end_location, 'end_location');
  const clock = (startPlace ?? endPlace)?.clock ?? reading.clockOfOpen;
  const startAt = readTime(entry.start_time, clock, `${pointer}/start_time`, report);
  const endAt = readTime(entry.end_time, clock, `${pointer}/end_time`, report);
  const optionalTime = (field: 'latest_start_time' | 'earliest_end_time') =>
    entry[field] === undefined
      ? undefined
      : readTime(entry[field], clock, `${pointer}/${field}`, report);
  const latestStartAt = optionalTime('latest_start_time');
  const earliestEndAt = optionalTime('earliest_end_time');
  const rule = readRule(entry.repeat, `${pointer}/repeat`, report);
  const ofShift = { ...reading, clock };
  const breaks = (entry.breaks ?? []).map((each, idx) =>
    readBreak(each, nameOf(each.break_id, 'breaks', idx), `${pointer}/breaks/${idx}`, ofShift),
  );
  const softBreaks = (entry.soft_breaks ?? []).map((each, idx) => ({
    ...readBreak(
      each,
      nameOf(each.break_id, 'soft_breaks', idx),
      `${pointer}/soft_breaks/${idx}`,
      ofShift,
    ),
    costPerHourLate: each.cost_per_hour_late ?? 0,
    skipCost: each.skip_cost ?? 0,
  }));
  const reloads = (entry.reloads ?? []).flatMap((each, idx): ReadReload[] => {
    const id = nameOf(each.reload_id, 'reloads', idx);
    const rest = { ...each, duration: each.duration ?? 0 };
    const read = readBreak(rest, id, `${pointer}/reloads/${idx}`, ofShift);
    const { place } = read;
    return place === undefined ? [] : [{ ...read, place, countMax: each.max_count ?? null }];
  });
  // Answers identify breaks and soft breaks by their ids alone; reloads have their own type there.
  for (const [list, field] of [
    [breaks.map(({ id }) => id), 'breaks'],
    [softBreaks.map(({ id }) => id), 'soft_breaks'],
    [reloads.map(({ id }) => id), 'reloads'],
  ] as const) {
    reportRepeatedIds(list, (idx) => `${pointer}/${field}/${idx}`, report);
  }
  if (startAt === undefined || endAt === undefined) return undefined;
  if (endAt <= startAt) {
    report.problem(
      `${pointer}/end_time`,
      'ends_before_start',
      'A shift must end after it starts; if it passes midnight, it ends on the next date.',
    );
    return undefined;
  }
  if (latestStartAt !== undefined && latestStartAt < startAt) {
    const comment = 'No route can start by this time, because the shift starts later.';
    report.problem(`${pointer}/latest_start_time`, 'ends_before_start', comment);
    return undefined;
  }
  const overtimeSeconds = entry.max_overtime ?? 0;
  if (earliestEndAt !== undefined && earliestEndAt > endAt + overtimeSeconds) {
    const comment = 'No route can end this late, because the shift and its overtime end earlier.';
    report.problem(`${pointer}/earliest_end_time`, 'ends_before_start', comment);
    return undefined;
  }
  if (earliestEndAt !== undefined && endPlace === undefined) {
    const comment =
      'earliest_end_time requires an end_location, where a vehicle that returns early can wait.';
    report.problem(`${pointer}/end_location`, 'missing_field', comment);
  }
  return {
    ...{
      entry,
      latestStartAt,
      earliestEndAt,
      pointer,
      clock,
      startPlace,
      endPlace,
      stays,
      startAt,
      endAt,
      rule,
      breaks,
      softBreaks,
      reloads,
    },
    shiftId: nameOf(entry.shift_id, 'shifts', shiftIdx),
    overtimeSeconds,
  };
}

function readBreak(
  entry: Pick<BreakEntry, 'duration' | 'time_windows' | 'location'>,
  id: string,
  pointer: string,
  { clock, places, report }: Reading & { clock: Clock },
): ReadBreak {
  return {
    id,
    seconds: entry.duration,
    windows: readWindows(entry.time_windows, clock, `${pointer}/time_windows`, report),
    place:
      entry.location === undefined
        ? undefined
        : places.placeOf(entry.location, `${pointer}/location`),
  };
}

function readRule(
  text: string | undefined,
  pointer: string,
  report: Report,
): RepeatRule | undefined {
  if (text === undefined) return undefined;
  const outcome = parseRepeat(text);
  if (outcome.kind === 'ok') return outcome.rule;
  report.problem(pointer, 'invalid_repeat', `${outcome.comment} Got ${shown(text)}.`);
  return undefined;
}

/** Reports every name that occurred before. `names` is indexed by position. */
export function reportRepeatedIds(
  names: readonly (string | undefined)[],
  pointerOf: (idx: number) => string,
  report: Report,
): void {
  const firstOf = new Map<string, number>();
  names.forEach((name, idx) => {
    if (name === undefined) return;
    const first = firstOf.get(name);
    if (first === undefined) firstOf.set(name, idx);
    else reportDuplicate(pointerOf(idx), pointerOf(first), report);
  });
}

/** The clock for times that apply to the whole request: that of the first shift. */
export const clockOfRequest = (vehicles: readonly ReadVehicle[]): Clock =>
  vehicles.flatMap(({ shifts }) => shifts)[0]?.clock ?? UTC;
