/** A plan on the map: routes as lines in their colors, stops with their numbers. */
import { colorOf } from '../colors.js';
import { clockOf } from '../format.js';
import { decodePolyline, type Line, type LonLat, type Point, type Scene } from '../map/scene.js';
import { TEXTS } from '../texts.js';
import type { Plan, Stop } from './types.js';

/** Beyond so many, numbers would cover the map. */
const LABELS_MAX = 400;
const DEPOT = '#4a5560';

export function planScene(plan: Plan, name: string): Scene {
  const stopCount = plan.routes.reduce((sum, { stops }) => sum + stops.length, 0);
  const lines = plan.routes.map(({ polyline, stops }, route): Line => ({
    ...{ route, color: colorOf(route) },
    coordinates: polyline === undefined ? stops.map(placeOf) : decodePolyline(polyline),
  }));
  const points = plan.routes.flatMap(({ stops, vehicle_id: vehicle }, route) =>
    stops.flatMap((stop, stopIdx): Point[] => {
      // Breaks are taken on the road: the timeline shows them.
      if (stop.type === 'break' || stop.type === 'soft_break') return [];
      const isOrder = stop.type === 'order';
      const title = `${nameOf(stop)} · ${vehicle} · ${clockOf(stop.arrival_time)}`;
      return [
        {
          ...{ at: placeOf(stop), title, route, stop: stopIdx, isHollow: !isOrder },
          color: isOrder ? colorOf(route) : DEPOT,
          label: !isOrder ? '⌂' : stopCount > LABELS_MAX ? '' : String(stopIdx),
        },
      ];
    }),
  );
  // Depots below, so that they hide no number.
  points.sort((a, b) => Number(b.isHollow === true) - Number(a.isHollow === true));
  return { lines, points, fit: name };
}

const placeOf = ({ longitude, latitude }: Stop): LonLat => [longitude, latitude];

/** What people call a stop. */
export function nameOf({ type, order_id: order, stop_id: stop, visit }: Stop): string {
  const kind = TEXTS.plan.stopTypes[type];
  if (type !== 'order') return stop === undefined ? kind : `${kind}: ${stop}`;
  const parts = [order ?? kind, stop, visit === undefined ? undefined : `visit ${visit}`];
  return parts.filter((part) => part !== undefined).join(', ');
}
