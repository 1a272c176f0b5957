/**
 * The clock of a time zone: from instants to local time and back, over the changes of the clock.
 *
 * Local time is counted in seconds as instants are, as if the zone were UTC: `local = instant + offset`. Where the offset
 * changes from `before` to `after`, local times in between exist never (a gap) or twice (an overlap):
 *
 *     instant    ───────────────x───────────────>
 *     offset         before     │    after               both are read with the offset before the change: in a gap that
 *     local      ──── x+before ▒▒▒ x+after ─────>        moves forward by the gap, in an overlap it is the earlier instant
 *
 * Offsets come from the platform's zone data by Luxon. Asking takes microseconds, so changes are sought once a year of a
 * clock and kept, from one request to the next; everything else is a search among them.
 */
import { LRUCache } from 'lru-cache';
import { IANAZone } from 'luxon';
import { DAY_SECONDS } from './time-of-day.js';

export type LocalKind = 'plain' | 'gap' | 'overlap';

/** From an instant on, local time is UTC plus an offset. */
export type ClockSegment = { fromAt: number; offsetSeconds: number };

export type Clock = {
  zone: string;
  /** Seconds to add to UTC. */
  offsetAt: (instant: number) => number;
  /** The instant of a local time, and whether the clock shows it once. */
  instantOf: (localSeconds: number) => { instant: number; kind: LocalKind };
  localOf: (instant: number) => number;
  /** The day that the clock shows, counted from 1970-01-01. */
  dayOf: (instant: number) => number;
  /** Ascending; the first holds at `from`, and all that begin until `to` follow. */
  segments: (from: number, to: number) => ClockSegment[];
};

type Change = { at: number; before: number; after: number };
/** A stretch of 366 days: the offset at its start, and what changes in it. */
type Year = { offsetSeconds: number; changes: Change[] };

/** Changes of the clock lie further apart: the closest known are the five weeks of Ramadan in Morocco. */
const SAMPLE_SECONDS = 7 * DAY_SECONDS;
const YEAR_SECONDS = 366 * DAY_SECONDS;
/** No zone is farther from UTC than 14 hours; a day more costs nothing. */
const OFFSET_SECONDS_MAX = 2 * DAY_SECONDS;

/** There are some 600, but their letters may be small or capital. */
const KNOWN_ZONES_MAX = 2_000;
/** Names that are zones. To look one up takes 0.2 ms, a second for a request with 5,000 places. */
const knownZones = new LRUCache<string, true>({ max: KNOWN_ZONES_MAX });

export function isZone(name: string): boolean {
  if (knownZones.get(name) === true) return true;
  const isKnown = IANAZone.isValidZone(name);
  if (isKnown) knownZones.set(name, true);
  return isKnown;
}

/** Clocks by zone: of any request, for what a zone's clock shows is the same for all. */
const knownClocks = new LRUCache<string, Clock>({ max: KNOWN_ZONES_MAX });
/** Years that a clock keeps: what requests ask for is close to today, and what they could ask for are thousands. */
const KNOWN_YEARS_MAX = 32;

/** The clock of a zone, which has to be one. Two requests of it are answered by the same clock. */
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

/** The one change of the offset after `from` and until `to`, found by halving. */
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
