/**
 * One plan by several threads: each has a part of it, and now and then they put together what they have.
 *
 *     epoch 1, the whole: thread 1 ──┐            epoch 2, parts: thread 1 ──┐              … last, the whole
 *                         thread 2 ──┼─► best ──►                 thread 2 ──┼─► joined ──►
 *                         thread 3 ──┘   kept                     thread 3 ──┘
 *
 * An epoch is a search task on each thread, with seeds of their own. In the first and the last one, while the fleet is
 * being reduced, and in all of them where routes bind one another or vehicles are few, each has the whole plan: in the
 * next epoch the first goes on from the best of all; who is nearly as good goes on from its own, so that they do not
 * all look at the same place, and less and less so towards the end. In the others each thread changes routes of its own
 * and leaves the rest alone, which is as good as that much more time; parts are drawn again each time. A task starts
 * again with each epoch: reading the problem and finding neighbors takes about 2 s at 10,000 visits, so epochs are long
 * in comparison. How many threads there are is asked with each epoch. A thread that is revoked in the middle of one,
 * or lost, leaves its last report; it takes its search with it, not the others'.
 *
 * By iterations, epochs end at iterations and the best is decided by scores alone: equal problems, seeds and threads have
 * equal answers.
 */
import { MessageChannel, type Transferable } from 'node:worker_threads';
import { epochMs } from './clock.js';
import type { Lease, Allotment } from './thread-allocator.js';
import { buffersToMove, type SearchInput, type SearchOutput, type SearchReport } from './task.js';

/** Smaller plans are found by one thread, and there is hardly more to find. */
const PARALLEL_VISITS_MIN = 300;
/** Epochs of one search: enough to profit from one another, few enough for the starts to cost little. */
const EPOCHS = 8;
const EPOCH_MS_MIN = 2_000;
const EPOCH_MS_MAX = 60_000;
/** An epoch is at least so many times as long as the start of the one before took. */
const EPOCH_STARTS_MIN = 10;
/** How much worse a thread's own plan may be for it to go on from that, at the beginning. */
const OWN_MARGIN = 0.005;
/** Vehicles in use for each part. */
const PART_VEHICLES_MIN = 4;
/** Differences below are none. */
const SAME_SHARE = 1e-9;
/** Apart enough for the streams of numbers that the core makes of them; small enough to be added to any seed. */
const SEED_STEP = 1_000_003;

export type ParallelOptions = {
  /** Runs a search task on a thread of its own. */
  run: (
    input: SearchInput,
    options: { signal: AbortSignal; transfer: readonly Transferable[] },
  ) => Promise<SearchOutput>;
  /** What to plan. Its tables are shared with the threads, and copied once if they cannot be; a single thread gets them moved. */
  plan: Omit<SearchInput, 'reports' | 'pause'>;
  /** The threads to search with. The caller leaves it afterwards. */
  allotment: Allotment;
  signal: AbortSignal;
  reports?: { onReport: (report: SearchReport) => void; everyMs: number };
  clock?: () => number;
};

/**
 * So many of the threads that there are can be of use. By iterations it is one: how many happen to be free must not decide on
 * the answer.
 */
export function usefulThreadsMax(
  threads: number,
  { visitCount, maxIterations }: { visitCount: number; maxIterations: number | null },
): number {
  return maxIterations === null && visitCount >= PARALLEL_VISITS_MIN ? threads : 1;
}

/** What a task goes on from. */
type Start = Pick<SearchInput, 'checkpoint' | 'changed'>;

/** A plan that some thread has found. */
type Found = Pick<SearchOutput, 'checkpoint' | 'score' | 'iterations' | 'best'>;

