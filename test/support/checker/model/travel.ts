/**
 * Travel through traffic windows: a leg is one unit of progress, and progresses at a pace of 1/T in a window in which
 * it takes T.
 *
 *     departure ──window 2: T₂──┤──window 3: T₃──> arrival        Σ seconds in window i / Tᵢ = 1
 *
 * After Ichoua, Gendreau, Potvin 2003 (speed steps, so that leaving later never means arriving earlier). Windows follow
 * the local time at the place of departure, and weekends its calendar. Everything is computed with exact fractions. The
 * arrival is rounded once, half up, which preserves the order of arrivals.
 */
import { type CostTable, type TravelTable } from '../contract.js';
import { isAtMost, minus, ONE, over, plus, rational, times, type Rational } from '../rational.js';
import { isWeekend } from '../time/calendar.js';
import { DAY_SECONDS, localSecondsAt, nextClockChange } from '../time/zone.js';
import { type Place } from './places.js';

export type Leg = {
  distanceMeters: number;
  /** Returns the exact arrival of a vehicle that leaves at `departure` with this share of the leg remaining. */
  arrival: (departure: number, remaining: Rational) => Rational;
  /** Returns the share of the leg that is driven between two instants. */
  progress: (departure: number, until: number) => Rational;
};

/** Properties of a vehicle that determine its travel times. */
export type Traveler = {
  table: TravelTable;
  speedFactor: number;
  useTraffic: boolean;
  /** Legs computed so far, by the names of their ends. */
  legs: Map<string, Leg | undefined>;
};

type DayWindow = { from: number; to: number; windowIdx: number };

function secondsOfDay(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Returns the intervals of a weekday, `to` exclusive. */
function dayWindows({ traffic_windows }: TravelTable): DayWindow[] {
  return traffic_windows.flatMap((window, windowIdx) =>
    window.traffic_window_start_times.map((start, idx) => ({
      from: secondsOfDay(start),
      to: secondsOfDay(window.traffic_window_end_times[idx] ?? start) + 1,
      windowIdx,
    })),
  );
}

const cellOf = (table: CostTable | undefined, from: Place, to: Place): number[] | undefined =>
  table?.[from.name]?.[to.name];

/** Returns the leg between two places; undefined if no road leads from one to the other. */
export function legBetween(from: Place, to: Place, traveler: Traveler): Leg | undefined {
  if (from.name === to.name) return stayingLeg;
  const key = JSON.stringify([from.name, to.name]);
  if (!traveler.legs.has(key)) traveler.legs.set(key, newLeg(from, to, traveler));
  return traveler.legs.get(key);
}

function newLeg(from: Place, to: Place, traveler: Traveler): Leg | undefined {
  const { table, useTraffic } = traveler;
  const weekday = cellOf(table.travel_costs, from, to);
  if (weekday === undefined) return undefined;
  const weekend = cellOf(table.weekend_travel_costs, from, to);
  const free = cellOf(table.free_flow_travel_costs, from, to);
  const distanceMeters = weekday[0] ?? 0;
  const scaled = (seconds: number): Rational =>
    over(rational(seconds), rational(traveler.speedFactor));

  if (!useTraffic) {
    const least = free?.[1] ?? Math.min(...weekday.slice(1), ...(weekend ?? []).slice(1));
    const full = scaled(least);
    return legOf(distanceMeters, () => ({ full, until: Infinity }));
  }

  const windows = dayWindows(table);
  const weekdayTimes = weekday.slice(1).map(scaled);
  const weekendTime = weekend?.[1] === undefined ? undefined : scaled(weekend[1]);
  return legOf(distanceMeters, (instant) => {
    const local = localSecondsAt(from.zone, instant);
    const day = Math.floor(local / DAY_SECONDS);
    const second = local - day * DAY_SECONDS;
    const onWeekend = weekendTime !== undefined && isWeekend(day);
    const window = windows.find((each) => each.from <= second && second < each.to);
    const full = onWeekend ? weekendTime : weekdayTimes[window?.windowIdx ?? -1];
    if (full === undefined) throw new Error(`no traffic window at second ${second} of the day`);
    const edge = instant + (onWeekend ? DAY_SECONDS : (window?.to ?? DAY_SECONDS)) - second;
    return { full, until: nextClockChange(from.zone, instant, edge) };
  });
}

type Pace = (instant: number) => { full: Rational; until: number };

/** Windows change at whole seconds, so the loop stays on whole seconds until the leg ends within a window. */
function legOf(distanceMeters: number, paceAt: Pace): Leg {
  return {
    distanceMeters,
    arrival: (departure, remaining) => {
      let instant = departure;
      let rest = remaining;
      for (;;) {
        const { full, until } = paceAt(instant);
        const needed = times(rest, full);
        if (until === Infinity || isAtMost(needed, rational(until - instant))) {
          return plus(rational(instant), needed);
        }
        rest = minus(rest, over(rational(until - instant), full));
        instant = until;
      }
    },
    progress: (departure, end) => {
      let instant = departure;
      let done = rational(0);
      while (instant < end) {
        const { full, until } = paceAt(instant);
        if (full.numerator === 0n) return ONE;
        const driven = Math.min(until, end) - instant;
        done = plus(done, over(rational(driven), full));
        instant += driven;
      }
      return done;
    },
  };
}

const stayingLeg: Leg = {
  distanceMeters: 0,
  arrival: (departure) => rational(departure),
  progress: () => ONE,
};
