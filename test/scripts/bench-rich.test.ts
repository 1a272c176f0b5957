/** How the benchmark of rich requests compares plans, and how it records the best ones. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { gapOf, isBetter, plannedOf } from '../../scripts/bench-rich-best.js';
import { targetLines, withGaps, type Run } from '../../scripts/bench-rich-report.js';

const plan = (cost: number, vehicles = 2, unserved = 0) => ({ unserved, vehicles, cost });

test('a cheaper plan is not better if it serves less or needs more vehicles', () => {
  expect(isBetter(plan(90), plan(100))).toBe(true);
  expect(isBetter(plan(90, 3), plan(100, 2))).toBe(false);
  expect(isBetter(plan(90, 2, 1), plan(100, 3, 0))).toBe(false);
  expect(isBetter(plan(100 - 1e-9), plan(100))).toBe(false);
});

test('a gap is a difference in cost between plans whose earlier terms are equal', () => {
  expect(gapOf(plan(102), plan(100))).toEqual({ percent: 2 });
  expect(gapOf(plan(90, 3), plan(100, 2))).toEqual({ worse: 'vehicles' });
  expect(gapOf(plan(90, 2, 1), plan(100))).toEqual({ worse: 'unserved' });
});

test('a response counts unserved mandatory orders, and vehicles if the objective has them before cost', () => {
  const orders = [{ order_id: 'a' }, { order_id: 'b', mandatory: false }];
  const response: any = {
    unserved: [
      { order_id: 'a', cost: 0 },
      { order_id: 'b', cost: 7 },
    ],
    statistics: { vehicles: 3, cost: { total: 42 } },
  };
  const plannedBy = (minimize?: string[]) => {
    const request: any = { vehicles: [], orders, ...(minimize && { objective: { minimize } }) };
    return plannedOf(request, response);
  };
  expect(plannedBy()).toEqual({ unserved: 1, vehicles: 0, cost: 42 });
  const counted = plannedBy(['unserved', 'vehicles', 'cost']);
  expect(counted).toEqual({ unserved: 1, vehicles: 3, cost: 42 });
  expect(plannedBy(['cost', 'vehicles'])).toEqual({ unserved: 1, vehicles: 0, cost: 42 });
});

test('a target is missed if one search in ten is too far from the best plan', () => {
  const runs = Array.from({ length: 10 }, (_, seed): Run => {
    const cost = seed === 0 ? 101 : 100;
    const figures = { vehicles: 2, unserved: 0, firstMs: 1, searchMs: 3000, iterations: 9 };
    const run = { name: 'care-25-1', kind: 'care', size: 25, seed, seconds: 3, plan: plan(cost) };
    return { ...run, ...figures, insertions: 9, memoryBytes: 1 };
  });
  const linesOf = (some: readonly Run[]) => targetLines(withGaps(some, plan(100)), 1);
  expect(linesOf(runs)).toEqual([expect.stringMatching(/^MISSED .*9 of 10 runs$/)]);
  expect(linesOf(runs.slice(1))).toEqual([expect.stringMatching(/^reached .*9 of 9 runs$/)]);
});

test('best plans are recorded sorted by name, each with every compared term', () => {
  const text = readFileSync('scripts/bench-rich-best.json', 'utf8');
  const best: Record<string, unknown> = JSON.parse(text);
  const names = Object.keys(best);
  const order = new Intl.Collator('en', { numeric: true });
  expect(names).toEqual(names.toSorted((one, other) => order.compare(one, other)));
  const number: unknown = expect.any(Number);
  for (const plan of Object.values(best)) {
    expect(plan).toEqual({ unserved: number, vehicles: number, cost: number });
  }
});
