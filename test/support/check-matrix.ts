/** Checks a whole matrix response against the oracle, number by number. */
import { expect } from '@jest/globals';
import { oracleCosts, oraclePairs, oracleWindows, type OracleRequest } from './matrix-oracle.js';

/** Half a unit for rounding, plus the difference between the two formulas over 40,000 km. */
const TOLERANCE = 0.5 + 1e-3;

export function checkMatrix(request: OracleRequest, response: any): void {
  const windows = oracleWindows(request);
  expect(response.status).toBe('Ok');
  expect(response.travel_model).toBe('estimate');
  expect(response.unreachable).toEqual([]);
  expect(response.traffic_windows).toEqual(
    windows.map((window, windowIdx) => ({
      traffic_window_index: windowIdx,
      traffic_window_start_times: window.starts,
      traffic_window_end_times: window.ends,
    })),
  );
  expect(response.locations.map((each: any) => each.location_id)).toEqual(
    request.locations.map((each) => each.location_id),
  );

  const expectedRows = new Map<string, Map<string, number[]>>();
  const idOf = (locationIdx: number): string => request.locations[locationIdx]?.location_id ?? '';
  for (const source of request.sources ?? request.locations.keys()) {
    expectedRows.set(idOf(source), new Map());
  }
  for (const [source, destination] of oraclePairs(request)) {
    const from = request.locations[source];
    const to = request.locations[destination];
    if (from === undefined || to === undefined) throw new Error('index out of range');
    const costs = oracleCosts(from, to, request.vehicle, windows);
    expectedRows
      .get(from.location_id)
      ?.set(to.location_id, source === destination ? costs.map(() => 0) : costs);
  }

  const rows = Object.entries<Record<string, number[]>>(response.travel_costs);
  expect(rows.map(([id]) => id).sort()).toEqual([...expectedRows.keys()].sort());
  for (const [sourceId, row] of rows) {
    const expectedRow = expectedRows.get(sourceId) ?? new Map<string, number[]>();
    expect(Object.keys(row).sort()).toEqual([...expectedRow.keys()].sort());
    for (const [destinationId, costs] of Object.entries(row)) {
      const expected = expectedRow.get(destinationId) ?? [];
      const wrong =
        costs.length !== expected.length ||
        costs.some(
          (cost, lane) =>
            !Number.isInteger(cost) || Math.abs(cost - (expected[lane] ?? NaN)) > TOLERANCE,
        );
      if (wrong)
        throw new Error(
          `${sourceId} → ${destinationId}: got ${costs.join()}, expected ${expected.join()}`,
        );
    }
  }
}
