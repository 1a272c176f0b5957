/**
 * The search for a plan in a search thread: takes the bytes of a problem, returns the bytes of an answer.
 *
 *     start, with or without a checkpoint ─► run a slice ─► time over, cancelled, converged, iterations done, paused?
 *                                            ▲    └──► at times: progress, and a checkpoint of the best plan
 *                                            └──no─────────────────────────────────────┴──yes──► the best answer so far
 *
 * A search may consist of several runs, in this process or after another process has died. Each run but the first gets
 * the checkpoint of the previous run, and how much of the time limit all previous runs have used.
 *
 * The core has no clock. It searches in slices of a few milliseconds, and this loop checks clock and flag between them.
 * Many short calls have another advantage: V8 replaces a function by its optimized form only when it is called.
 *
 * Some steps take much longer than a slice: the first plan, an iteration on routes that are expensive to evaluate, the
 * reasons of unserved visits. During these the core asks whether the time is over (`createEnd`), and ends with what it
 * has.
 */
import type { MessagePort } from 'node:worker_threads';
import { PlanSearch } from '#wasm';
import type { HandlerResult, TaskContext } from '../engine/index.js';
import { epochMs } from './clock.js';

/** Row-major by place of departure; -1 if no road leads to the destination. Lanes of a pair are adjacent. */
export type TravelTable<Bytes extends ArrayBufferLike = ArrayBufferLike> = {
  distanceMeters: Int32Array<Bytes>;
  travelSeconds: Int32Array<Bytes>;
  /**
   * The pairs that the table has; if absent, all. For each place of departure: its first pair, the start of its list of
   * destinations, and the length of that list; then all lists, each in ascending order. The table then has one more
   * pair at the end, which means that there is no road.
   */
  rows?: Uint32Array<Bytes>;
};

export type SearchInput = {
  /** JSON of a problem, in UTF-8. */
  problem: Uint8Array<ArrayBuffer>;
  /** One per table of the problem, in its order, in shared memory or not. The thread copies them into its instance. */
  tables: readonly TravelTable[];
  seed: number;
  /** Ends the search after so many iterations. Equal problems and seeds then give equal answers, if time suffices. */
  maxIterations: number | null;
  timeLimitMs: number;
  /** When the search ends at the latest, by `epochMs`, whatever its time limit and its wait for a thread. */
  endsAtMs: number;
  /** The best plan of an earlier run for an equal problem. This run continues from it, and never gets worse. */
  checkpoint?: Uint8Array<ArrayBuffer>;
  /** Checkpoints of runs of parts, which all started from `checkpoint`. This run starts with their changes applied. */
  changed?: readonly Uint8Array<ArrayBuffer>[];
  /** The part of the checkpoint that this run may change. Runs of the other parts start from the same checkpoint. */
  part?: { idx: number; count: number };
  /** How much of the time limit earlier runs have used. */
  spentMs?: number;
  /**
   * Ends this run early, for another to continue: after so many milliseconds of its own, or iterations of all runs.
   * Pooled runs end after `pooledAfterMs` instead, if stated.
   */
  pause?: { afterMs: number; pooledAfterMs?: number } | { atIterations: number };
  /** Where to report progress, at most once per `everyMs`, starting with the first plan. The task closes the port. */
  reports?: { port: MessagePort; everyMs: number };
};

export type SearchReport = {
  /** 0 to 1, of the time or of the iterations. */
  progress: number;
  /** Includes the time of earlier runs. */
  elapsedMs: number;
  iterations: number;
  best: PlanSummary;
  /** What is minimized, the most important first: plans of one problem compare by it. */
  score: Float64Array<ArrayBuffer>;
  /** The best plan as bytes, for another run. */
  checkpoint: Uint8Array<ArrayBuffer>;
  /** Its routes without times: for each route its shift, the number of its places, and the stop and place of each. */
  outline: Uint32Array<ArrayBuffer>;
};

/** The quality of a plan: cost, unserved visits, vehicles in use. */
export type PlanSummary = { cost: number; unserved: number; vehicles: number };

export type SearchOutput = {
  /** JSON of the answer. Empty after a paused run or a run of a part, because writing it takes up to a second. */
  solution: Uint8Array<ArrayBuffer>;
  /** The best plan as bytes, for another run. */
  checkpoint: Uint8Array<ArrayBuffer>;
  /** Present after a run of a part: the whole plan that it started from. */
  base?: Uint8Array<ArrayBuffer>;
  /** Whether several runs may each change a part of the plan, so that their savings add up. */
  isDivisible: boolean;
  /** Whether this run has combined the routes that it made at different times, which another run would not know. */
  isPooled: boolean;
  /** Whether another run would gain nothing: time or iterations are used up, or the search has converged. */
  isOver: boolean;
  iterations: number;
  /** How many insertion positions this run has evaluated. */
  insertions: number;
  best: PlanSummary;
  /** What is minimized, the most important first: plans of one problem compare by it. */
  score: Float64Array<ArrayBuffer>;
  /** Includes the time of earlier runs. */
  searchMs: number;
  /** How long this run took until it had a plan to search from. */
  startMs: number;
  /** Alternately the iterations and milliseconds so far, after each slice, including the totals of earlier runs. */
  pace: Float64Array<ArrayBuffer>;
  /** Improvements of earlier runs, which are not in the answer: alternately milliseconds and cost. */
  earlier?: readonly number[];
};

