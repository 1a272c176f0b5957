/**
 * The breaks that a route owes, and the lateness of soft breaks.
 *
 * A break is not owed if it fits entirely before the start of the route, or can still begin after its end: a driver who
 * is back at noon needs no lunch break on the road. A break without windows is always owed.
 */
import { type Route } from './routes.js';
import { type Break, type SoftBreak } from './shifts.js';
import { type Interval } from '../time/windows.js';

export function isOwed(pause: Break, { occurrence, start, end }: Route): boolean {
  if (pause.windows === undefined) return true;
  if (pause.windows.length === 0) return false;
  const first = Math.min(...pause.windows.map((window) => window.start));
  const last = Math.max(...pause.windows.map((window) => window.end));
  const fitsBefore = start >= Math.max(first, occurrence.statedStart) + pause.durationSeconds;
  const fitsAfter = end <= Math.min(last, occurrence.latestEnd);
  return !fitsBefore && !fitsAfter;
}

/** Returns the intervals in which two sets are both open; an undefined set is always open. */
function openInBoth(
  one: Interval[] | undefined,
  other: Interval[] | undefined,
): Interval[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.flatMap((a) =>
    other.flatMap((b) => {
      const both = { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
      return both.start <= both.end ? [both] : [];
    }),
  );
}

/**
 * Returns the seconds after the end of a window, the least of all open windows; undefined if too early. The hours of
 * the place narrow the windows.
 */
export function softBreakLateness(
  { windows, place }: SoftBreak,
  startAt: number,
): number | undefined {
  const allowed = openInBoth(windows, place?.windows);
  if (allowed === undefined) return 0;
  const open = allowed.filter(({ start }) => start <= startAt);
  if (open.length === 0) return undefined;
  return Math.min(...open.map(({ end }) => Math.max(0, startAt - end)));
}
