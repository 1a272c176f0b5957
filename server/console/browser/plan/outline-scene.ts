/** The best plan of a running search, with straight lines between stops because its paths are not yet computed. */
import { colorOf } from '../colors.js';
import { HOUSE } from '../map/house.js';
import type { Line, LonLat, Point, Scene } from '../map/scene.js';

export type OutlineStop = { order_id?: string; latitude: number; longitude: number };
export type Outline = {
  best: { cost: number; unserved: number; vehicles: number } | null;
  routes: { vehicle_id: string; date: string; stops: OutlineStop[] }[];
};

const DEPOT = '#4a5560';

export function outlineScene({ routes }: Outline, jobId: string): Scene {
  const lines = routes.map((route, idx): Line => ({
    ...{ route: idx, color: colorOf(route) },
    coordinates: route.stops.map(placeOf),
  }));
  const points = routes.flatMap((route, idx) =>
    route.stops.map((stop): Point => {
      const { order_id: order } = stop;
      const isOrder = order !== undefined;
      return {
        ...{ at: placeOf(stop), route: idx, label: isOrder ? '' : HOUSE, isHollow: !isOrder },
        color: isOrder ? colorOf(route) : DEPOT,
        title: isOrder ? `${order} · ${route.vehicle_id}` : route.vehicle_id,
      };
    }),
  );
  points.sort((a, b) => Number(b.isHollow === true) - Number(a.isHollow === true));
  return { lines, points, fit: `watch ${jobId}` };
}

const placeOf = ({ longitude, latitude }: OutlineStop): LonLat => [longitude, latitude];
