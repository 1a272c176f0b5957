/**
 * The shape of a route on the map: the points that it passes, and the positions of stops on the road.
 *
 *     place ──leg by the lane of its departure──► place ──leg──► place        a leg is a straight line if one of its
 *       •─────────────x (break on the road)───────► •                         ends is off the map, or if no path exists
 */
import { RouteLine as StraightLine } from '#wasm';
import type { RouteLine, Snapped, ThreadMaps } from '../../roads/index.js';
import { FREE_FLOW_LANE } from '../../travel/index.js';
import type { SolutionMessage } from '../problem.js';
import type { ProblemColumns } from './columns.js';
import type { AnswerContext, Geometry } from './context.js';
import { laneAt } from './instants.js';

type RouteMessage = SolutionMessage['routes'][number];

/** The position of a stop. `place` is an index, or undefined on the road. */
export type Position = {
  place?: number;
  latitude: number;
  longitude: number;
  /** The position on the road that the place was matched to. Absent without such a road, and for a stop on the road. */
  snapped?: SnappedPosition;
  /** The length of the shape since the previous stop. Absent if none is drawn, or if it is a straight line. */
  drawnMeters?: number;
};

export type SnappedPosition = { latitude: number; longitude: number; meters: number };

export type DrawnRoute = {
  /** One per stop. */
  positions: readonly Position[];
  /** Undefined if the request asks for no geometry. */
  line: string | LineString | undefined;
};

export type LineString = {
  type: 'LineString';
  coordinates: [longitude: number, latitude: number][];
};

export type Drawing = {
  /** Draw the routes of one profile consecutively: its roads are released when those of another are needed. */
  profileOf: (route: RouteMessage) => string;
  /** The result is valid only if `shouldStop` still returns false: a task told to stop does not wait for roads. */
  draw: (route: RouteMessage) => DrawnRoute;
  free: () => void;
};

/** The drive from one place to the next. */
type Leg = { from: number; to: number; departureAt: number };

/** Where a stop lies: at a place, reached on `leg`, or on the road, at a share of the length of a leg. */
type Whereabouts = { at: number; leg?: number } | { leg: number; share: number };

/**
 * Creates a drawing, which snaps all places to the roads of a profile when it draws a route of that profile, and holds
 * one profile at a time. Places were already snapped to fill the travel tables. Keeping that result would keep the
 * roads in memory during the search, while another thread may need the memory. Snapping again takes 3 µs per place:
 * 15 ms for 5,000. Free it afterwards.
 */
