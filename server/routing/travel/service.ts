/**
 * Travel tables of the service: on roads where the places lie on a map, estimated elsewhere.
 *
 * Lanes are the weekday's traffic windows and then the weekend's; without traffic, free flow alone.
 */
import { EstimateModel, TravelRows } from '#wasm';
import type { Snapped, SpeedsReader, ThreadMaps, Traffic } from '../../roads/index.js';
import type { TravelTable } from '../../search/index.js';
import { FREE_FLOW_LANE, estimateParameters, type TrafficWindow } from '../../travel/index.js';
import type { PlacePoint } from '../compile/index.js';
import type { TrafficMessage } from '../problem.js';
import type { TravelClass } from '../read/index.js';
import { ONE_LANE, laneStarts } from './lanes.js';
import { createTravelTable, type FillOptions } from './table.js';

export type TravelSources = { speeds: SpeedsReader; maps: ThreadMaps };

export type ServiceTravel = {
  traffic: TrafficMessage;
  laneCount: number;
  /** By lane of the tables, that of road maps. */
  roadLanes: number[];
  tables: TravelTable[];
  /** Whom the roads are owed to; none where all is estimated. */
  attributions: string[];
  /** Of each place: whether some travel class finds no road near it. */
  isOffRoad: boolean[];
};

/** The core fills this many rows between two looks at the flag: some milliseconds. */
const ROWS_PER_STEP = 16;

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
  useTraffic: boolean,
  options: FillOptions,
): ServiceTravel | undefined {
  const question = {
    latitudes: Float64Array.from(points, ({ latitude }) => latitude),
    longitudes: Float64Array.from(points, ({ longitude }) => longitude),
    classes,
    useTraffic,
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
};

/**
 * One profile after the other: its places are on roads only while its tables are filled. Who held one profile while it
 * waits for room for the next would wait for itself, where the memory for maps is that of one, or for others that do so.
 *
 * `changed`: in between, an operator has given other speeds, of which tables of one plan must not be mixed.
 */
function fillAll(
  { speeds, maps }: TravelSources,
  { latitudes, longitudes, classes, useTraffic }: Question,
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
  for (const profile of new Set(classes.map((each) => each.profile))) {
    const read = speeds.read(
      () => maps.snap(profile, latitudes, longitudes, shouldStop),
      free,
      shouldStop,
    );
    if (read === undefined) return undefined;
    const snapped = read.taken;
    try {
      // Whoever is told to stop may not have waited for the map, so its places are not believed.
      if (shouldStop()) return undefined;
      if (read.traffic.version !== traffic.version) return 'changed';
      if (snapped !== undefined) {
        speedsVersion ??= snapped.places.speedsVersion();
        if (snapped.places.speedsVersion() !== speedsVersion) return 'changed';
        attributions.add(snapped.attribution);
      }
      isOffRoad.forEach((_, idx) => {
        if (Number.isNaN(snapped?.snapMeters[idx] ?? Number.NaN)) isOffRoad[idx] = true;
      });
      for (const [classIdx, { profile: other, speedFactor }] of classes.entries()) {
        if (other !== profile) continue;
        const parameters = estimateParameters(traffic.file, profile, windows, speedFactor);
        const model = new EstimateModel(
          parameters.detourFactor,
          parameters.bandEndMeters,
          parameters.bandMetersPerSecond,
          parameters.laneFactors,
        );
        const rows =
          snapped === undefined
            ? TravelRows.estimated(model, latitudes, longitudes)
            : TravelRows.onRoads(
                snapped.places,
                Uint8Array.from(windows, ({ lane }) => lane),
                speedFactor,
                model,
                latitudes,
                longitudes,
              );
        try {
          const table = fill(rows, latitudes.length, windows.length, options);
          if (table === undefined) return undefined;
          filled.push({ classIdx, table });
        } finally {
          rows.free();
          model.free();
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
    isOffRoad,
  };
}

function free(snapped: Snapped | undefined): void {
  snapped?.places.free();
}

function fill(
  rows: TravelRows,
  placeCount: number,
  laneCount: number,
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
