/**
 * Which breaks a route owes, and how late a soft break is.
 *
 * A break is not owed where it fits wholly before the route starts, or can still begin after it ends: a driver who comes
 * back at noon needs no lunch break on the road. A break without windows is always owed.
 */
import { type Route } from './routes.js';
import { type Break, type SoftBreak } from './shifts.js';

export function isOwed(pause: Break, { occurrence, start, end }: Route): boolean {
  if (pause.windows === undefined) return true;
  if (pause.windows.length === 0) return false;
  const first = Math.min(...pause.windows.map((window) => window.start));
  const last = Math.max(...pause.windows.map((window) => window.end));
  const fitsBefore = start >= Math.max(first, occurrence.start) + pause.durationSeconds;
  const fitsAfter = end <= Math.min(last, occurrence.latestEnd);
  return !fitsBefore && !fitsAfter;
}

/** Seconds after the window that it is least late for, of those that are open by then; undefined: too early. */
export function softBreakLateness({ windows }: SoftBreak, startAt: number): number | undefined {
  if (windows === undefined) return 0;
  const open = windows.filter(({ start }) => start <= startAt);
  if (open.length === 0) return undefined;
  return Math.min(...open.map(({ end }) => Math.max(0, startAt - end)));
}
