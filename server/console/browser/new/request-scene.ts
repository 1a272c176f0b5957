/** The locations of a request on the map, before there is a plan. */
import { HOUSE } from '../map/house.js';
import type { LonLat, Point, Scene } from '../map/scene.js';
import type { Place, PlanRequest } from '../plan/types.js';
import { TEXTS } from '../texts.js';

const ORDER = '#0072b2';
const DEPOT = '#4a5560';

export function requestScene(request: PlanRequest, name: string): Scene {
  const known = new Map(
    (request.locations ?? []).map(({ location_id: id, latitude, longitude }) => [
      id,
      [longitude, latitude] as LonLat,
    ]),
  );
  const at = (place: Place | null | undefined): LonLat | undefined => {
    if (typeof place === 'string') return known.get(place);
    return place == null ? undefined : [place.longitude, place.latitude];
  };
  const depots = request.vehicles
    .flatMap(({ shifts }) => shifts.map((shift) => at(shift.start_location)))
    .filter((each) => each !== undefined);
  // A depot that several shifts share is drawn once.
  const unique = new Map(depots.map((each) => [each.join(), each]));
  const points: Point[] = [
    ...request.orders.flatMap((order): Point[] => {
      const { order_id: title, location, pickups = [], dropoffs = [] } = order;
      // An order with pickups and dropoffs is drawn at each of its stops.
      const places = [location, ...[...pickups, ...dropoffs].map((stop) => stop.location)];
      return places
        .map(at)
        .filter((where) => where !== undefined)
        .map((where) => ({ at: where, color: ORDER, label: '', title }));
    }),
    ...[...unique.values()].map((where): Point => ({
      at: where,
      color: DEPOT,
      label: HOUSE,
      title: TEXTS.new.depot,
      isHollow: true,
    })),
  ];
  return { lines: [], points, fit: name };
}
