/**
 * A plan, searched in a planning thread: bytes of the problem in, bytes of the answer out.
 *
 *     start ──► run a slice ──► time over, cancelled, converged, iterations done? ──no──► run a slice …
 *                                        └──yes──► the best answer so far
 *
 * The core knows no clock. It searches in slices of some milliseconds, and this loop looks at clock and flag between
 * them. Slices of many short calls have another reason: V8 replaces a function by its optimized form only at a call.
 */
import { Planner } from '#wasm';
import type { HandlerResult, TaskContext } from '../engine/index.js';
import { epochMs } from './clock.js';

export type PlanInput = {
  /** JSON of a problem, in UTF-8. */
  problem: Uint8Array<ArrayBuffer>;
  /** One a table of the problem, in its order. */
  tables: readonly {
    distanceMeters: Int32Array<ArrayBuffer>;
    travelSeconds: Int32Array<ArrayBuffer>;
  }[];
  seed: number;
  /** Ends the search after so many iterations; then equal problems and seeds have equal answers, if time suffices. */
  maxIterations: number | null;
  timeLimitMs: number;
  /** By `epochMs`: no search goes on for longer, whatever its time limit and however long it waited for a thread. */
  endsAtMs: number;
};

export type PlanOutput = {
  /** JSON of the answer. */
  solution: Uint8Array<ArrayBuffer>;
  /** The problem as it came. */
  problem: Uint8Array<ArrayBuffer>;
  searchMs: number;
  /** Iterations done and milliseconds gone, in turn, after each slice. */
  pace: Float64Array<ArrayBuffer>;
};

export type PlanTask = { plan: { input: PlanInput; output: PlanOutput } };

export type PlanTaskSettings = {
  /** Milliseconds, of any origin that is the same as that of `endsAtMs`. */
  clock?: () => number;
};

/** Aimed at: short enough for a flag, long enough for a look at the clock to cost nothing. */
const SLICE_MS = 5;
/** How much longer than the last a slice may be, in iterations; the first ones, in cold code, are slow. */
const SLICE_GROWTH_MAX = 2;
const SLICE_ITERATIONS_MAX = 100_000;
/** Where answers are to be equal, slices are: how far the search feels itself must not depend on the clock. */
const STEADY_SLICE_ITERATIONS = 16;

/** The pool's handler for planning tasks. */
export function createPlanTask({ clock = epochMs }: PlanTaskSettings = {}): (
  input: PlanInput,
  context: TaskContext,
) => HandlerResult<PlanOutput> {
  return (input, context) => {
    const startedAtMs = clock();
    const planner = new Planner(input.problem);
    try {
      for (const { distanceMeters, travelSeconds } of input.tables) {
        planner.addTable(distanceMeters, travelSeconds);
      }
      const { maxIterations } = input;
      planner.start(BigInt(input.seed), maxIterations === null ? undefined : BigInt(maxIterations));
      const pace = search(planner, input, { ...context, clock, startedAtMs });
      if (context.shouldStop()) {
        planner.free();
        return { kind: 'stopped' };
      }
      const solution = ownBytes(planner.solution());
      planner.free();
      const output = {
        solution,
        problem: input.problem,
        searchMs: clock() - startedAtMs,
        pace: Float64Array.from(pace),
      };
      return {
        kind: 'done',
        output,
        transfer: [solution.buffer, output.problem.buffer, output.pace.buffer],
      };
    } catch (error) {
      // A trap leaves the instance as it was in the middle of things; to free would hide it behind another error.
      if (!(error instanceof WebAssembly.RuntimeError)) planner.free();
      throw error;
    }
  };
}

type SearchContext = TaskContext & { clock: () => number; startedAtMs: number };

/** Gives the pace: iterations and milliseconds after each slice. */
function search(
  planner: Planner,
  { maxIterations, timeLimitMs, endsAtMs }: PlanInput,
  { shouldStop, clock, startedAtMs }: SearchContext,
): number[] {
  const pace: number[] = [];
  const limitMs = Math.max(0, Math.min(timeLimitMs, endsAtMs - startedAtMs));
  let iterations = 0;
  let slice = maxIterations === null ? 1 : STEADY_SLICE_ITERATIONS;
  let elapsedMs = clock() - startedAtMs;
  for (;;) {
    const progress =
      maxIterations === null
        ? Math.min(1, elapsedMs / Math.max(1, limitMs))
        : Math.min(1, iterations / Math.max(1, maxIterations));
    const isDone = planner.run(slice, progress);
    const sliceMs = clock() - startedAtMs - elapsedMs;
    iterations += slice;
    elapsedMs += sliceMs;
    pace.push(iterations, elapsedMs);
    if (isDone || elapsedMs >= limitMs || shouldStop()) return pace;
    if (maxIterations === null) slice = nextSlice(slice, sliceMs);
  }
}

function nextSlice(slice: number, sliceMs: number): number {
  const growth = Math.min(SLICE_GROWTH_MAX, SLICE_MS / Math.max(sliceMs, 0.001));
  return Math.min(SLICE_ITERATIONS_MAX, Math.max(1, Math.round(slice * growth)));
}

/** In a buffer of its own, so that it can be moved to the event loop. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
