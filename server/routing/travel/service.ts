/**
 * Travel tables of the service: on roads where the places lie on a map, estimated elsewhere.
 *
 * Lanes are the weekday's traffic windows and then the weekend's; without traffic, free flow alone.
 */
import { EstimateModel, EstimateTable, RoadTable, unreachableMeters } from '#wasm';
import type { Snapped, SpeedsReader, ThreadMaps, Traffic } from '../../roads/index.js';
import {
  FREE_FLOW_LANE,
  estimateParameters,
  type Profile,
  type TrafficWindow,
} from '../../travel/index.js';
import type { PlacePoint } from '../compile/index.js';
import type { TrafficMessage } from '../problem.js';
import type { TravelClass } from '../read/index.js';
import { ONE_LANE, laneStarts } from './lanes.js';
import { createTravelTable, setRow, type FillOptions, type TravelTable } from './table.js';

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
  { speeds, maps }: TravelSources,
  points: readonly PlacePoint[],
  classes: readonly TravelClass[],
  useTraffic: boolean,
  options: FillOptions,
): ServiceTravel | undefined {
  const latitudes = Float64Array.from(points, ({ latitude }) => latitude);
  const longitudes = Float64Array.from(points, ({ longitude }) => longitude);
  const profiles = new Set(classes.map(({ profile }) => profile));
  const read = speeds.read(
    () => snapAll(maps, profiles, latitudes, longitudes),
    freeAll,
    options.shouldStop,
  );
  if (read === undefined) return undefined;
  const { traffic, taken: snapped } = read;
  try {
    const windows = useTraffic
      ? [...traffic.windows.weekday, ...traffic.windows.weekend]
      : [FREE_FLOW];
    const tables: TravelTable[] = [];
    for (const { profile, speedFactor } of classes) {
      const parameters = estimateParameters(traffic.file, profile, windows, speedFactor);
      const model = new EstimateModel(
        parameters.detourFactor,
        parameters.bandEndMeters,
        parameters.bandMetersPerSecond,
        parameters.laneFactors,
      );
      const onRoads = snapped.get(profile);
      const rows =
        onRoads === undefined
          ? new EstimateTable(model, latitudes, longitudes)
          : new RoadTable(
              onRoads.places,
              Uint8Array.from(windows, ({ lane }) => lane),
              speedFactor,
              model,
              latitudes,
              longitudes,
            );
      try {
        const table = fill(rows, points.length, windows.length, options);
        if (table === undefined) return undefined;
        tables.push(table);
      } finally {
        rows.free();
        model.free();
      }
    }
    const found = [...profiles].map((profile) => snapped.get(profile));
    return {
      traffic: useTraffic ? trafficMessage(traffic) : ONE_LANE,
      laneCount: windows.length,
      roadLanes: windows.map(({ lane }) => lane),
      tables,
      attributions: [...new Set(found.flatMap((each) => each?.attribution ?? []))],
      isOffRoad: points.map((_, idx) =>
        found.some((each) => Number.isNaN(each?.snapMeters[idx] ?? Number.NaN)),
      ),
    };
  } finally {
    freeAll(snapped);
  }
}

function snapAll(
  maps: ThreadMaps,
  profiles: ReadonlySet<Profile>,
  latitudes: Float64Array,
  longitudes: Float64Array,
): Map<Profile, Snapped> {
  const snapped = new Map<Profile, Snapped>();
  for (const profile of profiles) {
    const found = maps.snap(profile, latitudes, longitudes);
    if (found !== undefined) snapped.set(profile, found);
  }
  return snapped;
}

function freeAll(snapped: ReadonlyMap<Profile, Snapped>): void {
  for (const { places } of snapped.values()) places.free();
}

function fill(
  source: RoadTable | EstimateTable,
  placeCount: number,
  laneCount: number,
  { memory, shouldStop }: FillOptions,
): TravelTable | undefined {
  const table = createTravelTable(placeCount, laneCount, memory);
  const rowLength = placeCount * (laneCount + 1);
  const noRoad = unreachableMeters();
  for (let first = 0; first < placeCount; first += ROWS_PER_STEP) {
    if (shouldStop()) return undefined;
    const count = Math.min(ROWS_PER_STEP, placeCount - first);
    const numbers = source.rows(first, count);
    for (let row = 0; row < count; row += 1) {
      const ofRow = numbers.subarray(row * rowLength, (row + 1) * rowLength);
      setRow(table, first + row, ofRow, noRoad);
    }
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
