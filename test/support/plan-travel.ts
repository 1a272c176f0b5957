/**
 * Travel costs for the checker, requested from the service's own matrix endpoint, profile by profile. If there are more
 * places than one answer may have, only the costs within each route are requested, and unserved orders are not judged
 * by travel.
 */
import type { RoutingRequest, RoutingResponse, TravelTable } from './checker/index.js';

type Point = { location_id: string; latitude: number; longitude: number };
type MatrixRequest = { locations: readonly Point[]; vehicle: { type: string }; weekend: boolean };
export type AskMatrix = (request: MatrixRequest) => Promise<TravelTable>;

/** Larger matrices are answered as a job. */
const MATRIX_POINTS_MAX = 200;

/** Returns the costs by vehicle type, and nothing if the request contains its own matrix. */
export async function planTravel(
  askMatrix: AskMatrix,
  request: RoutingRequest,
  response: RoutingResponse,
): Promise<Record<string, TravelTable>> {
  const travel: Record<string, TravelTable> = {};
  if (request.travel?.matrix !== undefined) return travel;
  for (const type of new Set(request.vehicles.map((vehicle) => vehicle.type ?? 'car'))) {
    travel[type] = await travelOf(askMatrix, pointGroups(request, response), type);
  }
  return travel;
}

/** Returns the weekday costs within each group, together with the weekend costs. */
async function travelOf(
  askMatrix: AskMatrix,
  groups: readonly (readonly Point[])[],
  type: string,
): Promise<TravelTable> {
  const ask = (locations: readonly Point[], weekend: boolean): Promise<TravelTable> =>
    askMatrix({ locations, vehicle: { type }, weekend });
  let travel: TravelTable | undefined;
  for (const group of groups) {
    const [weekday, weekend] = [await ask(group, false), await ask(group, true)];
    travel ??= { ...weekday, locations: [], travel_costs: {}, weekend_travel_costs: {} };
    // The locations include the time zones of the places.
    travel.locations?.push(...(weekday.locations ?? []));
    add(travel.travel_costs, weekday.travel_costs);
    add(travel.weekend_travel_costs, weekend.travel_costs);
  }
  if (travel === undefined) throw new Error('The request has no places.');
  return travel;
}

type Costs = TravelTable['travel_costs'];

function add(to: Costs | undefined, costs: Costs): void {
  if (to === undefined) return;
  for (const [source, row] of Object.entries(costs)) to[source] = { ...to[source], ...row };
}

/** Returns all places, or, if these are too many, those of each route, and those in no route. */
function pointGroups(request: RoutingRequest, { routes }: RoutingResponse): Point[][] {
  const points = pointsOf(request);
  if (points.length <= MATRIX_POINTS_MAX) return [points];
  const groups = routes.map(({ stops }) => pointsOf(stops));
  const inRoutes = new Set(groups.flatMap((group) => group.map(({ location_id: id }) => id)));
  const others = points.filter(({ location_id: id }) => !inRoutes.has(id));
  for (let at = 0; at < others.length; at += MATRIX_POINTS_MAX) {
    groups.push(others.slice(at, at + MATRIX_POINTS_MAX));
  }
  return groups;
}

/** Returns every place of a request by name, wherever in the request it is given. */
function pointsOf(of: unknown): Point[] {
  const points = new Map<string, Point>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    if ('latitude' in value && 'longitude' in value) {
      const { latitude, longitude, location_id } = value as Partial<Point>;
      const name = location_id ?? `${latitude},${longitude}`;
      points.set(name, { location_id: name, latitude: latitude ?? 0, longitude: longitude ?? 0 });
      return;
    }
    Object.values(value).forEach(visit);
  };
  visit(of);
  return [...points.values()];
}
