/**
 * Travel tables of the service: road costs between places on a map, estimates elsewhere.
 *
 * The lanes are the traffic windows of weekdays, then those of weekends; without traffic, only free flow.
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
import type { TrafficMessage } from '../problem.js';
import type { TravelClass } from '../read/index.js';
import { ONE_LANE, laneStarts } from './lanes.js';
import type { Pairs } from './legs.js';
import { createSparseTable, createTravelTable, type FillOptions } from './table.js';

export type TravelSources = { speeds: SpeedsReader; maps: ThreadMaps };

/** Which costs a plan needs. It contains nothing but data, so it can be sent to a thread that holds the roads. */
export type TravelNeeds = {
  /** In degrees, by place. */
  latitudes: Float64Array<ArrayBuffer>;
  longitudes: Float64Array<ArrayBuffer>;
  /** One table per class. */
  classes: readonly TravelClass[];
  /** By class, the pairs that are needed. Undefined: all. */
  pairs: readonly Pairs[] | undefined;
  useTraffic: boolean;
};

export type ServiceTravel = {
  traffic: TrafficMessage;
  laneCount: number;
  /** For each lane of the tables, the lane of road maps. */
  roadLanes: number[];
  tables: TravelTable[];
  /** The attributions of the road maps used; empty if all costs are estimates. */
  attributions: string[];
  /** The version of the live speeds that the costs include; undefined if none are in force. */
  liveSpeeds: string | undefined;
  /** For each place, whether some travel class finds no road near it. */
  isOffRoad: boolean[];
};

/** The core fills this many rows between two checks of the flag, which takes a few milliseconds. */
const ROWS_PER_STEP = 16;

/** The same for pairs that are computed one by one. */
const PAIRS_PER_STEP = 500;

/** Both labels of a place, which serve all of its pairs, take as long as this many pairs computed one by one. */
const PAIRS_OF_PLACE_MAX = 8;

const FREE_FLOW: TrafficWindow = {
  lane: FREE_FLOW_LANE,
  intervals: [],
  speedFactors: { motorway: 1, primary: 1, tertiary: 1, residential: 1 },
};

/** Fills one table per travel class, all with the same speeds. Returns undefined if `shouldStop` returned true. */
export function tablesOfService(
  sources: TravelSources,
  needs: TravelNeeds,
  options: FillOptions,
): ServiceTravel | undefined {
  for (;;) {
    const travel = fillAll(sources, needs, options);
    if (travel !== 'changed') return travel;
  }
}

/**
 * Fills the tables of one profile after the other, and holds the roads of a profile only for that time. A thread that
 * held one profile while waiting for memory for the next would deadlock: with itself if the memory budget fits only one
 * profile, or with other threads that do the same.
 *
 * Returns `changed` if the operator changed the speeds in between: the tables of one plan must not mix speeds.
 */
function fillAll(
  { speeds, maps }: TravelSources,
  { latitudes, longitudes, classes, useTraffic, pairs }: TravelNeeds,
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
      // If the task is told to stop, `snap` may have given up waiting for the map, so its result is not valid.
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
          const ofClass = pairs?.[classIdx];
          const table =
            ofClass === undefined
              ? fill(rows, shape, options)
              : fillPairs(rows, shape.laneCount, ofClass, options);
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

/** Fills a table with only the given pairs. A few pairs are computed one by one, without labels of all places. */
function fillPairs(
  rows: TravelRows,
  laneCount: number,
  pairs: Pairs,
  { memory, shouldStop }: FillOptions,
): TravelTable | undefined {
  const table = createSparseTable(pairs, laneCount, memory);
  const cells = (firstPair: number, endPair: number): [Int32Array, Int32Array] => [
    table.distanceMeters.subarray(firstPair, endPair),
    table.travelSeconds.subarray(firstPair * laneCount, endPair * laneCount),
  ];
  const { rowEnds, to } = pairs;
  const pairCount = to.length;
  if (pairCount > PAIRS_OF_PLACE_MAX * rowEnds.length) {
    let first = 0;
    for (const [place, end] of rowEnds.entries()) {
      if (shouldStop()) return undefined;
      rows.writeBetween(Uint32Array.of(place), to.subarray(first, end), ...cells(first, end));
      first = end;
    }
    return table;
  }
  const from = new Uint32Array(pairCount);
  rowEnds.forEach((end, place) => from.fill(place, rowEnds[place - 1] ?? 0, end));
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
