/** A plan on the map: routes as lines in their colors, stops with their numbers. */
import { colorOf } from '../colors.js';
import { HOUSE } from '../map/house.js';
import type { Line, Point, Scene } from '../map/scene.js';
import { TEXTS } from '../texts.js';
import { lineOf, placeOf } from './route-line.js';
import { clockIn } from './times.js';
import type { Plan, Route, Stop } from './types.js';

/** With more stops than this, numbers would cover the map at low zooms. */
const LABELS_MAX = 300;
const LABELS_FROM_ZOOM = 13;
/** The index of a route that cannot be pointed at. */
const GHOST = -1;
const DEPOT = '#4a5560';

/** `ghost` is the plan that this one is compared with: only its lines are drawn, below. */
export function planScene(plan: Plan, name: string, ghost?: Plan): Scene {
  const stopCount = plan.routes.reduce((sum, { stops }) => sum + stops.length, 0);
  const points = plan.routes.flatMap(pointsOf);
  const ghosts = (ghost?.routes ?? []).map((route) => ({ ...drawn(route, GHOST), isGhost: true }));
  // Depots are drawn first, so that they do not hide numbers.
  points.sort((a, b) => Number(b.isHollow === true) - Number(a.isHollow === true));
  return {
    ...{ lines: [...ghosts, ...plan.routes.map(drawn)], points, fit: name },
    ...(stopCount > LABELS_MAX ? { labelZoom: LABELS_FROM_ZOOM } : {}),
  };
}

const drawn = (route: Route, idx: number): Line => ({
  ...{ route: idx, color: colorOf(route), coordinates: lineOf(route) },
});

/** Returns one point per place of a route, labeled with the numbers of all its stops there. */
function pointsOf(route: Route, routeIdx: number): Point[] {
  const { stops } = route;
  const places = new Map<string, number[]>();
  for (const [idx, stop] of stops.entries()) {
    // Breaks are taken on the road and appear in the timeline.
    if (stop.type === 'break' || stop.type === 'soft_break') continue;
    const key = `${stop.type === 'order'} ${placeOf(stop).join()}`;
    places.set(key, [...(places.get(key) ?? []), idx]);
  }
  return [...places.values()].flatMap((numbers): Point[] => {
    const first = stops[numbers[0] ?? 0];
    if (first === undefined) return [];
    const isOrder = first.type === 'order';
    const titles = numbers.map((idx) => titleOf(stops[idx] ?? first, route));
    const more = titles.length - TITLES_SHOWN;
    return [
      {
        ...{ at: placeOf(first), route: routeIdx, stops: numbers, isHollow: !isOrder },
        title: [...titles.slice(0, TITLES_SHOWN), ...(more > 0 ? [`+ ${more}`] : [])].join('\n'),
        color: isOrder ? colorOf(route) : DEPOT,
        label: isOrder ? numbersOf(numbers) : HOUSE,
      },
    ];
  });
}

const TITLES_SHOWN = 4;

const titleOf = (stop: Stop, route: Route): string =>
  `${nameOf(stop)} · ${route.vehicle_id} · ${clockIn(route, stop.arrival_time)}`;

/** Formats stop numbers: `7`, `2–4`, `2, 9`, or `2 …` for more. */
function numbersOf(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  if (numbers.length === 1) return String(first);
  if (last - first === numbers.length - 1) return `${first}–${last}`;
  return numbers.length === 2 ? `${first}, ${last}` : `${first} …`;
}

/** Returns the name of a stop. A stop without a name in the request has its position as its id, such as `pickups/0`. */
function stopName(id: string): string {
  const [, list = '', number = ''] = /^(pickups|dropoffs)\/(\d+)$/.exec(id) ?? [];
  if (list !== 'pickups' && list !== 'dropoffs') return id;
  return TEXTS.plan.unnamedStops[list](Number(number) + 1);
}

/** Returns a readable name of a stop. */
export function nameOf({ type, order_id: order, stop_id: stop, visit }: Stop): string {
  const kind = TEXTS.plan.stopTypes[type];
  if (type !== 'order') return stop === undefined ? kind : `${kind}: ${stop}`;
  const parts = [
    order ?? kind,
    stop === undefined ? undefined : stopName(stop),
    visit === undefined ? undefined : TEXTS.plan.visit(visit),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
