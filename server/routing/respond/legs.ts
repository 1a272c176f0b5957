/**
 * The way of a route on the map: which points it passes, and where on it a stop on the road lies.
 *
 *     place ──leg by the lane of its departure──► place ──leg──► place        a leg with an end off the map, or between
 *       •─────────────x (break on the road)───────► •                         which no road was found, is straight
 */
import type { RoadPlaces } from '#wasm';
import type { ThreadMaps } from '../../roads/index.js';
import { FREE_FLOW_LANE } from '../../travel/index.js';
import type { ProblemMessage, SolutionMessage } from '../problem.js';
import type { AnswerContext } from './context.js';
import { laneAt } from './instants.js';
import { decodeLine, digitsOf, extend, pointAlong, toDegrees, toUnits, type Line } from './line.js';

type RouteMessage = SolutionMessage['routes'][number];

/** Where a stop is; `place`: an index, or undefined on the road. */
export type Position = { place?: number; latitude: number; longitude: number };

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
  { names, geometry, roadLanes }: AnswerContext,
  shouldStop: () => boolean,
): Drawing {
  const digits = digitsOf(geometry);
  const latitudes = Float64Array.from(names.places, ({ latitude }) => latitude);
  const longitudes = Float64Array.from(names.places, ({ longitude }) => longitude);
  let held: { profile: string; places: RoadPlaces | undefined } | undefined;

  const free = (): void => {
    held?.places?.free();
    held = undefined;
  };
  const roads = (profile: string): RoadPlaces | undefined => {
    if (held?.profile !== profile) {
      free();
      held = { profile, places: maps.snap(profile, latitudes, longitudes, shouldStop)?.places };
    }
    return held.places;
  };
  const unitsOf = (place: number): Line => [
    toUnits(latitudes[place] ?? 0, digits),
    toUnits(longitudes[place] ?? 0, digits),
  ];

  /** From place to place, both included. */
  function legLine(profile: string, from: number, to: number, departureAt: number): Line {
    const line = unitsOf(from);
    const clock = problem.clocks[problem.places[from]?.clock ?? 0];
    const lane = clock === undefined ? 0 : laneAt(departureAt, clock, problem.traffic);
    const leg = roads(profile)?.leg(from, to, roadLanes[lane] ?? FREE_FLOW_LANE, digits);
    if (leg !== undefined) {
      extend(line, decodeLine(leg.polyline));
      leg.free();
    }
    extend(line, unitsOf(to));
    return line;
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
      route.stops.forEach((stop, stopIdx) => {
        const next = stop.place ?? placeAfter(route, stopIdx) ?? left?.place ?? 0;
        const isOnTheRoad = stop.place === null && left !== undefined && left.place !== next;
        if (isOnTheRoad && left !== undefined) {
          const [latitude, longitude] = pointAlong(
            legLine(profile, left.place, next, left.at),
            stop.leg_share,
            digits,
          );
          positions.push({
            latitude: toDegrees(latitude, digits),
            longitude: toDegrees(longitude, digits),
          });
          return;
        }
        if (isDrawn) {
          const isElsewhere = left !== undefined && left.place !== next;
          extend(
            line,
            isElsewhere && left !== undefined
              ? legLine(profile, left.place, next, left.at)
              : unitsOf(next),
          );
        }
        positions.push({
          ...(stop.place === null ? {} : { place: stop.place }),
          latitude: latitudes[next] ?? 0,
          longitude: longitudes[next] ?? 0,
        });
        left = { place: next, at: stop.departure_at };
      });
      return { positions, line: isDrawn ? line : undefined };
    },
  };
}

function placeAfter({ stops }: RouteMessage, stopIdx: number): number | undefined {
  return stops.slice(stopIdx).find(({ place }) => place !== null)?.place ?? undefined;
}
