/**
 * Times in the formats of requests: ISO 8601 with or without an offset, or Unix seconds.
 *
 * A text without an offset is in the local time of some place; only the caller knows which one.
 */
import { dayOf } from './calendar.js';
import type { Clock, LocalKind } from './clock.js';
import { DAY_MS } from './time-of-day.js';

/** The years 1970 to 2199 are valid: any other is a mistake, such as milliseconds instead of seconds. */
export const INSTANT_MAX = Date.UTC(2200, 0, 1) / 1000 - 1;
const YEAR_MIN = 1970;
const YEAR_MAX = 2199;
/** No clock is this far from UTC: such an offset is a mistake. */
const OFFSET_SECONDS_END = 19 * 3600;

export type ReadTime =
  { kind: 'instant'; instant: number } | { kind: 'local'; localSeconds: number };

const ISO_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Parses a time; undefined if it is invalid. Truncates fractions of a second; a date alone means its midnight. */
export function parseTime(time: string | number): ReadTime | undefined {
  if (typeof time === 'number') {
    const isKnown = Number.isInteger(time) && time >= 0 && time <= INSTANT_MAX;
    return isKnown ? { kind: 'instant', instant: time } : undefined;
  }
  const read = readIso(time);
  if (read === undefined || read.year < YEAR_MIN || read.year > YEAR_MAX) return undefined;
  const localSeconds = Math.floor(read.localMs / 1000);
  if (read.offsetSeconds === undefined) return { kind: 'local', localSeconds };
  if (Math.abs(read.offsetSeconds) >= OFFSET_SECONDS_END) return undefined;
  const instant = localSeconds - read.offsetSeconds;
  return instant < 0 ? undefined : { kind: 'instant', instant };
}

/** Parses an ISO time of any year to epoch milliseconds; without an offset, it is in UTC. */
export function parseInstantMs(text: string): number | undefined {
  const read = readIso(text);
  return read === undefined ? undefined : read.localMs - (read.offsetSeconds ?? 0) * 1000;
}

type IsoTime = {
  year: number;
  /** The local time in milliseconds, as if it were UTC. */
  localMs: number;
  offsetSeconds: number | undefined;
};

function readIso(text: string): IsoTime | undefined {
  const match = ISO_TIME.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0] = match.slice(1, 4).map(Number);
  const hour = Number(match[4] ?? 0);
  const minute = Number(match[5] ?? 0);
  const second = Number(match[6] ?? 0);
  const day = dayOf({ year, month, dayOfMonth });
  // 24:00 is the midnight at the end of the day, as in ISO 8601.
  const isTimeOfDay =
    (hour < 24 && minute < 60 && second < 60) || (hour === 24 && minute === 0 && second === 0);
  if (day === undefined || !isTimeOfDay) return undefined;
  const ms = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const localMs = day * DAY_MS + (hour * 3600 + minute * 60 + second) * 1000 + ms;
  if (match[8] === undefined) return { year, localMs, offsetSeconds: undefined };
  const offsetSeconds = offsetOf(match[8]);
  return offsetSeconds === undefined ? undefined : { year, localMs, offsetSeconds };
}

/** Returns the instant of a parsed time. A local time is converted by `clock`, that of its place. */
export function instantOf(time: ReadTime, clock: Clock): { instant: number; kind: LocalKind } {
  switch (time.kind) {
    case 'instant':
      return { instant: time.instant, kind: 'plain' };
    case 'local':
      return clock.instantOf(time.localSeconds);
  }
}

function offsetOf(text: string): number | undefined {
  if (text === 'Z') return 0;
  const digits = text.replace(':', '');
  const hours = Number(digits.slice(1, 3));
  const minutes = Number(digits.slice(3, 5));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
}
