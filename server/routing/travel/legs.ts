/**
 * The pairs of places between which a vehicle may drive when a given plan is checked: from each stop only to the next.
 * A check never reads the costs of other pairs, and computing them would take most of its time.
 *
 *     depot ─► a ─► b or c ─► d ─► depot      each place of a stop to each place of the next stop
 *                 ▲ ▼   ▲ ▼                   places of breaks and reloads: from and to all places of the route
 *                rest house
 *
 * If time slots are offered, the new order goes anywhere, and a route that does not keep the rules loses stops: then
 * there are all pairs of a route, and all from and to the places of the order.
 */
import type { ProblemMessage } from '../problem.js';

type Parts = Pick<
  ProblemMessage,
  'plan' | 'shifts' | 'vehicles' | 'visits' | 'stops' | 'options' | 'offered'
>;

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
  const offered = offeredPlaces(problem);
  for (const goes of classes) {
    for (const place of offered) {
      for (let other = 0; other < placeCount; other += 1) {
        goes[place]?.add(other);
        goes[other]?.add(place);
      }
    }
  }
  /** For each vehicle that stays at its last stop: the places where its next route may start. */
  const stayed = new Map<number, number[]>();
  const isOffering = offered.size > 0;
  const routes = new Map(plan.map((route) => [route.shift, route]));
  for (const [idx, shift] of shifts.entries()) {
    const route = routes.get(idx);
    // The order may be offered on a shift without a route.
    if (route === undefined && !isOffering) continue;
    const goes = classes[vehicles[shift.vehicle]?.travel ?? 0];
    const go = (from: readonly number[], to: readonly number[]): void => {
      for (const place of from) for (const other of to) goes?.[place]?.add(other);
    };
    const stops = route === undefined ? [] : stopsOf(route, problem);
    const starts = listOf(shift.start_place);
    const ends = listOf(shift.end_place);
    const steps = [starts, ...stops, ends];
    steps.slice(1).forEach((step, at) => {
      go(steps[at] ?? [], step);
    });
    const aside = placesAside(shift);
    const all = [...steps.flat(), ...aside];
    go(aside, all);
    go(all, aside);
    if (isOffering) go(all, all);
    if (!roaming.has(shift.vehicle)) continue;
    const before = stayed.get(shift.vehicle) ?? [];
    go(before, isOffering ? all : [...(stops[0] ?? []), ...ends, ...aside]);
    const last = isOffering ? stops.flat() : (stops.at(-1) ?? []);
    stayed.set(shift.vehicle, [...before, ...last, ...aside]);
  }
  return classes.map(rowByRow);
}

/** Returns the places of the order for which time slots are offered; none in a check. */
function offeredPlaces({ offered: [first, end], visits, stops, options }: Parts): Set<number> {
  const places = visits
    .slice(first, end)
    .flatMap(({ stops: [from, to] }) =>
      stops
        .slice(from, to)
        .flatMap(({ options: [firstOption, endOption] }) =>
          options.slice(firstOption, endOption).map(({ place }) => place),
        ),
    );
  return new Set(places);
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
