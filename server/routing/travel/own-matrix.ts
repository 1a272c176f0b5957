/**
 * Travel tables from the matrix of the request.
 *
 *     lanes   weekday windows | weekend        weekends have one lane. If a pair lacks weekend costs, they have as many
 *                                              lanes as weekdays, so that this pair keeps its weekday times.
 *
 * Times are divided by the speed factor and rounded half up, once.
 */
import type { TravelTable } from '../../search/index.js';
import { parseTimeOfDay } from '../../time/index.js';
import type { TrafficMessage } from '../problem.js';
import type { TravelClass } from '../read/index.js';
import type { MatrixEntry } from '../schema/index.js';
import { ONE_LANE, laneStarts } from './lanes.js';
import { createTravelTable, type FillOptions } from './table.js';

type Costs = MatrixEntry['travel_costs'];

export type OwnTravel = { traffic: TrafficMessage; laneCount: number; tables: TravelTable[] };

/** Builds one table per travel class. Returns undefined if `shouldStop` returned true. */
export function tablesOfMatrix(
  matrix: MatrixEntry,
  useTraffic: boolean,
  names: readonly string[],
  classes: readonly TravelClass[],
  { memory, shouldStop }: FillOptions,
): OwnTravel | undefined {
  const lanes = useTraffic ? lanesOf(matrix, names) : freeFlowLane(matrix);
  const tables: TravelTable[] = [];
  for (const { speedFactor } of classes) {
    const table = createTravelTable(names.length, lanes.laneCount, memory);
    for (const [from, fromName] of names.entries()) {
      if (shouldStop()) return undefined;
      const row = own(matrix.travel_costs, fromName);
      if (row === undefined) continue;
      names.forEach((toName, to) => {
        const numbers = own(row, toName);
        if (numbers === undefined || from === to) return;
        const pair = from * names.length + to;
        table.distanceMeters[pair] = Math.round(numbers[0] ?? 0);
        lanes.secondsOf(numbers, fromName, toName).forEach((seconds, lane) => {
          table.travelSeconds[pair * lanes.laneCount + lane] = Math.round(seconds / speedFactor);
        });
      });
    }
    tables.push(table);
  }
  return { traffic: lanes.traffic, laneCount: lanes.laneCount, tables };
}

type Lanes = {
  traffic: TrafficMessage;
  laneCount: number;
  /** `numbers` are the weekday costs of the pair: the distance, then one time per traffic window. */
  secondsOf: (numbers: readonly number[], from: string, to: string) => number[];
};

function lanesOf(matrix: MatrixEntry, names: readonly string[]): Lanes {
  const windowCount = matrix.traffic_windows.length;
  const intervals = matrix.traffic_windows.flatMap((window, lane) =>
    window.traffic_window_start_times.map((start) => ({
      firstSecond: parseTimeOfDay(start) ?? 0,
      lane,
    })),
  );
  const weekday = laneStarts(intervals);
  const weekend = matrix.weekend_travel_costs;
  if (weekend === undefined) {
    return {
      traffic: { weekday, weekend: weekday },
      laneCount: windowCount,
      secondsOf: (numbers) => numbers.slice(1),
    };
  }
  if (coversAll(weekend, matrix.travel_costs, names)) {
    return {
      traffic: { weekday, weekend: [[0, windowCount]] },
      laneCount: windowCount + 1,
      secondsOf: (numbers, from, to) => [...numbers.slice(1), secondsIn(weekend, from, to) ?? 0],
    };
  }
  return {
    traffic: { weekday, weekend: weekday.map(([second, lane]) => [second, windowCount + lane]) },
    laneCount: 2 * windowCount,
    secondsOf: (numbers, from, to) => {
      const onWeekdays = numbers.slice(1);
      const onWeekends = secondsIn(weekend, from, to);
      const same = onWeekends === undefined ? onWeekdays : onWeekdays.map(() => onWeekends);
      return [...onWeekdays, ...same];
    },
  };
}

/** Without traffic, a pair has its free-flow time if the matrix states one, else its shortest time in any window. */
function freeFlowLane(matrix: MatrixEntry): Lanes {
  const { free_flow_travel_costs, weekend_travel_costs } = matrix;
  return {
    traffic: ONE_LANE,
    laneCount: 1,
    secondsOf: (numbers, from, to) => {
      const onWeekends = secondsIn(weekend_travel_costs, from, to) ?? Infinity;
      const least = Math.min(...numbers.slice(1), onWeekends);
      return [secondsIn(free_flow_travel_costs, from, to) ?? least];
    },
  };
}

function coversAll(costs: Costs, needed: Costs, names: readonly string[]): boolean {
  return names.every((from) => {
    const row = own(needed, from);
    return (
      row === undefined ||
      names.every(
        (to) =>
          to === from || own(row, to) === undefined || secondsIn(costs, from, to) !== undefined,
      )
    );
  });
}

function secondsIn(costs: Costs | undefined, from: string, to: string): number | undefined {
  const row = costs === undefined ? undefined : own(costs, from);
  return (row === undefined ? undefined : own(row, to))?.[1];
}

/** Looks up own properties only: a place may have the name of an inherited property, such as `constructor`. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
