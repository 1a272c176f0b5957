/** Checks the caller's matrix: its windows must cover the day once, and every listed pair needs a time per window. */
import { DAY_SECONDS, parseTimeOfDay } from '../../time/index.js';
import { pointerTo } from '../../validation/index.js';
import type { MatrixEntry } from '../schema/index.js';
import type { Report } from './report.js';

const MATRIX = '/travel/matrix';

export function reportMatrix(matrix: MatrixEntry | undefined, report: Report): void {
  if (matrix === undefined) return;
  reportWindows(matrix.traffic_windows, report);
  reportCosts(matrix.travel_costs, 'travel_costs', 1 + matrix.traffic_windows.length, report);
  reportCosts(matrix.weekend_travel_costs, 'weekend_travel_costs', 2, report);
  reportCosts(matrix.free_flow_travel_costs, 'free_flow_travel_costs', 2, report);
}

function reportWindows(windows: MatrixEntry['traffic_windows'], report: Report): void {
  const pointer = `${MATRIX}/traffic_windows`;
  const intervals = windows.flatMap((window, idx) => {
    const starts = window.traffic_window_start_times;
    const ends = window.traffic_window_end_times;
    if (starts.length !== ends.length) {
      report.problem(
        `${pointer}/${idx}/traffic_window_end_times`,
        'wrong_length',
        `The window has ${starts.length} start times and must have as many end times, got ${ends.length}.`,
      );
    }
    return starts.map((start, position) => ({
      pointer: `${pointer}/${idx}/traffic_window_start_times/${position}`,
      first: parseTimeOfDay(start) ?? 0,
      last: parseTimeOfDay(ends[position] ?? '') ?? -1,
    }));
  });
  intervals.sort((a, b) => a.first - b.first);
  let next = 0;
  for (const { pointer: at, first, last } of intervals) {
    if (first !== next || last < first) {
      report.problem(
        at,
        'windows_do_not_cover_day',
        'Together, the windows must cover the day exactly once, end seconds included; there is a gap or an overlap.',
      );
      return;
    }
    next = last + 1;
  }
  if (next !== DAY_SECONDS) {
    report.problem(
      pointer,
      'windows_do_not_cover_day',
      'Together, the windows must cover the day exactly once; they do not reach 23:59:59.',
    );
  }
}

function reportCosts(
  costs: MatrixEntry['travel_costs'] | undefined,
  field: string,
  length: number,
  report: Report,
): void {
  for (const [from, row] of Object.entries(costs ?? {})) {
    for (const [to, numbers] of Object.entries(row)) {
      if (numbers.length === length) continue;
      report.problem(
        pointerTo(pointerTo(`${MATRIX}/${field}`, from), to),
        'wrong_length',
        `Expected ${length} numbers (meters, then seconds in each window), got ${numbers.length}.`,
      );
    }
  }
}
