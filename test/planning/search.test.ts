/** When a search ends: by its iterations, by the clock, by the flag. Over the real core, by a clock of our own. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { compileModule, createSharedMemory, instantiate } from '../../server/engine/index.js';
import { createPlanTask, type PlanInput, type PlanOutput } from '../../server/planning/index.js';
import type { ProblemMessage, SolutionMessage } from '../../server/routing/index.js';
import { problem } from '../routing/answer-fixture.js';
import { PROJECT_ROOT } from '../support/service.js';

beforeAll(async () => {
  instantiate(await compileModule(PROJECT_ROOT), createSharedMemory());
});

function input(changes: Partial<PlanInput> = {}, message: ProblemMessage = problem()): PlanInput {
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

/** Runs with a clock that goes on by so much at each look. */
function run(of: PlanInput, stepMs: number, shouldStop = () => false) {
  let nowMs = 0;
  const task = createPlanTask({ clock: () => (nowMs += stepMs) });
  return task(of, { shouldStop });
}

function outputOf(result: ReturnType<typeof run>): PlanOutput {
  if (result.kind !== 'done') throw new Error('it stopped');
  return result.output;
}

const solutionOf = ({ solution }: PlanOutput): SolutionMessage =>
  JSON.parse(new TextDecoder().decode(solution));

describe('a search ends', () => {
  test('after its iterations, however fast the clock goes', () => {
    const output = outputOf(run(input({ maxIterations: 100 }), 1));
    expect(solutionOf(output).search.iterations).toBe(100);
    // Slices of 1, 2, 4 …; the seventh, of 64, reaches 100.
    expect(output.pace).toHaveLength(2 * 7);
    expect(output.pace.filter((_, at) => at % 2 === 0).at(-1)).toBe(127);
  });

  test('at its time limit', () => {
    // Looks at 10 (start), 20, 30 (slice 1), 40 (slice 2): 30 ms have gone.
    const output = outputOf(run(input({ timeLimitMs: 25 }), 10));
    expect([...output.pace]).toEqual([expect.any(Number), 20, expect.any(Number), 30]);
  });

  test('when its answer is due, though its own limit is later', () => {
    expect(outputOf(run(input({ endsAtMs: 15 }), 10)).pace).toHaveLength(2);
  });

  test('after one slice where it came too late: an answer is better than none', () => {
    const output = outputOf(run(input({ endsAtMs: -1e6 }), 10));
    expect(output.pace).toHaveLength(2);
    expect(solutionOf(output).search.iterations).toBeGreaterThan(0);
  });

  test('when it is told to, without an answer', () => {
    let looks = 0;
    expect(run(input(), 0.001, () => (looks += 1) > 3)).toEqual({ kind: 'stopped' });
  });
});

test('slices grow until they take their time, and shrink when they take longer', () => {
  // Each slice takes 1 ms, so each next one doubles; then 50 ms each, so they shrink to one.
  const grown = outputOf(run(input({ timeLimitMs: 5 }), 1)).pace;
  expect([...grown].filter((_, at) => at % 2 === 0)).toEqual([1, 3, 7, 15]);
  const shrunk = outputOf(run(input({ timeLimitMs: 150 }), 50)).pace;
  expect([...shrunk].filter((_, at) => at % 2 === 0)).toEqual([1, 2]);
});

test('the problem comes back as it went in, for whoever writes the answer', () => {
  const given = input({ maxIterations: 1 });
  expect(outputOf(run(given, 1)).problem).toEqual(given.problem);
});

test('equal problems, seeds and iterations have equal answers, whatever the clock does', () => {
  const of = (stepMs: number) =>
    outputOf(run(input({ maxIterations: 200, seed: 7 }), stepMs)).solution;
  expect(of(1)).toEqual(of(0.01));
});

test('what is no problem is an error that says what is wrong', () => {
  expect(() => run(input({ tables: [] }), 1)).toThrow('names 1 travel tables, 0 came with it');
  const dangling = { ...problem(), shifts: [] };
  expect(() => run(input({}, dangling), 1)).toThrow('does not hold together');
});
