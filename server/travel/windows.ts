/**
 * Traffic windows: how fast traffic flows in each, and which of them a request gets.
 *
 * A window consists of intervals of the local day that include their last second. According to rules 3 and 4 of
 * `docs/matrix.md`, a weekend has one window, and a range of local time selects the windows that share at least one
 * second with it, renumbered from 0.
 */
import { LAST_SECOND, formatTimeOfDay, parseTimeOfDay } from '../time/index.js';
import { WEEKDAY_WINDOW_COUNT_MAX, type RoadClass, type TrafficFile } from './traffic-file.js';

/** The lane after the eight lanes of weekday windows. */
export const WEEKEND_LANE = WEEKDAY_WINDOW_COUNT_MAX;
/** The lane of empty roads, which determines the paths that distances are measured along. No window uses it. */
export const FREE_FLOW_LANE = WEEKEND_LANE + 1;

export type DayInterval = { firstSecond: number; lastSecond: number };

export type TrafficWindow = {
  /** The lane of its travel times on road maps: its position among the weekday windows, or the weekend's lane. */
  lane: number;
  intervals: readonly DayInterval[];
  speedFactors: Readonly<Record<RoadClass, number>>;
};

export type TrafficWindows = {
  weekday: readonly TrafficWindow[];
  weekend: readonly TrafficWindow[];
};

/** The windows that a request selects. The range is in seconds since local midnight and may extend past midnight. */
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

/**
 * Returns lane, first and last second of each interval of the weekday windows. The core uses them to determine which
 * roads are closed in which window.
 */
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

/** A window in the format of responses. */
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