/** Searches with its share of threads and gives the best answer. With one at most, it is a search task and nothing else. */
export async function searchInParallel(options: ParallelOptions): Promise<SearchOutput> {
  const { allotment, signal, clock = epochMs } = options;
  const isSingle = allotment.threadsMax === 1;
  const plan = isSingle
    ? options.plan
    : { ...options.plan, tables: shareTables(options.plan.tables) };
  const improvements: number[] = [];
  const onReport = bestOnly(options.reports, improvements);
  let leases = await allotment.take(signal);
  const startedAtMs = clock();
  const spentBeforeMs = plan.spentMs ?? 0;
  const spent = (): number => spentBeforeMs + clock() - startedAtMs;
  /** The best of all before. */
  let best: Found | undefined;
  let startMs = 0;
  let isFinishing = false;
  let starts: readonly Start[] = [];
  /** What may be divided in the next epoch. */
  let divisible: Found | undefined;
  for (let epoch = 1; ; epoch += 1) {
    const at = { epoch, startMs, spentMs: spent(), spentBeforeMs };
    const pause = isSingle ? undefined : pauseOf(plan, at);
    const count = leases.length;
    const partCount: number = pause === undefined ? 1 : partCountOf(count, divisible);
    const isDivided = partCount > 1;
    // Who has a part of a plan begins from what all of them begin from.
    const startOf = (idx: number): Start | undefined => starts[isDivided ? 0 : idx] ?? starts[0];
    const members: readonly MemberEnd[] = await Promise.all(
      leases.map(async (lease, idx) => {
        const input = {
          ...plan,
          ...startOf(idx),
          seed: plan.seed + idx * SEED_STEP,
          spentMs: at.spentMs,
          ...(isDivided ? { part: { idx: idx % partCount, count: partCount } } : {}),
          ...(pause === undefined ? {} : { pause }),
        };
        return await runMember(options, { input, lease, onReport, isSingle });
      }),
    );
    signal.throwIfAborted();
    const outputs = members.flatMap(({ output }) => output ?? []);
    if (outputs.length === 0) throw members.find(({ reason }) => reason !== undefined)?.reason;
    const found = members.flatMap(({ output, lastReport }) => output ?? lastReport ?? []);
    best = bestOf(best === undefined ? found : [...found, best]);
    const isWhole = (output: SearchOutput): boolean => output === best && !isDivided;
    const answer = outputs.find((output) => isFinishing || (isWhole(output) && output.isOver));
    if (answer !== undefined) return { ...answer, earlier: before(at.spentMs, improvements) };
    startMs = Math.max(...outputs.map((output) => output.startMs));
    const base = outputs.find((output) => output.base !== undefined)?.base;
    starts =
      base === undefined
        ? nextStarts(found, best, progressOf(plan, best.iterations, spent()))
        : [{ checkpoint: base, changed: bestOfParts(members, partCount) }];
    // A task that has come to its end in a part may find more in the whole.
    const mayDivide = outputs.every(({ isDivisible, isOver }) => isDivisible && !isOver);
    divisible = mayDivide ? best : undefined;
    leases = await allotment.take(signal);
    // Time is over, but the best was found by one that did not live to write it down: one thread does.
    isFinishing = pause === undefined;
    if (isFinishing) {
      for (const lease of leases.slice(1)) lease.giveBack();
      leases = leases.slice(0, 1);
    }
  }
}

