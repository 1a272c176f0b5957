/** The recorded problems of `test/fixtures/plans`, for every kind of rule, in the form that search threads receive. */
import { readFileSync } from 'node:fs';
import type { SearchInput } from '../../server/search/index.js';
import { EIGHT, problem } from '../routing/answer-fixture.js';

export type PlanItem = {
  problem: unknown;
  tables: { distance_meters: number[]; travel_seconds: number[] }[];
};

export const readPlanItems = (): PlanItem[] =>
  JSON.parse(readFileSync('test/fixtures/plans/problems.json', 'utf8')) as PlanItem[];

/** Returns the input for a problem. By default, the search has no limit of iterations and practically none of time. */
export function planInput(
  item: PlanItem | undefined,
  changes: Partial<SearchInput> = {},
): SearchInput {
  if (item === undefined) throw new Error('there is no such problem');
  return {
    problem: new TextEncoder().encode(JSON.stringify(item.problem)),
    tables: item.tables.map((table) => ({
      distanceMeters: Int32Array.from(table.distance_meters),
      travelSeconds: Int32Array.from(table.travel_seconds),
    })),
    seed: 1,
    maxIterations: null,
    timeLimitMs: 1e12,
    endsAtMs: 1e15,
    ...changes,
  };
}

/** Returns orders all over a town, and vehicles that carry so many of them each. No rule connects their routes. */
export function townItem(vehicleCount: number, orderCount: number, capacity = 8): PlanItem {
  const base = problem();
  const { vehicles, shifts, orders } = base;
  const list = <Of>(count: number, make: (idx: number) => Of) =>
    Array.from({ length: count }, (_, idx) => make(idx));
  const range = (idx: number) => [idx, idx + 1] as const;
  const at = list(orderCount + 1, (idx) => [(idx * 7919) % 5000, (idx * 104_729) % 5000] as const);
  const meters = at.flatMap(([x, y]) =>
    at.map(([toX, toY]) => Math.abs(x - toX) + Math.abs(y - toY)),
  );
  const costs = { ...vehicles[0]?.costs, fixed: 0, per_hour: 20, per_kilometer: 1 };
  const message = {
    ...base,
    places: list(orderCount + 1, () => ({ clock: 0, setup_seconds: 0 })),
    vehicles: list(vehicleCount, (idx) => ({
      ...{ ...vehicles[0], costs, capacity: [capacity, null], shifts: range(idx) },
    })),
    shifts: list(vehicleCount, (idx) => ({ ...shifts[0], vehicle: idx })),
    orders: list(orderCount, (idx) => ({ ...orders[0], visits: range(idx) })),
    visits: list(orderCount, (idx) => ({ ...base.visits[0], order: idx, stops: range(idx) })),
    stops: list(orderCount, (idx) => ({
      ...{ ...base.stops[0], visit: idx, load: [1, 0], options: range(idx) },
    })),
    options: list(orderCount, (idx) => ({
      ...{ ...base.options[0], place: idx + 1, windows: [[EIGHT, EIGHT + 36_000]] },
    })),
    objective: { ...base.objective, minimize: ['unserved', 'cost'] },
  };
  return { problem: message, tables: [{ distance_meters: meters, travel_seconds: meters }] };
}
