/** When a search ends: by iterations, by the clock, by the flag. It runs on the real core, with a clock of the test. */
import { MessageChannel } from 'node:worker_threads';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import {
  createSearchTask,
  type SearchInput,
  type SearchOutput,
  type SearchReport,
} from '../../server/search/index.js';
import type { ProblemMessage, SolutionMessage } from '../../server/routing/index.js';
import { problem } from '../routing/answer-fixture.js';
import { planInput, townItem } from '../support/plan-items.js';
import { PROJECT_ROOT } from '../support/service.js';

beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
});

function input(
  changes: Partial<SearchInput> = {},
  message: ProblemMessage = problem(),
): SearchInput {
  return {
    problem: new TextEncoder().encode(JSON.stringify(message)),
    tables: [
      {
        distanceMeters: Int32Array.of(0, 10_000, 10_000, 0),
        travelSeconds: Int32Array.of(0, 1200, 1200, 0),
      },
    ],
    seed: 1,
    maxIterations: null,
    timeLimitMs: 1e12,
    endsAtMs: 1e15,
    ...changes,
  };
}

/** Runs with a clock that advances by `stepMs` at each reading. */
function run(of: SearchInput, stepMs: number, shouldStop = () => false) {
  let nowMs = 0;
  const task = createSearchTask({ clock: () => (nowMs += stepMs) });
  return task(of, { shouldStop });
}

function outputOf(result: ReturnType<typeof run>): SearchOutput {
  if (result.kind !== 'done') throw new Error('it stopped');
  return result.output;
}

const solutionOf = ({ solution }: SearchOutput): SolutionMessage =>
  JSON.parse(new TextDecoder().decode(solution));

describe('a search ends', () => {
  test('after its iterations, however fast the clock runs', () => {
    const output = outputOf(run(input({ maxIterations: 100 }), 0.1));
    expect(solutionOf(output).search.iterations).toBe(100);
    // Slices of 1, 2, 4, …; the seventh, of 64, reaches 100.
    expect(output.pace).toHaveLength(2 * 7);
    expect(output.pace.filter((_, at) => at % 2 === 0).at(-1)).toBe(127);
  });

  test('at its time limit', () => {
    // The clock is read at 10 (start), 20 (by the core), 30, 40 (slice 1), 50 (slice 2): 40 ms have passed.
    const output = outputOf(run(input({ timeLimitMs: 35 }), 10));
    expect([...output.pace]).toEqual([expect.any(Number), 30, expect.any(Number), 40]);
  });

  test('when its answer is due, even if its own limit is later', () => {
    expect(outputOf(run(input({ endsAtMs: 15 }), 10)).pace).toHaveLength(2);
  });

  test('after one slice if it started too late: an answer is better than none', () => {
    const output = outputOf(run(input({ endsAtMs: -1e6 }), 10));
    expect(output.pace).toHaveLength(2);
    expect(solutionOf(output).search.iterations).toBeGreaterThan(0);
  });

  test('when told to, without an answer', () => {
    let looks = 0;
    expect(run(input(), 0.001, () => (looks += 1) > 3)).toEqual({ kind: 'stopped' });
  });
});

test('a step that ends past the time limit returns what it has, and the rest is not_found_in_time', () => {
  // Five seconds pass between two clock readings of the core, so the first plan, during which it reads the clock,
  // remains incomplete.
  const { problem: message, tables } = townItem(60, 500);
  const given = planInput({ problem: message, tables }, { timeLimitMs: 1_000 });
  const output = outputOf(run(given, 5_000));
  const { unserved, routes } = solutionOf(output);
  expect(output.iterations).toBe(0);
  expect(routes.length).toBeGreaterThan(0);
  expect(unserved.length).toBeGreaterThan(20);
  const codes = unserved.flatMap(({ reasons }) => reasons.map(({ code }) => code));
  expect(new Set(codes)).toEqual(new Set(['not_found_in_time']));
});

