/**
 * A plan, searched in a search thread: bytes of the problem in, bytes of the answer out.
 *
 *     start, from a checkpoint or none ──► run a slice ──► time over, cancelled, converged, iterations done, paused?
 *                                          ▲    └──► now and then: how far it is, and a checkpoint of the best
 *                                          └──no───────────────────────────────────────┴──yes──► the best answer so far
 *
 * A search may be cut into runs, in this process or after another has died: each run but the first gets the checkpoint of
 * the one before, and how much of the time that run and those before it had used up.
 *
 * The core knows no clock. It searches in slices of some milliseconds, and this loop looks at clock and flag between
 * them. Slices of many short calls have another reason: V8 replaces a function by its optimized form only at a call.
 *
 * A single step may take much longer: a first plan, an iteration over routes that are dear to evaluate, the reasons of what is
 * unserved. In the middle of these the core asks whether time is over (`createEnd`), and comes to an end with what it has.
 */
import type { MessagePort } from 'node:worker_threads';
import { Planner } from '#wasm';
import type { HandlerResult, TaskContext } from '../engine/index.js';
import { epochMs } from './clock.js';

/** Row-major by place of departure; -1 where no road leads. Lanes of a pair lie side by side. */
export type TravelTable<Bytes extends ArrayBufferLike = ArrayBufferLike> = {
  distanceMeters: Int32Array<Bytes>;
  travelSeconds: Int32Array<Bytes>;
  /**
   * Which pairs it has; absent: all. Of each place of departure its first pair, where its list of places begins, and how long
   * that is; then all lists, the places of each ascending. One pair more comes behind all: that of no road.
   */
  rows?: Uint32Array<Bytes>;
};

export type SearchInput = {
  /** JSON of a problem, in UTF-8. */
  problem: Uint8Array<ArrayBuffer>;
  /** One per table of the problem, in its order. In shared memory or not: the thread copies them into its instance. */
  tables: readonly TravelTable[];
  seed: number;
  /** Ends the search after so many iterations; then equal problems and seeds have equal answers, if time suffices. */
  maxIterations: number | null;
  timeLimitMs: number;
  /** By `epochMs`: no search goes on for longer, whatever its time limit and however long it waited for a thread. */
  endsAtMs: number;
  /** The best plan of an earlier run over an equal problem: this one goes on from it, and is never worse. */
  checkpoint?: Uint8Array<ArrayBuffer>;
  /** Checkpoints of runs of its parts, which all began from `checkpoint`: their changes go along. */
  changed?: readonly Uint8Array<ArrayBuffer>[];
  /** The part of the checkpoint that this run may change, where runs of the other parts begin from the same. */
  part?: { idx: number; count: number };
  /** Of the time limit, what earlier runs have used up. */
  spentMs?: number;
  /** Ends this run early, for another one to go on: after so many milliseconds of its own, or so many iterations in all. */
  pause?: { afterMs: number } | { atIterations: number };
  /** Where to tell how far the search is, at most that often, the first time with the first plan. The task closes the port. */
  reports?: { port: MessagePort; everyMs: number };
};

export type SearchReport = {
  /** 0 to 1, of the time or of the iterations. */
  progress: number;
  /** What earlier runs used up is in it. */
  elapsedMs: number;
  iterations: number;
  best: PlanSummary;
  /** What is minimized, the most important first: plans of one problem compare by it. */
  score: Float64Array<ArrayBuffer>;
  /** The best plan as bytes, for another run. */
  checkpoint: Uint8Array<ArrayBuffer>;
  /** Its routes without times: of each its shift, how many places it goes to, and stop and place of each. */
  outline: Uint32Array<ArrayBuffer>;
};

/** How good a plan is: money, visits without service, vehicles in use. */
export type PlanSummary = { cost: number; unserved: number; vehicles: number };

export type SearchOutput = {
  /** JSON of the answer; empty after a run that was paused or of a part, since writing it takes up to a second. */
  solution: Uint8Array<ArrayBuffer>;
  /** The best plan as bytes, for another run. */
  checkpoint: Uint8Array<ArrayBuffer>;
  /** Of a run of a part: the whole plan that it began from. */
  base?: Uint8Array<ArrayBuffer>;
  /** Runs may each change a part of the plan, and what they save adds up. */
  isDivisible: boolean;
  /** Nothing is to be gained by another run: time, iterations or prospects are used up. */
  isOver: boolean;
  iterations: number;
  /** Positions that insertions have looked at, in this run. */
  insertions: number;
  best: PlanSummary;
  /** What is minimized, the most important first: plans of one problem compare by it. */
  score: Float64Array<ArrayBuffer>;
  /** What earlier runs used up is in it. */
  searchMs: number;
  /** Of this run: until there was a plan to search on from. */
  startMs: number;
  /** Iterations done and milliseconds gone, in turn, after each slice; those of earlier runs are counted, not listed. */
  pace: Float64Array<ArrayBuffer>;
  /** Improvements of earlier runs that are not in the answer: milliseconds and costs, in turn. */
  earlier?: readonly number[];
};