/** Tables that threads read in place; those that are so already are not touched. Takes as long as a copy of all. */
export function shareTables(tables: SearchInput['tables']): SearchInput['tables'] {
  return tables.map(({ distanceMeters, travelSeconds, ...rest }) => ({
    ...rest,
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
  { maxIterations, timeLimitMs }: ParallelOptions['plan'],
  at: { epoch: number; startMs: number; spentMs: number; spentBeforeMs: number },
): SearchInput['pause'] {
  if (maxIterations !== null) {
    const atIterations = Math.ceil((maxIterations * at.epoch) / EPOCHS);
    return atIterations >= maxIterations ? undefined : { atIterations };
  }
  const share = (timeLimitMs - at.spentBeforeMs) / EPOCHS;
  const wanted = Math.min(EPOCH_MS_MAX, Math.max(EPOCH_MS_MIN, share));
  const afterMs = Math.max(wanted, EPOCH_STARTS_MIN * at.startMs);
  // A last epoch that is too short to start for is added to the one before.
  return timeLimitMs - at.spentMs < 1.5 * afterMs ? undefined : { afterMs };
}

type MemberRun = {
  input: SearchInput;
  lease: Lease;
  onReport: (report: SearchReport) => void;
  isSingle: boolean;
};

/** How a thread's epoch ended: with an output, or for a reason with its last report. */
type MemberEnd = { output?: SearchOutput; lastReport?: SearchReport; reason?: unknown };

async function runMember(
  { run, signal, reports }: ParallelOptions,
  { input, lease, onReport, isSingle }: MemberRun,
): Promise<MemberEnd> {
  const { port1, port2 } = new MessageChannel();
  let lastReport: SearchReport | undefined;
  port2.on('message', (report: SearchReport) => {
    lastReport = report;
    onReport(report);
  });
  try {
    const ofRun =
      reports === undefined ? {} : { reports: { port: port1, everyMs: reports.everyMs } };
    const transfer = [
      ...(reports === undefined ? [] : [port1]),
      // Who has nobody to share them with does not need them any more.
      ...(isSingle ? buffersToMove(input) : []),
    ];
    const either = AbortSignal.any([signal, lease.revoked]);
    return { output: await run({ ...input, ...ofRun }, { signal: either, transfer }) };
  } catch (reason) {
    return { reason, ...(lastReport === undefined ? {} : { lastReport }) };
  } finally {
    // What is still under way is no longer of interest: the output says the same and more.
    port2.close();
    lease.giveBack();
  }
}

/** Pairs of milliseconds and cost up to then; what is later is in the answer itself. */
function before(ms: number, improvements: readonly number[]): readonly number[] {
  const later = improvements.findIndex((value, at) => at % 2 === 0 && value > ms);
  return later < 0 ? improvements : improvements.slice(0, later);
}

/** Passes reports on, at most as often as asked for, each with the best plan that any thread has found so far. */
function bestOnly(
  reports: ParallelOptions['reports'],
  improvements: number[],
): (report: SearchReport) => void {
  if (reports === undefined) return () => undefined;
  let best: SearchReport | undefined;
  let reportedAtMs = -Infinity;
  let reportedProgress = 0;
  return (report) => {
    if (best === undefined || isBetter(report.score, best.score)) {
      best = report;
      improvements.push(report.elapsedMs, report.score.at(-1) ?? 0);
    }
    if (report.elapsedMs < reportedAtMs + reports.everyMs) return;
    reportedAtMs = report.elapsedMs;
    reportedProgress = Math.max(reportedProgress, report.progress);
    const { iterations, elapsedMs } = report;
    reports.onReport({ ...best, progress: reportedProgress, iterations, elapsedMs });
  };
}

/** With few vehicles each, parts have nothing to exchange: then some threads have the same part. */
function partCountOf(threads: number, divisible: Found | undefined): number {
  if (divisible === undefined) return 1;
  return Math.min(threads, Math.floor(divisible.best.vehicles / PART_VEHICLES_MIN));
}

/** Of each part the checkpoint of the best of its threads. */
function bestOfParts(
  members: readonly MemberEnd[],
  partCount: number,
): readonly Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: partCount }, (_, part) =>
    members.flatMap(({ output, lastReport }, idx) =>
      idx % partCount === part ? (output ?? lastReport ?? []) : [],
    ),
  ).flatMap((found) => (found.length === 0 ? [] : [bestOf(found).checkpoint]));
}

/** The first of equals, whichever ended first. There is at least one. */
function bestOf(found: readonly Found[]): Found {
  return found.reduce((best, each) => (isBetter(each.score, best.score) ? each : best));
}

/** Lexicographically. Sums of money that differ less were added up in another order. */
function isBetter(one: Float64Array, other: Float64Array): boolean {
  for (const [at, value] of one.entries()) {
    const than = other[at] ?? 0;
    if (Math.abs(value - than) > SAME_SHARE * Math.abs(than)) return value < than;
  }
  return false;
}

/** The best first, since the next epoch may have fewer threads; then those that are nearly as good. */
function nextStarts(found: readonly Found[], best: Found, progress: number): Start[] {
  const others = found.filter((each) => each !== best);
  const starts = [best, ...others.filter((each) => isClose(each, best, progress))];
  return starts.map(({ checkpoint }) => ({ checkpoint }));
}

/** Only its last term is worse, and that by little. */
function isClose(one: Found, best: Found, progress: number): boolean {
  const [unserved, count, rest = 0] = one.score;
  const [bestUnserved, bestCount, bestRest = 0] = best.score;
  const margin = OWN_MARGIN * (1 - progress) * Math.abs(bestRest);
  return unserved === bestUnserved && count === bestCount && rest <= bestRest + margin;
}

function progressOf(
  { maxIterations, timeLimitMs }: ParallelOptions['plan'],
  iterations: number,
  spentMs: number,
): number {
  const share = maxIterations === null ? spentMs / timeLimitMs : iterations / maxIterations;
  return Math.min(1, share);
}