test.each([
  // Half a second of its own.
  { readMs: 700, endMs: 1_200 },
  // At most 450 ms beyond the limit.
  { readMs: 1_100, endMs: 1_450 },
  // A fifth of a second in any case.
  { readMs: 1_400, endMs: 1_600 },
])(
  'a plan of 1 s that is read after $readMs ms has a first plan by $endMs',
  ({ readMs, endMs }) => {
    const { problem: message, tables } = townItem(60, 500);
    const given = planInput({ problem: message, tables }, { timeLimitMs: 1_000 });
    /** The iterations after a first plan in the middle of which the clock shows this time. */
    const roundsAt = (nowMs: number): number => {
      // The second reading is that of the core when it has read the problem.
      const looks = [0, readMs];
      const task = createSearchTask({ clock: () => looks.shift() ?? nowMs });
      return outputOf(task(given, { shouldStop: () => false })).iterations;
    };
    expect(roundsAt(endMs - 1)).toBeGreaterThan(0);
    expect(roundsAt(endMs)).toBe(0);
  },
);

test.each([
  { endMs: 1_000, untilMs: 1_450 },
  // However late it is, they get 120 ms.
  { endMs: 1_400, untilMs: 1_520 },
])(
  'if a search of 1 s ends after $endMs ms, its reasons end after $untilMs',
  ({ endMs, untilMs }) => {
    const { problem: message, tables } = townItem(10, 1_000);
    const given = planInput({ problem: message, tables }, { timeLimitMs: 1_000 });
    const stepMs = 5;
    let looks = 0;
    // Time stands still until the search has run for a while.
    const clock = () => ((looks += 1) <= 2_000 ? 0 : endMs + stepMs * (looks - 2_001));
    const task = createSearchTask({ clock });
    const output = outputOf(task(given, { shouldStop: () => false }));
    expect(output.iterations).toBeGreaterThan(0);
    expect(solutionOf(output).unserved.length).toBeGreaterThan(0);
    expect(output.searchMs).toBeGreaterThanOrEqual(untilMs);
    expect(output.searchMs).toBeLessThan(untilMs + 20 * stepMs);
  },
);

test('progress is that of time or of iterations, whichever ends the search first', async () => {
  const progressOf = async (changes: Partial<SearchInput>) => {
    const { port1, port2 } = new MessageChannel();
    const told: number[] = [];
    port2.on('message', ({ progress }: SearchReport) => told.push(progress));
    const closed = new Promise((resolve) => port2.once('close', resolve));
    outputOf(run(input({ ...changes, reports: { port: port1, everyMs: 0 } }), 1));
    await closed;
    return told;
  };
  // A hundred readings of the clock, 1 ms apart, come long before that many iterations.
  const byTime = await progressOf({ timeLimitMs: 100, maxIterations: 1e15 });
  expect(byTime.at(-1)).toBeGreaterThan(0.9);
  // And 100 iterations come long before a day.
  const byIterations = await progressOf({ timeLimitMs: 86_400_000, maxIterations: 100 });
  expect(byIterations.at(-1)).toBeGreaterThan(0.5);
  expect(byIterations.every((it) => it <= 1)).toBe(true);
});

test('slices grow until they take their intended time, and shrink when they take longer', () => {
  // Each slice takes 1 ms, so the next one doubles; then each takes 50 ms, so they shrink to one iteration.
  const grown = outputOf(run(input({ timeLimitMs: 6 }), 1)).pace;
  expect([...grown].filter((_, at) => at % 2 === 0)).toEqual([1, 3, 7, 15]);
  const shrunk = outputOf(run(input({ timeLimitMs: 200 }), 50)).pace;
  expect([...shrunk].filter((_, at) => at % 2 === 0)).toEqual([1, 2]);
});

test('equal problems, seeds and iterations have equal answers, whatever the clock does', () => {
  const of = (stepMs: number) =>
    outputOf(run(input({ maxIterations: 200, seed: 7 }), stepMs)).solution;
  expect(of(1)).toEqual(of(0.01));
});

test('an invalid problem is an error that says what is wrong', () => {
  expect(() => run(input({ tables: [] }), 1)).toThrow('names 1 travel tables, 0 came with it');
  const dangling = { ...problem(), shifts: [] };
  expect(() => run(input({}, dangling), 1)).toThrow('does not hold together');
});
