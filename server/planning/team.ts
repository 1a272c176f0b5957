/**
 * One plan by several threads: they search on their own, and now and then exchange the best.
 *
 *     epoch 1: thread 1 ──┐           epoch 2: thread 1 ──┐            … time over, converged, iterations done
 *              thread 2 ──┼─► best ──►         thread 2 ──┼─► best ──►
 *              thread 3 ──┘   kept             thread 3 ──┘
 *
 * An epoch is a plan task on each thread, with seeds of their own. The next one goes on from the best of all; who is nearly
 * as good goes on from its own, so that they do not all look at the same place, and less and less so towards the end. A
 * task starts anew with each epoch: reading the problem and finding neighbors takes about 2 s at 10,000 visits, so epochs
 * are long. A thread that is lost takes its search with it, not the team's.
 *
 * By iterations, epochs end at iterations and the best is decided by scores alone: equal problems, seeds and threads have
 * equal answers.
 */
import { MessageChannel, type Transferable } from 'node:worker_threads';
import { epochMs } from './clock.js';
import type { PlanInput, PlanOutput, PlanReport } from './task.js';

/** Epochs of one search: enough to profit from one another, few enough for the starts to cost little. */
const EPOCHS = 8;
const EPOCH_MS_MIN = 2_000;
const EPOCH_MS_MAX = 60_000;
/** How much worse a thread's own plan may be for it to go on from that, at the beginning. */
const OWN_MARGIN = 0.005;
/** Apart enough for the streams of numbers that the core makes of them; small enough to be added to any seed. */
const SEED_STEP = 1_000_003;

export type TeamOptions = {
  /** Runs a plan task on a thread of its own. */
  run: (
    input: PlanInput,
    options: { signal: AbortSignal; transfer: readonly Transferable[] },
  ) => Promise<PlanOutput>;
  /** What to plan. Its tables are shared with the threads, and copied once if they cannot be. */
  plan: Omit<PlanInput, 'reports' | 'pause'>;
  threads: number;
  signal: AbortSignal;
  reports?: { onReport: (report: PlanReport) => void; everyMs: number };
  clock?: () => number;
};

type Member = {
  kept: Uint8Array<ArrayBuffer> | undefined;
  output: PlanOutput | undefined;
};

/** Searches with so many threads and gives the best answer. With one, it is a plan task and nothing else. */
export async function runTeam(options: TeamOptions): Promise<PlanOutput> {
  const { threads, signal, clock = epochMs } = options;
  const plan =
    threads > 1 ? { ...options.plan, tables: shareTables(options.plan.tables) } : options.plan;
  const startedAtMs = clock();
  const spentBeforeMs = plan.spentMs ?? 0;
  const tell = bestOnly(options.reports);
  const members: Member[] = Array.from({ length: threads }, () => ({
    kept: plan.kept,
    output: undefined,
  }));
  for (let epoch = 1; ; epoch += 1) {
    signal.throwIfAborted();
    const spentMs = spentBeforeMs + clock() - startedAtMs;
    const pause = threads > 1 ? pauseOf(plan, epoch, spentMs, spentBeforeMs) : undefined;
    const settled = await Promise.allSettled(
      members.map(({ kept }, idx) =>
        runMember(options, tell, {
          ...plan,
          seed: plan.seed + idx * SEED_STEP,
          spentMs,
          ...(kept === undefined ? {} : { kept }),
          ...(pause === undefined ? {} : { pause }),
        }),
      ),
    );
    signal.throwIfAborted();
    for (const [idx, member] of members.entries()) {
      const end = settled[idx];
      member.output = end?.status === 'fulfilled' ? end.value : undefined;
    }
    const best = bestOf(members);
    if (best === undefined) throw settled.find((end) => end.status === 'rejected')?.reason;
    if (best.isOver) return best;
    const progress = progressOf(plan, best.iterations, spentBeforeMs + clock() - startedAtMs);
    for (const member of members) member.kept = nextStart(member.output, best, progress);
  }
}

