/**
 * The clock of a time zone: converts instants to local time and back, across changes of the offset from UTC.
 *
 * Local time is counted in seconds as if the zone were UTC: `local = instant + offset`. Where the offset changes from
 * `before` to `after`, the local times in between occur never (a gap) or twice (an overlap):
 *
 *     instant    ───────────────x───────────────>
 *     offset         before     │    after
 *     local      ──── x+before ▒▒▒ x+after ─────>
 *
 * Both are converted with the offset before the change: a time in a gap moves forward by the length of the gap, and a
 * time in an overlap becomes the earlier instant.
 *
 * Offsets come from the platform's zone data through Luxon. A query takes microseconds, so the changes of each year are
 * determined once and kept across requests; everything else is a search among them.
 */
import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';
import { DAY_SECONDS } from './time-of-day.js';

export type LocalKind = 'plain' | 'gap' | 'overlap';

/** From `fromAt` on, local time is UTC plus the offset. */
export type ClockSegment = { fromAt: number; offsetSeconds: number };

export type Clock = {
  zone: string;
  /** Seconds to add to UTC. */
  offsetAt: (instant: number) => number;
  /** Returns the instant of a local time, and whether that local time is in a gap or an overlap. */
  instantOf: (localSeconds: number) => { instant: number; kind: LocalKind };
  localOf: (instant: number) => number;
  /** Returns the day that the clock shows, counted from 1970-01-01. */
  dayOf: (instant: number) => number;
  /** Returns the segment that applies at `from` and those that start until `to`, in ascending order. */
  segments: (from: number, to: number) => ClockSegment[];
};

type Change = { at: number; before: number; after: number };
/** A period of 366 days: the offset at its start, and the changes within it. */
type Year = { offsetSeconds: number; changes: Change[] };

/** Changes of the offset are farther apart than this: the closest known are five weeks apart (Ramadan in Morocco). */
const SAMPLE_SECONDS = 7 * DAY_SECONDS;
const YEAR_SECONDS = 366 * DAY_SECONDS;
/** No zone is more than 14 hours from UTC; a larger bound costs nothing. */
const OFFSET_SECONDS_MAX = 2 * DAY_SECONDS;

/** There are about 600 zones, but each may be spelled in several ways, because names are not case-sensitive. */
const KNOWN_ZONES_MAX = 2_000;
/** Valid names of zones. A lookup takes 0.2 ms without this cache: a second for a request with 5,000 places. */
const knownZones = new LRUCache<string, true>({ max: KNOWN_ZONES_MAX });

export function isZone(name: string): boolean {
  if (knownZones.get(name) === true) return true;
  const isKnown = IANAZone.isValidZone(name);
  if (isKnown) knownZones.set(name, true);
  return isKnown;
}

/** Clocks by zone. All requests share them, since the clock of a zone does not depend on the request. */
const knownClocks = new LRUCache<string, Clock>({ max: KNOWN_ZONES_MAX });
/** How many years a clock keeps. Requests usually concern years close to today, but could name any of hundreds. */
const KNOWN_YEARS_MAX = 32;

/** Returns the clock of a zone, the same one for all requests. Throws if there is no such zone. */
export function clockOf(zone: string): Clock {
  const known = knownClocks.get(zone);
  if (known !== undefined) return known;
  const clock = createClock(zone);
  knownClocks.set(zone, clock);
  return clock;
}

function createClock(zone: string): Clock {
  const iana = IANAZone.create(zone);
  if (!iana.isValid) throw new Error(`there is no time zone ${zone}`);
  const years = new LRUCache<number, Year>({ max: KNOWN_YEARS_MAX });
  const askOffset = (instant: number): number => Math.round(iana.offset(instant * 1000) * 60);

  function year(number: number): Year {
    const known = years.get(number);
    if (known !== undefined) return known;
    const found: Year = { offsetSeconds: askOffset(number * YEAR_SECONDS), changes: [] };
    const end = (number + 1) * YEAR_SECONDS;
    for (let from = number * YEAR_SECONDS; from < end; from += SAMPLE_SECONDS) {
      const change = changeBetween(askOffset, from, Math.min(from + SAMPLE_SECONDS, end));
      if (change !== undefined) found.changes.push(change);
    }
    years.set(number, found);
    return found;
  }

  function changesAround(first: number, last: number): Change[] {
    const changes: Change[] = [];
    for (let number = yearOf(first); number <= yearOf(last); number += 1) {
      changes.push(...year(number).changes);
    }
    return changes;
  }

  const offsetAt = (instant: number): number => {
    const { offsetSeconds, changes } = year(yearOf(instant));
    return changes.findLast((change) => change.at <= instant)?.after ?? offsetSeconds;
  };
  const localOf = (instant: number): number => instant + offsetAt(instant);

  return {
    zone,
    offsetAt,
    localOf,
    dayOf: (instant) => Math.floor(localOf(instant) / DAY_SECONDS),
    instantOf: (localSeconds) => {
      const first = yearOf(localSeconds - OFFSET_SECONDS_MAX);
      const last = yearOf(localSeconds + OFFSET_SECONDS_MAX);
      let offset = year(first).offsetSeconds;
      for (let number = first; number <= last; number += 1) {
        for (const { at, before, after } of year(number).changes) {
          if (localSeconds < at + Math.min(before, after)) break;
          if (localSeconds < at + Math.max(before, after)) {
            return { instant: localSeconds - before, kind: after > before ? 'gap' : 'overlap' };
          }
          offset = after;
        }
      }
      return { instant: localSeconds - offset, kind: 'plain' };
    },
    segments: (from, to) => [
      { fromAt: from, offsetSeconds: offsetAt(from) },
      ...changesAround(from, to)
        .filter(({ at }) => at > from && at <= to)
        .map(({ at, after }) => ({ fromAt: at, offsetSeconds: after })),
    ],
  };
}

const yearOf = (instant: number): number => Math.floor(instant / YEAR_SECONDS);

/** Finds the change of the offset after `from` and until `to` by bisection. There is at most one. */
function changeBetween(
  askOffset: (instant: number) => number,
  from: number,
  to: number,
): Change | undefined {
  const before = askOffset(from);
  const after = askOffset(to);
  if (before === after) return undefined;
  let last = from;
  let first = to;
  while (first - last > 1) {
    const middle = Math.floor((last + first) / 2);
    if (askOffset(middle) === before) last = middle;
    else first = middle;
  }
  return { at: first, before, after };
}
