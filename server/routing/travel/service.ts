/**
 * Travel tables of the service: on roads where the places lie on a map, estimated elsewhere.
 *
 * Lanes are the weekday's traffic windows and then the weekend's; without traffic, free flow alone.
 */
import {
  estimatedTravelRows,
  type Snapped,
  type SpeedsReader,
  type ThreadMaps,
  type Traffic,
  type TravelRows,
} from '../../roads/index.js';
import type { TravelTable } from '../../search/index.js';
import { FREE_FLOW_LANE, estimateParameters, type TrafficWindow } from '../../travel/index.js';
import type { PlacePoint } from '../compile/index.js';
import type { TrafficMessage } from '../problem.js';
import type { TravelClass } from '../read/index.js';
import { ONE_LANE, laneStarts } from './lanes.js';
import type { Reach } from './legs.js';
import { createSparseTable, createTravelTable, type FillOptions } from './table.js';

/** By travel class: of each place, where somebody may go from there. Undefined: everybody may go anywhere. */
export type Reaches = readonly (readonly Reach[])[] | undefined;

export type TravelSources = { speeds: SpeedsReader; maps: ThreadMaps };

export type ServiceTravel = {
  traffic: TrafficMessage;
  laneCount: number;
  /** By lane of the tables, that of road maps. */
  roadLanes: number[];
  tables: TravelTable[];
  /** Whom the roads are owed to; none where all is estimated. */
  attributions: string[];
  /** What the live speeds are called that are among the costs; undefined where none are in force. */
  liveSpeeds: string | undefined;
  /** Of each place: whether some travel class finds no road near it. */
  isOffRoad: boolean[];
};

/** The core fills this many rows between two looks at the flag: some milliseconds. */
const ROWS_PER_STEP = 16;

/** The same of pairs by themselves. */
const PAIRS_PER_STEP = 500;

/** The two labels of a place, which hold for all pairs, take as long as so many pairs by themselves. */
const PAIRS_OF_PLACE_MAX = 8;

const FREE_FLOW: TrafficWindow = {
  lane: FREE_FLOW_LANE,
  intervals: [],
  speedFactors: { motorway: 1, primary: 1, tertiary: 1, residential: 1 },
};

/** Undefined: `shouldStop` said so. */
export function tablesOfService(
  sources: TravelSources,
  points: readonly PlacePoint[],
  classes: readonly TravelClass[],
  { useTraffic, reaches }: { useTraffic: boolean; reaches: Reaches },
  options: FillOptions,
): ServiceTravel | undefined {
  const question = {
    latitudes: Float64Array.from(points, ({ latitude }) => latitude),
    longitudes: Float64Array.from(points, ({ longitude }) => longitude),
    ...{ classes, useTraffic, reaches },
  };
  for (;;) {
    const travel = fillAll(sources, question, options);
    if (travel !== 'changed') return travel;
  }
}

type Question = {
  latitudes: Float64Array;
  longitudes: Float64Array;
  classes: readonly TravelClass[];
  useTraffic: boolean;
  reaches: Reaches;
};

/**
 * One profile after the other: its places are on roads only while its tables are filled. Who held one profile while it
 * waits for room for the next would wait for itself, where the memory for maps is that of one, or for others that do so.
 *
 * `changed`: in between, an operator has given other speeds, of which tables of one plan must not be mixed.
 */
