/** The sequence of an order's stops: as given by `after`, else every pickup comes before every dropoff. */
import type { StopEntry } from '../schema/index.js';
import { shown, type Report } from './report.js';

export type ListedStop = {
  stop: StopEntry;
  kind: 'pickup' | 'dropoff';
  stopId: string;
  pointer: string;
};

/** Returns a function from a stop's position to those that must come before. Reports unknown names and cycles. */
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

/** Finds a stop on a cycle: removes stops without remaining predecessors until no stop can be removed. */
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
  // Stops that only depend on a cycle remain as well; following predecessors from any of them leads into the cycle.
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
