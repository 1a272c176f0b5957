/**
 * Local times of IANA zones, computed with `Intl`: offsets, and instants of local times.
 *
 * A local time is counted in seconds as if it were UTC ("local seconds"), so that a day always has 86,400 seconds.
 * Since 1972, offsets only change at full quarters of an hour: each quarter is computed once and cached.
 */

export const DAY_SECONDS = 86_400;
const QUARTER_SECONDS = 900;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Returns by how many seconds the zone is ahead of UTC at a Unix time. */
export function offsetAt(zone: string, instant: number): number {
  const quarter = Math.floor(instant / QUARTER_SECONDS);
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const start = quarter * QUARTER_SECONDS;
    const part: Record<string, number> = {};
    for (const { type, value } of formatOf(zone).formatToParts(start * 1000)) {
      part[type] = Number(value);
    }
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    offset = Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - start;
    offsets.set(key, offset);
  }
  return offset;
}

/** Returns the local time of the zone, as local seconds. */
export const localSecondsAt = (zone: string, instant: number): number =>
  instant + offsetAt(zone, instant);

/** Returns the day in the zone's calendar, in days since 1970-01-01. */
export const localDayAt = (zone: string, instant: number): number =>
  Math.floor(localSecondsAt(zone, instant) / DAY_SECONDS);

export type LocalInstant = { instant: number; clockChange?: 'gap' | 'overlap' };

/** Returns the instant of a local time: moved forward by the gap if it is in one, the earlier one if ambiguous. */
export function instantOfLocal(zone: string, localSeconds: number): LocalInstant {
  const before = offsetAt(zone, localSeconds - DAY_SECONDS);
  const after = offsetAt(zone, localSeconds + DAY_SECONDS);
  const holds = (offset: number): boolean => offsetAt(zone, localSeconds - offset) === offset;
  if (holds(before)) {
    const instant = localSeconds - before;
    if (after === before || !holds(after)) return { instant };
    return { instant: Math.min(instant, localSeconds - after), clockChange: 'overlap' };
  }
  if (holds(after)) return { instant: localSeconds - after };
  return { instant: localSeconds - before, clockChange: 'gap' };
}

/** Returns the first instant after `instant`, at most `until`, at which the offset changes; otherwise `until`. */
export function nextClockChange(zone: string, instant: number, until: number): number {
  const offset = offsetAt(zone, instant);
  if (offsetAt(zone, until) === offset && until - instant <= DAY_SECONDS) return until;
  let quarter = (Math.floor(instant / QUARTER_SECONDS) + 1) * QUARTER_SECONDS;
  while (quarter < until && offsetAt(zone, quarter) === offset) quarter += QUARTER_SECONDS;
  return Math.min(quarter, until);
}
