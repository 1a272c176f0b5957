/** When service may start at a stop: sets of intervals. In each set, one interval must contain the start of service. */
import { type Interval } from '../time/windows.js';
import { type Stop } from './routes.js';

export type HardWindows = {
  of: 'order' | 'location' | 'break' | 'reload' | 'lock' | 'release';
  intervals: Interval[];
};

export function hardWindowsOf({ task, pause, reload, place, raw }: Stop): HardWindows[] {
  const sets: HardWindows[] = [];
  const add = (of: HardWindows['of'], intervals: Interval[] | undefined): void => {
    if (intervals !== undefined) sets.push({ of, intervals });
  };
  add('order', task?.places.find((each) => each.place === place)?.windows);
  add('break', pause?.windows);
  add('reload', reload?.windows);
  const isServedHere = task !== undefined || reload !== undefined || pause?.place !== undefined;
  if (isServedHere && raw.type !== 'start' && raw.type !== 'end') add('location', place?.windows);
  return sets;
}

/** Returns the first instant from `from` on at which all sets allow service; undefined if there is none. */
export function earliestStart(sets: readonly HardWindows[], from: number): number | undefined {
  let instant = from;
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const { intervals } of sets) {
      const openings = intervals
        .filter(({ end }) => end >= instant)
        .map(({ start }) => Math.max(start, instant));
      if (openings.length === 0) return undefined;
      const earliest = Math.min(...openings);
      if (earliest > instant) {
        instant = earliest;
        isSettled = false;
      }
    }
  }
  return instant;
}