/** Tables that threads read in place; those that are so already are not touched. Takes as long as a copy of all. */
export function shareTables(tables: PlanInput['tables']): PlanInput['tables'] {
  return tables.map(({ distanceMeters, travelSeconds }) => ({
    distanceMeters: shared(distanceMeters),
    travelSeconds: shared(travelSeconds),
  }));
}

function shared(numbers: Int32Array): Int32Array {
  if (numbers.buffer instanceof SharedArrayBuffer) return numbers;
  const copy = new Int32Array(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}

/** Where this epoch ends; undefined: it is the last one. */
function pauseOf(
  { maxIterations, timeLimitMs }: TeamOptions['plan'],
  epoch: number,
  spentMs: number,
  spentBeforeMs: number,
): PlanInput['pause'] {
  if (maxIterations !== null) {
    const atIterations = Math.ceil((maxIterations * epoch) / EPOCHS);
    return atIterations >= maxIterations ? undefined : { atIterations };
  }
  const share = (timeLimitMs - spentBeforeMs) / EPOCHS;
  const afterMs = Math.min(EPOCH_MS_MAX, Math.max(EPOCH_MS_MIN, share));
  // A last epoch that is too short to start for is added to the one before.
  return timeLimitMs - spentMs < 1.5 * afterMs ? undefined : { afterMs };
}

async function runMember(
  { run, signal, reports }: TeamOptions,
  tell: (report: PlanReport) => void,
  input: PlanInput,
): Promise<PlanOutput> {
  if (reports === undefined) return await run(input, { signal, transfer: [] });
  const { port1, port2 } = new MessageChannel();
  port2.on('message', tell);
  try {
    const toThread = { port: port1, everyMs: reports.everyMs };
    return await run({ ...input, reports: toThread }, { signal, transfer: [port1] });
  } finally {
    // What is still under way is no longer of interest: the output says the same and more.
    port2.close();
  }
}

/** Passes reports on, at most as often as asked for, each with the best plan that any thread has found so far. */
function bestOnly(reports: TeamOptions['reports']): (report: PlanReport) => void {
  if (reports === undefined) return () => undefined;
  let best: PlanReport | undefined;
  let toldAtMs = -Infinity;
  let toldProgress = 0;
  return (report) => {
    if (best === undefined || isBetter(report.score, best.score)) best = report;
    if (report.elapsedMs < toldAtMs + reports.everyMs) return;
    toldAtMs = report.elapsedMs;
    toldProgress = Math.max(toldProgress, report.progress);
    const { iterations, elapsedMs } = report;
    reports.onReport({ ...best, progress: toldProgress, iterations, elapsedMs });
  };
}

/** The first of equals, whichever ended first. */
function bestOf(members: readonly Member[]): PlanOutput | undefined {
  let best: PlanOutput | undefined;
  for (const { output } of members) {
    if (output !== undefined && (best === undefined || isBetter(output.score, best.score))) {
      best = output;
    }
  }
  return best;
}

/** Lexicographically. */
function isBetter(one: Float64Array, other: Float64Array): boolean {
  for (const [at, value] of one.entries()) {
    const than = other[at] ?? 0;
    if (value !== than) return value < than;
  }
  return false;
}

/** Its own plan while it is nearly as good as the best one, and only its last term is worse. */
function nextStart(
  output: PlanOutput | undefined,
  best: PlanOutput,
  progress: number,
): Uint8Array<ArrayBuffer> {
  if (output === undefined) return best.kept;
  const [unserved, count, rest = 0] = output.score;
  const [bestUnserved, bestCount, bestRest = 0] = best.score;
  const margin = OWN_MARGIN * (1 - progress) * Math.abs(bestRest);
  const isClose = unserved === bestUnserved && count === bestCount && rest <= bestRest + margin;
  return isClose ? output.kept : best.kept;
}

function progressOf(
  { maxIterations, timeLimitMs }: TeamOptions['plan'],
  iterations: number,
  spentMs: number,
): number {
  const share = maxIterations === null ? spentMs / timeLimitMs : iterations / maxIterations;
  return Math.min(1, share);
}
