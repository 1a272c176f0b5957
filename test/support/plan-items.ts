/** The recorded problems of `test/fixtures/plans`, one for every kind of rule, as planning threads get them. */
import { readFileSync } from 'node:fs';
import type { PlanInput } from '../../server/planning/index.js';

export type PlanItem = {
  problem: unknown;
  tables: { distance_meters: number[]; travel_seconds: number[] }[];
};

export const readPlanItems = (): PlanItem[] =>
  JSON.parse(readFileSync('test/fixtures/plans/problems.json', 'utf8')) as PlanItem[];

/** Ends by its iterations alone, and never, if nothing else is said. */
export function planInput(item: PlanItem | undefined, changes: Partial<PlanInput> = {}): PlanInput {
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