/** All arrays of a table. */
export const numbersOf = ({
  distanceMeters,
  travelSeconds,
  rows,
}: TravelTable): (Int32Array | Uint32Array)[] => [
  ...[distanceMeters, travelSeconds],
  ...(rows === undefined ? [] : [rows]),
];

/** What a single thread needs not share with who hands it over. */
export function buffersToMove({
  problem,
  tables,
}: Pick<SearchInput, 'problem' | 'tables'>): ArrayBuffer[] {
  const numbers = tables.flatMap(numbersOf);
  return [problem, ...numbers].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
}

export type SearchTask = { plan: { input: SearchInput; output: SearchOutput } };

export type SearchTaskSettings = {
  /** Milliseconds, of any origin that is the same as that of `endsAtMs`. */
  clock?: () => number;
};

/** Aimed at: short enough for a flag, long enough for a look at the clock to cost nothing. */
const SLICE_MS = 5;
/** How much longer than the last a slice may be, in iterations; the first ones, in cold code, are slow. */
const SLICE_GROWTH_MAX = 2;
const SLICE_ITERATIONS_MAX = 100_000;
/**
 * What a first plan has, however late it is when the problem has been read: so much, as long as it does not take it too far beyond the
 * limit, and a moment in any case. Together with the answer it is to stay within a second of the limit.
 */
const FIRST_PLAN_MS = 500;
const FIRST_PLAN_BEYOND_MS_MAX = 450;
const FIRST_PLAN_MS_MIN = 200;
/** What the answer has: trying once more what is unserved, reasons, better schedules than those that were found. */
const ANSWER_MS = 300;

/** The pool's handler for search tasks. */
export function createSearchTask({ clock = epochMs }: SearchTaskSettings = {}): (
  input: SearchInput,
  context: TaskContext,
) => HandlerResult<SearchOutput> {
  return (input, context) => {
    const startedAtMs = clock();
    const planner = new Planner(input.problem);
    try {
      for (const { distanceMeters, travelSeconds, rows } of input.tables) {
        planner.addTable(distanceMeters, travelSeconds, rows);
      }
      const { maxIterations, part, changed = [] } = input;
      if (part !== undefined) planner.confine(part.idx, part.count);
      for (const checkpoint of changed) planner.addChanged(checkpoint);
      const end = createEnd(input, { ...context, clock, startedAtMs });
      planner.start(
        BigInt(input.seed),
        maxIterations === null ? undefined : BigInt(maxIterations),
        input.checkpoint,
        end.isOver,
      );
      const { pace, startMs, isOver } = search(planner, input, { ...context, clock, startedAtMs });
      if (context.shouldStop()) {
        planner.free();
        return { kind: 'stopped' };
      }
      const checkpoint = ownBytes(planner.checkpoint());
      const base = planner.base();
      const ownBase = base === undefined ? undefined : ownBytes(base);
      const { score, isDivisible, iterations, insertions, best } = statusOf(planner);
      // Of a part, it is not read.
      const isAnswer = isOver && part === undefined;
      end.giveTimeForAnswer();
      const solution = ownBytes(isAnswer ? planner.solution() : new Uint8Array());
      planner.free();
      const output = {
        solution,
        checkpoint,
        ...(ownBase === undefined ? {} : { base: ownBase }),
        isDivisible,
        isOver,
        iterations,
        insertions,
        best,
        score,
        searchMs: (input.spentMs ?? 0) + clock() - startedAtMs,
        startMs,
        pace: Float64Array.from(pace),
      };
      return {
        kind: 'done',
        output,
        transfer: [
          solution.buffer,
          checkpoint.buffer,
          ...(ownBase === undefined ? [] : [ownBase.buffer]),
          score.buffer,
          output.pace.buffer,
        ],
      };
    } catch (error) {
      // A trap leaves the instance as it was in the middle of things; to free would hide it behind another error.
      if (!(error instanceof WebAssembly.RuntimeError)) planner.free();
      throw error;
    } finally {
      input.reports?.port.close();
    }
  };
}

type SearchContext = TaskContext & { clock: () => number; startedAtMs: number };

/**
 * When the core has to come to an end in the middle of a step. However late it is then, a first plan gets a moment from when
 * the problem is read, and so does the answer: without them there would be nothing to show.
 */
