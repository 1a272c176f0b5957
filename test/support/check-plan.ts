/** The checker on answers of a running service; travel costs are asked of its own matrix endpoint, profile by profile. */
import { expect } from '@jest/globals';
import { checkSolution, type RoutingRequest, type TravelTable } from './checker/index.js';
import type { TestService } from './service.js';

type Point = { location_id: string; latitude: number; longitude: number };

/** Fails with all that the checker finds. */
export async function checkPlan(
  service: TestService,
  request: object,
  response: Parameters<typeof checkSolution>[1],
): Promise<void> {
  const asked = request as RoutingRequest;
  const travel: Record<string, TravelTable> = {};
  if (asked.travel?.matrix === undefined) {
    for (const type of new Set(asked.vehicles.map((vehicle) => vehicle.type ?? 'car'))) {
      travel[type] = await travelOf(service, pointsOf(asked), type);
    }
  }
  expect(checkSolution(asked, response, travel)).toEqual([]);
}

/** The weekday's costs, and beside them the weekend's. */
async function travelOf(
  service: TestService,
  locations: readonly Point[],
  type: string,
): Promise<TravelTable> {
  const ask = async (weekend: boolean) =>
    (await service.postMatrix({ locations, vehicle: { type }, weekend }).expect(200)).body;
  const [weekday, weekend] = [await ask(false), await ask(true)];
  return { ...weekday, weekend_travel_costs: weekend.travel_costs };
}

/** Every place of a request by its name, wherever in it they are given. */
function pointsOf(request: RoutingRequest): Point[] {
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
  visit(request);
  return [...points.values()];
}