export function createDrawing(
  maps: ThreadMaps,
  problem: ProblemColumns,
  { names, geometry, traffic, roadLanes, travelModel }: AnswerContext,
  shouldStop: () => boolean,
): Drawing {
  const digits = geometry === 'polyline' ? 5 : 6;
  const isDrawn = geometry !== 'none';
  const latitudes = Float64Array.from(names.places, ({ latitude }) => latitude);
  const longitudes = Float64Array.from(names.places, ({ longitude }) => longitude);
  let current: { profile: string; snapped: Snapped | undefined; degrees: Float64Array } | undefined;

  const free = (): void => {
    current?.snapped?.places.free();
    current = undefined;
  };
  const use = (profile: string) => {
    if (current?.profile !== profile) {
      free();
      const snapped = maps.snap(profile, latitudes, longitudes, shouldStop);
      current = { profile, snapped, degrees: snapped?.places.snappedDegrees() ?? NO_DEGREES };
    }
    return current;
  };
  /** Returns nothing for a matrix of the request, whose costs belong to no road. */
  const snappedAt = (profile: string, place: number): SnappedPosition | undefined => {
    if (travelModel === 'matrix') return undefined;
    const { snapped, degrees } = use(profile);
    const meters = snapped?.snapMeters[place] ?? Number.NaN;
    if (Number.isNaN(meters)) return undefined;
    const [latitude, longitude] = [degrees[2 * place] ?? 0, degrees[2 * place + 1] ?? 0];
    return { latitude, longitude, meters };
  };

  /** Draws all legs in one call of the core. The caller frees the line. */
  function lineOf(profile: string, legs: readonly Leg[]): RouteLine {
    const from = Uint32Array.from(legs, (leg) => leg.from);
    const to = Uint32Array.from(legs, (leg) => leg.to);
    const places = use(profile).snapped?.places;
    // A route that stays at one place is a point: the place itself, not the road near it.
    if (places === undefined || legs.every((leg) => leg.from === leg.to)) {
      return StraightLine.straight(latitudes, longitudes, from, to, digits);
    }
    const lanes = Uint8Array.from(legs, ({ from: place, departureAt }) => {
      const clock = problem.clocks[problem.places[place]?.clock ?? 0];
      const lane = clock === undefined ? 0 : laneAt(departureAt, clock, traffic);
      return roadLanes[lane] ?? FREE_FLOW_LANE;
    });
    return places.route(latitudes, longitudes, from, to, lanes, digits);
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
      const { legs, stops } = legsOf(route, isDrawn);
      const line = legs.length === 0 ? undefined : lineOf(profile, legs);
      try {
        const legMeters = line?.legMeters() ?? NO_DEGREES;
        const drawnOf = (leg: number, share: number): number | undefined => {
          const meters = legMeters[leg] ?? Number.NaN;
          return !isDrawn || Number.isNaN(meters) ? undefined : share * meters;
        };
        let [before, shareBefore] = [-1, 0];
        const positions = stops.map((stop): Position => {
          const leg = stop.leg ?? -1;
          const share = 'share' in stop ? stop.share : 1;
          // Stops on the road divide a leg; only the part since the previous stop counts here.
          const meters = drawnOf(leg, share - (leg === before ? shareBefore : 0));
          [before, shareBefore] = [leg, share];
          if ('share' in stop) {
            const [latitude = 0, longitude = 0] = line?.pointOn(stop.leg, stop.share) ?? [];
            return meters === undefined
              ? { latitude, longitude }
              : { latitude, longitude, drawnMeters: meters };
          }
          const latitude = latitudes[stop.at] ?? 0;
          const longitude = longitudes[stop.at] ?? 0;
          const position: Position = { latitude, longitude };
          const snapped = snappedAt(profile, stop.at);
          if (snapped !== undefined) position.snapped = snapped;
          if (meters !== undefined) position.drawnMeters = meters;
          return position;
        });
        positions.forEach((position, idx) => {
          const place = route.stops[idx]?.place ?? undefined;
          if (place !== undefined) position.place = place;
        });
        return {
          positions,
          line: line === undefined || !isDrawn ? undefined : shapeOf(line, geometry),
        };
      } finally {
        line?.free();
      }
    },
  };
}

const NO_DEGREES = new Float64Array();

/**
 * Returns the legs of a route, and the positions of its stops on them. If the route is drawn, these are all legs, or
 * one leg without length for a route that stays at one place. Otherwise they are only the legs with stops on the road.
 */
function legsOf(route: RouteMessage, isDrawn: boolean): { legs: Leg[]; stops: Whereabouts[] } {
  const legs: Leg[] = [];
  let left: { place: number; at: number } | undefined;
  /** The current leg, if the vehicle has made a stop on the road since the last place. */
  let open: number | undefined;
  const begin = (from: { place: number; at: number }, to: number): number =>
    legs.push({ from: from.place, to, departureAt: from.at }) - 1;
  const stops = route.stops.map((stop, stopIdx): Whereabouts => {
    const next = stop.place ?? placeAfter(route, stopIdx) ?? left?.place ?? 0;
    const isElsewhere = left !== undefined && left.place !== next;
    if (stop.place === null && left !== undefined && isElsewhere) {
      open ??= begin(left, next);
      return { leg: open, share: stop.leg_share };
    }
    const leg =
      left !== undefined && isElsewhere && isDrawn ? (open ?? begin(left, next)) : undefined;
    left = { place: next, at: stop.departure_at };
    open = undefined;
    return { at: next, ...(leg === undefined ? {} : { leg }) };
  });
  if (isDrawn && legs.length === 0 && left !== undefined) begin(left, left.place);
  return { legs, stops };
}

function shapeOf(line: RouteLine, geometry: Exclude<Geometry, 'none'>): string | LineString {
  if (geometry !== 'geojson') return line.polyline();
  const degrees = line.degrees();
  const coordinates: LineString['coordinates'] = [];
  for (let at = 0; at + 1 < degrees.length; at += 2) {
    coordinates.push([degrees[at] ?? 0, degrees[at + 1] ?? 0]);
  }
  return { type: 'LineString', coordinates };
}

function placeAfter({ stops }: RouteMessage, stopIdx: number): number | undefined {
  return stops.slice(stopIdx).find(({ place }) => place !== null)?.place ?? undefined;
}