/** Returns all arrays of a table. */
export const numbersOf = ({
  distanceMeters,
  travelSeconds,
  rows,
}: TravelTable): (Int32Array | Uint32Array)[] => [
  ...[distanceMeters, travelSeconds],
  ...(rows === undefined ? [] : [rows]),
];

/** Returns the buffers that can be moved to a single thread, because the sender does not need them any more. */
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
  /** Milliseconds since the same origin as `endsAtMs`. */
  clock?: () => number;
};

/** The target: short enough to react to the flag, long enough that reading the clock costs nothing. */
const SLICE_MS = 5;
/** How many times as many iterations as the previous slice a slice may have. The first ones are slow, in cold code. */
const SLICE_GROWTH_MAX = 2;
const SLICE_ITERATIONS_MAX = 100_000;
/**
 * The time for a first plan, even if the time limit has passed once the problem is read: `FIRST_PLAN_MS`, but until at
 * most `FIRST_PLAN_BEYOND_MS_MAX` after the limit, and at least `FIRST_PLAN_MS_MIN`. The first plan and the answer
 * together should end within a second of the limit.
 */
const FIRST_PLAN_MS = 500;
const FIRST_PLAN_BEYOND_MS_MAX = 450;
const FIRST_PLAN_MS_MIN = 200;
/**
 * When the last attempts to improve the plan and to insert unserved visits end, and when reasons do: so long after the
 * time limit. A last slice that has taken too long takes its time from them, but each has at least the shorter time, or
 * all plans with expensive routes would lack reasons.
 */
const FINISH: AnswerTime = { beyondMs: 130, leastMs: 80 };
const ANSWER: AnswerTime = { beyondMs: 450, leastMs: 120 };

