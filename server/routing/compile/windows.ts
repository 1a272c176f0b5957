/** Converts intervals to the windows of the core. */
import type { WindowMessage } from '../problem.js';
import { cut, openIn, type Interval, type Place, type ReadWindow } from '../read/index.js';

const bounded = (instant: number): number | null => (Number.isFinite(instant) ? instant : null);

export const windowMessage = ({ startAt, endAt }: Interval): WindowMessage => [
  bounded(startAt),
  bounded(endAt),
];

/** Returns when the given windows and those of the place are both open within a span. */
export function openAt(
  windows: readonly ReadWindow[] | undefined,
  place: Place | undefined,
  span: Interval,
  movedDays = 0,
): Interval[] {
  const own = openIn(windows, span, movedDays);
  return place?.windows === undefined ? own : cut(own, openIn(place.windows, span));
}