function createEnd(
  { timeLimitMs, endsAtMs, spentMs = 0 }: SearchInput,
  { shouldStop, clock, startedAtMs }: SearchContext,
): { isOver: () => boolean; giveTimeForAnswer: () => void } {
  let endAtMs = Math.min(startedAtMs + timeLimitMs - spentMs, endsAtMs);
  let isAskedFirst = true;
  return {
    isOver: () => {
      const nowMs = clock();
      if (isAskedFirst) {
        const wantedAtMs = Math.min(nowMs + FIRST_PLAN_MS, endAtMs + FIRST_PLAN_BEYOND_MS_MAX);
        endAtMs = Math.max(endAtMs, wantedAtMs, nowMs + FIRST_PLAN_MS_MIN);
      }
      isAskedFirst = false;
      return nowMs >= endAtMs || shouldStop();
    },
    giveTimeForAnswer: () => {
      endAtMs = Math.max(endAtMs, clock() + ANSWER_MS);
    },
  };
}

/** Gives the pace: iterations and milliseconds, those of earlier runs included, after each slice. */
function search(
  planner: Planner,
  input: SearchInput,
  { shouldStop, clock, startedAtMs }: SearchContext,
): { pace: number[]; startMs: number; isOver: boolean } {
  const { maxIterations, timeLimitMs, endsAtMs, pause, spentMs = 0 } = input;
  const limitMs = Math.max(0, Math.min(timeLimitMs - spentMs, endsAtMs - startedAtMs));
  const pausedMs = pause !== undefined && 'afterMs' in pause ? pause.afterMs : Infinity;
  const atIterations =
    pause !== undefined && 'atIterations' in pause ? pause.atIterations : Infinity;
  const before = input.checkpoint === undefined ? 0 : statusOf(planner).iterations;
  const pace: number[] = before === 0 ? [] : [before, spentMs];
  // Whichever comes first ends it. Where iterations are counted the core goes by its own count.
  const progressAt = (iterations: number, elapsedMs: number): number => {
    const ofTime = (spentMs + elapsedMs) / Math.max(1, spentMs + limitMs);
    const ofIterations =
      maxIterations === null ? 0 : (before + iterations) / Math.max(1, maxIterations);
    return Math.min(1, Math.max(ofTime, ofIterations));
  };
  let iterations = 0;
  // By iterations too: where they are counted, the search goes by its own count, however it is cut.
  let slice = 1;
  const startMs = clock() - startedAtMs;
  let elapsedMs = startMs;
  let reportsAtMs = -Infinity;
  const reportNowAndThen = (): void => {
    if (input.reports === undefined || elapsedMs < reportsAtMs) return;
    reportsAtMs = elapsedMs + input.reports.everyMs;
    const progress = progressAt(iterations, elapsedMs);
    report(input.reports.port, planner, { progress, elapsedMs: spentMs + elapsedMs });
  };
  for (;;) {
    reportNowAndThen();
    const left = Math.max(0, atIterations - before - iterations);
    slice = Math.min(slice, Math.max(1, left));
    const isDone = planner.run(slice, progressAt(iterations, elapsedMs));
    const sliceMs = clock() - startedAtMs - elapsedMs;
    iterations += slice;
    elapsedMs += sliceMs;
    pace.push(before + iterations, spentMs + elapsedMs);
    const isOver = isDone || elapsedMs >= limitMs || shouldStop();
    if (isOver || elapsedMs >= pausedMs || before + iterations >= atIterations) {
      return { pace, startMs, isOver };
    }
    slice = nextSlice(slice, sliceMs);
  }
}

function report(
  port: MessagePort,
  planner: Planner,
  at: Pick<SearchReport, 'progress' | 'elapsedMs'>,
): void {
  const checkpoint = ownBytes(planner.checkpoint());
  const { iterations, best, score } = statusOf(planner);
  const outline = new Uint32Array(planner.outline());
  const message: SearchReport = { ...at, iterations, best, score, checkpoint, outline };
  port.postMessage(message, [checkpoint.buffer, outline.buffer]);
}

function statusOf(planner: Planner) {
  const status = planner.status();
  const { iterations, insertions, cost, unserved, vehicles, divisible: isDivisible } = status;
  const score = new Float64Array(status.score);
  status.free();
  return { iterations, insertions, best: { cost, unserved, vehicles }, score, isDivisible };
}

function nextSlice(slice: number, sliceMs: number): number {
  const growth = Math.min(SLICE_GROWTH_MAX, SLICE_MS / Math.max(sliceMs, 0.001));
  return Math.min(SLICE_ITERATIONS_MAX, Math.max(1, Math.round(slice * growth)));
}

/** In a buffer of its own, so that it can be moved to the event loop. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