/** Returns the pool's handler for search tasks. */
export function createSearchTask({ clock = epochMs }: SearchTaskSettings = {}): (
  input: SearchInput,
  context: TaskContext,
) => HandlerResult<SearchOutput> {
  return (input, context) => {
    const startedAtMs = clock();
    const search = new PlanSearch(input.problem);
    try {
      for (const { distanceMeters, travelSeconds, rows } of input.tables) {
        search.addTable(distanceMeters, travelSeconds, rows);
      }
      const { maxIterations, part, changed = [] } = input;
      if (part !== undefined) search.confine(part.idx, part.count);
      for (const checkpoint of changed) search.addChanged(checkpoint);
      const end = createEnd(input, { ...context, clock, startedAtMs });
      search.start(
        BigInt(input.seed),
        maxIterations === null ? undefined : BigInt(maxIterations),
        input.checkpoint,
        end.isOver,
      );
      const { pace, startMs, isOver } = runSlices(search, input, {
        ...context,
        clock,
        startedAtMs,
      });
      if (context.shouldStop()) {
        search.free();
        return { kind: 'stopped' };
      }
      // The answer of a part is never read.
      const isAnswer = isOver && part === undefined;
      const solution = isAnswer ? answerOf(search, end) : new Uint8Array();
      // The rest is read afterwards, because writing the answer may make the plan better.
      const checkpoint = ownBytes(search.checkpoint());
      const base = search.base();
      const ownBase = base === undefined ? undefined : ownBytes(base);
      const { score, isDivisible, iterations, insertions, best } = statusOf(search);
      const isPooled = search.hasPool();
      search.free();
      const output = {
        solution,
        checkpoint,
        ...(ownBase === undefined ? {} : { base: ownBase }),
        isDivisible,
        isPooled,
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
      // A trap leaves the instance in an undefined state; freeing the search would hide the trap behind another error.
      if (!(error instanceof WebAssembly.RuntimeError)) search.free();
      throw error;
    } finally {
      input.reports?.port.close();
    }
  };
}

/** Returns the answer as JSON. */
function answerOf(search: PlanSearch, end: End): Uint8Array<ArrayBuffer> {
  end.giveTime(FINISH);
  search.finish();
  end.giveTime(ANSWER);
  return ownBytes(search.answer());
}

type SearchContext = TaskContext & { clock: () => number; startedAtMs: number };

type End = {
  isOver: () => boolean;
  giveTime: (time: AnswerTime) => void;
};

/** A step may take until so long after the time limit, and at least so long from its beginning. */
type AnswerTime = { beyondMs: number; leastMs: number };

/**
 * Decides when the core must end in the middle of a step. However late it is, the first plan gets some time once the
 * problem is read, and so does the answer: without them there would be no result.
 */
function createEnd(
  { timeLimitMs, endsAtMs, spentMs = 0 }: SearchInput,
  { shouldStop, clock, startedAtMs }: SearchContext,
): End {
  const limitAtMs = Math.min(startedAtMs + timeLimitMs - spentMs, endsAtMs);
  let endAtMs = limitAtMs;
  let isFirstCheck = true;
  return {
    isOver: () => {
      const nowMs = clock();
      if (isFirstCheck) {
        const wantedAtMs = Math.min(nowMs + FIRST_PLAN_MS, endAtMs + FIRST_PLAN_BEYOND_MS_MAX);
        endAtMs = Math.max(endAtMs, wantedAtMs, nowMs + FIRST_PLAN_MS_MIN);
      }
      isFirstCheck = false;
      return nowMs >= endAtMs || shouldStop();
    },
    giveTime: ({ beyondMs, leastMs }) => {
      endAtMs = Math.max(limitAtMs + beyondMs, clock() + leastMs);
    },
  };
}

/** Runs slices until an end is reached. Returns the pace: iterations and milliseconds of all runs after each slice. */
function runSlices(
  search: PlanSearch,
  input: SearchInput,
  { shouldStop, clock, startedAtMs }: SearchContext,
): { pace: number[]; startMs: number; isOver: boolean } {
  const { maxIterations, timeLimitMs, endsAtMs, pause, spentMs = 0 } = input;
  const limitMs = Math.max(0, Math.min(timeLimitMs - spentMs, endsAtMs - startedAtMs));
  const pausedMs = pausedAfter(search, pause);
  const atIterations =
    pause !== undefined && 'atIterations' in pause ? pause.atIterations : Infinity;
  const before = input.checkpoint === undefined ? 0 : statusOf(search).iterations;
  const pace: number[] = before === 0 ? [] : [before, spentMs];
  // The limit that is reached first ends the search. With a limit on iterations, the core uses its own count instead.
  const progressAt = (iterations: number, elapsedMs: number): number => {
    const ofTime = (spentMs + elapsedMs) / Math.max(1, spentMs + limitMs);
    const ofIterations =
      maxIterations === null ? 0 : (before + iterations) / Math.max(1, maxIterations);
    return Math.min(1, Math.max(ofTime, ofIterations));
  };
  let iterations = 0;
  // Also with a limit on iterations: the core uses its own count then, however the search is cut into slices.
  let slice = 1;
  const startMs = clock() - startedAtMs;
  let elapsedMs = startMs;
  let reportsAtMs = -Infinity;
  const reportNowAndThen = (): void => {
    if (input.reports === undefined || elapsedMs < reportsAtMs) return;
    reportsAtMs = elapsedMs + input.reports.everyMs;
    const progress = progressAt(iterations, elapsedMs);
    report(input.reports.port, search, { progress, elapsedMs: spentMs + elapsedMs });
  };
  for (;;) {
    reportNowAndThen();
    const left = Math.max(0, atIterations - before - iterations);
    slice = Math.min(slice, Math.max(1, left));
    const isDone = search.run(slice, progressAt(iterations, elapsedMs));
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

function pausedAfter(search: PlanSearch, pause: SearchInput['pause']): number {
  if (pause === undefined || !('afterMs' in pause)) return Infinity;
  const { afterMs, pooledAfterMs = afterMs } = pause;
  return search.hasPool() ? pooledAfterMs : afterMs;
}

function report(
  port: MessagePort,
  search: PlanSearch,
  at: Pick<SearchReport, 'progress' | 'elapsedMs'>,
): void {
  const checkpoint = ownBytes(search.checkpoint());
  const { iterations, best, score } = statusOf(search);
  const outline = new Uint32Array(search.outline());
  const message: SearchReport = { ...at, iterations, best, score, checkpoint, outline };
  port.postMessage(message, [checkpoint.buffer, outline.buffer]);
}

function statusOf(search: PlanSearch) {
  const status = search.status();
  const { iterations, insertions, cost, unserved, vehicles, divisible: isDivisible } = status;
  const score = new Float64Array(status.score);
  status.free();
  return { iterations, insertions, best: { cost, unserved, vehicles }, score, isDivisible };
}

function nextSlice(slice: number, sliceMs: number): number {
  const growth = Math.min(SLICE_GROWTH_MAX, SLICE_MS / Math.max(sliceMs, 0.001));
  return Math.min(SLICE_ITERATIONS_MAX, Math.max(1, Math.round(slice * growth)));
}

/** Returns a copy in a buffer of its own, which can be moved to the event loop. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
