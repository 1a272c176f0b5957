/** Writes a route and its stops with the names of the request. */
import type { Names } from '../names.js';
import type { SolutionMessage, TimedStopMessage } from '../problem.js';
import type { Solved } from './context.js';
import { costView, sumSummaries, type CostTerms } from './summary.js';
import type { DrawnRoute, Position, SnappedPosition } from './legs.js';

type RouteMessage = SolutionMessage['routes'][number];

/** Writes an instant by the clock of a place. */
export type TimeWriter = (at: number, place: number) => string | number;

export type RouteSetting = { solved: Solved; time: TimeWriter; drawn: DrawnRoute; cost: CostTerms };

export function routeView(route: RouteMessage, { solved, time, drawn, cost }: RouteSetting) {
  const { names } = solved.context;
  const shift = names.shifts[route.shift];
  const clocks = clockPlaces(route);
  const { summary } = route;
  const first = route.stops[0];
  const last = route.stops.at(-1);
  return {
    vehicle_id: shift?.vehicleId ?? '',
    shift_id: shift?.shiftId ?? '',
    date: shift?.date ?? '',
    ...(shift?.metadata === undefined ? {} : { metadata: shift.metadata }),
    ...(drawn.line === undefined ? {} : { polyline: drawn.line }),
    start_time: time(first?.arrival_at ?? 0, clocks[0] ?? 0),
    end_time: time(last?.departure_at ?? 0, clocks.at(-1) ?? 0),
    stops: route.stops.map((stop, stopIdx) => {
      const clock = clocks[stopIdx] ?? 0;
      const { place, latitude, longitude, snapped, drawnMeters } =
        drawn.positions[stopIdx] ?? NOWHERE;
      // A spread for each group of optional fields would take most of the time of writing. JSON has no undefined ones.
      return {
        sequence: stopIdx,
        ...stopNames(stop, route.shift, solved),
        location_id: place === undefined ? undefined : names.places[place]?.locationId,
        latitude,
        longitude,
        snap_distance: snapped === undefined ? undefined : inDecimeters(snapped.meters),
        snapped_position: snapped === undefined ? undefined : pointOf(snapped),
        arrival_time: time(stop.arrival_at, clock),
        waiting_duration: stop.waiting_seconds,
        setup_duration: stop.setup_seconds,
        service_start_time: time(stop.departure_at - stop.service_seconds, clock),
        duration: stop.service_seconds,
        departure_time: time(stop.departure_at, clock),
        travel_duration: stop.travel_seconds,
        travel_distance: stop.travel_meters,
        drawn_distance: drawnMeters === undefined ? undefined : inDecimeters(drawnMeters),
        load_after: loadView(stop.load_after, names),
        earliness: stop.earliness_seconds,
        lateness: stop.lateness_seconds,
        // The slack of a checked plan that is already late is negative.
        slack: Math.max(0, stop.slack_seconds),
      };
    }),
    skipped_soft_breaks: route.skipped_soft_breaks.map(
      (position) => shift?.softBreakIds[position] ?? '',
    ),
    statistics: {
      ...sumSummaries([summary]),
      orders: summary.visit_count,
      max_load: loadView(summary.load_max, names),
      cost: costView(cost),
    },
  };
}

/** Returns, for each stop, the place whose clock its times use: its own, or for a stop on the road the previous one. */
function clockPlaces({ stops }: RouteMessage): number[] {
  let place = stops.find((stop) => stop.place !== null)?.place ?? 0;
  return stops.map((stop) => (place = stop.place ?? place));
}

function stopNames({ role }: TimedStopMessage, shiftIdx: number, { problem, context }: Solved) {
  const { names } = context;
  const shift = names.shifts[shiftIdx];
  switch (role.type) {
    case 'start':
    case 'end':
      return { type: role.type };
    case 'order': {
      const stop = names.stops[role.stop];
      const visit = problem.visits[problem.stops[role.stop]?.visit ?? 0];
      const order = names.orders[visit?.order ?? 0];
      return {
        type: role.type,
        order_id: order?.orderId ?? '',
        stop_id: stop?.stopId,
        visit: order?.periodic === true ? (visit?.number ?? 1) : undefined,
        kind: stop?.kind ?? 'service',
        metadata: order?.metadata,
      };
    }
    case 'break':
      return shift === undefined ? NAMELESS_BREAK : breakNames(shift, role.position);
    case 'soft_break':
      return { type: role.type, stop_id: shift?.softBreakIds[role.position] ?? '' };
    case 'reload':
      return { type: role.type, stop_id: shift?.reloadIds[role.position] ?? '' };
    case 'rest':
      return NAMELESS_BREAK;
  }
}

/** A rest required by driving rules. */
const NAMELESS_BREAK = { type: 'break' } as const;

function breakNames({ breakIds, begunRests = [] }: Names['shifts'][number], position: number) {
  const stopId = breakIds[position];
  if (stopId !== undefined) return { type: 'break' as const, stop_id: stopId };
  const { type = 'break', id } = begunRests[position - breakIds.length] ?? {};
  return id === undefined ? { type } : { type, stop_id: id };
}

const NOWHERE: Position = { latitude: 0, longitude: 0 };

const pointOf = ({ latitude, longitude }: SnappedPosition) => ({ latitude, longitude });

/** Rounds to decimeters, the precision of road lengths in a map. */
const inDecimeters = (meters: number): number => Math.round(meters * 10) / 10;

/** Amounts were scaled to integers; a single division returns the floating-point number nearest to the original. */
function loadView(amounts: readonly number[], names: Names): Record<string, number> {
  return Object.fromEntries(
    names.dimensions.map(({ name, scale }, idx) => [name, (amounts[idx] ?? 0) / scale]),
  );
}
