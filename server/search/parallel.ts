/**
 * Searches for one plan with several threads: each has a part of it, and from time to time their results are joined.
 *
 *     epoch 1, the whole: thread 1 ──┐            epoch 2, parts: thread 1 ──┐              … last, the whole
 *                         thread 2 ──┼─► best ──►                 thread 2 ──┼─► joined ──►
 *                         thread 3 ──┘   kept                     thread 3 ──┘
 *
 * An epoch is one search task on each thread, each with its own seed. In the first and the last epoch, while the fleet
 * is being reduced, and whenever routes constrain one another or vehicles are few, each thread searches the whole plan.
 * The next epoch then continues from the best plan on the first thread. Threads with nearly as good plans continue from
 * their own, so that they do not all search the same region; the margin shrinks towards the end. In the other epochs
 * each thread changes only its own routes, which is as good as that much more time; the parts are drawn again for each
 * epoch. Every epoch starts new tasks: reading the problem and finding neighbors takes about 2 s at 10,000 visits, so
 * epochs are long in comparison. The number of threads is decided for each epoch. If a thread is revoked during an
 * epoch, or lost, its last report remains; only its own search ends.
 *
 * Threads that combine the routes they have made at different times (see `route_pool` of the core) begin each epoch
 * without any. They always search the whole plan, in epochs of a minute.
 *
 * If the limit is a number of iterations, epochs end at fixed iterations and the best plan is chosen by score alone, so
 * that equal problems, seeds and threads give equal answers.
 */
import { MessageChannel } from 'node:worker_threads';
import { epochMs } from './clock.js';
import { isBetter, seedOf, type RunSearch } from './several.js';
import type { Lease, Allotment } from './thread-allocator.js';
import { buffersToMove, type SearchInput, type SearchOutput, type SearchReport } from './task.js';

/**
 * The fewest visits of a plan that several threads search. In 10 s, two threads found plans for 100 orders that were
 * 0.2 to 0.7 % cheaper than those of one thread (docs/benchmarks.md). Smaller plans settle with one thread.
 */
const PARALLEL_VISITS_MIN = 100;
/** Enough for threads to profit from one another's plans, and few enough for the starts to cost little. */
const EPOCHS = 8;
const EPOCH_MS_MIN = 2_000;
const EPOCH_MS_MAX = 60_000;
/** An epoch is at least this many times as long as the start of the previous one. */
const EPOCH_STARTS_MIN = 10;
/** How much worse than the best plan a thread's own may be for it to continue from that, at the beginning (a share). */
const OWN_MARGIN = 0.005;
/** The minimum number of vehicles in use per part. */
const PART_VEHICLES_MIN = 4;

export type ParallelOptions = {
  run: RunSearch;
  /**
   * What to plan. The threads read its tables in shared memory, where they are copied once if they are not there yet.
   * For a single thread they are moved instead.
   */
  plan: Omit<SearchInput, 'reports' | 'pause'>;
  /** The threads to search with. The caller unregisters it afterwards. */
  allotment: Allotment;
  signal: AbortSignal;
  reports?: { onReport: (report: SearchReport) => void; everyMs: number };
  clock?: () => number;
};

/**
 * Returns how many of `threads` are of use to a search. If its limit is a number of iterations, that is one, because
 * the answer must not depend on how many threads happen to be free.
 */
export function usefulThreadsMax(
  threads: number,
  { visitCount, maxIterations }: { visitCount: number; maxIterations: number | null },
): number {
  return maxIterations === null && visitCount >= PARALLEL_VISITS_MIN ? threads : 1;
}

/** What a task continues from. */
type Start = Pick<SearchInput, 'checkpoint' | 'changed'>;

/** A plan that a thread has found. */
type Found = Pick<SearchOutput, 'checkpoint' | 'score' | 'iterations' | 'best'>;