function fillAll(
  { speeds, maps }: TravelSources,
  { latitudes, longitudes, classes, useTraffic, reaches }: Question,
  options: FillOptions,
): ServiceTravel | 'changed' | undefined {
  const { shouldStop } = options;
  const now = speeds.read(
    () => undefined,
    () => undefined,
    shouldStop,
  );
  if (now === undefined) return undefined;
  const { traffic } = now;
  const windows = useTraffic
    ? [...traffic.windows.weekday, ...traffic.windows.weekend]
    : [FREE_FLOW];
  const filled: { classIdx: number; table: TravelTable }[] = [];
  const attributions = new Set<string>();
  const isOffRoad = Array.from(latitudes, () => false);
  let speedsVersion: string | undefined;
  let liveSpeeds: string | undefined;
  for (const profile of new Set(classes.map((each) => each.profile))) {
    const read = speeds.read(
      () => maps.snap(profile, latitudes, longitudes, shouldStop),
      free,
      shouldStop,
    );
    if (read === undefined) return undefined;
    const snapped = read.taken;
    try {
      // A task that is told to stop may not have waited for the map, so its places are not believed.
      if (shouldStop()) return undefined;
      if (read.traffic.version !== traffic.version) return 'changed';
      if (snapped !== undefined) {
        speedsVersion ??= snapped.places.speedsVersion();
        if (snapped.places.speedsVersion() !== speedsVersion) return 'changed';
        liveSpeeds ??= snapped.places.liveSpeeds();
        attributions.add(snapped.attribution);
      }
      isOffRoad.forEach((_, idx) => {
        if (Number.isNaN(snapped?.snapMeters[idx] ?? Number.NaN)) isOffRoad[idx] = true;
      });
      for (const [classIdx, { profile: other, type, speedFactor }] of classes.entries()) {
        if (other !== profile) continue;
        const parameters = estimateParameters(traffic.file, type, windows, speedFactor);
        const points = { latitudes, longitudes };
        const lanes = Uint8Array.from(windows, ({ lane }) => lane);
        const rows =
          snapped === undefined
            ? estimatedTravelRows(parameters, points)
            : snapped.places.travelRows({ lanes, speedFactor }, parameters, points);
        try {
          const shape = { placeCount: latitudes.length, laneCount: windows.length };
          const table =
            reaches === undefined
              ? fill(rows, shape, options)
              : fillReaches(rows, shape.laneCount, reaches[classIdx] ?? [], options);
          if (table === undefined) return undefined;
          filled.push({ classIdx, table });
        } finally {
          rows.free();
        }
      }
    } finally {
      free(snapped);
    }
  }
  return {
    traffic: useTraffic ? trafficMessage(traffic) : ONE_LANE,
    laneCount: windows.length,
    roadLanes: windows.map(({ lane }) => lane),
    tables: filled.toSorted((a, b) => a.classIdx - b.classIdx).map(({ table }) => table),
    attributions: [...attributions],
    liveSpeeds,
    isOffRoad,
  };
}

function free(snapped: Snapped | undefined): void {
  snapped?.places.free();
}

type Shape = { placeCount: number; laneCount: number };

function fill(
  rows: TravelRows,
  { placeCount, laneCount }: Shape,
  { memory, shouldStop }: FillOptions,
): TravelTable | undefined {
  const table = createTravelTable(placeCount, laneCount, memory);
  const { distanceMeters, travelSeconds } = table;
  for (let first = 0; first < placeCount; first += ROWS_PER_STEP) {
    if (shouldStop()) return undefined;
    const count = Math.min(ROWS_PER_STEP, placeCount - first);
    const [from, to] = [first * placeCount, (first + count) * placeCount];
    rows.write(
      first,
      count,
      distanceMeters.subarray(from, to),
      travelSeconds.subarray(from * laneCount, to * laneCount),
    );
  }
  return table;
}

/** Some pairs alone. Where they are few, they are found one by one, without labels of all places. */
function fillReaches(
  rows: TravelRows,
  laneCount: number,
  reaches: readonly Reach[],
  { memory, shouldStop }: FillOptions,
): TravelTable | undefined {
  const table = createSparseTable(reaches, laneCount, memory);
  const cells = (firstPair: number, endPair: number): [Int32Array, Int32Array] => [
    table.distanceMeters.subarray(firstPair, endPair),
    table.travelSeconds.subarray(firstPair * laneCount, endPair * laneCount),
  ];
  const pairCount = reaches.reduce((sum, { to }) => sum + to.length, 0);
  if (pairCount > PAIRS_OF_PLACE_MAX * reaches.length) {
    let firstPair = 0;
    for (const { from, to } of reaches) {
      if (shouldStop()) return undefined;
      rows.writeBetween(Uint32Array.of(from), to, ...cells(firstPair, firstPair + to.length));
      firstPair += to.length;
    }
    return table;
  }
  const from = Uint32Array.from(reaches.flatMap((each) => Array.from(each.to, () => each.from)));
  const to = Uint32Array.from(reaches.flatMap((each) => [...each.to]));
  for (let first = 0; first < pairCount; first += PAIRS_PER_STEP) {
    if (shouldStop()) return undefined;
    const end = Math.min(pairCount, first + PAIRS_PER_STEP);
    rows.writePairs(from.subarray(first, end), to.subarray(first, end), ...cells(first, end));
  }
  return table;
}

function trafficMessage({ windows }: Traffic): TrafficMessage {
  const startsOf = (list: readonly TrafficWindow[], firstLane: number) =>
    laneStarts(
      list.flatMap(({ intervals }, idx) =>
        intervals.map(({ firstSecond }) => ({ firstSecond, lane: firstLane + idx })),
      ),
    );
  return {
    weekday: startsOf(windows.weekday, 0),
    weekend: startsOf(windows.weekend, windows.weekday.length),
  };
}
