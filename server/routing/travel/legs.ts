/**
 * The pairs of places between which a vehicle may drive when a given plan is checked: from each stop only to the next.
 * A check never reads the costs of other pairs, and computing them would take most of its time.
 *
 *     depot ─► a ─► b or c ─► d ─► depot      each place of a stop to each place of the next stop
 *                 ▲ ▼   ▲ ▼                   places of breaks and reloads: from and to all places of the route
 *                rest house
 */
import type { ProblemMessage } from '../problem.js';

type Parts = Pick<ProblemMessage, 'plan' | 'shifts' | 'vehicles' | 'stops' | 'options'>;

/** Pairs of places, row by row: for each place of departure, its destinations in ascending order, including itself. */
export type Pairs = {
  /** By place: where its row ends. It begins where the row of the place before it ends. */
  rowEnds: Uint32Array<ArrayBuffer>;
  to: Uint32Array<ArrayBuffer>;
};

/** Returns the pairs of each travel class. */
export function pairsOfPlan(problem: Parts, classCount: number, placeCount: number): Pairs[] {
  const { plan, shifts, vehicles } = problem;
  const classes = Array.from({ length: classCount }, () =>
    Array.from({ length: placeCount }, (_, place) => new Set([place])),
  );
  const roaming = new Set(
    shifts.flatMap(({ stays, vehicle }) => (stays === true ? [vehicle] : [])),
  );
  /** For each vehicle that stays at its last stop: the places where its next route may start. */
  const stayed = new Map<number, number[]>();
  for (const route of plan.toSorted((a, b) => a.shift - b.shift)) {
    const shift = shifts[route.shift];
    if (shift === undefined) continue;
    const goes = classes[vehicles[shift.vehicle]?.travel ?? 0];
    const go = (from: readonly number[], to: readonly number[]): void => {
      for (const place of from) for (const other of to) goes?.[place]?.add(other);
    };
    const stops = stopsOf(route, problem);
    const starts = listOf(shift.start_place);
    const ends = listOf(shift.end_place);
    const steps = [starts, ...stops, ends];
    steps.slice(1).forEach((step, idx) => {
      go(steps[idx] ?? [], step);
    });
    const aside = placesAside(shift);
    const all = [...steps.flat(), ...aside];
    go(aside, all);
    go(all, aside);
    if (!roaming.has(shift.vehicle)) continue;
    const before = stayed.get(shift.vehicle) ?? [];
    go(before, [...(stops[0] ?? []), ...ends, ...aside]);
    stayed.set(shift.vehicle, [...before, ...(stops.at(-1) ?? []), ...aside]);
  }
  return classes.map(rowByRow);
}

function rowByRow(goes: readonly ReadonlySet<number>[]): Pairs {
  const rowEnds = new Uint32Array(goes.length);
  const to = new Uint32Array(goes.reduce((sum, { size }) => sum + size, 0));
  let end = 0;
  goes.forEach((reached, from) => {
    const first = end;
    for (const place of reached) {
      to[end] = place;
      end += 1;
    }
    to.subarray(first, end).sort();
    rowEnds[from] = end;
  });
  return { rowEnds, to };
}

/** Returns, for each stop of the route, the places where it may be made. */
function stopsOf(route: Parts['plan'][number], { stops, options }: Parts): number[][] {
  return route.stops.map(({ stop }) => {
    const [first, end] = stops[stop]?.options ?? [0, 0];
    return options.slice(first, end).map(({ place }) => place);
  });
}

/** Returns the places of breaks and reloads, which may be taken anywhere in the route. */
function placesAside({ breaks, soft_breaks, reloads }: Parts['shifts'][number]): number[] {
  const places = [
    ...breaks.map(({ place }) => place),
    ...soft_breaks.map(({ rest }) => rest.place),
    ...reloads.map(({ place }) => place),
  ];
  return [...new Set(places.filter((place) => place !== null))];
}

const listOf = (place: number | null): number[] => (place === null ? [] : [place]);
