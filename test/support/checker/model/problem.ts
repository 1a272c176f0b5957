/** The request in readable form: places, orders, shifts, travel, and the planning period. */
import { type RoutingRequest, type TravelTable } from '../contract.js';
import { instantOf } from '../time/instant.js';
import { type Interval } from '../time/windows.js';
import { fromNowOn, historyOf, nowOf, type History } from './history.js';
import { readOrder, type Order } from './orders.js';
import { createPlaces, createZones, type PlaceOf, type ZoneOf } from './places.js';
import { type Traveler } from './travel.js';
import {
  copiesOf,
  lastEndOf,
  readOccurrences,
  zoneOfShift,
  zoneOfVehicle,
  type Occurrence,
} from './shifts.js';

export type Problem = {
  request: RoutingRequest;
  /** Returns the table of a vehicle type. The caller's own matrix serves all types. */
  tableOf: (vehicleType: string) => TravelTable;
  placeOf: PlaceOf;
  zoneOf: ZoneOf;
  /** The zone of the first shift, which the times of the planning period are read in. */
  zone: string;
  period: Interval;
  orders: ReadonlyMap<string, Order>;
  occurrences: Occurrence[];
  /** Undefined: everything may still be planned. */
  now: number | undefined;
  /** Shifts that are over at `now`, or may no longer start. */
  missed: Occurrence[];
  /** What had begun of the given plan at `now`; undefined: nothing. */
  historyOf: (occurrence: Occurrence) => History | undefined;
};

/** Returns the planning period. By default, it lasts from the first start of a shift to the last end with overtime. */
function readPeriod(request: RoutingRequest, zone: string, zoneOf: ZoneOf): Interval {
  const { start_time, end_time } = request.planning_period ?? {};
  const shifts = request.vehicles.flatMap((vehicle) =>
    vehicle.shifts.map((shift) => {
      const shiftZone = zoneOfShift(request, shift, zoneOf);
      return {
        start: instantOf(shift.start_time, shiftZone),
        end: lastEndOf(shift, shiftZone) + (shift.max_overtime ?? 0),
      };
    }),
  );
  return {
    start:
      start_time === undefined
        ? Math.min(...shifts.map(({ start }) => start))
        : instantOf(start_time, zone),
    end:
      end_time === undefined
        ? Math.max(...shifts.map(({ end }) => end))
        : instantOf(end_time, zone),
  };
}

export const travelerOf = (problem: Problem, { vehicle: { entry } }: Occurrence): Traveler => ({
  table: problem.tableOf(entry.type ?? 'car'),
  speedFactor: entry.speed_factor ?? 1,
  useTraffic: problem.request.travel?.use_traffic ?? true,
  legs: new Map(),
});

/** Reads the request. `tables` has travel costs by vehicle type; it is not used if the request has its own matrix. */
export function readProblem(
  request: RoutingRequest,
  tables: Readonly<Record<string, TravelTable>>,
): Problem {
  const own = request.travel?.matrix;
  const zoneOf = createZones(request, own === undefined ? Object.values(tables) : [own]);
  const zone = zoneOfVehicle(request, request.vehicles[0], zoneOf);
  const period = readPeriod(request, zone, zoneOf);
  const placeOf = createPlaces(request, zoneOf, period);
  const orders = request.orders.map((entry, idx) =>
    readOrder(entry, idx, { placeOf, span: period }),
  );
  const ordersById = new Map(orders.map((order) => [order.entry.order_id, order]));
  const now = nowOf(request, zone);
  const history = new Map<Occurrence, History>();
  const missed: Occurrence[] = [];
  const occurrences = request.vehicles
    .flatMap(copiesOf)
    .flatMap((vehicle) => readOccurrences(vehicle, { request, zoneOf, placeOf, period }))
    .flatMap((occurrence) => {
      const begun = historyOf(occurrence, { request, orders: ordersById, now });
      if (begun === undefined) {
        const left = fromNowOn(occurrence, now);
        if (left === undefined) missed.push(occurrence);
        return left ?? [];
      }
      history.set(occurrence, begun);
      return occurrence;
    });
  return {
    request,
    tableOf: (vehicleType) => {
      const table = own ?? tables[vehicleType];
      if (table === undefined) throw new Error(`no travel costs for vehicle type ${vehicleType}`);
      return table;
    },
    placeOf,
    zoneOf,
    zone,
    period,
    orders: ordersById,
    occurrences,
    now,
    missed,
    historyOf: (occurrence) => history.get(occurrence),
  };
}
