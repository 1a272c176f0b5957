/** The output of the benchmark of requests: one line per run, then a table by kind and size, and the targets. */
import { gapOf, type Gap, type Planned } from './bench-rich-best.js';

/** One search of one request. */
export type Run = {
  name: string;
  kind: string;
  size: number;
  seed: number;
  seconds: number;
  plan: Planned;
  vehicles: number;
  unserved: number;
  firstMs: number;
  /** Less than the time limit if the search ended early because it expected no improvement. */
  searchMs: number;
  iterations: number;
  insertions: number;
  memoryBytes: number;
};

/** A run with its gap to the best known plan. */
export type JudgedRun = Run & { gap: Gap };

/** Statistics of a group of runs that differ only in request and seed. */
type Gaps = { count: number; mean: number; worst: number; within: number; unlike: number };

/** A plan within this percentage of the best known counts as equal. */
const CLOSE_PERCENT = 0.3;

export function withGaps(runs: readonly Run[], best: Planned): JudgedRun[] {
  return runs.map((run) => ({ ...run, gap: gapOf(run.plan, best) }));
}

export function runLine(run: Run): string {
  const { name, seed, seconds, plan, vehicles, unserved, firstMs, searchMs, iterations } = run;
  const settled =
    searchMs < seconds * 900 ? `, settled after ${(searchMs / 1000).toFixed(1)} s` : '';
  return (
    `${name.padEnd(24)} seed ${seed}, ${seconds} s: ${unserved} unserved, ${vehicles} vehicles, cost ${plan.cost.toFixed(2)}, ` +
    `first plan ${firstMs.toFixed(0)} ms, ${iterations} iterations, ${run.insertions} insertions${settled}`
  );
}

/** Returns one line per kind and size. Gaps cover runs that serve as much with as many vehicles; others are counted. */
export function table(runs: readonly JudgedRun[], plainRate: number): string[] {
  const lengths = [...new Set(runs.map(({ seconds }) => seconds))].toSorted((a, b) => a - b);
  const head = [
    ...[
      'kind'.padEnd(16),
      'size'.padStart(5),
      'iterations/s'.padStart(13),
      'insertions/s'.padStart(13),
    ],
    ...['of plain'.padStart(9), ...lengths.map((seconds) => `gap at ${seconds} s`.padStart(24))],
    ...['spread'.padStart(8), 'MB'.padStart(6)],
  ];
  const lines = [...groups(runs, ({ kind, size }) => `${kind} ${size}`)].map(([, group]) => {
    const [{ kind, size } = { kind: '', size: 0 }] = group;
    const rate = insertionsPerSecond(group);
    const megabytes = Math.max(...group.map(({ memoryBytes }) => memoryBytes)) / 1e6;
    const cells = [
      ...[kind.padEnd(16), String(size).padStart(5)],
      ...[whole(perSecond(group, 'iterations')).padStart(10), whole(rate).padStart(13)],
      (rate / plainRate).toFixed(3).padStart(9),
      ...lengths.map((seconds) =>
        gapText(gapsOf(group.filter((run) => run.seconds === seconds))).padStart(24),
      ),
      ...[`${spread(group).toFixed(2)} %`.padStart(8), megabytes.toFixed(0).padStart(6)],
    ];
    return cells.join(' ');
  });
  return [head.join(' '), ...lines];
}

/** Returns the targets for which there are runs of that length, whether or not they are reached. */
export function targetLines(runs: readonly JudgedRun[], plainRate: number): string[] {
  const lines: string[] = [];
  const say = (text: string, measured: string, isReached: boolean): void => {
    lines.push(`${isReached ? 'reached' : 'MISSED '}  ${text}: ${measured}`);
  };
  for (const [kind, group] of groups(runs, ({ kind, size }) => (size === 45 ? kind : ''))) {
    if (kind === '') continue;
    const share = insertionsPerSecond(group) / plainRate;
    say(`${kind}, 45: a fifth of plain insertions per second`, share.toFixed(3), share >= 0.2);
  }
  const small = gapsOf(runs.filter(({ size, seconds }) => size <= 45 && seconds === 3));
  const smallText = `${small.within} of ${small.count} runs`;
  if (small.count > 0) {
    say('25 and 45 at 3 s: 95 of 100 within 0.3 %', smallText, small.within >= 0.95 * small.count);
  }
  for (const [sizes, seconds, percent] of MEANS) {
    const gaps = gapsOf(runs.filter((run) => sizes.includes(run.size) && run.seconds === seconds));
    if (gaps.count === 0) continue;
    const text = `${sizes.join(' and ')} at ${seconds} s: mean within ${percent} %`;
    say(text, gapText(gaps), gaps.mean <= percent && gaps.unlike === 0);
  }
  return lines;
}

const MEANS: readonly [sizes: readonly number[], seconds: number, percent: number][] = [
  [[100, 300], 10, 1],
  [[100, 300], 60, 0.5],
  [[1000], 30, 3],
];

export function insertionsPerSecond(runs: readonly Run[]): number {
  return perSecond(runs, 'insertions');
}

function perSecond(runs: readonly Run[], what: 'iterations' | 'insertions'): number {
  const ms = runs.reduce((sum, run) => sum + run.searchMs, 0);
  return (1000 * runs.reduce((sum, run) => sum + run[what], 0)) / Math.max(1, ms);
}

function gapsOf(runs: readonly JudgedRun[]): Gaps {
  const percents = runs.flatMap(({ gap }) => ('percent' in gap ? gap.percent : []));
  const sum = percents.reduce((total, percent) => total + percent, 0);
  return {
    count: runs.length,
    mean: sum / percents.length,
    worst: Math.max(...percents),
    within: percents.filter((percent) => percent <= CLOSE_PERCENT).length,
    unlike: runs.length - percents.length,
  };
}

/** Formats the mean, the worst, and the number of runs that serve less or use more vehicles than the best known. */
function gapText({ count, mean, worst, unlike }: Gaps): string {
  if (count === 0) return '';
  const more = unlike === 0 ? '' : ` +${unlike} of ${count}`;
  if (unlike === count) return `all ${count} worse`;
  return `${mean.toFixed(2)} (${worst.toFixed(2)}) %${more}`;
}

/** For the longest runs: how far the seeds of one request differ, in percent, as the mean over requests. */
function spread(runs: readonly Run[]): number {
  const longest = Math.max(...runs.map(({ seconds }) => seconds));
  const byRequest = groups(
    runs.filter(({ seconds }) => seconds === longest),
    ({ name }) => name,
  );
  const spreads = [...byRequest.values()].map((group) => {
    const costs = group.map(({ plan }) => plan.cost);
    return (100 * (Math.max(...costs) - Math.min(...costs))) / Math.max(1e-9, Math.min(...costs));
  });
  return spreads.reduce((sum, value) => sum + value, 0) / spreads.length;
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const byKey = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    byKey.set(key, [...(byKey.get(key) ?? []), item]);
  }
  return byKey;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');
