/**
 * Traffic windows: which of them a request gets, and how fast traffic flows in each.
 *
 * A window holds whole intervals of the local day, end second included. Matrix rules 5 to 8: a weekend has one window,
 * a range of local time picks the windows that share at least one second with it, and those are renumbered from 0.
 */
import { LAST_SECOND, formatTimeOfDay, parseTimeOfDay } from '../time/index.js';
import { WEEKDAY_WINDOW_COUNT_MAX, type RoadClass, type TrafficFile } from './traffic-file.js';

/** After the eight lanes of weekday windows. */
export const WEEKEND_LANE = WEEKDAY_WINDOW_COUNT_MAX;
/** Travel on an empty road, by which distances are chosen. No window has it. */
export const FREE_FLOW_LANE = WEEKEND_LANE + 1;

export type DayInterval = { firstSecond: number; lastSecond: number };

export type TrafficWindow = {
  /** The lane of road maps that holds its travel times: its position among weekday windows, or the weekend's. */
  lane: number;
  intervals: readonly DayInterval[];
  speedFactors: Readonly<Record<RoadClass, number>>;
};

export type TrafficWindows = {
  weekday: readonly TrafficWindow[];
  weekend: readonly TrafficWindow[];
};

/** Which windows a request asks for. Range ends are seconds since local midnight; a range may wrap midnight. */
export type WindowChoice = {
  weekend: boolean;
  rangeFirstSecond?: number | undefined;
  rangeLastSecond?: number | undefined;
};

export function trafficWindows(file: TrafficFile): TrafficWindows {
  return {
    weekday: file.weekday_windows.map((window, lane) => ({
      lane,
      intervals: window.intervals.map((interval) => ({
        firstSecond: parseTimeOfDay(interval.start_time) ?? 0,
        lastSecond: parseTimeOfDay(interval.end_time) ?? 0,
      })),
      speedFactors: window.speed_factors,
    })),
    weekend: [
      {
        lane: WEEKEND_LANE,
        intervals: [{ firstSecond: 0, lastSecond: LAST_SECOND }],
        speedFactors: file.weekend_speed_factors,
      },
    ],
  };
}

/** The hours of weekday windows as the core takes them, by which it knows what is closed in which: lane, first and last second of each interval. */
export function windowIntervals(file: TrafficFile): number[] {
  return trafficWindows(file).weekday.flatMap(({ lane, intervals }) =>
    intervals.flatMap(({ firstSecond, lastSecond }) => [lane, firstSecond, lastSecond]),
  );
}

export function selectWindows(
  windows: TrafficWindows,
  choice: WindowChoice,
): readonly TrafficWindow[] {
  const candidates = choice.weekend ? windows.weekend : windows.weekday;
  const first = choice.rangeFirstSecond ?? 0;
  const last = choice.rangeLastSecond ?? LAST_SECOND;
  const ranges: DayInterval[] =
    first <= last
      ? [{ firstSecond: first, lastSecond: last }]
      : [
          { firstSecond: first, lastSecond: LAST_SECOND },
          { firstSecond: 0, lastSecond: last },
        ];
  return candidates.filter((window) =>
    window.intervals.some((interval) => ranges.some((range) => touches(interval, range))),
  );
}

function touches(a: DayInterval, b: DayInterval): boolean {
  return a.firstSecond <= b.lastSecond && b.firstSecond <= a.lastSecond;
}

/** The windows as responses show them. */
export type TrafficWindowView = {
  traffic_window_index: number;
  traffic_window_start_times: string[];
  traffic_window_end_times: string[];
};

export function windowViews(windows: readonly TrafficWindow[]): TrafficWindowView[] {
  return windows.map((window, windowIdx) => ({
    traffic_window_index: windowIdx,
    traffic_window_start_times: window.intervals.map((i) => formatTimeOfDay(i.firstSecond)),
    traffic_window_end_times: window.intervals.map((i) => formatTimeOfDay(i.lastSecond)),
  }));
}