/** Searches with the allotted threads and returns the best answer. With one thread at most, runs one search task. */
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
  /** The best plan of all previous epochs. */
  let best: Found | undefined;
  let startMs = 0;
  let isFinishing = false;
  let starts: readonly Start[] = [];
  /** The plan that the next epoch may divide into parts. */
  let divisible: Found | undefined;
  for (let epoch = 1; ; epoch += 1) {
    const at = { epoch, startMs, spentMs: spent(), spentBeforeMs };
    const pause = isSingle ? undefined : pauseOf(plan, at);
    const count = leases.length;
    const partCount: number = pause === undefined ? 1 : partCountOf(count, divisible);
    const isDivided = partCount > 1;
    // Threads that search parts of a plan all start from the same plan.
    const startOf = (idx: number): Start | undefined => starts[isDivided ? 0 : idx] ?? starts[0];
    const members: readonly MemberEnd[] = await Promise.all(
      leases.map(async (lease, idx) => {
        const input = {
          ...plan,
          ...startOf(idx),
          seed: seedOf(plan.seed, idx),
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
    // A task that has nothing more to find in its part may find more in the whole plan.
    const mayDivide = outputs.every(
      ({ isDivisible, isPooled, isOver }) => isDivisible && !isPooled && !isOver,
    );
    divisible = mayDivide ? best : undefined;
    leases = await allotment.take(signal);
    // After the last epoch, the best plan may be that of a lost thread or of an earlier epoch, and then has no answer
    // yet: one thread writes it.
    isFinishing = pause === undefined;
    if (isFinishing) {
      for (const lease of leases.slice(1)) lease.giveBack();
      leases = leases.slice(0, 1);
    }
  }
}

/** Returns the tables in shared memory, where threads read them in place. Blocks while it copies those elsewhere. */
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

/** Returns where this epoch ends, or undefined if it is the last one. */
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
  // A last epoch that would be too short to be worth its start is added to the previous one.
  const isLast = (lengthMs: number): boolean => timeLimitMs - at.spentMs < 1.5 * lengthMs;
  if (isLast(afterMs)) return undefined;
  const pooledAfterMs = Math.max(afterMs, EPOCH_MS_MAX);
  return { afterMs, pooledAfterMs: isLast(pooledAfterMs) ? Infinity : pooledAfterMs };
}

type MemberRun = {
  input: SearchInput;
  lease: Lease;
  onReport: (report: SearchReport) => void;
  isSingle: boolean;
};

/** How an epoch ended on one thread: with an output, or with the error and the last report before it. */
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
      // With a single thread, the buffers are not needed here any more.
      ...(isSingle ? buffersToMove(input) : []),
    ];
    const either = AbortSignal.any([signal, lease.revoked]);
    return { output: await run({ ...input, ...ofRun }, { signal: either, transfer }) };
  } catch (reason) {
    return { reason, ...(lastReport === undefined ? {} : { lastReport }) };
  } finally {
    // Reports that are still on their way are dropped, since the output contains the same and more.
    port2.close();
    lease.giveBack();
  }
}

/** Returns the pairs of milliseconds and cost up to `ms`. Later improvements are in the answer itself. */
function before(ms: number, improvements: readonly number[]): readonly number[] {
  const later = improvements.findIndex((value, at) => at % 2 === 0 && value > ms);
  return later < 0 ? improvements : improvements.slice(0, later);
}

/** Passes reports on, at most one per `everyMs`, each with the best plan that any thread has found so far. */
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

/**
 * Returns the number of parts. A part with few vehicles has few moves between its routes, so with few vehicles there
 * are fewer parts than threads, and several threads search the same part.
 */
function partCountOf(threads: number, divisible: Found | undefined): number {
  if (divisible === undefined) return 1;
  return Math.min(threads, Math.floor(divisible.best.vehicles / PART_VEHICLES_MIN));
}

/** Returns for each part the checkpoint of the best plan that its threads have found. */
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

/** Returns the best plan; of equals the first in the list, regardless of which ended first. The list is not empty. */
function bestOf(found: readonly Found[]): Found {
  return found.reduce((best, each) => (isBetter(each.score, best.score) ? each : best));
}

/** Returns the best plan first, since the next epoch may have fewer threads; then those that are nearly as good. */
function nextStarts(found: readonly Found[], best: Found, progress: number): Start[] {
  const others = found.filter((each) => each !== best);
  const starts = [best, ...others.filter((each) => isClose(each, best, progress))];
  return starts.map(({ checkpoint }) => ({ checkpoint }));
}

/** Whether only the last term is worse, and only by a little. */
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
