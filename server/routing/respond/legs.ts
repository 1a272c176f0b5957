/**
 * The way of a route on the map: which points it passes, and where on it a stop on the road lies.
 *
 *     place ──leg by the lane of its departure──► place ──leg──► place        a leg with an end off the map, or between
 *       •─────────────x (break on the road)───────► •                         which no road was found, is straight
 */
import type { Snapped, ThreadMaps } from '../../roads/index.js';
import { FREE_FLOW_LANE } from '../../travel/index.js';
import type { ProblemMessage, SolutionMessage } from '../problem.js';
import type { AnswerContext } from './context.js';
import { laneAt } from './instants.js';
import { decodeLine, digitsOf, extend, pointAlong, toDegrees, toUnits, type Line } from './line.js';

type RouteMessage = SolutionMessage['routes'][number];

/** Where a stop is; `place`: an index, or undefined on the road. */
export type Position = {
  place?: number;
  latitude: number;
  longitude: number;
  /** On the road that its costs are of. Absent: on none, or on the way between two places. */
  snapped?: SnappedPosition;
  /** Of the way drawn since the stop before. Absent where none is drawn, or a straight line. */
  drawnMeters?: number;
};

export type SnappedPosition = { latitude: number; longitude: number; meters: number };

export type DrawnRoute = {
  /** One per stop. */
  positions: readonly Position[];
  /** Undefined where none is asked for. */
  line: Line | undefined;
};

export type Drawing = {
  /** Draw routes of one profile one after the other: its roads are let go when the next one's are wanted. */
  profileOf: (route: RouteMessage) => string;
  /** Believe it only if `shouldStop` did not say so until then: who is told to stop does not wait for roads. */
  draw: (route: RouteMessage) => DrawnRoute;
  free: () => void;
};

/**
 * Moves places to the roads of a travel profile when a route of it is drawn, and holds those of one profile at a time.
 * Free it afterwards.
 */
export function createDrawing(
  maps: ThreadMaps,
  problem: ProblemMessage,
  { names, geometry, roadLanes, travelModel }: AnswerContext,
  shouldStop: () => boolean,
): Drawing {
  const digits = digitsOf(geometry);
  const latitudes = Float64Array.from(names.places, ({ latitude }) => latitude);
  const longitudes = Float64Array.from(names.places, ({ longitude }) => longitude);
  let held: { profile: string; snapped: Snapped | undefined; degrees: Float64Array } | undefined;

  const free = (): void => {
    held?.snapped?.places.free();
    held = undefined;
  };
  const hold = (profile: string) => {
    if (held?.profile !== profile) {
      free();
      const snapped = maps.snap(profile, latitudes, longitudes, shouldStop);
      held = { profile, snapped, degrees: snapped?.places.snappedDegrees() ?? NO_DEGREES };
    }
    return held;
  };
  /** A matrix of the request knows of no roads, so nothing is said of them. */
  const snappedAt = (profile: string, place: number): Pick<Position, 'snapped'> => {
    if (travelModel === 'matrix') return {};
    const { snapped, degrees } = hold(profile);
    const meters = snapped?.snapMeters[place] ?? Number.NaN;
    if (Number.isNaN(meters)) return {};
    const [latitude = 0, longitude = 0] = degrees.subarray(2 * place, 2 * place + 2);
    return { snapped: { latitude, longitude, meters } };
  };
  const unitsOf = (place: number): Line => [
    toUnits(latitudes[place] ?? 0, digits),
    toUnits(longitudes[place] ?? 0, digits),
  ];

  /** From place to place, both included; without `meters` where no road was found. */
  function legLine(profile: string, from: number, to: number, departureAt: number): Leg {
    const line = unitsOf(from);
    const clock = problem.clocks[problem.places[from]?.clock ?? 0];
    const lane = clock === undefined ? 0 : laneAt(departureAt, clock, problem.traffic);
    const leg = hold(profile).snapped?.places.leg(
      from,
      to,
      roadLanes[lane] ?? FREE_FLOW_LANE,
      digits,
    );
    const meters = leg?.meters;
    if (leg !== undefined) {
      extend(line, decodeLine(leg.polyline));
      leg.free();
    }
    extend(line, unitsOf(to));
    return meters === undefined ? { line } : { line, meters };
  }

  function profileOf({ shift }: RouteMessage): string {
    const vehicle = problem.vehicles[problem.shifts[shift]?.vehicle ?? 0];
    return names.travel[vehicle?.travel ?? 0]?.profile ?? '';
  }

  return {
    profileOf,
    free,
    draw: (route) => {
      const profile = profileOf(route);
      const isDrawn = geometry !== 'none';
      const line: Line = [];
      const positions: Position[] = [];
      let left: { place: number; at: number } | undefined;
      /** What of the leg lies behind, where stops on the road divide it. */
      let shareBefore = 0;
      const drawn = ({ meters }: Leg, share: number): Pick<Position, 'drawnMeters'> =>
        !isDrawn || meters === undefined ? {} : { drawnMeters: (share - shareBefore) * meters };
      route.stops.forEach((stop, stopIdx) => {
        const next = stop.place ?? placeAfter(route, stopIdx) ?? left?.place ?? 0;
        const isOnTheRoad = stop.place === null && left !== undefined && left.place !== next;
        if (isOnTheRoad && left !== undefined) {
          const leg = legLine(profile, left.place, next, left.at);
          const [latitude, longitude] = pointAlong(leg.line, stop.leg_share, digits);
          positions.push({
            latitude: toDegrees(latitude, digits),
            longitude: toDegrees(longitude, digits),
            ...drawn(leg, stop.leg_share),
          });
          shareBefore = stop.leg_share;
          return;
        }
        const isElsewhere = left !== undefined && left.place !== next;
        const leg: Leg =
          isDrawn && isElsewhere && left !== undefined
            ? legLine(profile, left.place, next, left.at)
            : { line: unitsOf(next) };
        if (isDrawn) extend(line, leg.line);
        positions.push({
          ...(stop.place === null ? {} : { place: stop.place }),
          latitude: latitudes[next] ?? 0,
          longitude: longitudes[next] ?? 0,
          ...snappedAt(profile, next),
          ...drawn(leg, 1),
        });
        left = { place: next, at: stop.departure_at };
        shareBefore = 0;
      });
      return { positions, line: isDrawn ? line : undefined };
    },
  };
}

type Leg = { line: Line; meters?: number };

const NO_DEGREES = new Float64Array();

function placeAfter({ stops }: RouteMessage, stopIdx: number): number | undefined {
  return stops.slice(stopIdx).find(({ place }) => place !== null)?.place ?? undefined;
}
