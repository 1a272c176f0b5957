/**
 * Roads in the native program. Each request is a frame on this thread's line, and numbers refer to the objects that the
 * program has created for the thread.
 */
import { coreRuleOf, trafficFactors } from '../module-roads.js';
import type {
  MatrixPairs,
  MatrixRows,
  RoadCore,
  RoadPlaces,
  RoadTrip,
  RouteLine,
  TravelRows,
} from '../road-core.js';
import type { EstimateParameters, TravelSpeeds } from '../../travel/index.js';
import type { FrameReader, Value } from './frames.js';
import { openLine, type ProgramLine, type ProgramLines } from './line.js';

/** The kinds of requests. Must match `solver-rs/cli/src/serve/line.rs`. */
const ASKED = {
  setMemory: 1,
  register: 2,
  preload: 3,
  setSpeeds: 4,
  snap: 5,
  travel: 6,
  write: 7,
  between: 8,
  matrix: 9,
  json: 10,
  route: 11,
  polyline: 12,
  degrees: 13,
  pointOn: 14,
  free: 15,
  tile: 16,
  addToTile: 17,
  finishTile: 18,
  pairs: 19,
} as const;

/** Opens this thread's line. Call it once per thread. */
export function programRoads(lines: ProgramLines): RoadCore {
  const line = openLine(lines);
  const ask = (kind: keyof typeof ASKED, ...values: Value[]): FrameReader =>
    line.ask(ASKED[kind], values);
  return {
    setMemory: (bytesMax) => {
      ask('setMemory', bytesMax);
    },
    register: ({ number, file }) => {
      ask('register', number, file.path, file.headerBytes);
    },
    preload: ({ number }, profile) => {
      ask('preload', number, profile);
    },
    setSpeeds: (speeds) => {
      // Passed as an array, since there may be more values than a call can have arguments.
      line.ask(ASKED.setSpeeds, valuesOfSpeeds(speeds));
    },
    snap: ({ number }, profile, { latitudes, longitudes }, radiusMeters) => {
      const reply = ask('snap', number, profile, latitudes, longitudes, radiusMeters);
      return reply.flag() ? placesOf(line, reply) : undefined;
    },
    beginTile: ({ zoom, x, y }) => {
      const tile = ask('tile', zoom, x, y).number();
      return {
        add: ({ number, file }, profile) =>
          ask('addToTile', tile, number, profile, file.hasBasemap).flag(),
        finish: () => ask('finishTile', tile).bytes(),
        free: () => {
          line.tell(ASKED.free, [tile]);
        },
      };
    },
  };
}

function valuesOfSpeeds({ traffic, rules, live }: TravelSpeeds): Value[] {
  const { windows, weekend, intervals } = trafficFactors(traffic);
  const all = [...rules, ...(live?.rules ?? [])].map(coreRuleOf);
  const head: Value[] = [
    windows,
    weekend,
    intervals,
    live !== undefined,
    live?.version ?? '',
    all.length,
  ];
  return head.concat(
    all.flatMap(({ wayId, cornerDegrees, roadClass, laneMask, isFactor, value }): Value[] => [
      wayId,
      cornerDegrees,
      roadClass,
      laneMask,
      isFactor,
      value,
    ]),
  );
}

function placesOf(line: ProgramLine, reply: FrameReader): RoadPlaces {
  const places = reply.number();
  const [snapMeters, snappedDegrees] = [reply.floats(), reply.floats()];
  const speedsVersion = reply.text();
  const [hasLive, live] = [reply.flag(), reply.text()];
  return {
    snapMeters: () => snapMeters,
    snappedDegrees: () => snappedDegrees,
    speedsVersion: () => speedsVersion,
    liveSpeeds: () => (hasLive ? live : undefined),
    travelRows: (trip, model, { latitudes, longitudes }) =>
      travelRowsOf(
        line,
        line.ask(ASKED.travel, [places, ...valuesOf(trip, model), latitudes, longitudes]).number(),
      ),
    matrixRows: (trip, { model, pairs, latitudes, longitudes, keys, keyFirstOut }) =>
      matrixRowsOf(
        line,
        line
          .ask(ASKED.matrix, [
            ...[places, ...valuesOf(trip, model), ...valuesOfPairs(pairs())],
            ...[latitudes, longitudes, keys, keyFirstOut],
          ])
          .number(),
      ),
    route: (...question) => lineOf(line, line.ask(ASKED.route, [places, ...question])),
    free: () => {
      line.tell(ASKED.free, [places]);
    },
  };
}

function valuesOf(
  { lanes, speedFactor }: RoadTrip,
  { detourFactor, bandEndMeters, bandMetersPerSecond, laneFactors }: EstimateParameters,
): Value[] {
  return [lanes, speedFactor, detourFactor, bandEndMeters, bandMetersPerSecond, laneFactors];
}

function valuesOfPairs({
  placeCount,
  sources,
  destinations,
  classFirstOut,
  classValues,
  containment,
}: MatrixPairs): Value[] {
  return [placeCount, sources, destinations, classFirstOut, classValues, containment];
}

function travelRowsOf(line: ProgramLine, rows: number): TravelRows {
  return {
    write: (first, count, distanceMeters, travelSeconds) => {
      setCells([distanceMeters, travelSeconds], line.ask(ASKED.write, [rows, first, count]));
    },
    writePairs: (from, to, ...cells) => {
      setCells(cells, line.ask(ASKED.pairs, [rows, from, to]));
    },
    writeBetween: (from, to, ...cells) => {
      setCells(cells, line.ask(ASKED.between, [rows, from, to]));
    },
    free: () => {
      line.tell(ASKED.free, [rows]);
    },
  };
}

function setCells(cells: readonly Int32Array[], reply: FrameReader): void {
  for (const numbers of cells) numbers.set(reply.integers());
}

function matrixRowsOf(line: ProgramLine, rows: number): MatrixRows {
  return {
    json: (first, count, shouldStop) => {
      const reply = line.ask(ASKED.json, [rows, first, count], shouldStop);
      if (!reply.flag()) return undefined;
      const [travelCosts, unreachable] = [reply.bytes(), reply.bytes()];
      return {
        takeTravelCosts: () => travelCosts,
        takeUnreachable: () => unreachable,
        free: () => undefined,
      };
    },
    free: () => {
      line.tell(ASKED.free, [rows]);
    },
  };
}

function lineOf(line: ProgramLine, reply: FrameReader): RouteLine {
  const drawn = reply.number();
  const [legMeters, legSeconds] = [reply.floats(), reply.floats()];
  return {
    polyline: () => line.ask(ASKED.polyline, [drawn]).text(),
    degrees: () => line.ask(ASKED.degrees, [drawn]).floats(),
    legMeters: () => legMeters,
    legSeconds: () => legSeconds,
    pointOn: (leg, share) => line.ask(ASKED.pointOn, [drawn, leg, share]).floats(),
    free: () => {
      line.tell(ASKED.free, [drawn]);
    },
  };
}
