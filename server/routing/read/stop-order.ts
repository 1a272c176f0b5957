/** Which stops of an order come before which: by `after`, else every pickup before every dropoff. */
import type { StopEntry } from '../schema/index.js';
import { shown, type Report } from './report.js';

export type ListedStop = {
  stop: StopEntry;
  kind: 'pickup' | 'dropoff';
  stopId: string;
  pointer: string;
};

/** Gives, for the position of a stop, the positions of those before it. Unknown names and circles are reported. */
export function createStopOrder(
  stops: readonly ListedStop[],
  report: Report,
): (position: number) => readonly number[] {
  const positionOf = new Map<string, number>();
  stops.forEach(({ stopId }, position) => {
    if (!positionOf.has(stopId)) positionOf.set(stopId, position);
  });
  const pickups = stops.flatMap(({ kind }, position) => (kind === 'pickup' ? [position] : []));
  const before = stops.map(({ stop, kind, pointer }) => {
    if (stop.after === undefined) return kind === 'dropoff' ? pickups : [];
    return [
      ...new Set(
        stop.after.flatMap((name, idx) => {
          const position = positionOf.get(name);
          if (position !== undefined) return [position];
          report.problem(
            `${pointer}/after/${idx}`,
            'unknown_stop',
            `The order has no stop ${shown(name)}.`,
          );
          return [];
        }),
      ),
    ];
  });
  const inCircle = positionInCircle(before);
  const first = inCircle === undefined ? undefined : stops[inCircle];
  if (first !== undefined) {
    report.problem(
      `${first.pointer}/after`,
      'circular_after',
      `The stop ${shown(first.stopId)} would have to come before itself.`,
    );
  }
  return (position) => before[position] ?? [];
}

/** A stop that is, over others or not, before itself: stops that wait for nothing are taken away until none is left. */
function positionInCircle(before: readonly (readonly number[])[]): number | undefined {
  const left = new Set(before.keys());
  for (let isShrinking = true; isShrinking;) {
    isShrinking = false;
    for (const position of left) {
      if (before[position]?.some((each) => left.has(each)) === true) continue;
      left.delete(position);
      isShrinking = true;
    }
  }
  // What only waits for a circle is left as well; a walk back from it ends in the circle.
  const [start] = left;
  if (start === undefined) return undefined;
  const seen = new Set<number>();
  let position = start;
  while (!seen.has(position)) {
    seen.add(position);
    position = before[position]?.find((each) => left.has(each)) ?? position;
  }
  return position;
}
